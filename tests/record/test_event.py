from __future__ import annotations

import pytest

from teachback.errors import BadLesson, BadTerm, BadText
from teachback.record import (
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    DocumentsAdded,
    DocumentsDrawn,
    HeldOutDrawn,
    RestDeclared,
    WordsPassedOver,
)
from teachback.record.event import EVENTS

LISTS = [
    ClassesAdded,
    DocumentsAdded,
    HeldOutDrawn,
    WordsPassedOver,
    lambda names: ClassesMerged(names, "rest"),
    lambda names: DocumentsDrawn(names, 0.5),
]


def test_every_event_of_the_language_is_there():
    kinds = [event.kind for event in EVENTS]
    changes = "classes_added class_renamed classes_merged class_archived rest_declared"
    assert (
        " ".join(kinds) == f"{changes} documents_added document_erased held_out_drawn documents_drawn words_passed_over"
    )


@pytest.mark.parametrize("event", LISTS, ids=range(6))
def test_lists_become_tuples(event):
    assert event(["a", "b"]) != event(["a", "b"])  # each has its own id …
    made = event(["a", "b"])
    assert hash(made)  # … and is a value
    assert ("a", "b") in [getattr(made, name, None) for name in ("classes", "documents", "words")]


@pytest.mark.parametrize("event", LISTS, ids=range(6))
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "without any name changes nothing; give at least one"),
        (["a", "b", "a"], "'a' is given more than once; give each name once"),
        ("ab", "takes a list of names, not 'ab'"),
        (None, "takes a list of names, not None"),
        ({"a"}, "takes a list of names"),
    ],
)
def test_a_list_of_names_has_each_name_once(event, names, sentence):
    with pytest.raises(BadLesson, match=sentence):
        event(names)


@pytest.mark.parametrize("event", [event for event in LISTS if event is not WordsPassedOver], ids=range(5))
@pytest.mark.parametrize("name", ["", " a", "a\n", 3, None, ["a"]])
def test_names_are_names(event, name):
    with pytest.raises(BadText, match=r"cannot be a|must be text"):
        event([name])


def test_a_class_is_not_merged_into_itself():
    with pytest.raises(BadLesson, match="'bug' cannot be merged into itself; leave it out of the classes to merge"):
        ClassesMerged(["billing", "bug"], "bug")


def test_a_class_is_not_renamed_to_its_own_name():
    with pytest.raises(BadLesson, match="'bug' is called that already; give it another name"):
        ClassRenamed("bug", "bug")


@pytest.mark.parametrize("make", [ClassArchived, lambda n: ClassRenamed(n, "x"), lambda n: ClassesMerged(["x"], n)])
def test_a_class_is_called_by_a_name(make):
    with pytest.raises(BadText, match="cannot be a class"):
        make("bug ")


@pytest.mark.parametrize("term", ["", " a", "a\nb", 3, None])
def test_only_terms_are_passed_over(term):
    with pytest.raises(BadTerm, match="is not a term"):
        WordsPassedOver([term], "bug")


def test_everything_else_is_a_class_or_none():
    assert RestDeclared("other").class_ == "other"
    assert RestDeclared(None).class_ is None
    with pytest.raises(BadText, match="cannot be a class"):
        RestDeclared(" other")


@pytest.mark.parametrize("probability", [0.0, -0.1, 1.5, True, "half", float("nan")])
def test_a_document_is_drawn_with_a_probability(probability):
    with pytest.raises(BadLesson, match="probability"):
        DocumentsDrawn(["a"], probability)
