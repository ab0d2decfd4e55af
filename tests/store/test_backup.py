from __future__ import annotations

import pytest
from hypothesis import given, settings

from teachback.record import ClassesAdded, Document, Label
from teachback.store import (
    CannotKeep,
    KeptVectors,
    MemoryStore,
    NotAProject,
    Setting,
    copy,
    create_store,
    everything,
    restore,
)
from tests.record.strategies import TEXTS, records
from tests.store.sample import DOCUMENTS, ENTRIES, MODELS, SETTINGS, fill, holds_sample


@pytest.fixture
def new(request, tmp_path):
    """Makes empty stores."""
    made = []

    def make(kind):
        if kind == "memory":
            return MemoryStore()
        sqlite = kind == "sqlite"
        address = tmp_path / f"{len(made)}" if sqlite else request.getfixturevalue("server").new_place()
        made.append(create_store(address))
        return made[-1]

    yield make
    for store in made:
        store.close()


ENGINES = ("memory", "sqlite", "postgresql")


@pytest.mark.parametrize("target", ENGINES)
@pytest.mark.parametrize("source", ENGINES)
def test_a_copy_from_any_engine_to_any_other_is_identical(new, source, target):
    source, target = new(source), new(target)
    fill(source)
    with source.writing() as writer:
        writer.keep_vectors(KeptVectors("an encoder", {bytes([number] * 16): b"\x00\x3c" for number in range(3)}))
    copy(source, target)
    assert holds_sample(target)
    assert list(everything(target)) == list(everything(source))


def test_vectors_can_be_left_out(new):
    source, target = new("sqlite"), new("memory")
    fill(source)
    with source.writing() as writer:
        writer.keep_vectors(KeptVectors("an encoder", {bytes(16): b"\x00\x3c"}))
    copy(source, target, vectors=False)
    assert holds_sample(target)
    assert list(target.all_vectors()) == []


def test_everything_is_a_stream_that_can_be_restored(store):
    fill(store)
    items = everything(store)
    assert iter(items) is items
    expected = [*DOCUMENTS, *ENTRIES, *(Setting(key, value) for key, value in SETTINGS.items()), *MODELS]
    assert list(items) == expected


@given(records)
@settings(max_examples=20, deadline=None)
def test_any_record_is_the_same_after_a_copy(record):
    source, target = MemoryStore(), MemoryStore()
    with source.writing() as writer:
        writer.add_documents(TEXTS.values())
        writer.append(record)
    copy(source, target)
    assert list(everything(target)) == [*TEXTS.values(), *record]


def test_a_copy_of_many_pages_is_identical(new):
    source, target = new("sqlite"), new("postgresql")
    with source.writing() as writer:
        writer.add_documents(Document(f"d{number}", f"text {number} " + "x" * (number % 100)) for number in range(2345))
        writer.append(ClassesAdded([f"class {number}"]) for number in range(1234))
    copy(source, target)
    assert list(everything(target)) == list(everything(source))


def test_a_copy_is_of_one_moment(new):
    source, target = new("sqlite"), MemoryStore()
    fill(source)

    def while_others_teach(items):
        for number, item in enumerate(items):
            with source.writing() as writer:
                writer.append([Label("m1", "billing")])
                writer.put("seed", number)
            yield item

    with source.reading() as reader:
        restore(while_others_teach(everything(reader)), target)
    assert holds_sample(target)


def test_nothing_is_restored_over_a_project(store):
    with store.writing() as writer:
        writer.put("seed", 1)
    with pytest.raises(NotAProject, match="restored into an empty one only; make a new one"):
        restore(iter(DOCUMENTS), store)
    assert store.size == 0


def test_a_backup_that_breaks_off_restores_nothing(store):
    def broken():
        yield from DOCUMENTS
        yield from ENTRIES
        raise CannotKeep("the backup ends here")

    with pytest.raises(CannotKeep, match="ends here"):
        restore(broken(), store)
    assert (store.position, store.size) == (0, 0)
