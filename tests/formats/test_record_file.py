from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from teachback.formats import BadFile, Item, batches, items, merged_items, read, words
from teachback.formats.reading import Reading
from teachback.formats.record_file import read_record, write_record
from teachback.formats.writing import Target
from teachback.record import ClassesAdded, ClassRenamed, Document, DocumentsAdded, Label, Record, Skip, latest
from tests.record.strategies import POLICIES, TEXTS, observed, records


def parts(record):
    """The documents, then the entries: any order in which texts come before the event that adds them."""
    return [*TEXTS.values(), *record]


@settings(deadline=None, derandomize=True, max_examples=40)
@given(record=records)
def test_a_record_is_replayed_from_its_file(record, tmp_path_factory):
    path = tmp_path_factory.mktemp("record") / "project.jsonl"
    write_record(Target(path), parts(record))
    entries = list(read_record(Reading.of(path)))
    documents = {part.id: part for part in entries if isinstance(part, Document)}
    again = Record(documents, [part for part in entries if not isinstance(part, Document)])
    assert documents == TEXTS
    assert observed(again) == observed(record)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(record=records)
def test_what_a_record_comes_to_is_taught_again_by_its_rows(record):
    """A fresh project that imports everybody's rows believes what this one believes, under every policy."""
    rows = [*items(record, (TEXTS[id] for id in record.documents)), *words(record)]
    again = Record(TEXTS)
    for batch in batches(rows, classes=()):
        again.append(*batch.entries)
    for teacher in again.teachers:
        old, new = record.teaching(teacher=teacher), again.teaching(teacher=teacher)
        assert (new.labels, new.skips, new.words) == (old.labels, old.skips, old.words)
        assert (new.exclusions, new.not_a_reason) == (old.exclusions, old.not_a_reason)
        assert spans(new) == spans(old)
    assert again.documents == record.documents


def spans(teaching):
    return {id: {(one.class_, one.start, one.end) for one in marked} for id, marked in teaching.rationales.items()}


@settings(deadline=None, derandomize=True, max_examples=30)
@given(record=records)
def test_merged_items_have_what_the_policy_settles(record):
    for policy in POLICIES:
        rows = list(merged_items(record, (TEXTS[id] for id in record.documents), policy=policy))
        teaching = record.teaching(policy=policy)
        assert {row.document.id: row.label for row in rows if row.label} == dict(teaching.labels)
        assert sum(len(row.rationales) for row in rows) == sum(map(len, teaching.rationales.values()))


def test_labels_are_given_in_todays_words_with_their_seconds():
    texts = {"d1": Document("d1", "the app crashes"), "d2": Document("d2", "hello")}
    record = Record(texts, [ClassesAdded(["bug"]), DocumentsAdded(["d1", "d2"])])
    record.append(
        Label("d1", "bug", seconds=3.5, teacher="ines"), Skip("d2", teacher="ines"), ClassRenamed("bug", "defect")
    )
    first, second = items(record, texts.values())
    assert (first.label, first.lessons[0].seconds) == ("defect", 3.5)
    assert isinstance(second.answer("ines"), Skip)
    assert next(merged_items(record, texts.values(), policy=latest)).label == "defect"


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "project.jsonl"
    write_record(
        Target(path), [Document("d1", "a\x00\r\nb"), ClassesAdded(["bug"]), DocumentsAdded(["d1"]), Label("d1", "bug")]
    )
    return path


def test_a_record_can_be_imported_like_any_file(saved):
    (row,) = read(saved)
    assert (row.document, row.label) == (Document("d1", "a\x00\r\nb"), "bug")


def change(path, change):
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(change(lines)), encoding="utf-8")
    return Reading.of(path)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (lambda lines: lines[:-1], "breaks off before its end; take another copy"),
        (lambda lines: lines[:3] + lines[4:], "it has lost some lines"),
        (lambda lines: ['{"teachback": 99}\n', *lines[1:]], "open it with the teachback that wrote it, or a newer one"),
        (lambda lines: [*lines, lines[1]], "line 7 comes after the end"),
        (lambda lines: [lines[0], "{oops\n", *lines[1:]], "line 2: it is not JSON"),
        (lambda lines: [lines[0], '{"v": 1, "kind": "labl"}\n', *lines[1:]], "line 2: 'labl' is not a kind of entry"),
        (
            lambda lines: [lines[0], '{"kind": "document", "id": 7}\n', *lines[1:]],
            "line 2: A document's id must be text",
        ),
    ],
)
def test_a_damaged_record_is_refused(saved, how, sentence):
    with pytest.raises(BadFile, match=sentence):
        list(read_record(change(saved, how)))


def test_every_line_is_json(saved):
    kinds = [json.loads(line).get("kind") for line in saved.read_text(encoding="utf-8").splitlines()]
    assert kinds == [None, "document", "classes_added", "documents_added", "label", "end"]


def test_batches_name_a_class_before_it_is_used_and_add_a_document_once():
    d1, d2 = Document("d1", "one"), Document("d2", "two")
    rows = [
        Item(d1, (Label("d1", "bug", teacher="ines"),)),
        Item(d2, (Label("d2", "known", teacher="ines"),)),
        Item(d1, (Label("d1", "praise", teacher="ben"),)),
    ]
    written = list(batches(rows, classes=["known"], size=2))
    assert [[entry.kind for entry in batch.entries] for batch in written] == [
        ["classes_added", "documents_added", "label", "label"],
        ["classes_added", "label"],
    ]
    assert [batch.documents for batch in written] == [(d1, d2), ()]
    record = Record({"d1": d1, "d2": d2}, [ClassesAdded(["known"])])
    for batch in written:
        record.append(*batch.entries)
    assert record.classes == ("known", "bug", "praise")
