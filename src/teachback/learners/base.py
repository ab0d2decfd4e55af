"""What all learners share: checked input, predictions from scores, the scikit-learn contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from teachback.errors import TeachbackError, listed
from teachback.learners.sparse import Matrix

Words = Iterable[tuple[int, Hashable] | tuple[int, Hashable, float]]
NotReasons = Iterable[int | tuple[int, Hashable]]


class BadTeaching(TeachbackError, ValueError):
    """Teaching from which nothing sensible could be learned."""


class Learner(ClassifierMixin, BaseEstimator):
    """A classifier of sparse term counts. A subclass learns in `fit` and says how well each class fits a document."""

    @abstractmethod
    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        """How well each class fits each document: documents × classes, up to a constant a document."""

    def predict(self, X: Any) -> NDArray[Any]:
        """The class that fits each document best; the first of them where several fit alike."""
        best = self._scores(X).argmax(axis=1)
        return self.classes_[best]  # type: ignore[no-any-return]

    def predict_log_proba(self, X: Any) -> Matrix:
        """The logarithm of each class's probability for each document."""
        scores = self._scores(X)
        return scores - logsumexp(scores, axis=1, keepdims=True)

    def predict_proba(self, X: Any) -> Matrix:
        """Each class's probability for each document."""
        return np.exp(self.predict_log_proba(X))

    def _scores(self, X: Any) -> Matrix:
        check_is_fitted(self)
        return self._joint_log_likelihood(self._checked_counts(X, "X", first=False))

    def _checked_counts(self, X: Any, name: str, *, first: bool) -> csr_array:
        """Counts as a sparse matrix of floats; the first matrix says how many terms there are."""
        if first:
            X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=True)
        else:
            X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        X = csr_array(X)
        if X.nnz and X.data.min() < 0:
            raise BadTeaching(
                f"Negative values in data passed to {type(self).__name__}: {name} has counts, which are never below 0; "
                f"the smallest given is {X.data.min():g}. Do not centre counts or subtract from them."
            )
        return X

    def _checked_documents(
        self, X: Any, y: ArrayLike | None, pool: Any, classes: Sequence[Hashable] | None, words: Words
    ) -> tuple[csr_array, NDArray[np.intp], csr_array | None]:
        """The labelled documents (perhaps none), their classes' positions, and the pool; sets `classes_`."""
        if X is None and pool is None:
            raise BadTeaching("There is nothing to count words in: give labelled documents X, a pool, or both.")
        if X is None:
            pool = self._checked_counts(pool, "pool", first=True)
            X, y = csr_array((0, pool.shape[1])), []
        else:
            X = self._checked_counts(X, "X", first=True)
            pool = None if pool is None or pool.shape[0] == 0 else self._checked_counts(pool, "pool", first=False)
        if y is None:
            raise BadTeaching(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        if len(y):
            check_classification_targets(y)
        if not X.shape[1]:
            raise BadTeaching("The vocabulary is empty: no term is left to learn from. Use fewer stop words.")
        self.classes_ = self._known_classes(y, words, classes)
        return X, self._positions(y), pool

    def _known_classes(self, y: NDArray[Any], words: Words, classes: Sequence[Hashable] | None) -> NDArray[Any]:
        taught = {*y.tolist(), *(word[1] for word in words)}
        if classes is None:
            known = np.unique(np.array(sorted(taught)) if taught else np.array([], dtype=object))
        else:
            known = np.asarray(list(classes))
            if unknown := sorted(str(name) for name in taught - set(known.tolist())):
                raise BadTeaching(
                    f"{listed(unknown)}: taught, but not among the classes {listed(map(str, known))}. Add it to the "
                    "classes, or correct the lesson."
                )
        if len(known) < 2:
            raise BadTeaching(
                f"Classifier can't train when only one class is present: {listed(map(str, known))}. Teach at least two "
                "classes, or name all of them with classes=[…]."
            )
        return known

    def _positions(self, labels: Iterable[Any]) -> NDArray[np.intp]:
        position = {name: place for place, name in enumerate(self.classes_.tolist())}
        return np.array([position[label] for label in np.asarray(labels).tolist()], dtype=np.intp)

    def _word_table(self, words: Words) -> Matrix:
        """How strongly each term was taught for each class (terms × classes; 0: not at all)."""
        table = np.zeros((self.n_features_in_, len(self.classes_)))
        for term, label, *strength in words:
            table[self._checked_term(term), self._positions([label])[0]] = strength[0] if strength else 1.0
        return table

    def _rejection_table(self, not_a_reason: NotReasons, words: Matrix) -> NDArray[np.bool_]:
        """Which terms are no reason for which classes (terms × classes)."""
        table = np.zeros(words.shape, dtype=np.bool_)
        for item in not_a_reason:
            if not isinstance(item, tuple):
                table[self._checked_term(item)] = words[item] == 0  # for every class that it was not taught for
                continue
            term, label = item
            if label not in self.classes_:
                raise BadTeaching(f"{label!r} is not a class; the classes are {listed(map(str, self.classes_))}.")
            place = self._positions([label])[0]
            if words[self._checked_term(term), place]:
                raise BadTeaching(
                    f"Term {term} is taught for {label!r} and also rejected for it. Retract one of the two lessons."
                )
            table[term, place] = True
        return table

    def _checked_term(self, term: int) -> int:
        if not 0 <= term < self.n_features_in_:
            raise BadTeaching(f"There is no term {term}; the terms are the columns 0 to {self.n_features_in_ - 1}.")
        return int(term)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


def as_counts(X: Any) -> csr_array:
    """Any matrix as sparse rows."""
    return csr_array(X) if not issparse(X) or X.format != "csr" else X
