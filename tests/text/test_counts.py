from __future__ import annotations

import gc
import os
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from teachback.kernels import compiling
from teachback.text import ANALYZERS, Vocabulary, analyzer, binary, counts, unit_length
from teachback.text.analyzers import Custom, Words
from teachback.text.base import BadAnalysis
from teachback.text.counts import in_columns, stacked, stream
from teachback.text.scan import TextColumn
from tests.text.strategies import documents, seen, texts

COMPILED = [name for name in ANALYZERS if analyzer(name).compiled]


def counted(name, given, **limits):
    vocabulary = Vocabulary(**limits)
    return in_columns(list(stream(analyzer(name), vocabulary, given, grow=True)), vocabulary), vocabulary.columns


def equal(X: csr_array, Y: csr_array) -> bool:
    """Bit for bit: the same arrays of the same types."""
    arrays = [(getattr(X, part), getattr(Y, part)) for part in ("data", "indices", "indptr")]
    return X.shape == Y.shape and all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in arrays)


def differences(X: csr_array, Y: csr_array) -> int:
    return abs(X - Y).nnz


# Texts as they lie in a table.


@seen
@pytest.mark.parametrize("reads", [Words(), Words(markup=False, digits=False), analyzer("lines")])
@given(
    several=st.lists(texts | st.text("aB ß7<&", max_size=9), min_size=1, max_size=5), known=st.lists(texts, max_size=3)
)
def test_a_column_of_texts_is_counted_as_the_strings_are(reads, several, known):
    several = [text.encode(errors="ignore").decode() for text in several]  # no table holds halves of characters
    with compiling():
        vocabulary, column = (
            Vocabulary.of([token.term for text in known for token in reads(text)]),
            TextColumn.of(several),
        )
        X, Y = (
            stacked(list(stream(reads, vocabulary, given, grow=False)), len(vocabulary)) for given in (several, column)
        )
        assert equal(X, Y)
        grown = Vocabulary()
        Z = stacked(list(stream(reads, grown, column, grow=True)), len(grown))
    rows = [
        dict(zip(*np.unique([token.term for token in reads(text)], return_counts=True), strict=True))
        for text in several
    ]
    assert [{grown.terms[k]: int(Z[d, k]) for k in Z[d].nonzero()[-1]} for d in range(len(several))] == rows
    assert grown.totals.tolist() == Z.sum(axis=0).tolist()


def test_a_large_column_makes_room_for_its_words():
    given = [" ".join(f"{'x' * (k % 5)}{chr(97 + k % 26)}{chr(97 + k // 26 % 26)}{chr(228 + k // 676 % 20)}" for k in
             range(row, row + 40)) for row in range(0, 40_000, 37)]  # fmt: skip
    vocabulary, growing = Vocabulary(), Vocabulary()
    with compiling():
        X, Y = (stacked(list(stream(Words(), made, texts, grow=True)), len(made)) for made, texts in (
            (vocabulary, given), (growing, TextColumn.of(given))))  # fmt: skip
    assert vocabulary.terms == growing.terms
    assert equal(X, Y)


def test_long_words_foreign_letters_and_numbers_in_a_column_are_the_words_of_the_strings():
    words = [length * "a" + end for length in (1, 7, 8, 9, 10, 11, 300) for end in ("", "b", "ä", "7", "\u212a", "İ")]
    given = [" ".join(words), *words, "\u212a 1 22 a1b22c", "\u212a", "k"]  # a Kelvin sign is a k in lower case
    vocabulary, growing = Vocabulary(), Vocabulary()
    with compiling():
        X, Y = (stacked(list(stream(Words(), made, texts, grow=True)), len(made)) for made, texts in (
            (vocabulary, given), (growing, TextColumn.of(given))))  # fmt: skip
    assert vocabulary.terms == growing.terms
    assert equal(X, Y)


def test_bytes_that_are_no_text_are_left_to_be_refused():
    column = TextColumn(np.frombuffer(b"good b\xffd", dtype=np.uint8), np.array([0, 5, 8]))
    with compiling(), pytest.raises(UnicodeDecodeError):
        list(stream(Words(), Vocabulary(), column, grow=True))


# Agreement with scikit-learn.


@seen
@pytest.mark.parametrize("name", [name for name in ANALYZERS if name != "entities"])
@given(several=st.lists(texts, min_size=1, max_size=5))
def test_counts_equal_those_of_scikit_learn_given_our_terms(name, several):
    reads = analyzer(name)
    X, terms = counted(name, several)
    if not terms:
        assert X.shape == (len(several), 0)
        return
    theirs = CountVectorizer(analyzer=lambda text: [token.term for token in reads(text)], vocabulary=terms)
    assert differences(X, theirs.transform(several)) == 0
    assert set(terms) == {token.term for text in several for token in reads(text)}


@seen
@given(st.lists(st.text(st.characters(codec="ascii", exclude_characters="<&0123456789")), min_size=1, max_size=5))
def test_plain_words_equal_the_token_pattern_of_scikit_learn(several):
    X, terms = counted("words", several)
    if terms:
        theirs = CountVectorizer(token_pattern=r"[a-z]+", vocabulary=terms)
        assert differences(X, theirs.transform(several)) == 0
        assert sorted(terms) == CountVectorizer(token_pattern=r"[a-z]+").fit(several).get_feature_names_out().tolist()


@seen
@given(st.lists(st.text("abc !é", max_size=12), min_size=1, max_size=5))
def test_lines_equal_the_unigrams_and_bigrams_of_scikit_learn(several):
    X, terms = counted("lines", several)
    if terms:
        theirs = CountVectorizer(token_pattern=r"\w+", ngram_range=(1, 2), vocabulary=terms)
        assert differences(X, theirs.transform(several)) == 0


