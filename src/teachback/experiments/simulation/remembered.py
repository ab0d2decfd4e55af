"""An encoder that reads a text once, however many sessions ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from teachback.encoders import Encoder, open_encoder
from teachback.encoders.encoder import Vectors


class RememberedEncoder:
    """Another encoder's vectors, kept as long as the process runs.

    >>> encoder = RememberedEncoder(open_encoder(lambda texts: [[len(text), 1] for text in texts]))
    >>> encoder.encode(["a", "text", "a"]).tolist()
    [[1.0, 1.0], [4.0, 1.0], [1.0, 1.0]]
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        self.name, self.fingerprint = encoder.name, encoder.fingerprint
        self.size, self.is_additive = encoder.size, encoder.is_additive

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._encoder.encode(new), strict=True))
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        return np.array([self._known[text] for text in texts], dtype=np.float32)


@lru_cache(maxsize=1)
def remembered(name: str) -> RememberedEncoder:
    """The encoder of a name, folder or file; the same one for every session of this process."""
    return RememberedEncoder(open_encoder(name))
