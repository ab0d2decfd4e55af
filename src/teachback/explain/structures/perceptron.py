"""Perceptrons: sums over the terms, and then a function of the sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from teachback.explain.structures.scores import Columns, product, with_zero
from teachback.sweeps import Matrix

_ACTIVATIONS: dict[str, Callable[[Matrix], Matrix]] = {
    "identity": lambda values: values,
    "logistic": expit,
    "tanh": np.tanh,
    "relu": lambda values: np.maximum(values, 0.0),
}


@dataclass(frozen=True)
class Perceptron:
    """A perceptron: the first layer is a sum over the terms."""

    weights: Matrix  # terms × hidden units
    bias: Matrix
    later: tuple[tuple[Matrix, Matrix], ...]
    activation: str

    def head(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The scores, from the sums of the first layer."""
        out = sums + self.bias
        for weights, bias in self.later:
            out = product(_ACTIVATIONS[self.activation](out), weights) + bias
        return with_zero(out)

    def shifted(self, by: float) -> Perceptron:
        """A copy whose second score is lower by `by`."""
        weights, bias = self.later[-1]
        return replace(self, later=(*self.later[:-1], (weights, bias - by)))

    def term_parts(self, columns: Columns, values: Matrix) -> Matrix:
        """What each of these terms adds to each sum."""
        return self.weights[columns] * values[:, np.newaxis]

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        return self.head(X @ self.weights, np.zeros(X.shape[0]))
