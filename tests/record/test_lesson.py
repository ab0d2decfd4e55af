from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.errors import BadLesson, BadSpan, BadTerm, BadText, TeachbackError
from teachback.record import Adjudicate, Distinction, Flag, Label, NotAReason, Rationale, Retract, Skip, Word
from teachback.record.lesson import LESSONS, LONGEST_TERM

TERMS = [
    "crash",
    "credit card",
    ":-)",
    "🙂",
    "👩\u200d🚒",
    "não",
    "می\u200cخواهم",
    "C++",
    "…",
    "x" * LONGEST_TERM,
    "e\u0301",
]
NOT_TERMS = ["", " ", " card", "card ", "two\nlines", "two\rlines", "two\u2028lines", "two\x85lines", "a\tb", "a\x00b"]
NOT_TERMS += ["\u200b", "x" * (LONGEST_TERM + 1), None, 5, ["crash"]]


def test_every_lesson_of_the_language_is_there():
    kinds = [lesson.kind for lesson in LESSONS]
    assert (
        " ".join(kinds) == "label exclude skip word not_a_reason rationale distinction describe flag adjudicate retract"
    )


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_a_word_a_phrase_or_a_sign(term):
    assert Word(term, "bug").term == NotAReason(term).term == Distinction("d1", "bug", "d2", term).term == term


@pytest.mark.parametrize("term", NOT_TERMS)
@pytest.mark.parametrize(
    "teach", [lambda t: Word(t, "bug"), NotAReason, lambda t: Distinction("d1", "bug", "d2", t)], ids=["w", "n", "d"]
)
def test_what_is_not_a_term_is_refused(teach, term):
    with pytest.raises(BadTerm, match="is not a term: a term is a word, phrase or sign of 1 to 200 characters on one"):
        teach(term)


def test_a_term_with_half_a_character_is_refused():
    with pytest.raises(BadText, match="The term holds a lone surrogate"):
        Word("\ud83d", "bug")


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=LONGEST_TERM))
def test_every_string_of_letters_digits_and_signs_is_a_term(term):
    assert Word(term, "bug").term == term


@pytest.mark.parametrize("strength", [-1, float("nan"), float("inf"), True, "2", None])
def test_a_strength_is_a_number(strength):
    with pytest.raises(BadLesson, match="The strength of a word must be a number from 0 to"):
        Word("crash", "bug", strength)


def test_a_word_that_says_nothing_is_refused_with_what_to_do_instead():
    with pytest.raises(
        BadLesson, match="strength 0 says nothing: to stop relying on 'crash', teach NotAReason instead"
    ):
        Word("crash", "bug", 0)


@pytest.mark.parametrize(("start", "end"), [(3, 3), (4, 3), (-1, 3), (0, 0)])
def test_a_passage_has_at_least_one_character(start, end):
    with pytest.raises(BadSpan, match=f"{start} to {end} is not a passage: .* Mark at least one character"):
        Rationale("d1", "bug", start, end)


@pytest.mark.parametrize(("start", "end"), [(0.0, 3), (0, "3"), (None, 3), (False, True)])
def test_a_passage_runs_between_whole_numbers(start, end):
    with pytest.raises(BadSpan, match="runs between two whole numbers"):
        Rationale("d1", "bug", start, end)


def test_a_distinction_needs_two_documents_and_a_truth():
    with pytest.raises(BadLesson, match="tells two documents apart; 'd1' is given as both"):
        Distinction("d1", "bug", "d1", "crash")
    with pytest.raises(BadLesson, match=r"`present` is True \(has the term\) or False \(lacks it\), not 1"):
        Distinction("d1", "bug", "d2", "crash", 1)


@pytest.mark.parametrize("note", [None, 3, "half\ud83d"])
def test_a_note_is_text(note):
    with pytest.raises(BadText, match="The note"):
        Flag("d1", note)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_note_is_kept_as_it_came(note):
    assert Flag("d1", note).note == note


@pytest.mark.parametrize("bad", ["", " x", "a\nb", None, 3])
@pytest.mark.parametrize(
    "teach",
    [
        lambda bad: Label(bad, "bug"),
        lambda bad: Label("d1", bad),
        Skip,
        lambda bad: Word("crash", bad),
        lambda bad: Rationale(bad, "bug", 0, 1),
        lambda bad: Rationale("d1", bad, 0, 1),
        lambda bad: Distinction(bad, "bug", "d2", "crash"),
        lambda bad: Distinction("d1", bad, "d2", "crash"),
        lambda bad: Distinction("d1", "bug", bad, "crash"),
        Flag,
        lambda bad: Adjudicate(bad, "bug"),
        lambda bad: Adjudicate("d1", bad),
        Retract,
    ],
    ids=range(13),
)
def test_documents_classes_and_entries_are_called_by_names(teach, bad):
    with pytest.raises(TeachbackError, match=r"must be text|cannot be a"):
        teach(bad)


@pytest.mark.parametrize("bad", ["", " x", 3])
def test_a_rejection_names_a_class_or_none(bad):
    assert NotAReason("crash").class_ is None
    with pytest.raises(BadText, match=r"(A|a) class"):
        NotAReason("crash", bad)
