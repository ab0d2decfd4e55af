"""One interactive round: learn with the pool, rank every document, rank every word for every class.

Beside it, in the same run: the same mathematics in plain NumPy and SciPy, and the round that scikit-learn's parts make.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import softmax, xlogy
from sklearn.feature_selection import mutual_info_classif
from sklearn.naive_bayes import MultinomialNB

from benchmarks.timing import best
from teachback.experiments.settles2011.protocol import sample
from teachback.kernels import kernel
from teachback.learners import LabelledWordNB
from teachback.pool import Pool
from teachback.queries import ask_words, rank
from teachback.warm_up import warm_up

Words = list[tuple[int, int]]


def run(data: Path | None) -> None:
    """Print the table."""
    start_of_a_program()
    corpus = sample("twenty_newsgroups", data, False)
    words = corpus.oracle(10)
    warm_up()
    begin = time.perf_counter()
    X, counts = ready(corpus.X), ready(corpus.counts)
    prepared = time.perf_counter() - begin
    first = best(lambda: ours(X, counts, words, corpus.classes), runs=1)
    seconds = best(lambda: ours(X, counts, words, corpus.classes), runs=9)
    print(
        f"20 Newsgroups, a round: the first {1000 * first:.0f} ms, then {1000 * seconds:.0f} ms "
        f"(the pool is prepared once, in {1000 * prepared:.0f} ms)"
    )
    plain = best(lambda: scipy_round(corpus.X, corpus.counts, words, corpus.classes), runs=5)
    print(f"the same in NumPy and SciPy        {1000 * plain:7.0f} ms   {plain / seconds:5.1f} times as long")
    parts = sklearn_round(corpus.counts, corpus.y, corpus.classes)
    print(f"MultinomialNB, mutual_info_classif {1000 * parts:7.0f} ms   {parts / seconds:5.1f} times as long")
    for documents in (10_000, 100_000, 1_000_000):
        X = ready(random_counts(documents))
        taught = [(term, term % 2) for term in range(100, 120)]
        ours(X, X, taught, 2)
        seconds = best(lambda X=X, taught=taught: ours(X, X, taught, 2), runs=3)
        _sweep(X.counts.indices, X.counts.data)
        sweep = best(lambda X=X: _sweep(X.counts.indices, X.counts.data), runs=5)
        print(
            f"{documents:>9,} documents of 80 terms, 2 classes: {seconds:6.3f} s, {1e6 * seconds / documents:5.2f} µs "
            f"a document, {seconds / sweep:5.1f} times one sum over the counts"
        )


def start_of_a_program() -> None:
    """Print how long warming up takes in a new process: when everything must be compiled, and from then on."""
    code = "import time; from teachback.warm_up import warm_up; a = time.time(); warm_up(); print(time.time() - a)"
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        cold, warm = (
            float(subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True).stdout)
            for _ in range(2)
        )
    print(
        f"warming up at a program's start, behind its first page: cold {cold:.1f} s (once a machine), warm {warm:.1f} s"
    )


def ready(X: csr_array) -> Pool:
    """A pool with all that it keeps from round to round."""
    pool = Pool(X)
    _ = pool.totals, pool.lengths, pool.by_term if pool.wide else None
    return pool


def ours(X: Pool, counts: Pool, words: Words, classes: int) -> None:
    """A round with the package's own parts."""
    learner = LabelledWordNB().fit(None, words=words, pool=X, classes=range(classes))
    guessed = learner.predict_proba(X)
    rank(guessed, by="entropy", n=100)
    ask_words(100, counts, guessed, classes=range(classes), words=words)


