"""How typical each document is of the pool."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.queries.base import checked_counts


def typicality(X: Any) -> NDArray[np.float64]:
    r"""The cosine between each document and the mean document, both in damped counts weighted by rarity.

    .. math:: x_{dk} = (1 + \log n_{dk}) \log(N / d_k)

    What a model is most uncertain about is often odd: very short, or like nothing else. Its label then teaches little
    about the rest. Uncertainty times typicality (information density) asks for less of that. It depends on the pool
    alone: compute it once and give it to :func:`ask_documents` as `weights`.

    >>> typicality([[1, 1, 0, 0], [1, 2, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]).round(2).tolist()
    [0.82, 0.83, 0.47, 0.4]

    References
    ----------
    Settles & Craven (2008). An Analysis of Active Learning Strategies for Sequence Labeling Tasks. EMNLP.
    """
    X = checked_counts(X)
    documents, terms = X.shape
    if not X.nnz:
        return np.zeros(documents)
    rarity = np.log(documents / np.maximum(np.bincount(X.indices, minlength=terms), 1))
    values = (1.0 + np.log(np.maximum(X.data, 1.0))) * rarity[X.indices]
    row = np.repeat(np.arange(documents), np.diff(X.indptr))
    length = np.sqrt(np.bincount(row, weights=np.square(values), minlength=documents))
    values /= np.where(length > 0.0, length, 1.0)[row]
    mean = np.bincount(X.indices, weights=values, minlength=terms)
    size = np.sqrt(mean @ mean)
    cosine = np.bincount(row, weights=values * mean[X.indices], minlength=documents)
    return cosine / size if size > 0.0 else np.zeros(documents)
