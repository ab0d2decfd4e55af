"""An encoder of one's own: any function from texts to a matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from teachback.encoders.encoder import BadEncoder, Vectors, are_sound, digest_of, halves

_PROBES = ("a", "The quick brown fox jumps over the lazy dog.", "42")
_TEXTS = 256  # that are encoded at a time


class FunctionEncoder:
    """Texts as a function of one's own turns them into vectors.

    It cannot be found again by its name: it is known by what it makes of some texts.

    >>> def lengths(texts):
    ...     return [[len(text), text.count(" ")] for text in texts]
    >>> encoder = FunctionEncoder(lengths)
    >>> encoder.name, encoder.size, encoder.encode(["one two", ""]).tolist()
    ('lengths', 2, [[7.0, 1.0], [0.0, 0.0]])
    """

    is_additive = False

    def __init__(self, function: Callable[[list[str]], Any]) -> None:
        self._function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    @cached_property
    def _probed(self) -> Vectors:
        return self._checked(list(_PROBES), None)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for two functions that give equal vectors for a few texts."""
        return digest_of([halves(self._probed).tobytes()])

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self._probed.shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text, as the function makes it; zeros for an empty one."""
        out = np.zeros((len(texts), self.size), dtype=np.float32)
        there = [place for place, text in enumerate(texts) if text]
        for first in range(0, len(there), _TEXTS):
            places = there[first : first + _TEXTS]
            out[places] = self._checked([texts[place] for place in places], self.size)
        return out

    def _checked(self, texts: list[str], size: int | None) -> Vectors:
        try:
            made = np.asarray(self._function(texts), dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise BadEncoder(
                f"The encoder {self.name} made no matrix of {len(texts)} texts ({error!s:.120})."
            ) from None
        if made.ndim != 2 or len(made) != len(texts) or not made.shape[1] or size not in (None, made.shape[1]):
            wanted = f"({len(texts)}, {'…' if size is None else size})"
            raise BadEncoder(f"The encoder {self.name} made an array of the shape {made.shape}, not {wanted}.")
        if not are_sound(made):
            raise BadEncoder(f"The encoder {self.name} made numbers that are not finite, or far too large.")
        return made
