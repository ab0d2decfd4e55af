"""Which structure a fitted model has, as far as its public attributes tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from teachback.explain.structures.additive import Additive
from teachback.explain.structures.kernel_machine import KernelMachine
from teachback.explain.structures.perceptron import Perceptron
from teachback.explain.structures.scores import is_a, with_zero
from teachback.explain.structures.trees import Trees, trees_of
from teachback.sweeps import Matrix

Structure = Additive | Perceptron | KernelMachine | Trees


def structure_of(model: Any) -> Structure | None:
    """The structure of a fitted model as far as its public attributes tell."""
    for recognise in (_taught, _bayes, _perceptron, _machine, trees_of, _linear):
        structure = recognise(model)
        if structure is not None:
            return structure
    return None


def _taught(model: Any) -> Additive | None:
    evidence: Callable[[], tuple[Matrix, Matrix] | None] | None = getattr(model, "evidence", None)
    learned = evidence() if evidence is not None else None
    return None if learned is None else Additive(np.ascontiguousarray(learned[0]), np.asarray(learned[1]))


def _bayes(model: Any) -> Additive | None:
    if is_a(model, "MultinomialNB"):
        return Additive(np.ascontiguousarray(model.feature_log_prob_.T), np.asarray(model.class_log_prior_))
    if is_a(model, "ComplementNB"):
        alone = model.class_log_prior_ if len(model.classes_) == 1 else np.zeros(len(model.classes_))
        return Additive(np.ascontiguousarray(model.feature_log_prob_.T), alone)
    if is_a(model, "BernoulliNB"):
        absent = np.log1p(-np.exp(model.feature_log_prob_))
        weights = np.ascontiguousarray((model.feature_log_prob_ - absent).T)
        if model.binarize is None:
            return Additive(weights, model.class_log_prior_ + absent.sum(axis=1))
        if model.binarize >= 0:
            return Additive(weights, model.class_log_prior_ + absent.sum(axis=1), above=float(model.binarize))
    if is_a(model, "GaussianNB"):
        constant = np.log(model.class_prior_) - 0.5 * np.log(2 * np.pi * model.var_).sum(axis=1)
        constant -= 0.5 * (model.theta_**2 / model.var_).sum(axis=1)
        squares = np.ascontiguousarray(-0.5 / model.var_.T)
        return Additive(np.ascontiguousarray((model.theta_ / model.var_).T), constant, squares=squares)
    return None


def _perceptron(model: Any) -> Perceptron | None:
    if not is_a(model, "MLPClassifier") or model.out_activation_ not in ("logistic", "softmax"):
        return None
    if model.out_activation_ == "logistic" and model.n_outputs_ > 1:  # several labels at once
        return None
    layers = tuple(zip(model.coefs_, model.intercepts_, strict=True))
    return Perceptron(np.ascontiguousarray(layers[0][0]), layers[0][1], layers[1:], model.activation)


def _machine(model: Any) -> KernelMachine | None:
    if not is_a(model, "SVC", "NuSVC") or len(model.classes_) != 2 or model.kernel not in ("rbf", "poly", "sigmoid"):
        return None
    vectors = csr_array(model.support_vectors_)
    alpha = model.dual_coef_.toarray() if hasattr(model.dual_coef_, "toarray") else np.asarray(model.dual_coef_)
    return KernelMachine(
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
    if len(weights) == len(model.classes_) and not is_a(model, "SVC", "NuSVC"):
        return Additive(np.ascontiguousarray(weights.T), np.array(constant))
    return None
