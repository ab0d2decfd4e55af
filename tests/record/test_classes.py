from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson, CannotRetract, UnknownClass
from teachback.record import (
    Adjudicate,
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Describe,
    Distinction,
    DocumentsAdded,
    Label,
    NotAReason,
    Rationale,
    Record,
    Retract,
    Skip,
    Word,
)
from teachback.record.classes import ClassTable
from tests.record.strategies import TEXTS, observed, records

seen = settings(deadline=None, derandomize=True, max_examples=40)


def begun(*entries):
    begin = ClassesAdded(["bug", "billing", "how-to"], id="classes"), DocumentsAdded(list(TEXTS), id="documents")
    return Record(TEXTS, (*begin, *entries))


def one_of_each(class_):
    return (
        Label("d1", class_),
        Word("crash", class_),
        NotAReason("card", class_),
        Rationale("d1", class_, 0, 3),
        Distinction("d1", class_, "d2", "crash"),
    )


# Renaming and merging lose nothing.


@seen
@given(records, st.data())
def test_renaming_changes_the_name_and_nothing_else(record, data):
    if not record.classes:
        return
    old = data.draw(st.sampled_from(record.classes))
    before = observed(record)
    record.append(ClassRenamed(old, "new name", teacher="ines"))
    after = observed(record)
    assert after["classes"] == tuple("new name" if name == old else name for name in before["classes"])
    for view, teaching in before["teaching"].items():
        assert renamed(teaching, old) == after["teaching"][view]


def renamed(value, old):
    if isinstance(value, dict):
        return {key: inner if key == "flags" else renamed(inner, old) for key, inner in value.items()}
    if isinstance(value, Rationale | Distinction | Describe):
        return replace(value, class_=renamed(value.class_, old))
    if isinstance(value, frozenset | tuple | list):
        return type(value)(renamed(inner, old) for inner in value)
    return "new name" if value == old else value


@seen
@given(records)
def test_merging_everything_loses_no_lesson(record):
    if len(record.classes) < 2:
        return
    into, *rest = record.classes
    before = {who: record.teaching(teacher=who) for who in record.teachers}
    record.append(ClassesMerged(rest, into, teacher="ines"))
    assert record.classes == (into,)
    for who, then in before.items():
        now = record.teaching(teacher=who)
        assert now.labels == dict.fromkeys(then.labels, into)
        assert (now.skips, now.flags) == (then.skips, then.flags)
        assert set(now.exclusions) <= set(then.exclusions)  # what is not of one part may be of another
        assert [lesson.id for lesson in now.distinctions] == [lesson.id for lesson in then.distinctions]
        assert {spot(p) for ps in now.rationales.values() for p in ps} == {
            spot(p) for ps in then.rationales.values() for p in ps
        }
        assert now.words.keys() | now.not_a_reason.keys() == then.words.keys() | then.not_a_reason.keys()


def spot(passage):
    return passage.document, passage.start, passage.end


@seen
@given(records)
def test_a_merge_taken_back_gives_every_lesson_its_class_again(record):
    if len(record.classes) < 2:
        return
    before = record.teaching()
    record.append(ClassesMerged(record.classes[1:], record.classes[0], id="merge", teacher="ines"))
    record.append(Retract("merge", teacher="ines"))
    assert record.teaching() == before


def test_lessons_follow_their_class_through_renaming_and_merging():
    record = begun(
        *one_of_each("bug"), ClassRenamed("bug", "defect", id="rename"), ClassesMerged(["defect"], "billing")
    )
    teaching = record.teaching()
    assert teaching.classes == ("billing", "how-to")
    assert teaching.labels == {"d1": "billing"}
    assert teaching.words == {"crash": {"billing": 1.0}}
    assert teaching.not_a_reason == {"card": {"billing"}}
    assert [passage.class_ for passage in teaching.rationales["d1"]] == ["billing"]
    assert [lesson.class_ for lesson in teaching.distinctions] == ["billing"]


def test_a_renaming_taken_back_keeps_what_was_taught_under_the_new_name():
    record = begun(ClassRenamed("bug", "defect", id="rename"), Label("d1", "defect"), Retract("rename"))
    assert record.classes == ("bug", "billing", "how-to")
    assert record.teaching().labels == {"d1": "bug"}


