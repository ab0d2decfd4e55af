"""Small pools: counts with many near-duplicates, and probabilities with ties, zeros and certainties."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

seen = settings(deadline=None, derandomize=True, max_examples=80)
thresholds = st.sampled_from([0.3, 0.5, 0.55, 0.6, 2 / 3, 0.75, 0.8, 0.9, 1.0])


@st.composite
def counts(draw, min_documents=1, max_documents=12, max_terms=9):
    """Rows of counts; some are others with a term more or less."""
    documents, terms = draw(st.integers(min_documents, max_documents)), draw(st.integers(1, max_terms))
    X = draw(arrays(np.int32, (documents, terms), elements=st.sampled_from([0, 0, 1, 1, 1, 2, 5])))
    for row in range(1, documents):
        if draw(st.booleans()):
            X[row] = X[draw(st.integers(0, row - 1))]
            if draw(st.booleans()):
                X[row, draw(st.integers(0, terms - 1))] ^= 1
    return X


@st.composite
def posteriors(draw, documents, classes=None):
    """A row of probabilities for each document: simple fractions, often equal, often 0 or 1."""
    size = draw(st.integers(2, 5)) if classes is None else classes
    P = draw(arrays(np.float64, (documents, size), elements=st.sampled_from([0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.01])))
    P[:, 0] += P.sum(axis=1) == 0
    return P / P.sum(axis=1, keepdims=True)


@st.composite
def pools(draw, min_documents=1, max_documents=12):
    """Counts, probabilities and which documents are open."""
    X = draw(counts(min_documents, max_documents))
    P = draw(posteriors(len(X)))
    return X, P, draw(arrays(np.bool_, len(X)))
