"""A pipeline from texts to classes whose last step decides by its probabilities, as the model's answers do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import Pipeline, make_pipeline

from teachback.explain.structures.recognition import structure_of
from teachback.explain.structures.scores import is_a
from teachback.sweeps import Matrix


class LikeliestClass(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose prediction is the class with the highest probability.

    >>> from sklearn.naive_bayes import MultinomialNB
    >>> nb = MultinomialNB().fit([[2, 0], [0, 2]], ["bug", "praise"])
    >>> LikeliestClass(nb).predict([[0, 1]]).tolist()
    ['praise']
    """

    def __init__(self, classifier: Any) -> None:
        self.classifier = classifier

    @property
    def classes_(self) -> NDArray[Any]:
        """Those of the classifier."""
        return np.asarray(self.classifier.classes_)

    @property
    def n_features_in_(self) -> int:
        """How many columns it takes."""
        return int(self.classifier.n_features_in_)

    def predict_proba(self, X: Any) -> Matrix:
        """As the classifier gives them."""
        return np.asarray(self.classifier.predict_proba(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """The likeliest class of each row."""
        return self.classes_[self.predict_proba(X).argmax(axis=1)]  # type: ignore[no-any-return]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def explainable(steps: Sequence[Any]) -> Pipeline:
    """The pipeline of fitted steps as the explainer takes it.

    The last step stays itself where its structure makes exact answers possible and its highest score is its highest
    probability.
    """
    *_, last = steps
    if is_a(last, "SVC", "NuSVC") or structure_of(last) is None:
        last = LikeliestClass(last)
    return make_pipeline(*steps[:-1], last)
