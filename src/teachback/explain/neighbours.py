"""Similar documents that the model was trained with, and the words they share (hyper-explanation 3)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.explain.reading.model import ExplainedModel
from teachback.text import unit_length


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A similar training document."""

    document: str  # its id; its place, where no ids were given
    label: Hashable
    predicted: Hashable  # by the model; another class than its label is worth a look
    similarity: float  # the cosine of the two rows
    shared: tuple[str, ...]  # the words that both have, the weightiest first


class Background:
    """The documents that a model was trained with."""

    def __init__(
        self, model: ExplainedModel, X: csr_array, labels: Sequence[Hashable], ids: Sequence[str], names: Sequence[str]
    ):
        self.model, self.labels, self.ids, self.names = model, list(labels), list(ids), names
        self.rows = unit_length(X)
        winners = model.winners(model.scores(X)) if model.predict is None else model.predict(X)
        self.predicted = [model.classes[place] for place in winners.tolist()]
        self._of: dict[Hashable, NDArray[np.bool_]] = {}

    def nearest(
        self, row: csr_array, of_class: Hashable, n: int, *, besides: str | None = None
    ) -> tuple[Neighbour, ...]:
        """The most similar documents that are of a class by label or by the model's word; not the one `besides`."""
        row = unit_length(row)
        spread = np.zeros(row.shape[1])
        spread[row.indices] = row.data
        near = self.rows @ spread
        alike = np.flatnonzero((near > 0) & self._is(of_class))
        best = alike[np.argsort(-near[alike], kind="stable")][: n + 1].tolist()
        chosen = [place for place in best if self.ids[place] != besides][:n]
        mine = dict(zip(row.indices.tolist(), row.data.tolist(), strict=True))
        neighbours = []
        for place in chosen:
            other = self.rows[place : place + 1]
            both = [
                (mine[c] * v, c) for c, v in zip(other.indices.tolist(), other.data.tolist(), strict=True) if c in mine
            ]
            shared = tuple(self.names[column] for _, column in sorted(both, key=lambda one: (-one[0], one[1])))
            neighbours.append(
                Neighbour(self.ids[place], self.labels[place], self.predicted[place], float(near[place]), shared)
            )
        return tuple(neighbours)

    def _is(self, class_: Hashable) -> NDArray[np.bool_]:
        """Which documents are of a class by label or by the model's word."""
        if class_ not in self._of:
            both = zip(self.labels, self.predicted, strict=True)
            self._of[class_] = np.fromiter((class_ in pair for pair in both), dtype=np.bool_, count=len(self.labels))
        return self._of[class_]
