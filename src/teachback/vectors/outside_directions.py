"""What an encoder says of a pool's terms, as directions in which documents differ: linear in terms, hence exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.sparse import csr_array

from teachback.encoders import Outside
from teachback.sweeps import Matrix, scores
from teachback.vectors.blas import one_thread
from teachback.vectors.unit_rows import unit_rows

DOCUMENTS = 3000  # from which is learned how an encoder of whole texts puts words together
_FREQUENT, _TERMS = 3, 10_000  # documents with a term that such an encoder is asked about; terms that are few enough
_TRIED = 500  # documents that are left out in turn, to find out how it puts them together best
_SHARES = (0.0, 0.1, 0.3, 1.0)  # what vectors of single words may count, beside what each term adds by itself
_RIDGES = (0.1, 0.3, 1.0, 3.0)  # how firmly both may be drawn to nothing
_WORDS = 40.0  # in a text, from which on it is not short
_OF_WORDS, _OF_TEXTS = 0.4, 0.7  # how long vectors of both kinds of encoders are beside the pool's own, at most,
_LONGEST = 1.4  # and where texts are short
_CHANCE, _BORNE_OUT = 0.015, 0.04  # how much of them documents bear out by chance, and must bear out for that
_ROUNDING = 1e-10  # of the largest spread: less is no difference between documents


class WordMap(NamedTuple):
    """From what an encoder says of a word that no document has to the word's vector: less the mean, times the map."""

    mean: Matrix
    map: Matrix  # numbers of the encoder × numbers of the vector

    def then(self, map: Matrix) -> WordMap:
        """With another map behind it."""
        with one_thread():
            return WordMap(self.mean, self.map @ map)


class OutsideTerms(NamedTuple):
    """A vector for each term such that a document's vector is the sum over its unit row; of vectors that are learned
    from documents, how much of a document's they say that was left out (from 0 to 1, at the most that is likely); and
    what leads to the vectors of other words."""

    vectors: Matrix
    explained: float | None = None
    of_words: WordMap | None = None


def vectors_of_terms(outside: Outside, counts: csr_array, reach: Matrix, weights: Matrix) -> OutsideTerms:
    r"""What an encoder says of each term.

    An encoder of words gives the vectors itself. An encoder of whole texts is taught to do without the text: its
    vectors :math:`E` of the terms, each read as a text, are mapped to the vectors :math:`m_d` that it gives to whole
    documents, and each term adds what these documents say of it beyond that,

    .. math:: \min_{B, R} \sum_d |a_d (E B + R) - m_d|^2 + \rho (|B|^2 / \alpha + |R|^2) ,

    with :math:`\alpha` and :math:`\rho` such that documents that are left out in turn are said best. So its knowledge
    joins the model, and the model still is a sum over words that can be explained exactly.

    `counts` are the damped counts of all documents, `reach` is how many documents have each term, and `weights` what
    each term weighs in a row.
    """
    same = np.eye(outside.encoder.size)
    if outside.encoder.is_additive:
        all_terms = np.asarray(outside.of_terms(np.ones(len(reach), dtype=np.bool_)), dtype=float)
        return OutsideTerms(all_terms, None, WordMap(np.zeros(len(same)), same))
    E = np.asarray(outside.of_terms(reach >= least_reach(counts, reach)), dtype=float)
    known, mean, size = E.any(axis=1), np.zeros(E.shape[1]), 1.0
    if known.any():
        mean = E[known].mean(axis=0)
        E[known] -= mean
        size = max(float(np.sqrt(np.square(E[known]).sum(axis=1).mean())), _ROUNDING)
        E /= size
    if outside.read is None or not len(outside.read.rows):
        return OutsideTerms(E, None, WordMap(mean, same / size))
    rows = unit_rows(counts[outside.read.rows], weights)
    wanted = outside.read.of_documents.astype(float)
    with one_thread():
        together = scores(rows, E)
        tried = np.random.default_rng(0).permutation(len(wanted))[:_TRIED]
        share, ridge, explained = _best(rows[tried], together[tried], wanted[tried])
        alike = _alike(rows, together, share)
        alike[np.diag_indices_from(alike)] += ridge
        each = cho_solve(cho_factor(alike, overwrite_a=True), _centred(wanted))
        each -= each.mean(axis=0)
        through = share * (together.T @ each)
        mapped = E @ through
    of_words = WordMap(mean, through / size)
    return OutsideTerms(np.asarray(mapped + scores(csr_array(rows.T), each)), explained, of_words)


def _alike(rows: csr_array, together: Matrix, share: float) -> Matrix:
    """The dot products of documents by their terms and by a share of the vectors of these, centred."""
    alike = (rows @ rows.T).toarray()
    alike += alike.mean() - alike.mean(axis=0) - alike.mean(axis=1)[:, np.newaxis]
    if share:
        together = _centred(together)
        alike += share * (together @ together.T)
    return np.asarray(alike)


