from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson, CannotRetract, TeachbackError, UnknownClass, UnknownDocument
from teachback.record import (
    ClassesAdded,
    ClassRenamed,
    Distinction,
    Document,
    DocumentErased,
    DocumentsAdded,
    Event,
    Flag,
    HeldOutDrawn,
    Label,
    NotAReason,
    Rationale,
    Record,
    RestDeclared,
    Retract,
    Skip,
    Teaching,
    Word,
    adjudicator,
    latest,
    majority,
)
from teachback.record.entry import Entry
from teachback.record.lesson import Lesson
from teachback.record.view import verdicts
from tests.record.reference import Reference
from tests.record.strategies import (
    BOUNDARIES,
    START,
    TEXTS,
    attempts,
    grown,
    lists_of_moves,
    moves,
    observed,
    policies,
    records,
    teachers,
    times,
)

seen = settings(deadline=None, derandomize=True, max_examples=40)
NAMES = {majority: "majority", latest: "latest", adjudicator("ines"): "ines"}


def begun(*entries: Entry) -> Record:
    return Record(TEXTS, [ClassesAdded(["bug", "billing"], id="c"), DocumentsAdded(list(TEXTS), id="d"), *entries])


# Agreement with the slow reference.


@settings(seen, max_examples=150)
@given(lists_of_moves, st.none() | teachers)
def test_equals_the_slow_reference_replay(moves, teacher):
    record, reference = Record(TEXTS), Reference(BOUNDARIES)
    for entry, error in attempts(record, moves):
        assert reference.accept(entry) == (error is None), (entry, error)
    assert record.classes == tuple(reference.live(reference.entries))
    assert record.documents == tuple(reference.documents())
    assert record.rest == reference.rest()
    assert record.passed_over(teacher) == reference.passed_over(teacher)
    ever = {document for entry in record if isinstance(entry, DocumentsAdded) for document in entry.documents}
    assert record.gone == ever.difference(record.documents)
    for policy, name in NAMES.items():
        assert asdict_shallow(record.teaching(teacher=teacher, policy=policy)) == reference.teaching(teacher, name)


def asdict_shallow(teaching: Teaching) -> dict[str, object]:
    fields = {name: getattr(teaching, name) for name in teaching.__dataclass_fields__}
    return fields | {"machines": {name: asdict_shallow(of) for name, of in teaching.machines.items()}}


# Properties of every record.


@seen
@given(lists_of_moves, st.integers(0, 62))
def test_replaying_a_prefix_gives_the_state_at_that_time(moves, stop):
    then = observed(grown(moves[:stop]))
    record = grown(moves)
    assert observed(record.at(len(then["entries"]))) == then


@seen
@given(records, times)
def test_the_record_at_a_time_ends_before_the_first_later_entry(record, moment):
    then = record.at(moment)
    assert list(then) == list(record)[: len(then)]
    assert all(entry.time <= moment for entry in then)
    assert len(then) == len(record) or record[len(then)].time > moment


@seen
@given(lists_of_moves, st.lists(st.booleans(), min_size=62, max_size=62))
def test_incremental_equals_full_whenever_one_looks(moves, looks):
    record = Record(TEXTS)
    for look, _ in zip(looks, attempts(record, moves), strict=False):
        if look:
            record.teaching()
            record.teaching(teacher="ines", policy=latest)
    assert observed(record) == observed(Record(TEXTS, record))


@seen
@given(records)
def test_what_each_teacher_says_of_documents_and_terms_is_what_her_own_teaching_has(record):
    answers, spoken = record.answers(), {}
    for term in {lesson.term for lesson in record if isinstance(lesson, Word | NotAReason)}:
        for who, last in verdicts(record.about("term", term)).items():
            spoken |= {(who, term, class_): strength for class_, (_, strength) in last.items()}
    for teacher in record.teachers:
        own = record.teaching(teacher=teacher)
        assert {document: by[teacher] for document, by in answers.items() if teacher in by} == own.labels
        words = {(term, class_): of for term, classes in own.words.items() for class_, of in classes.items()}
        words |= {(term, class_): 0.0 for term, classes in own.not_a_reason.items() for class_ in classes}
        assert {(term, class_): of for (who, term, class_), of in spoken.items() if who == teacher} == words