# Properties.


@seen
@given(st.lists(texts, max_size=5), st.sampled_from(COMPILED))
def test_rows_are_sorted_and_hold_a_term_once_in_32_bits(several, name):
    X, _ = counted(name, several)
    rows = np.split(X.indices, X.indptr[1:-1]) if X.shape[0] else []
    assert all((np.diff(row) > 0).all() for row in rows)
    assert X.has_canonical_format
    assert (X.data > 0).all()
    assert (X.dtype, X.indices.dtype, X.indptr.dtype) == (np.int32, np.int32, np.int32)


@pytest.mark.parametrize("chunk", [1, 7, 40])
@pytest.mark.parametrize("threads", [1, 3, None])
def test_neither_the_size_of_chunks_nor_the_number_of_threads_matters(monkeypatch, chunk, threads):
    several = [f"goal {i} <b>save</b> number{'s' * (i % 7)} 日本" for i in range(60)] + ["", "goal"]
    before = [counted(name, several, min_count=2) for name in COMPILED]
    monkeypatch.setattr(counts, "CHUNK", chunk)
    monkeypatch.setattr(os, "cpu_count", lambda: threads)
    for name, (X, terms) in zip(COMPILED, before, strict=True):
        again, columns = counted(name, several, min_count=2)
        assert columns == terms
        assert equal(again, X)


@seen
@given(documents)
def test_totals_are_the_sums_of_the_columns(several):
    vocabulary = Vocabulary()
    X = in_columns(list(stream(analyzer("lines"), vocabulary, several, grow=True)), vocabulary)
    assert X.sum(axis=0).tolist() == vocabulary.totals.tolist()


@seen
@given(documents)
def test_binary_is_one_where_a_term_occurs_and_unit_length_equals_scikit_learn(several):
    X, _ = counted("words", several)
    assert np.array_equal(binary(X).toarray(), X.toarray() > 0)
    assert binary(X).dtype == X.dtype
    if X.shape[0] and X.shape[1]:
        assert_allclose(unit_length(X).toarray(), normalize(X.astype(float)).toarray())


def test_unit_length_does_not_overflow_on_large_counts():
    assert unit_length(csr_array(np.array([[2_000_000_000, 0]], dtype=np.int32))).toarray().tolist() == [[1.0, 0.0]]


# Streaming.


class Counted:
    """Texts that count how many of them have been asked for."""

    def __init__(self, count: int, closed: threading.Event | None = None) -> None:
        self.count, self.read, self.closed = count, 0, closed or threading.Event()

    def __iter__(self):
        try:
            for _ in range(self.count):
                self.read += 1
                yield "some words"
        finally:
            self.closed.set()


@pytest.mark.parametrize("reads", ["words", "lines", str.split])
def test_texts_are_read_only_a_few_chunks_ahead(monkeypatch, reads):
    monkeypatch.setattr(counts, "CHUNK", 110)  # ten texts
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    several, rows = Counted(10_000), 0
    assert several.read == 0
    for block in stream(analyzer(reads), Vocabulary(), several, grow=True):
        rows += block.shape[0]
        assert several.read <= rows + 30
    assert rows == several.read == 10_000


@pytest.mark.parametrize("reads", ["words", str.split])
def test_abandoning_a_stream_stops_the_reading_and_the_threads(monkeypatch, reads):
    monkeypatch.setattr(counts, "CHUNK", 110)
    before = threading.active_count()
    several = Counted(10_000)
    blocks = stream(analyzer(reads), Vocabulary(), several, grow=True)
    next(blocks)
    read = several.read
    assert read < 100
    blocks.close()
    gc.collect()
    assert several.closed.is_set()
    assert (several.read, threading.active_count()) == (read, before)


def test_an_endless_generator_can_be_sampled(monkeypatch):
    monkeypatch.setattr(counts, "CHUNK", 50)
    endless = iter(lambda: "again and again", None)
    blocks = stream(analyzer("words"), Vocabulary(), endless, grow=True)
    assert [next(blocks).shape[1] for _ in range(5)] == [2, 2, 2, 2, 2]
    blocks.close()


def test_a_function_is_called_in_the_calling_thread_only(monkeypatch):
    monkeypatch.setattr(counts, "CHUNK", 1)
    threads = set()

    def split(text):
        threads.add(threading.get_ident())
        return text.split()

    list(stream(Custom(split), Vocabulary(), ["a b", "c"], grow=True))
    assert threads == {threading.get_ident()}


# Edges.


def test_no_texts_make_no_rows():
    X, terms = counted("words", [])
    assert (X.shape, terms, X.dtype) == ((0, 0), [], np.int32)
    assert stacked([], 3).shape == (0, 3)


def test_empty_texts_are_empty_rows():
    X, terms = counted("words", ["", "goal", "..."])
    assert (X.toarray().tolist(), terms) == ([[0], [1], [0]], ["goal"])


@pytest.mark.parametrize("bad", [None, float("nan"), 3, b"bytes", ["a"]])
@pytest.mark.parametrize("reads", ["words", str.split])
def test_what_is_no_text_is_answered_with_a_sentence(bad, reads):
    with pytest.raises(BadAnalysis, match="A text must be a string, not "):
        counted(reads, ["a", bad])


def test_weights_of_a_function_are_summed():
    own = Custom(lambda text: [(0, 1, "a", 0.5), (1, 2, "b", 2), (2, 3, "a", 0.25)])
    X, terms = counted(own, ["xyz"])
    assert (X.toarray().tolist(), terms) == ([[0.75, 2.0]], ["a", "b"])
