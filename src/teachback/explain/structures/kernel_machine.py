"""Kernel machines: dot products with support vectors, and then a function of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from teachback.explain.structures.scores import Columns, product, with_zero
from teachback.sweeps import Matrix


@dataclass(frozen=True)
class KernelMachine:
    r"""A binary support vector machine: :math:`f = b + \sum_i \alpha_i K(x, s_i)`.

    Of a row only its dot products with the support vectors and its squared length matter, and both are sums over the
    terms; so a word's removal is two subtractions for each support vector.
    """

    vectors: csr_array  # terms × support vectors
    lengths: Matrix  # of the support vectors, squared
    alpha: Matrix
    constant: float
    kernel: str
    gamma: float
    degree: int
    coef0: float

    def kernels(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The kernel of each support vector, from dot products and squared lengths."""
        if self.kernel == "rbf":
            near = (2.0 * self.gamma) * sums
            near -= self.gamma * self.lengths
            near -= self.gamma * squares[:, np.newaxis]
            return np.exp(near, out=near)
        inner = self.gamma * sums + self.coef0
        return np.asarray(inner**self.degree if self.kernel == "poly" else np.tanh(inner))

    def head(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The scores, from dot products and squared lengths."""
        return with_zero(product(self.kernels(sums, squares), self.alpha[:, np.newaxis]) + self.constant)

    def shifted(self, by: float) -> KernelMachine:
        """A copy whose second score is lower by `by`."""
        return replace(self, constant=self.constant - by)

    def term_parts(self, columns: Columns, values: Matrix) -> csr_array:
        """What each of these terms adds to each dot product."""
        part = self.vectors[columns]
        part.data *= np.repeat(values, np.diff(part.indptr))
        return part

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        squares = np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64)
        return self.head((X @ self.vectors).toarray(), squares)
