"""Exact answers for additive models: a document or a whole corpus in one sweep."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teachback.explain.explanation import Explanation, Removal, Status
from teachback.explain.reading.model import ExplainedModel
from teachback.explain.reading.opened import Norm, OpenedRow
from teachback.explain.structures import additive, normalised
from teachback.explain.structures.additive import Additive, SmallestSets
from teachback.sweeps import Matrix

Places = NDArray[np.int64]


@dataclass(frozen=True)
class ExactSearch:
    """An additive model, and by which length what is left of a row is divided."""

    structure: Additive
    norm: Norm
    last_wins: bool
    classes: tuple[Hashable, ...]

    @staticmethod
    def of(model: ExplainedModel, norm: Norm) -> ExactSearch | None:
        """The model as an exact one, where it is."""
        structure = model.structure
        if not isinstance(structure, Additive):
            return None
        if norm is not None and not structure.linear:
            if structure.above != 0.0:
                return None
            norm = None  # presence is presence in a row of any length
        return ExactSearch(structure, norm, model.last_wins, model.classes)

    def smallest(
        self, starts: NDArray[np.int64], parts: Matrix, sizes: Matrix, free: NDArray[np.bool_]
    ) -> SmallestSets:
        """The smallest explanation of each document, from what its words say and add to the rows' lengths."""
        constant = self.structure.constant
        if self.norm is None:
            return additive.smallest(starts, parts, constant, free, last_wins=self.last_wins)
        return normalised.smallest(
            starts, parts, sizes, constant, free, root=self.norm == "l2", last_wins=self.last_wins
        )

    def smallest_of(self, document: OpenedRow, free: NDArray[np.bool_]) -> SmallestSets:
        """The smallest explanation of one document, of whose words some are free to go."""
        starts, sizes = (
            np.array([0, len(document.words)], dtype=np.int64),
            document.grouped(self.sizes(document.values)),
        )
        return self.smallest(starts, self.parts(document), sizes, free)

    def parts(self, document: OpenedRow) -> Matrix:
        """What each word of a document says for each class."""
        return document.grouped(self.structure.term_parts(document.columns, document.values))

    def sizes(self, values: Matrix) -> Matrix:
        """What values add to the length that rows are divided by."""
        return np.abs(values) if self.norm == "l1" else values * values

    def explanation(
        self, smallest: SmallestSets, row: int, named: Callable[[Places], list[str]], most: int, seconds: float = 0.0
    ) -> Explanation:
        """What was found for one document, for certain; `named` turns places among all words into words."""
        begin = int(smallest.starts[row])
        size, bound, used = int(smallest.size[row]), int(smallest.bound[row]), int(smallest.used[row])
        exists = size >= 0
        within = exists and size <= most
        used = min(used, most)
        removed = tuple(named(smallest.order[begin : begin + used]))
        curve = tuple(smallest.curve[begin + row : begin + row + used + 1].tolist())
        known = int(smallest.starts[row + 1]) - begin
        status: Status = "minimum" if within else "not_found" if exists else "none_exists"
        sets = (Removal(removed, self.classes[smallest.to[row]], curve[-1], status),) if within else ()
        return Explanation(
            self.classes[smallest.winner[row]],
            sets,
            status,
            bound,
            True,
            curve[0],
            curve,
            removed,
            known,
            1,
            seconds,
            seconds,
        )
