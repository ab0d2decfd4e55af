from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.model_selection import GridSearchCV

from teachback.learners import BadTeaching
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import Passage, check_marked, marked_documents, read_marked
from teachback.learners.rationales.masking import masked
from teachback.learners.rationales.style import CROSSING, ENDING, LEFT, RIGHT, SIGNS, STARTING
from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Rationale, Record, Retract
from teachback.text.constituents import NONTERMINALS
from tests.learners.rationales.marked import made_up, reviews, taught

quickly = settings(deadline=None, max_examples=40)


def touched_slowly(counts, texts, passages):
    return [token.touched(*passage[2:4]) for passage in passages for token in counts.analyzer(texts[passage[0]])]


@quickly
@given(reviews())
def test_a_token_is_tagged_when_a_passage_touches_it(given_reviews):
    texts, passages, counts, marked = given_reviews
    slow = []
    for tagged, mine in marked.tagged_texts.items():
        tokens = counts.analyzer(texts[tagged.text])
        slow += [any(token.touched(one.start, one.end) for one in mine) for token in tokens]
    assert marked.tags().tolist() == slow
    assert sorted(map(tuple, passages)) == sorted(tuple(one) for mine in marked.tagged_texts.values() for one in mine)


@pytest.mark.parametrize("analyzer", ["tokens", "words", "lines", str.split])
@pytest.mark.parametrize("close_up", [True, False])
def test_masking_gives_the_counts_of_the_text_without_the_passage(analyzer, close_up):
    texts = ["the bad , bad plot", "very good . the end", "not the plot"]
    passages = [(1, "pos", 0, 9), (0, "neg", 10, 13), (0, "neg", 4, 7), (1, "pos", 12, 15), (2, "neg", 0, 12)]
    counts, marked = taught(texts, passages, analyzer)
    groups = [[one] for one in marked.passages] + list(marked.tagged_texts.values())
    spans = [(group[0].text, [(one.start, one.end) for one in group]) for group in groups]
    expected = counts.contrast(texts, spans, close_up=close_up).toarray()
    np.testing.assert_array_equal(masked(marked, groups, close_up=close_up).toarray(), expected)


@quickly
@given(reviews(analyzer="words"))
def test_masking_is_the_same_by_tokens_and_by_text(given_reviews):
    texts, _, counts, marked = given_reviews
    groups = [[one] for one in marked.passages]
    spans = [(one.text, [(one.start, one.end)]) for one in marked.passages]
    expected = counts.contrast(texts, spans).toarray()
    np.testing.assert_array_equal(masked(marked, groups, close_up=True).toarray(), expected)


@pytest.mark.parametrize("analyzer", ["words", "lines", "tweets", str.split])
def test_a_token_carries_its_own_term_and_the_pairs_it_is_in(analyzer):
    texts = ["the bad plot", "good", "", "very bad plot twist"]
    counts, marked = taught(texts, analyzer=analyzer)
    for text, first in enumerate(marked.tokens.rows[:-1].tolist()):
        terms = counts.analyzer(texts[text])
        tokens = [token for token in terms if " " not in token.term]
        for place, token in enumerate(tokens):
            kind = marked.tokens.kinds[[marked.tokens.kind[first + place]]]
            carried = {counts.terms[column] for column in kind.indices.tolist()}
            assert carried == {term.term for term in terms if term.touched(token.start, token.end)}


def test_places_know_the_signs_on_either_side():
    _, marked = taught(["not bad , he said .", "so"])
    known = marked.tokens.places[marked.tokens.place]
    sign = {word: number for number, word in enumerate(SIGNS, start=1)}
    assert known[:, LEFT].tolist() == [0, sign["not"], 0, sign[","], 0, 0, sign["."], 0, sign["so"]]
    assert known[:, RIGHT].tolist() == [sign["not"], 0, sign[","], 0, 0, sign["."], 0, sign["so"], 0]


def test_places_know_the_constituents_of_a_parser():
    def parser(text):
        return [("TOP", 0, len(text)), ("NP", 0, 8)]

    _, marked = taught(["the film works"], parser=parser)
    known = marked.tokens.places[marked.tokens.place]
    number = {name: place for place, name in enumerate(NONTERMINALS, start=1)}
    assert known[:, ENDING].tolist() == [0, 0, number["NP"], number["TOP"]]
    assert known[:, STARTING].tolist() == [number["TOP"], 0, 0, 0]
    assert known[:, CROSSING].tolist() == [number[name] for name in ("DOC", "NP", "TOP", "DOC")]


