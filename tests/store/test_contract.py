"""What every store promises, wherever it keeps things."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import islice
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson, BadText, TeachbackError, UnknownDocument
from teachback.record import ClassesAdded, Document, DocumentsAdded, Fields, Label, Record, Word
from teachback.store import CannotKeep, KeptVectors, Model
from tests.record.strategies import TEXTS, observed, records

MAILS = [Document(f"m{number}", f"You charged my card {number} times.") for number in range(1, 4)]
BEGINNING = [ClassesAdded(["bug", "billing"]), DocumentsAdded([mail.id for mail in MAILS])]
examples = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def append(store, *entries):
    with store.writing() as writer:
        return writer.append(entries)


def begin(store):
    with store.writing() as writer:
        writer.add_documents(MAILS)
        writer.append(BEGINNING)


def contents(reader):
    models = [reader.model(card.name) for card in reader.models()]
    return list(reader.entries()), list(reader.documents()), models, reader.settings()


def test_a_new_store_is_empty(store):
    assert (store.position, store.size, contents(store)) == (0, 0, ([], [], [], {}))
    assert store.search("anything") == []
    assert store.model("current") is None


# Entries.


def test_entries_come_back_as_they_were_in_their_order(store):
    begin(store)
    lessons = [Label("m1", "bug", teacher="بن", seconds=0.1), Word('"🙂\\', "billing", 2.5)]
    assert append(store, *lessons) == [3, 4]
    assert list(store.entries()) == [*BEGINNING, *lessons]
    assert store.position == 4


@given(records)
@examples
def test_any_record_is_the_same_after_it_was_kept(store, record):
    before = store.position
    fresh = [replace(entry, id=f"{before}:{entry.id}") for entry in record]  # the store outlives the example
    append(store, *fresh)
    back = [replace(entry, id=entry.id.partition(":")[2]) for entry in store.entries(after=before)]
    assert observed(Record(TEXTS, back)) == observed(record)


def test_the_tail_begins_after_what_was_read(store):
    entries = [ClassesAdded([f"class {number}"]) for number in range(1203)]
    append(store, *entries)
    for after in (0, 1, 49, 50, 51, 1200, 1202, 1203, 5000):
        assert list(store.entries(after=after)) == entries[after:]


def test_an_entry_sent_again_gets_its_first_answer(store):
    begin(store)
    lesson = Label("m1", "bug")
    assert append(store, lesson) == [3]
    assert append(store, Label("m2", "bug")) == [4]
    assert append(store, lesson) == [3]
    late = replace(lesson, time=datetime(2030, 1, 1, tzinfo=UTC), seconds=9.0)
    another = Label("m3", "bug")
    assert append(store, another, late, another, Label("m3", "billing")) == [5, 3, 5, 6]
    assert [entry.id for entry in store.entries(after=2)].count(lesson.id) == 1
    assert store.position == 6


@pytest.mark.parametrize("change", [{"document": "m2"}, {"class_": "billing"}, {"teacher": "ben"}], ids=str)
def test_another_entry_under_the_same_id_is_refused_and_nothing_is_kept(store, change):
    begin(store)
    lesson = Label("m1", "bug", teacher="ines")
    append(store, lesson)
    with pytest.raises(BadLesson, match=f"{lesson.id} is in the record already, and it says something else.*by ines"):
        append(store, Label("m3", "bug"), replace(lesson, **change))
    assert store.position == 3


# Blocks.


def fill(writer):
    writer.add_documents([Document("new", "a new text")])
    writer.append([DocumentsAdded(["new"]), Label("new", "bug")])
    writer.keep_model(Model("current", 2, b"newer"))
    writer.put("learner", "newer")


def fill_and_give_up(store):
    with store.writing() as writer:
        fill(writer)
        assert writer.search("new") == ["new"]
        raise KeyboardInterrupt


@pytest.fixture
def begun(store):
    begin(store)
    with store.writing() as writer:
        writer.keep_model(Model("current", 1, b"older"))
        writer.put("learner", "older")
    return store


def test_a_block_that_fails_keeps_nothing_of_anything(begun):
    before = contents(begun)
    assert begun.search("charged") == ["m1", "m2", "m3"]
    with pytest.raises(KeyboardInterrupt):
        fill_and_give_up(begun)
    assert contents(begun) == before
    assert begun.search("new") == []
    with begun.writing() as writer:
        fill(writer)
    assert begun.search("new") == ["new"]


def test_a_writer_sees_what_it_writes(begun):
    with begun.writing() as writer:
        fill(writer)
        inside = contents(writer)
        assert (writer.position, writer.size) == (4, 4)
        assert writer.document("new").text == "a new text"
    assert contents(begun) == inside


def test_others_see_a_block_when_it_ends(begun):
    seen = []

    def look():
        seen.append((begun.position, begun.size, begun.settings(), begun.models()[0].size))

    with begun.writing() as writer:
        fill(writer)
        reader = Thread(target=look)
        reader.start()
        reader.join(timeout=0.2)  # a reader sees the state before, or waits for the state after
    reader.join()
    assert seen[0] in [(2, 3, {"learner": "older"}, 5), (4, 4, {"learner": "newer"}, 5)]
    look()
    assert seen[1] == (4, 4, {"learner": "newer"}, 5)


def test_a_reading_block_reads_one_moment(begun):
    with begun.reading() as reader:
        before = contents(reader)
        other = Thread(target=append, args=(begun, Label("m1", "bug")))
        other.start()
        other.join(timeout=0.2)
        assert contents(reader) == before
    other.join()
    assert begun.position == 3


def test_an_iterator_that_nobody_finishes_holds_nothing(store):
    append(store, *[ClassesAdded([f"class {number}"]) for number in range(200)])
    with store.writing() as writer:
        writer.add_documents([Document(f"d{number}", "text") for number in range(200)])
    entries, documents = store.entries(), store.documents()
    next(entries), next(documents)
    append(store, ClassesAdded(["one more"]))
    assert store.position == 201
    assert len(list(entries)) in (199, 200)  # with or without what came meanwhile
    assert len(list(documents)) == 199


def test_read_check_append_is_one_step_for_eight_threads(store):
    def teach(who):
        for number in range(10):
            with store.writing() as writer:
                seen = list(writer.entries())
                name = f"{who}-{number}-after-{len(seen)}"
                writer.append([ClassesAdded([name], teacher=who)])

    threads = [Thread(target=teach, args=(f"teacher{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [entry.classes[0] for entry in store.entries()]
    assert len(names) == len(set(names)) == 80
    assert [int(one.rpartition("-")[2]) for one in names] == list(range(80))


# Documents.

STRANGE = [
    "",
    "\x00",
    "a\x00b\x00",
    "\r\n\r\r\n\n",
    "\u202eright to left\u202c \u200f שלום",
    "\ufeffbyte order mark",
    "e\u0301 and é stay apart",
    "👩🏽\u200d🚒 \U0010ffff \u2028",
    "'; DROP TABLE documents; --",
    " trailing \t",
]


def test_strange_texts_come_back_byte_for_byte(store):
    documents = [Document(f"d{number}", text) for number, text in enumerate(STRANGE)]
    with store.writing() as writer:
        assert writer.add_documents(documents) == len(STRANGE)
    assert [document.text.encode() for document in store.documents()] == [text.encode() for text in STRANGE]
    assert [store.document(document.id) for document in documents] == documents


@given(st.lists(st.text(), max_size=5))
@examples
def test_any_text_comes_back_byte_for_byte(store, texts):
    before = store.size
    with store.writing() as writer:
        writer.add_documents(Document(f"d{before + number}", text) for number, text in enumerate(texts))
    assert [document.text for document in store.documents(after=before)] == texts


def test_a_lone_surrogate_is_refused_with_a_sentence_and_nothing_is_kept(begun):
    texts = ["good", "bad \ud83d"]
    with (
        pytest.raises(BadText, match=r"lone surrogate \(U\+D83D\) at position 4.*Decode it again"),
        begun.writing() as w,
    ):
        w.add_documents(Document(f"d{number}", text) for number, text in enumerate(texts))
    assert begun.size == 3


def test_documents_are_streamed_in_the_order_they_came(store):
    given_, taken = 3001, []

    def documents():
        for number in range(given_):
            taken.append(number)
            yield Document(f"d{number}", f"text {number} " + "long " * (number % 7))

    with store.writing() as writer:
        assert writer.add_documents(documents()) == given_
        writer.append([DocumentsAdded([f"d{number}" for number in range(given_)])])
    assert taken == list(range(given_))
    assert [document.id for document in store.documents()] == [f"d{number}" for number in range(given_)]
    assert [document.id for document in islice(store.documents(after=2990), 2)] == ["d2990", "d2991"]
    assert store.document("d3000").text == "text 3000 " + "long " * 4


def test_an_import_that_breaks_off_leaves_no_documents(begun):
    def documents():
        yield from (Document(f"d{number}", "text") for number in range(1500))
        raise BadText("line 1501 is not UTF-8")

    with pytest.raises(BadText, match="line 1501"), begun.writing() as writer:
        writer.add_documents(documents())
    assert (begun.position, begun.size, begun.search("text")) == (2, 3, [])


def test_a_document_may_be_given_again_but_its_text_never_changes(begun):
    with begun.writing() as writer:
        assert writer.add_documents([MAILS[1], Document("m4", "four"), Document("m4", "four")]) == 1
    for late in ([Document("m2", "You charged")], [Document("m5", "five"), Document("m5", "FIVE")]):
        with (
            pytest.raises(BadText, match=r"'m[25]' is kept already, with another text.*new id"),
            begun.writing() as writer,
        ):
            writer.add_documents(late)
    assert [document.id for document in begun.documents()] == ["m1", "m2", "m3", "m4"]
    assert begun.search("four") == ["m4"]


def test_a_document_that_is_not_there_is_named(begun):
    with pytest.raises(UnknownDocument, match=r"'m1.x00' is not a document"):
        begun.document("m1\0")
    with pytest.raises(UnknownDocument, match="'m17' is not a document"):
        begun.document("m17")


def test_an_id_that_no_index_could_hold_is_refused_everywhere(store):
    longest = "é" * 1000
    with store.writing() as writer:
        writer.add_documents([Document(longest, "text")])
        writer.append([DocumentsAdded([longest], id=longest)])
        writer.put(longest, 1)
        writer.keep_model(Model(longest, 0, b""))
    for keep in (
        lambda writer: writer.add_documents([Document(longest + "a", "")]),
        lambda writer: writer.append([ClassesAdded(["bug"], id=longest + "a")]),
        lambda writer: writer.put(longest + "a", 1),
        lambda writer: writer.keep_model(Model(longest + "a", 0, b"")),
    ):
        with pytest.raises(BadText, match=r"it has 2,001 bytes and 2,000 are allowed"), store.writing() as writer:
            keep(writer)


# Models and settings.


def test_there_is_one_model_of_a_name_the_one_made_from_the_latest_position(store):
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    with store.writing() as writer:
        assert writer.keep_model(Model("current", 5, bytes(range(256)), noon))
        assert writer.keep_model(Model("a first try", 2, b""))
        assert not writer.keep_model(Model("current", 4, b"learned too slowly"))
    assert store.model("current") == Model("current", 5, bytes(range(256)), noon)
    assert [(card.name, card.position, card.size) for card in store.models()] == [
        ("a first try", 2, 0),
        ("current", 5, 256),
    ]
    assert store.models()[1].time == noon
    with store.writing() as writer:
        assert writer.keep_model(Model("current", 5, b"the other learner"))
    assert store.model("current").content == b"the other learner"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["learner", "seed", "خط", "a.b"]), json_values))
@examples
def test_settings_come_back_as_they_were_put(store, values):
    before = store.settings()
    with store.writing() as writer:
        for key, value in values.items():
            writer.put(key, value)
    assert json.dumps(store.settings()) == json.dumps(dict(sorted((before | values).items())))


@pytest.mark.parametrize("value", [object(), {1, 2}, float("nan"), b"bytes"], ids=["object", "set", "nan", "bytes"])
def test_a_setting_that_is_not_json_is_refused(store, value):
    with pytest.raises(CannotKeep, match="'learner' must be made of text, numbers"), store.writing() as writer:
        writer.put("learner", value)
    assert store.settings() == {}


@pytest.mark.parametrize("key", ["", " learner", "a\nb", 7])
def test_a_key_that_could_not_be_typed_again_is_refused(store, key):
    with pytest.raises(TeachbackError), store.writing() as writer:
        writer.put(key, 1)


def test_a_setting_with_half_a_character_is_refused(store):
    with pytest.raises(BadText, match="lone surrogate"), store.writing() as writer:
        writer.put("learner", "\ud83d")


def test_fields_are_kept_as_they_are(store):
    fields = Fields(
        {"day": date(2026, 3, 1), "at": datetime(2026, 3, 1, 12, tzinfo=UTC), "nul": "a\0b", "tags": ["é", 2]}
    )
    document = Document("d1", "a text", fields)
    with store.writing() as writer:
        writer.add_documents([document, Document("d2", "another")])
        assert writer.document("d1") == document
    assert next(store.documents()) == document
    assert store.document("d1").fields.to_json() == fields.to_json()
    assert dict(store.document("d2").fields) == {}


def test_vectors_are_kept_by_encoder_and_text(store):
    first = {bytes([number] * 16): bytes([number, 0]) for number in range(3)}
    with store.writing() as writer:
        writer.keep_vectors(KeptVectors("one", first))
        writer.keep_vectors(KeptVectors("other", {b"\x00" * 16: b"xx"}))
    with store.writing() as writer:
        writer.keep_vectors(KeptVectors("one", {b"\x00" * 16: b"yy", b"\x09" * 16: b"zz"}))
    asked = [b"\x09" * 16, b"\x00" * 16, b"\x08" * 16]
    assert store.vectors("one", asked) == {b"\x09" * 16: b"zz", b"\x00" * 16: b"\x00\x00"}
    assert (store.count_vectors("one"), store.count_vectors("none")) == (4, 0)
    assert store.vectors("other", []) == store.vectors("none", asked) == {}
    everything = [KeptVectors("one", {**first, b"\x09" * 16: b"zz"}), KeptVectors("other", {b"\x00" * 16: b"xx"})]
    assert list(store.all_vectors()) == everything
    with suppress(ZeroDivisionError), store.writing() as writer:
        writer.forget_vectors("one")
        writer.keep_vectors(KeptVectors("one", {b"\x07" * 16: b"aa"}))
        raise ZeroDivisionError
    assert list(store.all_vectors()) == everything
    with store.writing() as writer:
        writer.forget_vectors("one")
    assert list(store.all_vectors()) == everything[:1]


def test_vectors_are_read_in_pages(store):
    many = {number.to_bytes(16, "big"): b"%d" % number for number in range(1, 1202)}
    with store.writing() as writer:
        writer.keep_vectors(KeptVectors("one", many))
    assert store.vectors("one", list(many)) == many
    pages = list(store.all_vectors())
    assert [len(page.vectors) for page in pages] == [500, 500, 201]
    assert {key: numbers for page in pages for key, numbers in page.vectors.items()} == many
