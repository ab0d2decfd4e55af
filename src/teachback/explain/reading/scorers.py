"""One document under one model: the scores of what is left when some of its words are removed.

A removal is a row of True and False, one for each word. Where the structure of the model is known, nothing is
vectorised or predicted again: sums are kept, and a removed word's part is taken away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from teachback.explain.reading.model import ExplainedModel, Positions
from teachback.explain.reading.opened import Norm, OpenedDocument, OpenedRow, Removals
from teachback.explain.structures.additive import Additive
from teachback.explain.structures.kernel_machine import KernelMachine
from teachback.explain.structures.scores import with_zero
from teachback.explain.structures.trees import Trees
from teachback.kernels import kernel
from teachback.sweeps import Matrix

_CHUNK = 1 << 17  # numbers in one batch of sums, so that it stays in the cache
_LETTERS = 1 << 24  # of what is left of a text after each removal of one batch


class RemovalScorer(ABC):
    """A document whose words can be removed, and what the model makes of the rest."""

    size: int
    cheap: bool = True  # whether thousands of removals are scored in a few milliseconds

    @abstractmethod
    def scores(self, removed: Removals) -> tuple[Matrix, Positions | None]:
        """The scores after each removal, and the winners where the highest score does not always win."""

    def children(self, removed: Removals, more: Positions) -> tuple[Matrix, Positions | None]:
        """The scores after removing `removed` and one of the words `more`, for each of these."""
        rows = np.repeat(removed[np.newaxis], len(more), axis=0)
        rows[np.arange(len(more)), more] = True
        return self.scores(rows)


class SumScorer(RemovalScorer):
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
        self,
        parts: Matrix | csr_array,
        squares: Matrix,
        lengths: Matrix,
        norm: Norm,
        head: Callable[[Matrix, Matrix], Matrix],
    ) -> None:
        self.size, width = parts.shape
        self.squares, self.lengths, self.norm, self.head = squares, lengths, norm, head
        if isinstance(parts, csr_array):
            self.starts, self.sums, self.values = parts.indptr, parts.indices, parts.data
        else:
            self.starts = np.arange(0, parts.size + 1, width, dtype=np.int32)
            self.sums, self.values = np.tile(np.arange(width, dtype=np.int32), self.size), parts.ravel()
        self.total = np.concatenate([parts.sum(axis=0), [squares.sum(), lengths.sum()]])
        self.cheap = width <= 256

    def scores(self, removed: Removals) -> tuple[Matrix, None]:
        """The scores after each removal."""
        step = self._rows
        return np.vstack(
            [self._finish(self._left(removed[at : at + step])) for at in range(0, len(removed), step)]
        ), None

    def children(self, removed: Removals, more: Positions) -> tuple[Matrix, None]:
        """The scores after one more removal each: a subtraction for each sum."""
        if removed.sum() + 1 >= self.size:
            return super().children(removed, more)  # type: ignore[return-value]
        base, step = self._left(removed[np.newaxis])[0], self._rows
        rows = [
            _less(self.starts, self.sums, self.values, self.squares, self.lengths, base, more[at : at + step])
            for at in range(0, len(more), step)
        ]
        return np.vstack([self._finish(sums) for sums in rows]), None

    @property
    def _rows(self) -> int:
        return max(1, _CHUNK // len(self.total))

    def _left(self, removed: Removals) -> Matrix:
        return np.asarray(_left(self.starts, self.sums, self.values, self.squares, self.lengths, self.total, removed))

    def _finish(self, sums: Matrix) -> Matrix:
        values, squares = sums[:, :-2], sums[:, -2]
        if self.norm is None:
            return self.head(values, squares)
        by = np.sqrt(np.maximum(squares, 0.0)) if self.norm == "l2" else sums[:, -1]
        by = np.where(by > 1e-12, by, 1.0)
        values /= by[:, np.newaxis]
        return self.head(values, squares / (by * by))


class RadialScorer(SumScorer):
    r"""A machine with radial basis functions whose rows are not divided anew.

    Removing word j multiplies the kernel of support vector i by :math:`e^{\gamma x_j^2} e^{-2 \gamma x_j s_{ij}}`. The
    first factor is the same for all vectors, the second is 1 for those without the word.
    """

    def __init__(self, machine: KernelMachine, parts: csr_array, squares: Matrix, lengths: Matrix) -> None:
        super().__init__(parts, squares, lengths, None, machine.head)
        self.machine, self.lost = machine, -np.expm1(-2.0 * machine.gamma * parts.data)

    def children(self, removed: Removals, more: Positions) -> tuple[Matrix, None]:
        """The scores after one more removal each: a product for each vector that has the word."""
        sums, machine = self._left(removed[np.newaxis]), self.machine
        near = machine.alpha * machine.kernels(sums[:, :-2], sums[:, -2])[0]
        lost = _lost(self.starts, self.sums, self.lost, near, more)
        values = (near.sum() - lost) * np.exp(machine.gamma * self.squares[more]) + machine.constant
        return with_zero(values[:, np.newaxis]), None

    @staticmethod
    def is_exact(machine: KernelMachine, parts: csr_array, squares: Matrix) -> bool:
        """Whether the factors are so near 1 that nothing is lost by rounding."""
        farthest = max(squares.max(initial=0.0), 2.0 * np.abs(parts.data).max(initial=0.0))
        return bool(machine.kernel == "rbf" and machine.gamma * farthest < 4.0)


@kernel
def _left(starts, sums, values, squares, lengths, total, removed):  # type: ignore[no-untyped-def]
    """The sums over what is left after each removal: from the removed words or from the others, whichever are fewer."""
    out = np.empty((len(removed), len(total)))
    for row in range(len(removed)):
        few = 2 * removed[row].sum() <= len(squares)
        sign = -1.0 if few else 1.0
        for at in range(len(total)):
            out[row, at] = total[at] if few else 0.0
        for word in range(len(squares)):
            if removed[row, word] == few:
                for at in range(starts[word], starts[word + 1]):
                    out[row, sums[at]] += sign * values[at]
                out[row, -2] += sign * squares[word]
                out[row, -1] += sign * lengths[word]
    return out


@kernel
def _less(starts, sums, values, squares, lengths, base, more):  # type: ignore[no-untyped-def]
    """The sums without one more word each."""
    out = np.empty((len(more), len(base)))
    for row in range(len(more)):
        word = more[row]
        out[row] = base
        for at in range(starts[word], starts[word + 1]):
            out[row, sums[at]] -= values[at]
        out[row, -2] -= squares[word]
        out[row, -1] -= lengths[word]
    return out


@kernel
def _lost(starts, sums, lost, near, more):  # type: ignore[no-untyped-def]
    """What each word takes from the sum of the kernels."""
    out = np.zeros(len(more))
    for row in range(len(more)):
        for at in range(starts[more[row]], starts[more[row] + 1]):
            out[row] += near[sums[at]] * lost[at]
    return out


class TreeScorer(RemovalScorer):
    """Trees, walked with the values of what is left."""

    def __init__(self, trees: Trees, document: OpenedRow) -> None:
        self.trees, self.document, self.size = trees, document, len(document.words)

    def scores(self, removed: Removals) -> tuple[Matrix, None]:
        """The scores after each removal."""
        left = self.document.left(removed)
        return self.trees.leaves(self.document.columns, left), None


class ModelScorer(RemovalScorer):
    """Any model: what is left is given to it."""

    cheap = False

    def __init__(self, model: ExplainedModel, document: OpenedDocument) -> None:
        self.model, self.document, self.size = model, document, len(document.words)

    def scores(self, removed: Removals) -> tuple[Matrix, Positions | None]:
        """The scores after each removal, as the model gives them."""
        step = max(1, _LETTERS // max(len(self.document.text or ""), self.size))
        parts = [self._scores(removed[at : at + step]) for at in range(0, len(removed), step)]
        scores, winners = zip(*parts, strict=True)
        return np.vstack(scores), None if self.model.predict is None else np.concatenate(winners)

    def _scores(self, removed: Removals) -> tuple[Matrix, Positions | None]:
        variants = self.document.variants(removed)
        return self.model.scores(variants), None if self.model.predict is None else self.model.predict(variants)


def scorer_of(model: ExplainedModel, document: OpenedDocument) -> RemovalScorer:
    """The quickest exact way to score what is left of the document."""
    structure = model.structure
    if structure is None or not isinstance(document, OpenedRow) or document.overlapping:
        return ModelScorer(model, document)
    if isinstance(structure, Trees):
        return TreeScorer(structure, document)
    columns, values = document.columns, document.values
    norm = document.norm
    if isinstance(structure, Additive) and not structure.linear and norm is not None:
        if structure.above != 0.0:
            return ModelScorer(model, document)
        norm = None  # presence is presence in a row of any length
    parts = document.grouped(structure.term_parts(columns, values))
    squares, lengths = document.grouped(values * values), document.grouped(np.abs(values))
    if isinstance(structure, KernelMachine):
        parts = csr_array(parts)
        if norm is None and RadialScorer.is_exact(structure, parts, squares):
            return RadialScorer(structure, parts, squares, lengths)
    return SumScorer(parts, squares, lengths, norm, structure.head)