def test_drawing_a_check_leaves_what_was_taught_as_it_is():
    record = begun(Label("d1", "bug", id="l"), Word("crash", "bug"))
    before = record.teaching()
    record.append(HeldOutDrawn(["d2"], id="h"))
    after = record.teaching()
    assert after.held_out == {"d2"}
    assert after.labels is before.labels
    record.append(Retract("h"), Word("refund", "billing"))
    last = record.teaching()
    assert last.held_out == frozenset()
    assert last.labels is before.labels
    assert list(last.words) == ["crash", "refund"]
    assert list(before.words) == ["crash"]


@seen
@given(records, st.data())
def test_retracting_and_restoring_leaves_what_was_taught(record, data):
    before = observed(record)
    for entry in data.draw(st.lists(st.sampled_from(list(record.active())), max_size=5)) if len(record) else ():
        try:
            record.append(Retract(entry.id, id="take-back"))
        except CannotRetract:
            continue  # an event that a later one needs
        record.append(Retract("take-back", id="restore"))
        after = observed(record)
        assert after["teaching"].items() >= before["teaching"].items()
        assert all(after[name] == before[name] for name in ("classes", "documents"))
        assert set(after["active"]) == {*before["active"], "restore"}
        record = Record(TEXTS, before["entries"])


@seen
@given(records, moves, policies)
def test_retracting_the_last_entry_is_as_if_it_had_never_been(record, move, policy):
    before = observed(record)
    for entry, error in attempts(record, [move], prefix="last"):
        if error is None and not isinstance(entry, Retract):
            record.append(Retract(entry.id))
            after = observed(record)
            assert after["classes"] == before["classes"]
            assert set(after["documents"]) == set(before["documents"])
            assert all(
                replace(record.teaching(teacher=who, policy=policy), machines={}) == teaching_of(before, who, policy)
                for who in who_of(before)
            )


def who_of(seen):
    return {who for who, _ in seen["teaching"]}


def teaching_of(seen, who, policy):
    state = dict(seen["teaching"][who, policy])
    for name, value in state.items():
        if isinstance(value, list):
            state[name] = {key: dict(inner) if isinstance(inner, list) else inner for key, inner in value}
    return Teaching(**state | {"machines": {}})  # each is seen by itself


@seen
@given(records)
def test_everything_active_can_be_retracted_once_and_only_once(record):
    for entry in list(record.active())[::-1]:
        try:
            record.append(Retract(entry.id, id=f"undo-{entry.id}"))
        except CannotRetract:
            assert isinstance(entry, Event | Retract)  # a later event needs it; a lesson can always be taken back
            continue
        with pytest.raises(CannotRetract, match=f"is retracted already; to restore it, retract 'undo-{entry.id}'"):
            record.append(Retract(entry.id))
        record.append(Retract(f"undo-{entry.id}", id=f"redo-{entry.id}"))
        assert record.is_active(entry)


