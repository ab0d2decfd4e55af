"""An encoder beside a project's documents: what it says of their terms or, where it reads whole texts, of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from teachback.encoders.encoder import Encoder, Vectors


class Outside:
    """What an encoder says of a pool.

    Parameters
    ----------
    encoder
        Whose vectors they are.
    terms
        The pool's terms, in the order of its columns.
    rows, of_documents
        For an encoder that is not additive: the positions (in the pool) of the documents that were encoded so far, in
        order, and their vectors.
    before
        What was said of fewer terms, so that no term is encoded twice.

    Examples
    --------
    >>> from teachback.encoders import open_encoder
    >>> encoder = open_encoder(lambda texts: [[len(text), 1] for text in texts])
    >>> outside = Outside(encoder, ["refund", "now"], np.array([0]), np.array([[10, 1]], dtype=np.float16))
    >>> outside.of_terms.tolist(), outside.rows.tolist()
    ([[6.0, 1.0], [3.0, 1.0]], [0])
    """

    def __init__(
        self,
        encoder: Encoder,
        terms: Sequence[str],
        rows: NDArray[np.intp] | None = None,
        of_documents: NDArray[np.float16] | None = None,
        *,
        before: Outside | None = None,
    ) -> None:
        self.encoder, self.terms, self._before = encoder, terms, before
        self.rows = np.zeros(0, dtype=np.intp) if rows is None else rows
        self.of_documents = np.zeros((0, encoder.size), dtype=np.float16) if of_documents is None else of_documents

    @cached_property
    def of_terms(self) -> Vectors:
        """The vector of each term; for an additive encoder, a text's vector is the sum over its terms."""
        before, self._before = self._before, None
        if before is None or before.encoder is not self.encoder or "of_terms" not in vars(before):
            return self.encoder.encode(list(self.terms))
        known = {term: row for row, term in enumerate(before.terms)}
        place = np.array([known.get(term, -1) for term in self.terms], dtype=np.intp)
        out = np.empty((len(self.terms), self.encoder.size), dtype=np.float32)
        out[place >= 0] = before.of_terms[place[place >= 0]]
        new = np.flatnonzero(place < 0)
        out[new] = self.encoder.encode([self.terms[row] for row in new.tolist()])
        return out
