"""What an encoder says of single words, one after another as texts bring them."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from teachback.encoders.encoder import Encoder, Vectors, halves
from teachback.encoders.functions import FunctionEncoder

_REMEMBERED = 50_000  # words whose vectors are kept in memory
_LONGEST = 60  # letters of a word that is read; what is longer is a code or a picture


class WordReader:
    """An encoder that reads words: each once, as long as it remembers it.

    Vectors are half as precise as they are made, like those that a project keeps of its own words.

    >>> from teachback.encoders import open_encoder
    >>> reader = WordReader(open_encoder(lambda texts: [[len(text), 1] for text in texts]))
    >>> reader.vectors(["refund", "x" * 1000]).tolist()
    [[6.0, 1.0], [0.0, 0.0]]
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._known: dict[str, NDArray[np.float16]] = {}
        self._lock = Lock()

    @property
    def address(self) -> str | None:
        """By what another process opens the encoder; None for a function, which no name leads to."""
        return None if isinstance(self.encoder, FunctionEncoder) else self.encoder.name

    def vectors(self, words: Sequence[str]) -> Vectors:
        """A row for each word; of zeros where it says nothing of a word, or the word is too long to be one."""
        with self._lock:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            new = [word for word in dict.fromkeys(words) if word not in self._known and len(word) <= _LONGEST]
            if new:
                self._known.update(zip(new, halves(self.encoder.encode(new)), strict=True))
            nothing = np.zeros(self.encoder.size, dtype=np.float16)
            rows = [self._known.get(word, nothing) for word in words]
        return np.array(rows, dtype=np.float32).reshape(len(words), self.encoder.size)
