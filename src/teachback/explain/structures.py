"""The structures that make an explanation exact or quick: what a model's scores are made of.

- :class:`Additive`: a sum over the row's terms (linear models, naive Bayes, our own learners);
- :class:`Layered`: sums over the terms, and then a function of the sums (perceptrons);
- :class:`Kernel`: dot products with support vectors, and then a function of them (support vector machines);
- :class:`Trees`: boosted trees, forests and single trees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, NuSVC

from teachback.explain.trees import Trees, trees_of
from teachback.sweeps import Matrix, scores

Columns = NDArray[np.int32]


@dataclass(frozen=True)
class Additive:
    r"""Scores :math:`f_k = b_k + \sum_j \phi_{jk}(x_j)`, with :math:`\phi_{jk}(0) = 0`.

    Linear: :math:`\phi = x_j w_{jk}`. With `above`, a term says the same whatever its value, once it is above that.
    With `squares`, :math:`\phi = x_j w_{jk} + x_j^2 u_{jk}` (Gaussian naive Bayes).
    """

    weights: Matrix  # terms × classes
    constant: Matrix
    above: float | None = None
    squares: Matrix | None = None

    @property
    def linear(self) -> bool:
        """Whether scaling a row scales what its terms say."""
        return self.above is None and self.squares is None

    def head(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The scores, from sums of what terms say."""
        return sums + self.constant

    def shifted(self, by: float) -> Additive:
        """The same with so much taken from the second score."""
        return replace(self, constant=self.constant - [0.0, by])

    def first(self, columns: Columns, values: Matrix) -> Matrix:
        """What each of these terms says for each class."""
        if self.above is not None:
            values = (values > self.above).astype(np.float64)
        said = self.weights[columns] * values[:, np.newaxis]
        if self.squares is not None:
            said += self.squares[columns] * (values * values)[:, np.newaxis]
        return said

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        if self.linear:
            return scores(X, self.weights) + self.constant
        row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        added = np.tile(self.constant, (X.shape[0], 1))
        np.add.at(added, row, self.first(X.indices, np.asarray(X.data, dtype=np.float64)))
        return added


