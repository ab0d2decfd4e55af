"""What a model says of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.notebook import ShownTable, Tabular


@dataclass(frozen=True)
class Guess:
    """What a model says of a text.

    Attributes
    ----------
    class_
        The likeliest class.
    probabilities
        Of every class, tempered so that a person can take them at their word.
    """

    class_: str
    probabilities: Mapping[str, float]

    @property
    def probability(self) -> float:
        """Of the likeliest class."""
        return self.probabilities[self.class_]


class Guesses(Tabular, list[Guess]):
    """What a model says of some texts, in their order; a list, and a table.

    Attributes
    ----------
    texts, ids
        The texts, and what they are called where they have names.
    """

    def __init__(self, guesses: Iterable[Guess], texts: Sequence[str], ids: Sequence[Any] | None = None) -> None:
        super().__init__(guesses)
        self.texts, self.ids = texts, ids

    def _table(self) -> ShownTable:
        classes = list(dict.fromkeys(class_ for guess in self[:1] for class_ in guess.probabilities))
        columns: dict[str, Sequence[Any]] = {
            "text": self.texts,
            "class": [guess.class_ for guess in self],
            "probability": [guess.probability for guess in self],
        }
        of = {f"probability of {class_}": [guess.probabilities[class_] for guess in self] for class_ in classes}
        return ShownTable({**columns, **of}, self.ids, "id", shares={"probability", *of})


def guesses_of(classes: Sequence[str], P: NDArray[np.float64]) -> list[Guess]:
    """The guesses whose probabilities these are, texts × classes."""
    return [
        Guess(classes[best], dict(zip(classes, row, strict=True)))
        for best, row in zip(P.argmax(axis=1).tolist(), P.tolist(), strict=True)
    ]