def scipy_round(X: csr_array, counts: csr_array, words: Words, classes: int) -> None:
    """The same formulas, written with SciPy's products and NumPy's arrays."""
    taught = np.zeros((X.shape[1], classes))
    taught[tuple(np.transpose(words))] = 50.0
    guessed = softmax(X @ np.log1p(taught), axis=1)
    certainty = 1.0 + xlogy(guessed, guessed).sum(axis=1, keepdims=True) / np.log(classes)
    pooled = X.T @ (guessed * certainty**2)
    mass = pooled.sum(axis=0)
    pooled = pooled * (mass.min() / mass)
    learns = np.clip(1.0 - np.bincount(X.indices, minlength=X.shape[1]) / (0.1 * X.shape[0]), 0.0, 1.0)
    learns[taught.any(axis=1)] = 1.0
    mean = pooled.mean(axis=1, keepdims=True)
    pooled = mean + learns[:, np.newaxis] * (pooled - mean)
    log_theta = np.log(1.0 + taught + pooled) - np.log((1.0 + pooled).sum(axis=0))
    evidence = X @ log_theta
    tempered = evidence / np.maximum(X.sum(axis=1), 1.0)[:, np.newaxis] ** 0.3
    shares = np.full(classes, 1.0 / classes)
    for _ in range(10):
        shares = softmax(tempered + np.log(shares), axis=1).mean(axis=0)
    guessed = softmax(evidence + np.log(shares), axis=1)
    np.argsort(xlogy(guessed, guessed).sum(axis=1), kind="stable")
    present = counts.copy()
    present.data = np.ones_like(present.data)
    presence, tokens = present.T @ guessed, counts.T @ guessed
    _one_against_rest(presence, guessed.sum(axis=0), len(guessed), tokens)


def _one_against_rest(presence: NDArray, sizes: NDArray, documents: int, tokens: NDArray) -> None:
    having = presence.sum(axis=1, keepdims=True)
    left, right = presence / np.maximum(having, 1e-9), (sizes - presence) / np.maximum(documents - having, 1e-9)
    share = sizes / documents
    inside = having * (xlogy(left, left / share) + xlogy(1 - left, np.maximum(1 - left, 0) / (1 - share)))
    outside = (documents - having) * (
        xlogy(right, right / share) + xlogy(1 - right, np.maximum(1 - right, 0) / (1 - share))
    )
    gain = (inside + outside) / documents
    rate = tokens / sizes
    gain[rate <= 0.75 * rate.max(axis=1, keepdims=True)] = 0.0
    np.argsort(-gain, axis=0, kind="stable")[:100]


def sklearn_round(counts: csr_array, y: NDArray, classes: int, terms: int = 500) -> float:
    """Seconds of MultinomialNB on labels (it takes no words and no pool) and of mutual information for every word.

    The mutual information is timed on some terms of one class and multiplied: all of it would take an hour.
    """
    begin = time.perf_counter()
    guessed = MultinomialNB().fit(counts, y).predict_proba(counts)
    np.argsort(xlogy(guessed, guessed).sum(axis=1), kind="stable")
    learned = time.perf_counter()
    present = csr_array((np.ones_like(counts.data), counts.indices, counts.indptr), shape=counts.shape)
    mutual_info_classif(present[:, :terms], guessed.argmax(axis=1) == 0, discrete_features=True)
    ranked = time.perf_counter() - learned
    return learned - begin + ranked * classes * counts.shape[1] / terms


def random_counts(documents: int, terms: int = 50_000, length: int = 80) -> csr_array:
    """Documents of different terms, some terms far more frequent than others."""
    draw = np.random.default_rng(0)
    indices = (terms * draw.random((documents, length), dtype=np.float32) ** 3).astype(np.int32)
    indices.sort(axis=1)
    indptr = np.arange(documents + 1, dtype=np.int64) * length
    X = csr_array((np.ones(indices.size), indices.ravel(), indptr), shape=(documents, terms))
    X.sum_duplicates()
    return X


@kernel
def _sweep(indices, data):  # type: ignore[no-untyped-def]
    total = 0.0
    for place in range(len(indices)):
        total += data[place] + indices[place]
    return total
