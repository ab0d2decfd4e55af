from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given, settings

from teachback.record import Branch, ClassesAdded, Document, DocumentsAdded, Label, Record, Retract, Teaching, Word
from tests.record.strategies import TEXTS, policies, records


def test_nothing_taught_is_an_empty_teaching():
    teaching = Record({}).teaching()
    assert not any(getattr(teaching, field.name) for field in fields(Teaching))


def test_a_teaching_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Record(TEXTS).teaching().labels = {}


@settings(deadline=None, derandomize=True, max_examples=60)
@given(records, policies)
def test_the_parts_of_a_teaching_make_sense_together(record, policy):
    teaching = record.teaching(policy=policy)
    classes, documents = set(teaching.classes), set(record.documents)
    assert set(teaching.labels.values()) <= classes
    assert not teaching.labels.keys() & teaching.disputed
    assert not teaching.labels.keys() & teaching.skips
    assert not teaching.disputed & teaching.skips
    assert not teaching.exclusions.keys() & {*teaching.labels, *teaching.disputed}
    assert all(set() < excluded <= set(teaching.classes) for excluded in teaching.exclusions.values())
    assert teaching.labels.keys() | teaching.skips | teaching.disputed | teaching.flags.keys() <= documents
    assert teaching.rationales.keys() | teaching.held_out <= documents
    for term, words in teaching.words.items():
        assert words
        assert words.keys() <= classes
        assert not words.keys() & teaching.not_a_reason.get(term, frozenset())
        assert not words.keys() & teaching.disputed_terms.get(term, frozenset())
        assert all(strength > 0 for strength in words.values())
    for term, rejected in teaching.not_a_reason.items():
        assert rejected <= classes | {None}
        assert not rejected & teaching.disputed_terms.get(term, frozenset())
    for document, passages in teaching.rationales.items():
        assert passages
        assert {passage.document for passage in passages} == {document}
        assert {passage.class_ for passage in passages} <= classes
    assert {lesson.class_ for lesson in teaching.distinctions} <= classes
    assert all({lesson.document, lesson.versus} <= documents for lesson in teaching.distinctions)


def test_machines_have_no_vote_and_are_heard_apart():
    record = Record(
        {id: Document(id, "one goal") for id in ("d1", "d2")},
        [ClassesAdded(["a", "b"]), DocumentsAdded(["d1", "d2"]), Label("d1", "a", teacher="ines")],
    )
    people = record.teaching()
    machine = {"teacher": "machine:m"}
    record.append(Label("d1", "b", **machine), Label("d2", "b", id="l", **machine), Word("goal", "b", **machine))
    everybody = record.teaching()
    assert replace(everybody, machines={}) == people
    assert everybody.machines["machine:m"].labels == {"d1": "b", "d2": "b"}
    assert Branch.of(record, {id: Document(id, "one goal") for id in ("d1", "d2")}).teaching() == everybody
    record.append(Retract("l", **machine))
    assert record.teaching().machines["machine:m"].labels == {"d1": "b"}