@quickly
@given(reviews())
def test_some_of_the_texts_have_what_belongs_to_them(given_reviews):
    texts, _, counts, marked = given_reviews
    rows = [len(texts) - 1, 0, 0]
    part, expected = (
        marked[rows],
        read_marked(
            counts,
            [texts[row] for row in rows],
            [one._replace(text=place) for place, row in enumerate(rows) for one in marked.passages if one.text == row],
        ),
    )
    assert (part.texts, list(part.passages)) == (expected.texts, list(expected.passages))
    np.testing.assert_array_equal(part.tags(), expected.tags())
    np.testing.assert_array_equal(part.tokens.rows, expected.tokens.rows)
    for mine, other in ((part, expected),):
        np.testing.assert_array_equal(
            mine.tokens.kinds[mine.tokens.kind].toarray(), other.tokens.kinds[other.tokens.kind].toarray()
        )
        np.testing.assert_array_equal(mine.tokens.places[mine.tokens.place], other.tokens.places[other.tokens.place])


def test_terms_are_marked_for_the_class_of_the_text_alone():
    counts, marked = taught(["bad plot , bad end"], [(0, "neg", 0, 3), (0, "pos", 4, 8)])
    assert marked.marked_terms(["neg"]).toarray()[0].tolist() == [term == "bad" for term in counts.terms]
    assert marked.marked_terms(["pos"]).toarray()[0].tolist() == [term == "plot" for term in counts.terms]


def test_scikit_learn_splits_the_texts_along_with_the_counts():
    counts, y, marked = made_up()
    search = GridSearchCV(ContrastSVM(), {"mu": [0.5, 1.0]}, cv=3, error_score="raise")
    assert search.fit(counts.X, y, rationales=marked).best_score_ > 0.6


# From a record.


def test_the_rationales_of_a_record_become_marked_texts():
    texts = {name: Document(name, text) for name, text in {"d1": "a dull film", "d2": "great", "d3": "meh"}.items()}
    record = Record(texts, [ClassesAdded(("neg", "pos")), DocumentsAdded(tuple(texts))])
    record.append(
        Label("d2", "pos"),
        Label("d1", "neg"),
        Rationale("d1", "neg", 2, 6, teacher="ann"),
        Rationale("d3", "neg", 0, 3),
        Rationale("d2", "pos", 0, 5, id="oops"),
        Retract("oops"),
    )
    counts, _ = taught([document.text for document in texts.values()])
    teaching = record.teaching()
    plain = {name: document.text for name, document in texts.items()}
    marked = marked_documents(counts, plain, teaching, list(teaching.labels))
    assert marked.texts == ["great", "a dull film"]
    assert marked.passages == [Passage(1, "neg", 2, 6, "ann")]  # d3 is unlabelled, d2's was retracted


# What is refused.


@pytest.mark.parametrize(
    ("passage", "sentence"),
    [
        ((0, "pos", 3, 99), "3 to 99 is not a passage of text 0, which has 4 code points"),
        ((0, "pos", -1, 2), "-1 to 2 is not a passage"),
        ((0, "pos", 2, 2), "2 to 2 is not a passage"),
        ((7, "pos", 0, 2), "There is no text 7; the texts are numbered 0 to 0"),
    ],
)
def test_a_passage_outside_the_text_is_refused(passage, sentence):
    with pytest.raises(BadTeaching, match=sentence):
        taught(["fine"], [passage])


def test_rationales_of_other_documents_are_refused():
    counts, marked = taught(["fine", "dull"], [(0, "pos", 0, 4)])
    with pytest.raises(BadTeaching, match="of 2 texts in 2 columns, but X has 1 documents in 2 columns"):
        check_marked(marked, counts.X[:1], ["neg", "pos"])
    with pytest.raises(BadTeaching, match="rationales must be MarkedTexts, not list"):
        check_marked([], counts.X, ["neg", "pos"])
    with pytest.raises(BadTeaching, match="pos: marked for, but not among the classes neg, other"):
        check_marked(marked, counts.X, ["neg", "other"])


def test_one_text_alone_is_not_chosen_by_its_number():
    _, marked = taught(["fine", "dull"])
    with pytest.raises(BadTeaching, match="Choose texts by a slice or a list of positions, not by 1"):
        marked[1]
