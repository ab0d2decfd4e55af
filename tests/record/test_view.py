"""What the lessons come to, worked by hand: whom to believe, what a term speaks for, what is marked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.record import (
    Adjudicate,
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Distinction,
    DocumentsAdded,
    Exclude,
    Flag,
    Label,
    NotAReason,
    Rationale,
    Record,
    Retract,
    Skip,
    Word,
    adjudicator,
    latest,
    majority,
)
from teachback.record.view import Subject, View, subject_of
from tests.record.strategies import TEXTS, in_order, policies, records

INES = adjudicator("ines")


def taught(*entries, teacher=None, policy=majority):
    begin = (ClassesAdded(["bug", "billing", "how-to"]), DocumentsAdded(list(TEXTS)))
    return Record(TEXTS, (*begin, *entries)).teaching(teacher=teacher, policy=policy)


def label(teacher, class_, **more):
    return Label("d1", class_, teacher=teacher, **more)


def test_renaming_a_class_looks_at_no_answer_again(monkeypatch):
    begin = ClassesAdded(["bug", "billing", "how-to"]), DocumentsAdded(list(TEXTS))
    lessons = (
        Label("d1", "bug"),
        Label("d1", "billing", teacher="ada"),
        Exclude("d2", "bug"),
        Skip("d3"),
        Word("crash", "bug"),
        NotAReason("the", "bug"),
        Adjudicate("d4", "bug"),
    )
    record, looked_at, settled = Record(TEXTS, (*begin, *lessons)), [], View._settled
    for policy in (majority, latest):
        record.teaching(policy=policy)
    monkeypatch.setattr(
        View, "_settled", lambda view, matter, taught: looked_at.append(matter) or settled(view, matter, taught)
    )
    for change in (ClassRenamed("bug", "defect", id="r"), ClassRenamed("billing", "bug"), Retract("r")):
        if change.kind == "retract":
            record.append(ClassRenamed("bug", "invoices"))
        record.append(change)
        seen = [record.teaching(policy=policy) for policy in (majority, latest)]
        assert "answer" not in looked_at
        anew = Record(TEXTS, list(record))
        assert seen == [anew.teaching(policy=policy) for policy in (majority, latest)]
        looked_at.clear()


def test_merging_and_archiving_classes_look_at_no_lone_label_again(monkeypatch):
    begin = ClassesAdded(["bug", "billing", "how-to"]), DocumentsAdded(list(TEXTS))
    lessons = (Label("d1", "bug"), Label("d2", "billing"), Label("d3", "bug"), Label("d3", "billing", teacher="ada"))
    record, looked_at = Record(TEXTS, (*begin, *lessons, Exclude("d4", "bug"))), []
    settled = View._settled
    for policy in (majority, latest):
        record.teaching(policy=policy)
    monkeypatch.setattr(
        View, "_settled", lambda view, matter, taught: looked_at.append(taught) or settled(view, matter, taught)
    )
    changes = (
        ClassesMerged(["bug"], "billing", id="m"),
        ClassArchived("billing", id="a"),
        Retract("a"),
        Retract("m"),
        ClassArchived("bug"),
    )
    for change in changes:
        record.append(change)
        seen = [record.teaching(policy=policy) for policy in (majority, latest)]
        anew = Record(TEXTS, list(record))
        looks = [one.lesson.document for taught in looked_at for one in taught]
        looked_at.clear()
        assert seen == [anew.teaching(policy=policy) for policy in (majority, latest)]
        looked_at.clear()
        assert change.kind == "retract" or {"d1", "d2"}.isdisjoint(looks)
        assert change.kind == "retract" or "d3" in looks


# Labels and skips.


@pytest.mark.parametrize(
    ("answers", "by_majority", "by_latest", "by_ines"),
    [
        ("ben:bug", "bug", "bug", "bug"),
        ("ben:bug ines:billing", None, "billing", "billing"),
        ("ines:billing ben:bug", None, "bug", "billing"),
        ("ines:billing ben:bug ada:bug", "bug", "bug", "billing"),
        ("ben:bug ada:billing", None, "billing", None),
        ("ben:bug ada:billing eve:how-to", None, "how-to", None),
        ("ben:bug ada:bug", "bug", "bug", "bug"),
        ("ben:bug ada:billing ben:billing", "billing", "billing", "billing"),  # relabelling: the last word counts
        ("ines:bug ben:billing ines:billing ines:bug", None, "bug", "bug"),
        ("ben:bug ada:bug ines:skip", "bug", "bug", "bug"),  # a skip is no vote
        ("ben:bug ben:skip ada:billing", "billing", "billing", "billing"),  # … and takes an earlier label away
        ("ben:skip ben:bug", "bug", "bug", "bug"),
    ],
)
def test_labels_under_each_policy(answers, by_majority, by_latest, by_ines):
    lessons = []
    for answer in answers.split():
        who, class_ = answer.split(":")
        lessons.append(Skip("d1", teacher=who) if class_ == "skip" else label(who, class_))
    for policy, expected in ((majority, by_majority), (latest, by_latest), (INES, by_ines)):
        teaching = taught(*lessons, policy=policy)
        assert teaching.labels == ({} if expected is None else {"d1": expected})
        assert teaching.disputed == (frozenset({"d1"}) if expected is None else frozenset())
        assert teaching.skips == frozenset()


def test_a_document_is_skipped_while_nobody_has_labelled_it():
    assert taught(Skip("d1", teacher="ben"), Skip("d2")).skips == {"d1", "d2"}
    assert taught(Skip("d1", teacher="ben"), label("ada", "bug")).skips == frozenset()
    assert taught(label("ben", "bug"), Skip("d1", teacher="ben")).skips == {"d1"}


@pytest.mark.parametrize(
    ("answers", "label_of", "excluded"),
    [
        ("ben:-bug", None, {"bug"}),
        ("ben:-bug ben:-billing ben:-bug", None, {"bug", "billing"}),
        ("ben:-bug ada:-billing", None, {"bug", "billing"}),  # nobody contradicts it
        ("ben:-bug ben:billing", "billing", set()),  # what it is says more
        ("ben:-bug ben:bug", "bug", set()),  # the later label stands
        ("ben:bug ben:-bug", "bug", set()),  # and so does the one that was not taken back
        ("ben:bug ben:-billing", "bug", set()),
        ("ben:-bug ada:bug", "bug", set()),  # by any teacher
        ("ben:-bug ben:bug ben:skip", None, set()),  # what came before a label does not come back
        ("ben:-bug ben:skip", None, {"bug"}),
        ("ben:skip ben:-bug", None, {"bug"}),
        ("ben:bug ada:billing eve:-bug", None, set()),  # disputed
        ("ben:-bug ben:-billing ben:-how-to", None, {"bug", "billing", "how-to"}),
    ],
)
def test_what_a_document_is_not_counts_until_somebody_says_what_it_is(answers, label_of, excluded):
    lessons = []
    for answer in answers.split():
        who, class_ = answer.split(":")
        if class_ == "skip":
            lessons.append(Skip("d1", teacher=who))
        else:
            lessons.append(Exclude("d1", class_[1:], teacher=who) if class_[0] == "-" else label(who, class_))
    for policy in (majority, latest, INES):
        teaching = taught(*lessons, policy=policy)
        assert teaching.exclusions == ({"d1": excluded} if excluded else {})
        if "ada:billing" not in answers:
            assert teaching.labels == ({} if label_of is None else {"d1": label_of})
        assert ("d1" in teaching.skips) == ("skip" in answers)


def test_what_a_document_is_not_can_be_taken_back_and_a_label_that_is_taken_back_leaves_it():
    no = Exclude("d1", "bug", id="x")
    assert taught(no, Retract("x")).exclusions == {}
    assert taught(no, Retract("x", id="r"), Retract("r")).exclusions == {"d1": {"bug"}}
    assert taught(no, Label("d1", "billing", id="l"), Retract("l")).exclusions == {"d1": {"bug"}}
    assert taught(no, Adjudicate("d1", "bug", teacher="owner", id="a")).exclusions == {}
    assert taught(no, Adjudicate("d1", "bug", teacher="owner", id="a"), Retract("a")).exclusions == {"d1": {"bug"}}


def test_what_a_document_is_not_follows_its_class():
    no = Exclude("d1", "bug"), Exclude("d1", "how-to")
    assert taught(*no, ClassRenamed("bug", "defect")).exclusions == {"d1": {"defect", "how-to"}}
    assert taught(*no, ClassesMerged(["bug"], "how-to")).exclusions == {"d1": {"how-to"}}  # of none of its parts
    assert taught(*no, ClassesMerged(["bug"], "billing", id="m")).exclusions == {"d1": {"how-to"}}  # it may be billing
    assert taught(*no, ClassesMerged(["billing"], "bug")).exclusions == {"d1": {"how-to"}}
    assert taught(*no, ClassesMerged(["bug"], "billing", id="m"), Retract("m")).exclusions == {"d1": {"bug", "how-to"}}
    assert taught(*no, ClassArchived("bug", id="a")).exclusions == {"d1": {"how-to"}}
    assert taught(*no, ClassArchived("bug", id="a"), Retract("a")).exclusions == {"d1": {"bug", "how-to"}}
    other = label("ben", "bug"), Exclude("d1", "billing", teacher="ben")
    assert taught(*other, ClassesMerged(["bug"], "billing")).labels == {"d1": "billing"}  # merging loses no label


def test_what_a_document_is_not_belongs_to_the_teacher_who_said_it():
    lessons = Exclude("d1", "bug", teacher="ben"), label("ada", "bug")
    assert taught(*lessons, teacher="ben").exclusions == {"d1": {"bug"}}
    assert taught(*lessons, teacher="ada").exclusions == {}


def test_each_teacher_has_a_view_of_her_own():
    lessons = (
        label("ines", "bug"),
        label("ben", "billing"),
        Skip("d1", teacher="ada"),
        Word("crash", "bug", teacher="ben"),
    )
    assert taught(*lessons, teacher="ines").labels == {"d1": "bug"}
    assert taught(*lessons, teacher="ben").labels == {"d1": "billing"}
    assert taught(*lessons, teacher="ada").skips == {"d1"}
    assert taught(*lessons, teacher="ines").words == {}
    assert taught(*lessons, teacher="nobody").labels == {}


def test_an_adjudication_settles_what_is_disputed_under_every_policy():
    lessons = label("ines", "bug"), label("ben", "billing"), Adjudicate("d1", "how-to", teacher="owner")
    for policy in (majority, latest, INES):
        assert taught(*lessons, policy=policy).labels == {"d1": "how-to"}
        assert taught(*lessons, label("ada", "bug"), policy=policy).labels == {"d1": "how-to"}  # it is final
        assert taught(*lessons, policy=policy).disputed == frozenset()
    assert taught(*lessons, Adjudicate("d1", "bug", teacher="owner")).labels == {"d1": "bug"}
    assert taught(*lessons, teacher="ben").labels == {"d1": "billing"}


def test_an_adjudication_taken_back_leaves_the_dispute():
    ruling = Adjudicate("d1", "bug", id="ruling")
    assert taught(label("ines", "bug"), label("ben", "billing"), ruling, Retract("ruling")).disputed == {"d1"}


def test_a_retracted_label_gives_way_to_the_one_before():
    assert taught(label("ben", "bug"), label("ben", "billing", id="l"), Retract("l")).labels == {"d1": "bug"}


# Words and rejections.


def word(teacher, class_, strength=1.0):
    return Word("crash", class_, strength, teacher=teacher)


def no(teacher, class_=None):
    return NotAReason("crash", class_, teacher=teacher)


@pytest.mark.parametrize(
    ("lessons", "words", "rejected"),
    [
        ([word("ben", "bug")], {"bug": 1.0}, set()),
        ([word("ben", "bug"), word("ben", "billing", 2.0)], {"bug": 1.0, "billing": 2.0}, set()),
        ([word("ben", "bug"), word("ben", "bug", 3.0)], {"bug": 3.0}, set()),
        ([word("ben", "bug"), no("ben", "bug")], {}, {"bug"}),
        ([no("ben", "bug"), word("ben", "bug")], {"bug": 1.0}, set()),
        ([word("ben", "bug"), no("ben", "billing")], {"bug": 1.0}, {"billing"}),
        ([word("ben", "bug"), no("ben")], {}, {None}),  # specific, then general: nothing is left
        (
            [no("ben"), word("ben", "bug")],
            {"bug": 1.0},
            {None},
        ),  # general, then specific: for bug, and for nothing else
        ([no("ben"), no("ben", "bug")], {}, {None, "bug"}),
        ([no("ben", "bug"), no("ben")], {}, {None}),
        ([no("ben"), word("ben", "bug"), no("ben")], {}, {None}),
        ([no("ben"), word("ben", "bug"), no("ben", "bug")], {}, {None, "bug"}),
    ],
)
def test_what_one_teacher_says_of_a_term(lessons, words, rejected):
    for teacher, policy in (("ben", majority), (None, majority), (None, latest), (None, INES)):
        teaching = taught(*lessons, teacher=teacher, policy=policy)
        assert teaching.words == ({"crash": words} if words else {})
        assert teaching.not_a_reason == ({"crash": rejected} if rejected else {})
        assert teaching.disputed_terms == {}


@pytest.mark.parametrize(
    ("lessons", "policy", "words", "rejected", "disputed"),
    [
        ([word("ben", "bug"), no("ada", "bug")], majority, {}, set(), {"bug"}),
        ([word("ben", "bug"), no("ada", "bug")], latest, {}, {"bug"}, set()),
        ([no("ada", "bug"), word("ben", "bug")], latest, {"bug": 1.0}, set(), set()),
        ([word("ines", "bug"), no("ada", "bug"), no("ben", "bug")], INES, {"bug": 1.0}, set(), set()),
        ([word("ines", "bug"), no("ada", "bug"), no("ben", "bug")], majority, {}, {"bug"}, set()),
        ([word("ben", "bug"), word("ada", "billing")], majority, {"bug": 1.0, "billing": 1.0}, set(), set()),
        # A general rejection is a vote on every class, and against every teacher who has a use for the term.
        ([word("ben", "bug"), no("ada")], majority, {}, set(), {"bug", None}),
        ([word("ben", "bug"), word("eve", "bug"), no("ada")], majority, {"bug": 1.0}, set(), set()),
        ([word("ben", "bug"), no("eve"), no("ada")], majority, {}, {"bug", None}, set()),
        ([word("ben", "bug"), no("eve", "billing"), no("ada")], majority, {}, {"billing"}, {"bug", None}),
        ([word("ben", "bug"), no("ada")], latest, {}, {"bug", None}, set()),
        ([no("ada"), word("ben", "bug")], latest, {"bug": 1.0}, set(), set()),
        ([no("ines"), word("ben", "bug"), word("ada", "bug")], INES, {}, {"bug", None}, set()),
        # How strongly: under the policy too, and as said last where it cannot tell.
        ([word("ines", "bug", 2.0), word("ben", "bug", 5.0)], INES, {"bug": 2.0}, set(), set()),
        ([word("ines", "bug", 2.0), word("ben", "bug", 5.0)], latest, {"bug": 5.0}, set(), set()),
        ([word("ines", "bug", 2.0), word("ben", "bug", 5.0)], majority, {"bug": 5.0}, set(), set()),
        ([word("i", "bug", 2.0), word("b", "bug", 2.0), word("a", "bug", 5.0)], majority, {"bug": 2.0}, set(), set()),
    ],
)
def test_what_several_teachers_say_of_a_term(lessons, policy, words, rejected, disputed):
    teaching = taught(*lessons, policy=policy)
    assert teaching.words == ({"crash": words} if words else {})
    assert teaching.not_a_reason == ({"crash": rejected} if rejected else {})
    assert teaching.disputed_terms == ({"crash": disputed} if disputed else {})


def test_a_term_under_merged_classes_has_the_last_word_said_of_either():
    lessons = word("ben", "bug"), no("ben", "billing"), ClassesMerged(["bug"], "billing")
    assert taught(*lessons).words == {}
    assert taught(*lessons).not_a_reason == {"crash": {"billing"}}


# Passages, distinctions and flags.


def test_passages_are_kept_once_a_teacher_and_class_in_the_order_they_were_marked():
    a = Rationale("d1", "bug", 8, 15, teacher="ben")
    b = Rationale("d1", "bug", 0, 3, teacher="ada")
    c = Rationale("d1", "bug", 8, 15, teacher="ada")
    d = Rationale("d1", "billing", 8, 15, teacher="ben")
    again = Rationale("d1", "bug", 8, 15, teacher="ben")
    assert taught(a, b, c, again, d).rationales == {"d1": (a, b, c, d)}
    assert taught(a, b, c, again, d, Retract(a.id)).rationales == {"d1": (b, c, again, d)}


def test_distinctions_keep_the_order_they_were_taught_in():
    first = Distinction("d2", "bug", "d1", "crash")
    second = Distinction("d1", "bug", "d3", "crash", present=False)
    third = Distinction("d2", "billing", "d3", "card")
    assert taught(first, second, third).distinctions == (first, second, third)


def test_passages_and_distinctions_are_shown_under_todays_names():
    teaching = taught(
        Rationale("d1", "bug", 0, 3), Distinction("d1", "bug", "d2", "crash"), ClassRenamed("bug", "defect")
    )
    assert [passage.class_ for passage in teaching.rationales["d1"]] == ["defect"]
    assert [distinction.class_ for distinction in teaching.distinctions] == ["defect"]


def test_flags_keep_every_note():
    teaching = taught(Flag("d1", "odd"), Flag("d2"), Flag("d1", "odd", teacher="ben"), Flag("d1", "really", id="f"))
    assert teaching.flags == {"d1": ("odd", "odd", "really"), "d2": ("",)}


# Groups.


def test_lessons_of_different_groups_never_touch_each_other():
    assert subject_of(Label("d1", "bug")) == subject_of(Exclude("d1", "bug"))
    assert subject_of(Label("d1", "bug")) == subject_of(Skip("d1")) == subject_of(Adjudicate("d1", "bug"))
    assert subject_of(Word("crash", "bug")) == subject_of(NotAReason("crash")) == Subject("term", "crash")
    apart = [Label("crash", "bug"), Word("crash", "bug"), Rationale("crash", "bug", 0, 1), Flag("crash")]
    assert len({subject_of(lesson) for lesson in (*apart, Distinction("crash", "bug", "d1", "crash"))}) == 5
    with pytest.raises(TypeError, match="a retract belongs to no group"):
        subject_of(Retract("x"))


@settings(deadline=None, derandomize=True, max_examples=40)
@given(records, policies, st.permutations(range(4)))
def test_the_order_of_a_teaching_does_not_depend_on_who_looked_first(record, policy, order):
    views = [None, *record.teachers][:4]
    looked = {n: in_order(record, views[n], policy) for n in order if n < len(views)}
    fresh = Record(TEXTS, record)
    assert all(in_order(fresh, views[n], policy) == looked[n] for n in range(len(views)))
