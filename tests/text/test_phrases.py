"""Phrases: several words that are one term because a teacher says so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.classifier import TextClassifier
from teachback.learners import LabelledWordNB
from teachback.text import TermCounts, Vectorizer, analyzer, analyzer_from_json, analyzer_to_json

words = st.sampled_from(["new", "york", "city", "cup"])
texts_of_words = st.lists(st.lists(words, max_size=7).map(" ".join), min_size=1, max_size=6)
phrases_of_words = st.lists(st.lists(words, min_size=2, max_size=3).map(" ".join), max_size=3, unique=True)


@settings(deadline=None, max_examples=25)
@given(texts_of_words, texts_of_words, phrases_of_words, phrases_of_words)
def test_counts_that_were_made_before_the_phrases_are_those_of_reading_everything_again(first, later, old, new):
    texts = list(first)
    counts = TermCounts("words", texts=lambda rows: [texts[row] for row in rows])
    counts.add(first)
    counts.keep_terms(old)
    plain = counts.plain[0]
    counts.drop_phrases(besides=new)
    counts.keep_terms(new)
    assert counts.plain[0] is plain
    texts += later
    counts.add(later)
    assert set(counts.phrases) == set(new)
    again = Vectorizer.of(analyzer("words").joining(counts.phrases), counts.terms)
    np.testing.assert_array_equal(counts.X.toarray(), again.transform(texts).toarray())
    np.testing.assert_array_equal(counts.rows(texts).toarray(), counts.X.toarray())
    columns = {term: place for place, term in enumerate(["new", "york", "city", "cup", *old])}
    before = Vectorizer.of(analyzer("words").joining(old), columns).transform(texts)
    np.testing.assert_array_equal(counts.read_by(tuple(old), columns).toarray(), before.toarray())


def test_only_texts_with_the_words_of_a_phrase_are_read_again():
    texts, read = ["the world cup", "the world", "a cup", "cup of the world"], []
    counts = TermCounts("words", texts=lambda rows: [read.append(row) or texts[row] for row in rows])
    counts.add(texts)
    assert counts.keep("World-Cup") == "world cup"
    assert read == [0, 3]
    assert counts.X.sum(axis=0)[counts.columns["world cup"]] == 1
    assert counts.rows_with("the world").tolist() == [0, 1, 3]
    assert "the world" not in counts.columns


def test_without_texts_a_phrase_is_no_term():
    counts = TermCounts("words")
    counts.add(["the world cup"])
    counts.keep("world cup")
    assert counts.terms == ["the", "world", "cup"]


@pytest.mark.parametrize(("text", "spans"), [("world cups", []), ("A World, cup.", [(2, 12)]), ("world of cup", [])])
def test_a_phrase_stands_where_its_words_are_neighbours(text, spans):
    assert analyzer("words").spans(text, "world cup") == spans


def test_the_longest_phrase_counts_and_no_word_is_in_two():
    read = analyzer("words").joining(["new york", "new york city", "city cup"])
    assert [token.term for token in read("new york city cup in new york")] == ["new york city", "cup", "in", "new york"]
    assert analyzer_from_json(analyzer_to_json(read)) == read


@pytest.fixture(scope="module")
def model():
    """The world cup is sport, the world is politics."""
    pool = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
    nb = LabelledWordNB().fit(None, words=[(0, "politics"), (2, "sport")], pool=pool)
    return TextClassifier(nb, analyzer("words").joining(["world cup"]), ["world", "cup", "world cup"])


@pytest.mark.parametrize("text", ["the world cup", "cup, world cup", "world big cup, world cup", "world world cup cup"])
def test_the_words_of_an_explanation_change_the_answer_when_they_are_deleted(model, text):
    explanation = model.explain(text)
    assert model.reasons([text]) == [explanation.removed]
    (before,) = model.classify([text])
    for each in explanation.sets:
        left = text
        for start, end in sorted(model.explainer.reader.spans(text, each.words), reverse=True):
            left = f"{left[:start]} {left[end:]}"
        (after,) = model.classify([left])
        assert after.class_ != before.class_


def test_a_saved_model_still_reads_the_phrase(model):
    again = TextClassifier.from_bytes(model.to_bytes())
    assert [guess.class_ for guess in again.classify(["the World Cup", "the world"])] == ["sport", "politics"]


def test_a_phrase_that_was_typed_before_any_document_comes_alive():
    texts = ["a world cup", "the world"]
    counts = TermCounts("words", texts=lambda rows: [texts[row] for row in rows])
    counts.keep_terms(["world cup"])
    counts.add(texts)
    assert dict(zip(counts.terms, counts.X.sum(axis=0).tolist(), strict=True))["world cup"] == 1