def test_a_name_given_up_may_be_used_by_another_class():
    record = begun(Label("d1", "bug"), ClassRenamed("bug", "defect"), ClassesAdded(["bug"]), Label("d2", "bug"))
    assert record.teaching().labels == {"d1": "defect", "d2": "bug"}
    record.append(ClassesMerged(["how-to"], "billing"), ClassesAdded(["how-to"]))
    assert record.classes == ("defect", "billing", "bug", "how-to")


def test_merges_in_a_row_lead_to_the_last():
    record = begun(Label("d1", "bug"), ClassesMerged(["bug"], "billing"), ClassesMerged(["billing"], "how-to"))
    assert record.teaching().labels == {"d1": "how-to"}


# Archiving.


def test_the_lessons_of_an_archived_class_sleep_until_it_is_brought_back():
    record = begun(*one_of_each("bug"), Label("d2", "billing"))
    awake = record.teaching()
    record.append(ClassArchived("bug", id="archive"))
    asleep = record.teaching()
    assert asleep.classes == ("billing", "how-to")
    assert asleep.labels == {"d2": "billing"}
    assert not any((asleep.words, asleep.not_a_reason, asleep.rationales, asleep.distinctions, asleep.disputed))
    record.append(Retract("archive"))
    assert record.teaching() == awake


def test_what_was_relabelled_does_not_come_back_when_the_new_class_falls_asleep():
    record = begun(Label("d1", "bug"), Label("d1", "billing"), Skip("d2"), Label("d2", "billing"))
    record.append(ClassArchived("billing", id="archive"))
    assert record.teaching().labels == {}
    assert record.teaching().skips == frozenset()  # both are open questions again
    record.append(Retract("archive"))
    assert record.teaching().labels == {"d1": "billing", "d2": "billing"}


def test_a_sleeping_label_leaves_the_other_teachers_theirs():
    record = begun(Label("d1", "bug", teacher="ben"), Label("d1", "billing", teacher="ada"), ClassArchived("billing"))
    assert record.teaching().labels == {"d1": "bug"}
    assert record.teaching().disputed == frozenset()


def test_a_sleeping_adjudication_settles_nothing():
    record = begun(
        Label("d1", "bug"), Adjudicate("d1", "how-to"), Adjudicate("d1", "billing"), ClassArchived("billing")
    )
    assert record.teaching().labels == {"d1": "bug"}


def test_what_was_merged_into_an_archived_class_sleeps_with_it():
    record = begun(Label("d1", "bug"), ClassesMerged(["bug"], "billing"), ClassArchived("billing", id="archive"))
    assert record.teaching().labels == {}
    record.append(Retract("archive"))
    assert record.teaching().labels == {"d1": "billing"}


def test_the_lessons_of_a_class_sleep_while_its_adding_is_retracted():
    record = begun(ClassesAdded(["praise"], id="praise"), Label("d1", "praise"), Retract("praise", id="r"))
    assert record.classes == ("bug", "billing", "how-to")
    assert record.teaching().labels == {}
    record.append(ClassesAdded(["praise"], id="another"))  # another class of that name: not what the label meant
    assert record.teaching().labels == {}
    with pytest.raises(
        CannotRetract, match=r"two classes would be called 'praise'\. Rename or retract what came later"
    ):
        record.append(Retract("r"))
    record.append(ClassRenamed("praise", "thanks"), Retract("r"))
    assert record.classes == ("bug", "billing", "how-to", "praise", "thanks")
    assert record.teaching().labels == {"d1": "praise"}


# What is refused.


