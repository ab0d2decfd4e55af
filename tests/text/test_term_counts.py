from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.errors import BadTerm, TeachbackError
from teachback.text import TermCounts, counts
from teachback.text.base import BadAnalysis
from tests.text.strategies import documents, seen, splits, texts
from tests.text.test_counts import equal

NAMES = ["words", "lines", "tweets", "tokens", "attributes", "entities"]
limits = st.fixed_dictionaries(
    {
        "min_count": st.integers(0, 3),
        "max_size": st.none() | st.integers(1, 6),
        "stop_words": st.sampled_from([None, ["the"]]),
    }
)


def same(ours: TermCounts, theirs: TermCounts) -> bool:
    return (
        (ours.terms, ours.vocabulary.terms, ours.vocabulary.aside, len(ours))
        == (theirs.terms, theirs.vocabulary.terms, theirs.vocabulary.aside, len(theirs))
        and ours.vocabulary.totals.tolist() == theirs.vocabulary.totals.tolist()
        and equal(ours.X, theirs.X)
    )


# Adding.


@seen
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data(), given=limits)
def test_adding_in_batches_equals_adding_at_once(name, data, given):
    several = data.draw(documents)
    at_once, in_batches = TermCounts(name, **given), TermCounts(name, **given)
    at_once.add(several)
    for batch in data.draw(splits(several)):
        in_batches.add(batch)
        if data.draw(st.booleans()):
            assert in_batches.X.shape == (len(in_batches), len(in_batches.terms))  # looking changes nothing
    assert same(in_batches, at_once)


@seen
@given(st.data(), limits)
def test_typing_terms_at_any_time_gives_the_same_counts(data, given):
    """Their columns may stand elsewhere: a term typed before any document has it gets its number first."""
    several, typed = data.draw(documents), ["goalie", "the", "referee"]
    before, after = TermCounts(**given), TermCounts(**given)
    for term in typed:
        before.keep(term)
    before.add(several)
    after.add(several)
    for term in typed:
        after.keep(term)
    assert before.vocabulary.aside == after.vocabulary.aside
    if given["max_size"] is None:
        by_term = np.argsort(before.terms), np.argsort(after.terms)
        assert sorted(before.terms) == sorted(after.terms)
        assert np.array_equal(before.X.toarray()[:, by_term[0]], after.X.toarray()[:, by_term[1]])


@seen
@given(documents, documents, st.sampled_from(NAMES))
def test_rows_of_other_texts_stand_in_the_same_columns_and_add_nothing(several, others, name):
    ours, together = TermCounts(name), TermCounts(name)
    ours.add(several)
    before = ours.vocabulary.terms.copy()
    rows = ours.rows(others)
    assert (ours.vocabulary.terms, len(ours)) == (before, len(several))
    together.add(several + others)
    columns = [together.terms.index(term) for term in ours.terms]
    assert np.array_equal(rows.toarray(), together.X.toarray()[len(several) :, columns])


def test_old_rows_are_never_read_again():
    read = []
    ours = TermCounts(lambda text: read.append(text) or text.split())
    ours.add(["a b"])
    ours.add(["b c"])
    assert (ours.X.toarray().tolist(), ours.terms) == ([[1, 1, 0], [0, 1, 1]], ["a", "b", "c"])
    ours.keep("d")
    ours.add(["d"])
    assert ours.X.shape == (3, 4)
    assert read == ["a b", "b c", "d", "d"]  # once more where the typed term was read


def test_progress_adds_up_to_the_rows(monkeypatch):
    monkeypatch.setattr(counts, "CHUNK", 20)
    made = []
    TermCounts().add(["some words"] * 17, progress=made.append)
    assert sum(made) == 17
    assert len(made) > 1


# Typed terms.


def test_a_typed_term_is_immune_to_every_limit():
    ours = TermCounts(min_count=2, max_size=1, stop_words=["the"])
    ours.add(["goal goal the save save save"])
    assert ours.terms == ["save"]
    assert [ours.keep(term) for term in ("The", "GOAL", "referee")] == ["the", "goal", "referee"]
    assert (ours.terms, ours.vocabulary.aside) == (["goal", "the", "save"], ["referee"])
    assert ours.X.toarray().tolist() == [[2, 1, 3]]
    ours.add(["referee"])
    assert (ours.terms[-1], ours.vocabulary.aside) == ("referee", [])
    assert ours.X.toarray().tolist() == [[2, 1, 3, 0], [0, 0, 0, 1]]


def test_a_term_that_becomes_frequent_enough_comes_in_with_its_old_rows():
    ours = TermCounts(min_count=2)
    ours.add(["goal save", "save"])
    assert ours.terms == ["save"]
    ours.add(["goal"])
    assert (ours.terms, ours.X.toarray().tolist()) == (["goal", "save"], [[1, 1], [0, 1], [1, 0]])


def test_every_context_of_an_entity_counts_by_default_however_small_its_weight():
    ours = TermCounts("entities", min_count=1)
    ours.add(["erie\tshores of _||3 banks of _||4"])
    assert ours.terms[:2] == ["shores of _", "banks of _"]
    assert ours.X.toarray()[0, :2].tolist() == [0.6, 0.8]