@seen
@given(records)
def test_the_teachers_views_partition_the_record(record):
    parts = {who: list(record.active(who)) for who in record.teachers}
    assert sorted(entry.id for part in parts.values() for entry in part) == sorted(e.id for e in record.active())
    assert all(entry.teacher == who for who, part in parts.items() for entry in part)
    merged, views = record.teaching(), {who: record.teaching(teacher=who) for who in record.teachers}
    machines = {who: views.pop(who) for who in record.teachers if who.startswith("machine:")}
    assert merged.machines == machines  # they have no vote
    assert {lesson.id for lesson in merged.distinctions} == {d.id for view in views.values() for d in view.distinctions}
    for document, passages in merged.rationales.items():
        for who, view in views.items():
            assert view.rationales.get(document, ()) == tuple(p for p in passages if p.teacher == who)
    for document, notes in merged.flags.items():
        assert sorted(notes) == sorted(note for view in views.values() for note in view.flags.get(document, ()))
    for view in views.values():
        assert not view.disputed
        assert not view.disputed_terms
        assert view.labels.keys() <= merged.labels.keys() | merged.disputed
        assert view.words.keys() <= merged.words.keys() | merged.not_a_reason.keys() | merged.disputed_terms.keys()
    assert set(merged.labels) | merged.disputed == {document for view in views.values() for document in view.labels}
    assert merged.skips <= {document for view in views.values() for document in view.skips}


@seen
@given(records, lists_of_moves, st.booleans())
def test_a_refused_append_changes_nothing_that_can_be_seen(record, more, looked):
    if looked:
        observed(record)
    copy = Record(TEXTS, record)
    batch = [entry for entry, error in attempts(copy, more, prefix="more") if error is None]
    for wrong in (Label("d9", "bug"), Label("d1", "weather"), Retract("nothing"), Lesson(), "a label"):
        with pytest.raises(BadLesson):
            record.append(*batch, wrong)
    before = Record(TEXTS, list(record))
    assert observed(record) == observed(before)
    record.append(*batch)  # and it goes on as if nothing had been tried
    assert observed(record) == observed(copy)


@seen
@given(records, lists_of_moves)
def test_a_refusal_is_a_sentence_and_changes_nothing(record, more):
    before = observed(record)
    for _, error in attempts(record, more, prefix="more"):
        if error is None:
            before = observed(record)
        else:
            assert isinstance(error, BadLesson)
            assert str(error).endswith((".", "?"))
            assert observed(record) == before


@seen
@given(records, lists_of_moves)
def test_a_snapshot_is_not_changed_by_what_comes_later(record, more):
    snapshot, copy = record.teaching(), Record(TEXTS, record).teaching()
    for _ in attempts(record, more, prefix="more"):
        record.teaching()
    assert snapshot == copy


def test_a_place_in_the_order_is_not_kept_for_a_lesson_that_was_refused():
    record = begun()
    record.teaching()
    with pytest.raises(UnknownClass):
        record.append(Label("d2", "bug"), Word("crash", "bug"), Label("d1", "weather"))
    record.teaching()
    record.append(Word("card", "bug"), Word("crash", "bug"), Label("d1", "bug"), Label("d2", "bug"))
    assert list(record.teaching().labels) == ["d1", "d2"]
    assert list(record.teaching().words) == ["card", "crash"]


# Retraction, by hand.


def test_a_retraction_is_retracted_and_restores():
    record = begun(Label("d1", "bug", id="l"), Retract("l", id="r"))
    assert record.teaching().labels == {}
    record.append(Retract("r"))
    assert record.teaching().labels == {"d1": "bug"}


def test_two_retractions_that_count_must_both_be_taken_back():
    record = begun(Label("d1", "bug", id="l"), Retract("l", id="r1"), Retract("r1", id="r2"), Retract("l", id="r3"))
    record.append(Retract("r2", id="r4"))  # r1 counts again, beside r3
    assert [entry.id for entry in record.active()] == ["c", "d", "r1", "r3", "r4"]
    record.append(Retract("r3"))
    assert record.teaching().labels == {}
    record.append(Retract("r1"))
    assert record.teaching().labels == {"d1": "bug"}


def test_more_undos_and_redos_in_a_chain_than_calls_in_a_stack_work():
    record = begun(Label("d1", "bug", id="0"))
    length = sys.getrecursionlimit() + 500 - sys.getrecursionlimit() % 500
    for number in range(1, length + 1):
        record.append(Retract(str(number - 1), id=str(number)))
        if number % 500 in (0, 1):
            assert record.teaching().labels == ({} if number % 2 else {"d1": "bug"})
    assert observed(record)["active"] == ["c", "d", *map(str, range(0, length + 1, 2))]
    assert record.at(1001).teaching().labels == {"d1": "bug"}


