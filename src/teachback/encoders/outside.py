"""An encoder beside a project's documents: what it says of their terms and, where it reads whole texts, of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teachback.encoders.encoder import Encoder, Vectors


class ReadTexts(NamedTuple):
    """What an encoder of whole texts has read: documents, by their positions in the pool, and terms."""

    rows: NDArray[np.intp]
    of_documents: NDArray[np.float16]
    of_terms: Mapping[str, NDArray[np.float16]]


class Outside:
    """What an encoder says of a pool.

    The terms are in the order of the pool's columns. `read` is what an encoder of whole texts has read so far, and
    `before` what was said of fewer terms, so that no term is encoded twice.

    >>> from teachback.encoders import open_encoder
    >>> encoder = open_encoder(lambda texts: [[len(text), 1] for text in texts])
    >>> Outside(encoder, ["refund", "now"]).of_terms(np.array([True, False])).tolist()
    [[6.0, 1.0], [0.0, 0.0]]
    """

    def __init__(
        self, encoder: Encoder, terms: Sequence[str], read: ReadTexts | None = None, *, before: Outside | None = None
    ) -> None:
        self.encoder, self.terms, self.read = encoder, terms, read
        self._known: dict[str, Vectors] = before._known if before is not None and before.encoder is encoder else {}

    def of_terms(self, asked: NDArray[np.bool_]) -> Vectors:
        """The vector of each term that is asked for, and zeros for the others and for those that were not read yet."""
        wanted = [self.terms[place] for place in np.flatnonzero(asked).tolist()]
        out = np.zeros((len(self.terms), self.encoder.size), dtype=np.float32)
        known: Mapping[str, NDArray[np.floating]] = self._known
        if self.read is None:
            new = [term for term in wanted if term not in self._known]
            self._known.update(zip(new, self.encoder.encode(new), strict=True))
        else:
            known = self.read.of_terms
        zeros = np.zeros(self.encoder.size, dtype=np.float32)
        if wanted:
            out[asked] = [known.get(term, zeros) for term in wanted]
        return out