def _best(rows: csr_array, together: Matrix, wanted: Matrix) -> tuple[float, float, float]:
    """The share and the ridge that say best what documents are that are left out in turn; and how much that is."""
    wanted, candidates = _centred(wanted), []
    for share in _SHARES:
        squares, turn = eigh(_alike(rows, together, share))
        turned, parts = turn.T @ wanted, np.square(turn)
        for ridge in _RIDGES:
            shrunk = 1.0 / (np.maximum(squares, 0.0) + ridge)
            off = (turn @ (shrunk[:, np.newaxis] * turned)) / (parts @ shrunk)[:, np.newaxis]
            gained = np.square(wanted).sum(axis=1) - np.square(off).sum(axis=1)
            candidates.append((float(gained.sum()), share, ridge, _likely(gained, float(np.square(wanted).sum()))))
    _, share, ridge, explained = max(candidates)
    return share, ridge, explained


def length_beside(known: OutsideTerms, rows: csr_array, terms: Sequence[str]) -> float:
    """How long vectors from outside are beside the pool's own: the shorter, the less documents bear them out, and the
    longer, the fewer pairs of words stand together in a document, from which the pool learns how words are related.

    Vectors of words are borne out where two halves of a document are alike by them, though they have no word in common.
    Of vectors drawn by chance nothing is left. Where documents are too few to tell, the encoder is believed.

    >>> rows = csr_array(np.tile([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]], (50, 1)))
    >>> terms = ["refund", "crash", "money", "error"]
    >>> length_beside(OutsideTerms(np.array([[1.0], [-1.0], [1.0], [-1.0]])), rows, terms)     # two words a document
    1.4
    >>> length_beside(OutsideTerms(np.array([[1.0], [-1.0], [-1.0], [1.0]])), rows, terms)
    0.0
    """
    borne_out, most = known.explained, _OF_TEXTS
    if borne_out is None:
        part = np.random.default_rng(0).permutation(rows.shape[1]) % 2
        part[[" " in term for term in terms]] = 2  # pairs of words, which have words in common
        with one_thread():
            one, other = (_centred(scores(rows, known.vectors * (part == half)[:, np.newaxis])) for half in (0, 1))
        all_of_it = float(np.sqrt(np.square(one).sum() * np.square(other).sum()))
        borne_out, most = _likely((one * other).sum(axis=1), all_of_it), _OF_WORDS
    shorter = max(1.0, _WORDS / _words_of(rows))
    most = min(_LONGEST, most * shorter * shorter)
    return most * min(1.0, max(0.0, borne_out - _CHANCE) / (_BORNE_OUT - _CHANCE))


def least_reach(counts: csr_array, reach: Matrix) -> int:
    """How many documents must have a term for an encoder of whole texts to be asked about it: one is enough where texts
    are short and terms not too many, for a short text has no other words to go by.

    >>> least_reach(csr_array(np.ones((2, 5))), np.ones(5)), least_reach(csr_array(np.ones((2, 50))), np.ones(50))
    (1, 3)
    """
    return 1 if _words_of(counts) < _WORDS and len(reach) <= _TERMS else _FREQUENT


def _words_of(counts: csr_array) -> float:
    """How many different terms a document has, on average, and one at least."""
    return max(float(counts.nnz / max(counts.shape[0], 1)), 1.0)


def _likely(parts: Matrix, whole: float) -> float:
    """What share of the whole the parts are, at the most that is likely: two standard errors more than is seen, and a
    few parts tell little, however alike they are.

    >>> _likely(np.zeros(4), 1.0), _likely(np.zeros(1000), 1.0)
    (0.5, 0.002)
    """
    if whole <= 0.0:
        return 1.0  # there is nothing to tell by
    spread = max(float(np.sqrt(len(parts)) * parts.std()), whole / len(parts))
    return max(0.0, (float(parts.sum()) + 2.0 * spread) / whole)


def _centred(places: Matrix) -> Matrix:
    return np.asarray(places - places.mean(axis=0))


def outside_directions(rows: csr_array, of_terms: Matrix, number: int) -> Matrix:
    """What to multiply such vectors by for the main directions in which documents differ, each as wide as the others.

    >>> rows, vectors = csr_array(np.eye(3)), np.array([[1.0, 0.0], [1.0, 0.1], [-1.0, 0.0]])
    >>> found = vectors @ outside_directions(rows, vectors, 1)
    >>> bool(found[0, 0] * found[1, 0] > 0 > found[0, 0] * found[2, 0])
    True
    """
    with one_thread():
        documents = scores(rows, of_terms)
        documents -= documents.mean(axis=0)
        squares, turn = eigh(documents.T @ documents / len(documents))
        order = np.argsort(-squares, kind="stable")[:number]
        real = order[squares[order] > _ROUNDING * max(squares.max(initial=0.0), 1e-300)]
        return np.asarray(turn[:, real] / np.sqrt(squares[real]))