@seen
@given(texts, st.sampled_from(NAMES[:5]))
def test_a_term_that_a_teacher_is_shown_can_be_typed_as_it_is_shown(text, name):
    ours = TermCounts(name)
    ours.add([text])
    assert [ours.keep(term) for term in ours.terms] == ours.terms
    assert ours.vocabulary.aside == []


def test_a_pair_that_was_seen_is_not_taken_for_the_glued_negation():
    ours = TermCounts("tweets")
    assert ours.keep("no good") == "no_good"
    ours.add(["no, good"])
    assert ours.keep("no good") == "no good"
    assert ours.vocabulary.aside == ["no_good"]


def test_a_bad_typed_term_changes_nothing():
    ours = TermCounts()
    with pytest.raises(BadTerm):
        ours.keep("!?")
    assert ours.vocabulary.terms == []


# Interruption.


@seen
@pytest.mark.parametrize("chunk", [1, 1 << 18])
@given(several=documents, more=documents, later=documents)
def test_an_interrupted_addition_leaves_everything_as_before(chunk, several, more, later):
    def broken():
        yield from more
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts, "CHUNK", chunk)
        ours, fresh = TermCounts("lines", min_count=2), TermCounts("lines", min_count=2)
        for either in (ours, fresh):
            either.keep("goalie")
            either.add(several)
        with pytest.raises(KeyboardInterrupt):
            ours.add(broken())
        assert same(ours, fresh)
        ours.add(later)
        fresh.add(later)
        assert same(ours, fresh)


def test_a_bad_text_or_a_failing_progress_leaves_everything_as_before(monkeypatch):
    monkeypatch.setattr(counts, "CHUNK", 1)
    ours, fresh = TermCounts(), TermCounts()
    for either in (ours, fresh):
        either.add(["a goal"])
    with pytest.raises(TeachbackError):
        ours.add(["new words", "and more"] * 10 + [None])
    with pytest.raises(ZeroDivisionError):
        ours.add(["new words"] * 10, progress=lambda rows: 1 / 0)
    assert same(ours, fresh)


# Masking.


@seen
@given(st.lists(texts, min_size=1, max_size=4), st.sampled_from(NAMES[:5]), st.booleans())
def test_a_contrast_without_spans_is_the_plain_row_and_without_all_it_is_empty(several, name, close_up):
    ours = TermCounts(name)
    ours.add(several)
    plain = ours.contrast(several, [(i, []) for i in range(len(several))], close_up=close_up)
    assert equal(plain, ours.X)
    nothing = ours.contrast(several, [(i, [(0, len(text))]) for i, text in enumerate(several)], close_up=close_up)
    assert (nothing.shape, nothing.nnz) == (ours.X.shape, 0)


@seen
@given(documents.filter(len), st.data())
def test_a_contrast_equals_the_row_of_the_text_without_the_touched_words(several, data):
    ours = TermCounts("words")
    ours.add(several)
    number = data.draw(st.integers(0, len(several) - 1))
    text = several[number]
    start, end = sorted(data.draw(st.tuples(*2 * [st.integers(0, len(text))])))
    left = [token.term for token in ours.analyzer(text) if not token.touched(start, end)]
    row = ours.contrast(several, [(number, [(start, end)])])
    expected = [left.count(term) for term in ours.terms]
    assert row.toarray().tolist() == [expected]


def test_masking_everything_takes_terms_that_are_not_in_the_text_too():
    ours = TermCounts(lambda text: ["mouse", "ran", "away"])
    ours.add(["mice ran"])
    assert ours.contrast(["mice ran"], [(0, [(0, 8)])]).nnz == 0
    assert ours.contrast(["mice ran"], [(0, [(5, 8)])]).toarray().tolist() == [[1, 0, 0]]


def test_a_contrast_of_texts_never_added_has_only_known_terms():
    ours = TermCounts("words")
    ours.add(["the goalie saved"])
    row = ours.contrast(["the GOALIE and a puck"], [(0, [(0, 3)]), (0, [])])
    assert row.toarray().tolist() == [[0, 1, 0], [1, 1, 0]]
    assert ours.contrast(["the"], []).shape == (0, 3)


# Edges.


def test_one_text_instead_of_a_list_is_answered_with_a_sentence():
    ours = TermCounts()
    for refused in (ours.add, ours.rows):
        with pytest.raises(BadAnalysis, match=r"put it in a list: \[text\]"):
            refused("one text")
    assert len(ours) == 0


def test_nothing_added_is_an_empty_matrix():
    ours = TermCounts()
    assert (ours.X.shape, ours.terms, len(ours)) == ((0, 0), [], 0)
    ours.add([])
    ours.add(iter([]))
    assert (ours.X.shape, ours.rows(["a b"]).shape) == ((0, 0), (1, 0))


def test_columns_are_numbered_and_a_typed_term_that_is_one_changes_nothing():
    counts = TermCounts("words", stop_words=["the"])
    counts.add(["the goalie saved", "a referee"])
    before, columns = counts.X, counts.columns
    assert columns == {term: column for column, term in enumerate(counts.terms)}
    counts.keep_terms(["goalie", "unheard"])
    assert counts.X is before
    assert counts.columns is columns
    counts.keep_terms(["the"])
    assert counts.terms[0] == "the"
    assert counts.columns["the"] == 0
    counts.add(["unheard of"])
    assert counts.columns["unheard"] == counts.terms.index("unheard")
    assert counts.X.shape == (3, len(counts.columns))
