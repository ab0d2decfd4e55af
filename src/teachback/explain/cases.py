"""One document under one model: the scores of what is left when some of its words are removed.

A removal is a row of True and False, one for each word. Where the structure of the model is known, nothing is
vectorised or predicted again: sums are kept, and a removed word's part is taken away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from teachback.explain.models import Model, Positions
from teachback.explain.readers import Bag, Document, Norm, Removals
from teachback.explain.structures import Additive
from teachback.explain.trees import Trees
from teachback.sweeps import Matrix

_CHUNK = 1 << 22  # numbers in one batch of variants


class Case(ABC):
    """A document whose words can be removed, and what the model makes of the rest."""

    size: int
    cheap: bool = True  # whether thousands of removals are scored in a few milliseconds

    @abstractmethod
    def scores(self, removed: Removals) -> tuple[Matrix, Positions | None]:
        """The scores after each removal, and the winners where the highest score does not always win."""

    def children(self, removed: Removals, more: Positions) -> tuple[Matrix, Positions | None]:
        """The same after removing `removed` and one of the words `more`."""
        rows = np.repeat(removed[np.newaxis], len(more), axis=0)
        rows[np.arange(len(more)), more] = True
        return self.scores(rows)


class Summed(Case):
    """A model whose scores depend on sums over the words: additive models, perceptrons, kernel machines.

    Parameters
    ----------
    parts
        What each word adds to each sum, words × sums.
    squares, lengths
        What each word adds to the row's squared length, and to its length in the norm.
    norm
        By which length the sums are divided once words are gone.
    head
        From the sums and the squared lengths of rows to scores.
    """

    def __init__(
        self, parts: Matrix, squares: Matrix, lengths: Matrix, norm: Norm, head: Callable[[Matrix, Matrix], Matrix]
    ) -> None:
        self.size, self.norm, self.head = len(parts), norm, head
        self.parts = np.column_stack([parts, squares, lengths])
        self.cheap = parts.shape[1] <= 256

    def scores(self, removed: Removals) -> tuple[Matrix, None]:
        """The scores after each removal."""
        step = max(1, _CHUNK // self.parts.shape[1])
        kept = (~removed).astype(np.float64)
        return np.vstack([self._finish(kept[at : at + step] @ self.parts) for at in range(0, len(kept), step)]), None

    def children(self, removed: Removals, more: Positions) -> tuple[Matrix, None]:
        """The scores after one more removal each: a subtraction for each sum."""
        left = (~removed).astype(np.float64)
        if left.sum() <= 1:
            return super().children(removed, more)  # type: ignore[return-value]
        return self._finish(left @ self.parts - self.parts[more]), None

    def _finish(self, sums: Matrix) -> Matrix:
        values, squares = sums[:, :-2], sums[:, -2]
        if self.norm is None:
            return self.head(values, squares)
        by = np.sqrt(np.maximum(squares, 0.0)) if self.norm == "l2" else sums[:, -1]
        by = np.where(by > 1e-12, by, 1.0)
        return self.head(values / by[:, np.newaxis], squares / (by * by))


class Walked(Case):
    """Trees, walked with the values of what is left."""

    def __init__(self, trees: Trees, document: Bag) -> None:
        self.trees, self.document, self.size = trees, document, len(document.words)

    def scores(self, removed: Removals) -> tuple[Matrix, None]:
        """The scores after each removal."""
        left = self.document.left(removed)
        return self.trees.leaves(self.document.columns, left), None


class Predicted(Case):
    """Any model: what is left is given to it."""

    cheap = False

    def __init__(self, model: Model, document: Document) -> None:
        self.model, self.document, self.size = model, document, len(document.words)

    def scores(self, removed: Removals) -> tuple[Matrix, Positions | None]:
        """The scores after each removal, as the model gives them."""
        variants = self.document.variants(removed)
        scores = self.model.scores(variants)
        return scores, None if self.model.predict is None else self.model.predict(variants)


def case_of(model: Model, document: Document) -> Case:
    """The quickest exact way to score what is left of the document."""
    structure = model.structure
    if structure is None or not isinstance(document, Bag) or document.overlapping:
        return Predicted(model, document)
    if isinstance(structure, Trees):
        return Walked(structure, document)
    columns, values = document.columns, document.values
    norm = document.norm
    if isinstance(structure, Additive) and not structure.linear and norm is not None:
        if structure.above != 0.0:
            return Predicted(model, document)
        norm = None  # presence is presence in a row of any length
    parts = structure.first(columns, values)
    grouped = document.grouped
    return Summed(grouped(parts), grouped(values * values), grouped(np.abs(values)), norm, structure.head)
