"""What the pool's documents say of terms, with the model's own guesses taken for their classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from teachback.learners.lesson_regression.documents import PoolDocuments
from teachback.learners.lesson_regression.softmax import Linear
from teachback.sweeps import scores, sums

_SHARE = 0.5  # of the evidence, where documents are many and there are no labels
_LABELS, _DOCUMENTS = 10.0, 100.0  # labels for each class that halve it, and documents without which it is half
_WORD = 0.25  # of a label: what a word counts as
_SMOOTHING = 0.1  # of the average part of a term in a document


def with_own_guesses(model: Linear, documents: PoolDocuments, labels: int, words: int = 0) -> Linear:
    r"""The model, averaged with naive Bayes of its own guesses: a step of expectation maximisation (Nigam et al. 2000).

    Lessons speak of few terms, and of their neighbours in the vectors' directions. The pool's documents speak of every
    term that stands with these. With :math:`p_{dj}` the model's guess of a document and :math:`x_{dk}` the count of a
    term in it, divided by the length of the document's row,

    .. math:: \theta_{kj} = \log \frac{s + \sum_d p_{dj} x_{dk}}{\sum_i (s + \sum_d p_{dj} x_{di})} ,

    centred over the classes, is a linear model of unit rows, too. It is stretched and shifted until it is as near as it
    can be to the model's evidence for the documents (least squares): naive Bayes itself would be too sure, and undo
    the classes' shares. The more labels and words and the fewer documents there are, the less it counts.

    The model's weights are changed in place.
    """
    rows = documents.rows
    evidence = scores(rows, model.weights) + model.constant
    terms, counts = documents.remembered("counts", lambda: _counts(documents))
    held = sums(counts, softmax(evidence, axis=1))
    held += _SMOOTHING * counts.data.mean() if counts.nnz else 1.0
    held /= held.sum(axis=0)
    theta = np.log(held, out=held)
    theta -= theta.mean(axis=1, keepdims=True)
    says = scores(counts, theta)
    evidence -= evidence.mean(axis=1, keepdims=True)
    wanted, said = evidence.mean(axis=0), says.mean(axis=0)
    says -= said
    spread = float(np.square(says).sum())
    stretch = float((says * (evidence - wanted)).sum()) / spread if spread > 0.0 else 0.0
    if stretch <= 0.0:
        return model
    share = _SHARE / (1.0 + (labels + _WORD * words) / (_LABELS * len(wanted))) / (1.0 + _DOCUMENTS / len(says))
    theta *= share * stretch / documents.weights[terms, np.newaxis]
    weights = model.weights
    weights *= 1.0 - share
    weights[terms] += theta
    of_vectors = None if model.of_vectors is None else (1.0 - share) * model.of_vectors
    return Linear(weights, (1.0 - share) * model.constant + share * (wanted - stretch * said), of_vectors)


def _counts(documents: PoolDocuments) -> tuple[Any, csr_array]:
    """The terms of the sample that are some reason, and their counts in each of its documents, by its row's length."""
    rows = documents.rows
    known = np.zeros(rows.shape[1], dtype=np.bool_)
    known[rows.indices] = True
    terms = np.flatnonzero(known & (documents.weights > 0.0))
    counts = csr_array(rows[:, terms])
    return terms, csr_array(
        (counts.data / documents.weights[terms][counts.indices], counts.indices, counts.indptr), shape=counts.shape
    )