@pytest.mark.parametrize(
    ("prelude", "lesson", "sentence"),
    [
        ([], Label("d1", "biling"), r"'biling' is not a class of this project\. Its classes are bug, billing, how-to\. "
         r"Did you mean billing\?$"),
        ([], Label("d1", "weather"), "Its classes are bug, billing, how-to; use one of these or add the class first.$"),
        ([Retract("classes")], Label("d1", "bug"), "It has no classes now; add the class first.$"),
        ([ClassArchived("bug")], Word("crash", "bug"), r"any more \(it is archived, and can be brought back\)"),
        ([ClassesMerged(["bug"], "how-to")], NotAReason("crash", "bug"), r"any more \(it was merged into how-to\)"),
        ([ClassesMerged(["bug"], "how-to"), ClassArchived("how-to")], Rationale("d1", "bug", 0, 3), "that is archived"),
        ([], ClassRenamed("weather", "rain"), "'weather' is not a class"),
        ([], ClassArchived("weather"), "'weather' is not a class"),
        ([], ClassesMerged(["bug"], "weather"), "'weather' is not a class"),
        ([], ClassesMerged(["weather"], "bug"), "'weather' is not a class"),
        ([ClassArchived("bug")], ClassArchived("bug"), "it is archived"),
    ],
)  # fmt: skip
def test_an_unknown_class_is_refused_with_what_became_of_it(prelude, lesson, sentence):
    record = begun(*prelude)
    with pytest.raises(UnknownClass, match=sentence):
        record.append(lesson)


@pytest.mark.parametrize(
    "event", [ClassesAdded(["praise", "bug"]), ClassRenamed("billing", "bug")], ids=["added", "renamed"]
)
@pytest.mark.parametrize(
    ("prelude", "sentence"),
    [([], "'bug' exists. Choose another name"), ([ClassArchived("bug")], "'bug' is archived.*Bring it back")],
    ids=["live", "archived"],
)
def test_two_classes_never_have_one_name(event, prelude, sentence):
    record = begun(*prelude)
    with pytest.raises(BadLesson, match=sentence):
        record.append(event)


def test_archived_classes_are_known_by_today_s_name_with_the_event_to_retract():
    record = begun(ClassRenamed("bug", "defect"), ClassArchived("defect", id="away"), ClassArchived("how-to", id="too"))
    assert record.archived == {"defect": "away", "how-to": "too"}
    record.append(Retract("away"))
    assert record.archived == {"how-to": "too"}
    assert record.classes == ("defect", "billing")
    record.append(ClassArchived("defect", id="again"))
    assert record.archived["defect"] == "again"


def test_a_retraction_that_would_make_two_classes_of_one_name_is_refused():
    record = begun(ClassRenamed("bug", "defect", id="rename"), ClassesAdded(["bug"], id="bug"))
    with pytest.raises(
        CannotRetract, match="The class_renamed 'rename' cannot be changed now: two classes would be called"
    ):
        record.append(Retract("rename"))
    record.append(Retract("bug"), Retract("rename"))
    assert record.classes == ("bug", "billing", "how-to")


def test_a_merge_taken_back_after_its_name_was_used_again_is_refused():
    record = begun(ClassesMerged(["bug"], "billing", id="merge"), ClassesAdded(["bug"]))
    with pytest.raises(CannotRetract, match="two classes would be called 'bug'"):
        record.append(Retract("merge"))


def test_merging_in_a_circle_is_refused():
    record = begun(ClassesMerged(["bug"], "billing", id="merge"))
    with pytest.raises(UnknownClass, match="it was merged into billing"):
        record.append(ClassesMerged(["billing"], "bug"))
    record.append(Retract("merge", id="r"), ClassesMerged(["billing"], "how-to"), ClassesMerged(["how-to"], "bug"))
    with pytest.raises(CannotRetract, match="two classes would be merged into each other"):
        record.append(Retract("r"))
    assert record.classes == ("bug",)


def test_a_class_is_looked_up_by_its_name_whatever_the_number_of_classes():
    """A file whose every row has a class of its own kept the server busy for hours when they were searched through."""

    class NeverWalked(dict):
        items = keys = values = __iter__ = None

    added = ClassesAdded([f"class {number}" for number in range(100)], id="classes")
    table = ClassTable.of([ClassTable().pin(added)])
    first = table.identity("class 0")
    table.names = NeverWalked(table.names)
    assert (first, table.identity("class 99").position) == (("classes", 0), 99)
    assert table.pin(ClassesAdded(["another"])) is not None
    with pytest.raises(BadLesson, match="exists"):
        table.pin(ClassesAdded(["class 99"]))
