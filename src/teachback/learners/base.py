"""What all learners share: checked input, predictions from scores, the scikit-learn contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from teachback.errors import TeachbackError, listed
from teachback.learners.linear_form import LinearForm
from teachback.pool import Pool, tidy
from teachback.sweeps import Matrix, share_out

Words = Iterable[tuple[int, Hashable] | tuple[int, Hashable, float]]
NotReasons = Iterable[int | tuple[int, Hashable]]


class BadTeaching(TeachbackError, ValueError):
    """Teaching from which nothing sensible could be learned."""


@dataclass(frozen=True)
class TermLessons:
    """Terms that speak for classes, or are no reason for them, in the order of the terms."""

    terms: NDArray[np.intp]
    classes: NDArray[np.intp]
    strength: Matrix
    shape: tuple[int, int]  # all terms, all classes

    def __bool__(self) -> bool:
        return len(self.terms) > 0

    @cached_property
    def table(self) -> Matrix:
        """The strengths, terms × classes; 0 where nothing was taught."""
        table = np.zeros(self.shape)
        table[self.terms, self.classes] = self.strength
        return table

    def with_more(self, terms: NDArray[np.intp], classes: NDArray[np.intp], strength: Matrix) -> TermLessons:
        """These and others, in the order of the terms."""
        together = np.concatenate([self.terms, terms])
        order = np.argsort(together, kind="stable")
        return TermLessons(
            together[order],
            np.concatenate([self.classes, classes])[order],
            np.concatenate([self.strength, strength])[order],
            self.shape,
        )


class Learner(ClassifierMixin, BaseEstimator):
    """A classifier of sparse term counts. A subclass learns from checked teaching and says how well each class fits."""

    n_features_in_: int  # as scikit-learn calls the number of terms
    words_need_pool: ClassVar[bool] = False  # whether taught words say nothing without a pool to find them in
    reads_texts: ClassVar[bool] = False  # whether its documents are texts, and not counts

    @property
    def name(self) -> str:
        """What it is called."""
        return type(self).__name__

    @abstractmethod
    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        """How well each class fits each document: documents × classes, up to a constant a document."""

    def evidence(self) -> tuple[Matrix, Matrix] | None:
        """What one more of each term says for each class (terms × classes), and what speaks for a class without any.

        The class for which the sum of a document's evidence is highest is the prediction; None where that is not so.
        """
        return None

    def linear_form(self) -> LinearForm | None:
        """The formula of the probabilities, of which every other program can make use; None where there is none."""
        return None

    def fit(
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        words: Words = (),
        not_a_reason: NotReasons = (),
        pool: Any = None,
        classes: Sequence[Hashable] | None = None,
    ) -> Self:
        """Learn from labelled documents, taught words and unlabelled documents; any of them may be missing.

        Parameters
        ----------
        X, y
            Counts of the labelled documents and their classes; None when there are none.
        words
            Taught words: (column, class) or (column, class, strength).
        not_a_reason
            Columns that are no reason for any class, or (column, class) for one.
        pool
            Counts of unlabelled documents, or a :class:`~teachback.pool.Pool` of them: that is looked at only once.
        classes
            All classes, when some may be untaught yet.
        """
        self._check_parameters()
        words = list(words)
        X, y, pool = self._checked_documents(X, y, pool, classes, words)
        taught = self._taught_words(words)
        self._learn(X, y, pool, taught, self._rejected_words(not_a_reason, taught))
        return self

    def _check_parameters(self) -> None:
        """Refuse parameters from which nothing could be learned."""

    def _check_numbers(self, *names: str, or_zero: bool = False) -> None:
        """Refuse parameters that are no finite numbers above 0, or 0 where that may be."""
        for name in names:
            value = getattr(self, name)
            if not (0 < value < np.inf or (or_zero and value == 0)):
                wanted = "of at least 0" if or_zero else "above 0"
                raise BadTeaching(f"{name} must be a number {wanted}, not {value!r}.")

    def _check_whole(self, name: str, least: int = 0) -> None:
        """Refuse a parameter that is no whole number, or a lower one."""
        value = getattr(self, name)
        if isinstance(value, float) or index(value) < least:
            raise BadTeaching(f"{name} must be a whole number of at least {least}, not {value!r}.")

    def _check_choice(self, name: str, *choices: str) -> None:
        """Refuse a parameter that is none of these."""
        if (value := getattr(self, name)) not in choices:
            raise BadTeaching(f"{name} must be {' or '.join(map(repr, choices))}, not {value!r}.")

    def _learn(
        self,
        X: csr_array,
        y: NDArray[np.intp],
        pool: Pool | None,
        taught: TermLessons,
        rejected: TermLessons,
    ) -> None:
        """Learn from labelled documents and the positions of their classes, a pool, and taught and rejected terms."""
        raise NotImplementedError

    def predict(self, X: Any) -> NDArray[Any]:
        """The class that fits each document best; the first of them where several fit alike."""
        best = self._scores(X).argmax(axis=1)
        return self.classes_[best]  # type: ignore[no-any-return]

    def predict_log_proba(self, X: Any) -> Matrix:
        """The logarithm of each class's probability for each document."""
        scores = self._scores(X)
        return np.asarray(scores - logsumexp(scores, axis=1, keepdims=True))

    def predict_proba(self, X: Any) -> Matrix:
        """Each class's probability for each document."""
        return share_out(self._scores(X))

    def _scores(self, X: Any) -> Matrix:
        check_is_fitted(self)
        return self._joint_log_likelihood(self._checked_counts(X, "X", first=False))

    def _checked_counts(self, X: Any, name: str, *, first: bool) -> csr_array:
        """Counts as sparse rows of floats, terms in order; the first matrix says how many terms there are."""
        if isinstance(X, Pool):
            if not first and X.shape[1] != self.n_features_in_:
                raise BadTeaching(f"{name} has {X.shape[1]} terms, but this model knows {self.n_features_in_}.")
            if first:
                self.n_features_in_ = X.shape[1]
            X = X.counts
        else:
            X = validate_data(
                self,
                X,
                accept_sparse="csr",
                dtype=np.float64,
                reset=first,
                ensure_all_finite=False,  # our own sentences follow
                ensure_min_samples=0 if first else 1,
                ensure_min_features=0,
            )
            X = tidy(X if isinstance(X, csr_array) else csr_array(X), name, BadTeaching)
        if not X.shape[1]:
            raise BadTeaching(
                f"The vocabulary is empty: {name} has 0 feature(s) (shape={X.shape}) while a minimum of 1 is required. "
                "Use fewer stop words, or keep rarer terms."
            )
        return X

    def _checked_documents(
        self, X: Any, y: ArrayLike | None, pool: Any, classes: Sequence[Hashable] | None, words: Words
    ) -> tuple[csr_array, NDArray[np.intp], Pool | None]:
        """The labelled documents (perhaps none), their classes' positions, and the pool; sets `classes_`."""
        if X is None and pool is None:
            raise BadTeaching("There is nothing to count words in: give labelled documents X, a pool, or both.")
        if X is not None:
            X = self._checked_counts(X, "X", first=True)
        if pool is not None:
            pool = self._checked_pool(pool, first=X is None)
        if X is None:
            X, y = csr_array((0, self.n_features_in_)), [] if y is None else y
        if y is None:
            raise BadTeaching(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        labels = column_or_1d(y, warn=True)
        check_consistent_length(X, labels)
        if len(labels):
            check_classification_targets(labels)
        self.classes_ = self._known_classes(labels, words, classes)
        return X, self._positions(labels), pool if pool is not None and len(pool) else None

    def _checked_pool(self, pool: Any, *, first: bool) -> Pool:
        """The pool; it may have no rows, and its columns are those of the labelled documents."""
        if first or np.shape(pool)[:1] != (0,):
            counts = self._checked_counts(pool, "pool", first=first)
            return pool if isinstance(pool, Pool) else Pool(counts)
        if np.shape(pool) != (0, self.n_features_in_):
            raise BadTeaching(
                f"The empty pool has shape {np.shape(pool)}, but X has {self.n_features_in_} columns. Leave it out."
            )
        return Pool(csr_array(np.shape(pool)))

    def _known_classes(self, y: NDArray[Any], words: Words, classes: Sequence[Hashable] | None) -> NDArray[Any]:
        taught = {*y.tolist(), *(word[1] for word in words)}
        if classes is None:
            known = _in_order(taught)
        else:
            known = np.asarray(list(classes))
            if len(set(known.tolist())) < len(known):
                raise BadTeaching(f"A class is named twice in {listed(map(str, known))}. Name each class once.")
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

    @property
    def _position(self) -> dict[Hashable, int]:
        """The position of each class."""
        return {name: place for place, name in enumerate(self.classes_.tolist())}

    def _positions(self, labels: Iterable[Any]) -> NDArray[np.intp]:
        position = self._position
        return np.array([position[label] for label in np.asarray(labels).tolist()], dtype=np.intp)

    def _taught_words(self, words: Words) -> TermLessons:
        """How strongly terms were taught for classes; the last lesson counts."""
        table: dict[tuple[int, int], float] = {}
        position = self._position
        for term, label, *strengths in words:
            strength = strengths[0] if strengths else 1.0
            if not 0 < strength < np.inf:
                raise BadTeaching(f"The strength of term {term} for {label!r} must be above 0, not {strength!r}.")
            table[self._checked_term(term), position[label]] = strength
        return self._said(table)

    def _rejected_words(self, not_a_reason: NotReasons, taught: TermLessons) -> TermLessons:
        """Which terms are no reason for which classes."""
        words = set(zip(taught.terms.tolist(), taught.classes.tolist(), strict=True))
        table: dict[tuple[int, int], float] = {}
        position = self._position
        for item in not_a_reason:
            if not isinstance(item, tuple):
                term = self._checked_term(item)
                places = ((term, place) for place in position.values())
                table.update((place, 1.0) for place in places if place not in words)  # of each it was not taught for
                continue
            term, label = self._checked_term(item[0]), item[1]
            if label not in position:
                raise BadTeaching(f"{label!r} is not a class; the classes are {listed(map(str, self.classes_))}.")
            place = (term, position[label])
            if place in words:
                raise BadTeaching(
                    f"Term {term} is taught for {label!r} and also rejected for it. Retract one of the two lessons."
                )
            table[place] = 1.0
        return self._said(table)

    def _said(self, table: dict[tuple[int, int], float]) -> TermLessons:
        pairs = sorted(table)
        terms, classes = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        strength = np.array([table[pair] for pair in pairs], dtype=np.float64)
        return TermLessons(terms, classes, strength, (self.n_features_in_, len(self.classes_)))

    def _checked_term(self, term: Any) -> int:
        try:
            column = index(term)
        except TypeError:
            column = -1
        if not 0 <= column < self.n_features_in_:
            raise BadTeaching(f"There is no term {term!r}; the terms are the columns 0 to {self.n_features_in_ - 1}.")
        return column

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # scikit-learn's test data are points, not counts
        return tags


def _in_order(classes: set[Hashable]) -> NDArray[Any]:
    try:
        return np.array(sorted(classes))  # type: ignore[type-var]
    except TypeError as error:
        raise BadTeaching(
            f"The classes {listed(sorted(map(repr, classes)))} are of several kinds. Write all of them as text, or all "
            "as numbers, in labels and words alike."
        ) from error
