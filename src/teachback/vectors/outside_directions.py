"""What an encoder says of a pool's terms, as directions in which documents differ: linear in terms, hence exact."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.sparse import csr_array

from teachback.encoders import Outside
from teachback.sweeps import Matrix, scores
from teachback.vectors.blas import one_thread
from teachback.vectors.unit_rows import unit_rows

DOCUMENTS = 3000  # from which is learned how an encoder of whole texts puts words together
FREQUENT = 3  # documents with a term that such an encoder is asked about
_RIDGE, _MAP_RIDGE = 0.3, 0.01  # of what each term adds to its own vector, and of the map from words to texts
_ROUNDING = 1e-10  # of the largest spread: less is no difference between documents


def vectors_of_terms(outside: Outside, counts: csr_array, reach: Matrix, weights: Matrix) -> Matrix:
    r"""A vector for each term such that a document's vector is the sum over its unit row.

    Those of an encoder of words are its own. An encoder of whole texts is taught to do without the text: its vectors
    :math:`E` of the terms, each read as a text, are mapped to the vectors :math:`m_d` that it gives to whole documents,
    and each term adds what these documents say of it beyond that,

    .. math:: \min_{B, R} \sum_d |a_d (E B + R) - m_d|^2 + \rho |R|^2 .

    So its knowledge joins the model, and the model still is a sum over words that can be explained exactly.

    Parameters
    ----------
    outside
        What the encoder says.
    counts, reach, weights
        Damped counts of all documents, how many documents have each term, and what each term weighs in a row.
    """
    if outside.encoder.is_additive:
        return np.asarray(outside.of_terms(np.ones(len(reach), dtype=np.bool_)), dtype=float)
    E = np.asarray(outside.of_terms(reach >= FREQUENT), dtype=float)
    said = E.any(axis=1)
    E[said] -= E[said].mean(axis=0) if said.any() else 0.0
    if outside.read is None or not len(outside.read.rows):
        return E
    rows = unit_rows(counts[outside.read.rows], weights)
    wanted = outside.read.of_documents.astype(float)
    wanted -= wanted.mean(axis=0)
    with one_thread():
        together = scores(rows, E)
        together -= together.mean(axis=0)
        squares = together.T @ together
        eased = squares + _MAP_RIDGE * np.trace(squares) / len(squares) * np.eye(len(squares))
        E = E @ cho_solve(cho_factor(eased), together.T @ wanted) if np.trace(squares) > 0.0 else np.zeros_like(E)
        left = wanted - scores(rows, E)
        alike = (rows @ rows.T).toarray()
        alike += alike.mean() - alike.mean(axis=0) - alike.mean(axis=1)[:, np.newaxis]
        alike[np.diag_indices_from(alike)] += _RIDGE
        each = cho_solve(cho_factor(alike, overwrite_a=True), left - left.mean(axis=0))
    return np.asarray(E + scores(csr_array(rows.T), each - each.mean(axis=0)))


def outside_directions(rows: csr_array, of_terms: Matrix, number: int) -> Matrix:
    """The main directions in which documents differ by such vectors, terms × number; each as wide as the others.

    >>> rows = csr_array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> found = outside_directions(rows, np.array([[1.0, 0.0], [1.0, 0.1], [-1.0, 0.0]]), 1)
    >>> bool(found[0, 0] * found[1, 0] > 0 > found[0, 0] * found[2, 0])
    True
    """
    with one_thread():
        said = scores(rows, of_terms)
        said -= said.mean(axis=0)
        squares, turn = eigh(said.T @ said / len(said))
        order = np.argsort(-squares, kind="stable")[:number]
        real = order[squares[order] > _ROUNDING * max(squares.max(initial=0.0), 1e-300)]
        return np.asarray(of_terms @ (turn[:, real] / np.sqrt(squares[real])))
