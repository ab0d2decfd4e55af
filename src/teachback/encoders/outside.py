"""An encoder beside a project's documents: what it says of their terms or, where it reads whole texts, of them."""

from __future__ import annotations

from collections.abc import Sequence

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
    >>> outside.of_terms(np.array([True, False])).tolist(), outside.rows.tolist()
    ([[6.0, 1.0], [0.0, 0.0]], [0])
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
        self.encoder, self.terms = encoder, terms
        self.rows = np.zeros(0, dtype=np.intp) if rows is None else rows
        self.of_documents = np.zeros((0, encoder.size), dtype=np.float16) if of_documents is None else of_documents
        self._known: dict[str, Vectors] = before._known if before is not None and before.encoder is encoder else {}

    def of_terms(self, asked: NDArray[np.bool_]) -> Vectors:
        """The vector of each term that is asked for, and zeros for the others; none is encoded twice."""
        wanted = [self.terms[place] for place in np.flatnonzero(asked).tolist()]
        new = [term for term in wanted if term not in self._known]
        self._known.update(zip(new, self.encoder.encode(new), strict=True))
        out = np.zeros((len(self.terms), self.encoder.size), dtype=np.float32)
        if wanted:
            out[asked] = [self._known[term] for term in wanted]
        return out