@dataclass(frozen=True)
class Layered:
    """A perceptron: the first layer is a sum over the terms."""

    weights: Matrix  # terms × hidden units
    bias: Matrix
    later: tuple[tuple[Matrix, Matrix], ...]
    activation: str

    def head(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The scores, from the sums of the first layer."""
        out = sums + self.bias
        for weights, bias in self.later:
            out = _product(_ACTIVATIONS[self.activation](out), weights) + bias
        return with_zero(out)

    def shifted(self, by: float) -> Layered:
        """The same with so much taken from the second score."""
        weights, bias = self.later[-1]
        return replace(self, later=(*self.later[:-1], (weights, bias - by)))

    def first(self, columns: Columns, values: Matrix) -> Matrix:
        """What each of these terms adds to each sum."""
        return self.weights[columns] * values[:, np.newaxis]

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        return self.head(X @ self.weights, np.zeros(X.shape[0]))


@dataclass(frozen=True)
class Kernel:
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
        return with_zero(_product(self.kernels(sums, squares), self.alpha[:, np.newaxis]) + self.constant)

    def shifted(self, by: float) -> Kernel:
        """The same with so much taken from the second score."""
        return replace(self, constant=self.constant - by)

    def first(self, columns: Columns, values: Matrix) -> csr_array:
        """What each of these terms adds to each dot product."""
        part = self.vectors[columns]
        part.data *= np.repeat(values, np.diff(part.indptr))
        return part

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        squares = np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64)
        return self.head((X @ self.vectors).toarray(), squares)


Structure = Additive | Layered | Kernel | Trees


def with_zero(values: Matrix) -> Matrix:
    """Decision values as scores: one column f means the two scores 0 and f."""
    return np.hstack([np.zeros_like(values), values]) if values.shape[1] == 1 else values


def _product(values: Matrix, weights: Matrix) -> Matrix:
    """The matrix product; of a single column row by row, since other threads take longer to wake than to help."""
    return np.vecdot(values, weights[:, 0])[:, np.newaxis] if weights.shape[1] == 1 else values @ weights


def structure_of(model: Any) -> Structure | None:
    """The structure of a fitted model as far as its public attributes tell."""
    for recognise in (_taught, _bayes, _perceptron, _machine, trees_of, _linear):
        structure = recognise(model)
        if structure is not None:
            return structure
    return None


def _taught(model: Any) -> Additive | None:
    evidence: Callable[[], tuple[Matrix, Matrix] | None] | None = getattr(model, "evidence", None)
    said = evidence() if evidence is not None else None
    return None if said is None else Additive(np.ascontiguousarray(said[0]), np.asarray(said[1]))


def _bayes(model: Any) -> Additive | None:
    if isinstance(model, MultinomialNB):
        return Additive(np.ascontiguousarray(model.feature_log_prob_.T), np.asarray(model.class_log_prior_))
    if isinstance(model, ComplementNB):
        alone = model.class_log_prior_ if len(model.classes_) == 1 else np.zeros(len(model.classes_))
        return Additive(np.ascontiguousarray(model.feature_log_prob_.T), alone)
    if isinstance(model, BernoulliNB):
        absent = np.log1p(-np.exp(model.feature_log_prob_))
        weights = np.ascontiguousarray((model.feature_log_prob_ - absent).T)
        if model.binarize is None:
            return Additive(weights, model.class_log_prior_ + absent.sum(axis=1))
        if model.binarize >= 0:
            return Additive(weights, model.class_log_prior_ + absent.sum(axis=1), above=float(model.binarize))
    if isinstance(model, GaussianNB):
        constant = np.log(model.class_prior_) - 0.5 * np.log(2 * np.pi * model.var_).sum(axis=1)
        constant -= 0.5 * (model.theta_**2 / model.var_).sum(axis=1)
        squares = np.ascontiguousarray(-0.5 / model.var_.T)
        return Additive(np.ascontiguousarray((model.theta_ / model.var_).T), constant, squares=squares)
    return None


def _perceptron(model: Any) -> Layered | None:
    if not isinstance(model, MLPClassifier) or model.out_activation_ not in ("logistic", "softmax"):
        return None
    if model.out_activation_ == "logistic" and model.n_outputs_ > 1:  # several labels at once
        return None
    layers = tuple(zip(model.coefs_, model.intercepts_, strict=True))
    return Layered(np.ascontiguousarray(layers[0][0]), layers[0][1], layers[1:], model.activation)


def _machine(model: Any) -> Kernel | None:
    if not isinstance(model, SVC | NuSVC) or len(model.classes_) != 2 or model.kernel not in ("rbf", "poly", "sigmoid"):
        return None
    vectors = csr_array(model.support_vectors_)
    alpha = model.dual_coef_.toarray() if hasattr(model.dual_coef_, "toarray") else np.asarray(model.dual_coef_)
    return Kernel(
        csr_array(vectors.T),
        np.asarray(vectors.multiply(vectors).sum(axis=1), dtype=np.float64),
        alpha.ravel(),
        float(np.ravel(model.intercept_)[0]),
        model.kernel,
        float(model._gamma),
        int(model.degree),
        float(model.coef0),
    )


def _linear(model: Any) -> Additive | None:
    coef, intercept = getattr(model, "coef_", None), getattr(model, "intercept_", 0.0)
    if coef is None or not hasattr(model, "decision_function"):
        return None
    weights = np.atleast_2d(np.asarray(coef.toarray() if hasattr(coef, "toarray") else coef, dtype=np.float64))
    constant = np.broadcast_to(np.asarray(intercept, dtype=np.float64).ravel(), (len(weights),))
    if len(weights) == 1:
        return Additive(with_zero(np.ascontiguousarray(weights.T)), with_zero(constant[np.newaxis])[0])
    if len(weights) == len(model.classes_) and not isinstance(model, SVC | NuSVC):
        return Additive(np.ascontiguousarray(weights.T), np.array(constant))
    return None


_ACTIVATIONS: dict[str, Callable[[Matrix], Matrix]] = {
    "identity": lambda values: values,
    "logistic": expit,
    "tanh": np.tanh,
    "relu": lambda values: np.maximum(values, 0.0),
}