def test_one_teacher_may_take_back_what_another_taught():
    record = begun(Label("d1", "bug", id="l", teacher="ben"), Retract("l", teacher="ines"))
    assert record.teaching(teacher="ben").labels == {}


@pytest.mark.parametrize("target", ["nothing", "itself"])
def test_what_is_not_there_cannot_be_retracted(target):
    with pytest.raises(CannotRetract, match=f"There is no entry '{target}' to retract; give the id of a lesson"):
        begun().append(Retract(target, id="itself"))


def test_the_same_id_twice_is_refused():
    with pytest.raises(BadLesson, match="id same is in the record already; give each entry its own id"):
        begun(Skip("d1", id="same")).append(Skip("d2", id="same"))


@pytest.mark.parametrize("wrong", [Lesson(), Event(), Entry(), "label", None])
def test_only_lessons_and_events_are_appended(wrong):
    record = begun()
    with pytest.raises(BadLesson, match="is not a lesson or an event"):
        record.append(Skip("d1"), wrong)
    assert len(record) == 2


# Documents, by hand.


def test_the_lessons_of_a_document_sleep_while_its_adding_is_retracted():
    record = begun(Retract("d"), DocumentsAdded(["d1", "d2"], id="again"))
    record.append(
        Label("d1", "bug"), Label("d2", "bug"), Rationale("d2", "bug", 0, 5), Flag("d2"), HeldOutDrawn(["d2"])
    )
    awake = record.teaching()
    record.append(Retract("again", id="r"))
    asleep = record.teaching()
    assert record.documents == ()
    assert not any((asleep.labels, asleep.rationales, asleep.flags, asleep.held_out))
    with pytest.raises(UnknownDocument, match="'d1' is not a document of this project"):
        record.append(Skip("d1"))
    record.append(Retract("r"))
    assert record.teaching() == awake


def test_a_distinction_needs_both_its_documents():
    record = Record(TEXTS, [ClassesAdded(["bug"]), DocumentsAdded(["d1"]), DocumentsAdded(["d2"], id="other")])
    for wrong in (Distinction("d1", "bug", "d3", "crash"), Distinction("d3", "bug", "d1", "crash")):
        with pytest.raises(UnknownDocument, match="'d3' is not a document of this project"):
            record.append(wrong)
    record.append(Distinction("d1", "bug", "d2", "crash", id="x"), Retract("other", id="r"))
    assert record.teaching().distinctions == ()
    record.append(Retract("r"))
    assert [lesson.id for lesson in record.teaching().distinctions] == ["x"]


def test_documents_added_again_wake_their_lessons():
    record = begun(Label("d1", "bug"), Retract("d"), DocumentsAdded(["d1"]))
    assert record.documents == ("d1",)
    assert record.teaching().labels == {"d1": "bug"}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (DocumentsAdded(["d1"]), "'d1' is in the project already; give a new document a new id"),
        (DocumentsAdded(["d99"]), "'d99' has no text; add its text before the event that adds it"),
        (HeldOutDrawn(["d99"]), "'d99' is not a document of this project; use the id of one that has been added"),
    ],
)
def test_documents_are_added_once_with_a_text_and_drawn_when_they_are_there(event, sentence):
    with pytest.raises(BadLesson, match=sentence):
        begun().append(event)


def test_held_out_documents_add_up_and_are_given_back_by_retraction():
    record = begun(HeldOutDrawn(["d1", "d2"], id="h1"), HeldOutDrawn(["d2", "d3"], id="h2"), Retract("h1"))
    assert record.teaching().held_out == {"d2", "d3"}


