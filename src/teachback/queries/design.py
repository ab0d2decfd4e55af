"""An order of documents by how much their labels would settle: typical and different ones first, then doubtful ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from teachback.queries.base import Matrix, Positions
from teachback.vectors import one_thread

_NOISE = 0.3  # how little a label says of documents that are merely near, in squared length of a vector


def designed(
    places: Matrix, n: int, *, labelled: Matrix | None = None, doubt: NDArray[np.float64] | None = None
) -> Positions:
    r"""Up to n documents, one after another, whose labels would leave least in doubt.

    Take what is to be learned for a random linear function of the documents' vectors :math:`z`. With :math:`C` its
    covariance given the labelled documents, a label of :math:`d` would lower the variance at all documents :math:`e`
    together, each weighed by its doubt :math:`u_e`, by

    .. math:: \frac{\sum_e u_e\, (z_d^T C z_e)^2}{z_d^T C z_d + \sigma^2},

    and the document with the highest product of that and of its own doubt is next. Without a model all doubts are
    alike: then it asks for what is typical of many documents and unlike what was labelled. As a model becomes certain,
    it asks at the border between classes, and only where many documents are.

    All vectors have length 1: those of the documents that may be asked (`places`), and of those that have been answered
    (`labelled`). `doubt` is from 0 to 1 for each, and alike by default.

    Examples
    --------
    >>> near = np.array([[1.0, 0.0], [0.9, 0.1], [1.0, 0.1], [0.0, 0.8]])
    >>> designed(near, 2).tolist()                                     # one of the three, then the other
    [2, 3]
    >>> designed(near, 1, labelled=np.array([[1.0, 0.0]])).tolist()
    [3]

    References
    ----------
    Yu, Bi & Tresp (2006). Active Learning via Transductive Experimental Design. ICML.
    """
    u = np.ones(len(places)) if doubt is None else np.asarray(doubt, dtype=np.float64)
    size = places.shape[1]
    with one_thread():
        C: Matrix = np.eye(size)
        if labelled is not None and len(labelled):
            C = np.asarray(np.linalg.inv(C + labelled.T @ labelled / _NOISE))
        M = (places * u[:, np.newaxis]).T @ places
        gain = ((places @ (C @ M @ C)) * places).sum(axis=1)
        left = ((places @ C) * places).sum(axis=1)
        chosen = np.zeros(min(n, len(places)), dtype=np.intp)
        for place in range(len(chosen)):
            worth = u * gain / (left + _NOISE)
            worth[chosen[:place]] = -1.0
            best = int(worth.argmax())
            chosen[place] = best
            own, noisy = C @ places[best], left[best] + _NOISE  # what is left of its vector, given the labels
            of_own = M @ own
            share, further = (places @ np.column_stack([own / noisy, C @ of_own])).T
            gain += share * (share * (own @ of_own) - 2.0 * further)
            left -= share * share * noisy
            C = C - np.outer(own, own) / noisy
    return chosen


def of_length_one(vectors: Matrix) -> Matrix:
    """The directions, all of one length: documents of a rare kind have short vectors, and would not be asked.

    >>> of_length_one(np.array([[3.0, 4.0], [0.0, 0.0]])).round(1).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    length = np.sqrt(np.square(vectors).sum(axis=1, keepdims=True))
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))


def settled(asked: Matrix, places: Matrix, *, known: Matrix, doubt: NDArray[np.float64] | None = None) -> Matrix:
    r"""The share of the doubt about all documents that the class of each of some vectors would settle.

    It is what :func:`designed` would gain from it, beside all doubt there is without labels.

    `asked` are vectors of documents, or the mean vectors of the documents of a word; `places` and `doubt` are the
    vectors of the documents, and how unsure the model is of each; `known` are vectors of which the class is known.

    >>> pool = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> settled(np.eye(2), pool, known=np.zeros((0, 2))).round(2).tolist()
    [0.58, 0.19]
    >>> settled(np.eye(2), pool, known=np.eye(2)[:1]).round(2).tolist()
    [0.07, 0.19]
    """
    u = np.ones(len(places)) if doubt is None else np.asarray(doubt, dtype=np.float64)
    with one_thread():
        left = asked @ np.linalg.inv(np.eye(places.shape[1]) + known.T @ known / _NOISE)
        gain = ((left @ ((places * u[:, np.newaxis]).T @ places)) * left).sum(axis=1)
        gain /= (left * asked).sum(axis=1) + _NOISE
    return np.asarray(gain / max(float(np.square(places).sum()), 1e-300))