def test_a_passage_is_checked_against_the_text_of_its_own_document():
    record = begun(Rationale("d1", "bug", 4, 7))
    with pytest.raises(TeachbackError, match="0 to 16 is outside document d1, which has 15 code points"):
        record.append(Rationale("d1", "bug", 0, 16))
    with pytest.raises(TeachbackError, match="Position 4 of document d2 is inside a character"):
        record.append(Rationale("d2", "bug", 4, 6))


# A moment in the past.


def test_the_record_at_a_moment_is_what_it_was_then():
    record = begun()
    times = [START + timedelta(minutes=m) for m in (1, 2, 3)]
    first = ClassesAdded(["bug", "billing"], time=START), DocumentsAdded(["d1"], time=START)
    record = Record(TEXTS, first)
    record.append(*(Label("d1", name, time=t) for name, t in zip(("bug", "billing", "bug"), times, strict=True)))
    labels = [record.at(moment).teaching().labels.get("d1") for moment in (START, *times)]
    assert labels == [None, "bug", "billing", "bug"]
    assert [len(record.at(stop)) for stop in range(6)] == list(range(6))


def test_a_moment_without_a_time_zone_is_refused():
    with pytest.raises(BadLesson, match="has no time zone; give one"):
        begun().at(START.replace(tzinfo=None))


# What appending costs, counted in questions to the policy.


class CountingPolicy:
    """Majority, counting how often it is asked."""

    def __init__(self):
        self.asked = 0

    def __call__(self, votes):
        self.asked += 1
        return majority(votes)


@pytest.fixture(scope="module")
def long_record():
    texts = {f"d{n}": Document(f"d{n}", "text") for n in range(10_000)}
    start = (ClassesAdded(["bug", "billing"]), DocumentsAdded(list(texts)))
    texts["new"] = Document("new", "text")
    labels = (Label(f"d{n}", "bug", id=f"l{n}") for n in range(10_000))
    words = (Word(f"w{n}", "bug", id=f"w{n}") for n in range(10_000))
    return Record(texts, (*start, *labels, *words))


@pytest.mark.parametrize(
    "entry",
    [
        Label("d500", "billing", teacher="ben"),
        Word("new", "bug"),
        Retract("w3"),
        Skip("d7", teacher="ben"),
        Flag("d1"),
        ClassesAdded(["weather"]),
        ClassRenamed("weather", "forecast"),
        RestDeclared("billing"),
        DocumentsAdded(["new"]),
        DocumentErased("d2"),
    ],
    ids=lambda entry: entry.kind,
)
def test_reading_after_one_entry_in_20000_asks_only_about_its_own_group(long_record, entry):
    policy = CountingPolicy()
    long_record.teaching(policy=policy)
    assert policy.asked >= 20_000
    policy.asked = 0
    long_record.teaching(policy=policy)
    assert policy.asked == 0  # nothing new, nothing asked
    long_record.append(entry)
    long_record.teaching(policy=policy)
    assert policy.asked <= 2  # whether, and how strongly


@pytest.mark.parametrize("before", [[], [Label("d3", "billing"), Word("another", "bug")]])
def test_a_refused_lesson_reopens_no_more_than_came_with_it(long_record, before):
    policy = CountingPolicy()
    taught = long_record.teaching(policy=policy)
    policy.asked = 0
    with pytest.raises(UnknownClass):
        long_record.append(*before, Label("d1", "snow"))
    assert long_record.teaching(policy=policy) == taught
    assert policy.asked <= len(before)


# A record is a sequence.


@seen
@given(records)
def test_a_record_is_the_sequence_of_its_entries(record):
    entries = list(record)
    assert [record[n] for n in range(len(record))] == entries
    assert record[1:3] == entries[1:3]
    assert all(record.entry(entry.id) is entry for entry in entries)
    assert all(a.id != b.id for a, b in pairwise(entries))
    assert record.entry("nothing") is None
