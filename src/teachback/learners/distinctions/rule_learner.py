"""The scikit-learn door to rules taught by distinctions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from teachback.learners.base import BadTeaching, Learner
from teachback.learners.distinctions.matching import first_matches, row_example
from teachback.learners.distinctions.protocol import Rules, TaughtExample, Teacher
from teachback.learners.distinctions.rule import Literal, feature_text, true_of
from teachback.sweeps import Matrix

_BLOCK = 256  # rows that are decided at once while a teacher may still change the rules

Distinctions = Iterable[tuple[int, Hashable, int, Any, bool]]
"""(row, class, versus, feature, present): row is of that class, and unlike row versus it has, or lacks, the feature."""


class RuleLearner(Rules, Learner):
    """Rules as a classifier of sparse counts: a feature is true of a document that has the column's term."""

    labels_need_distinctions: ClassVar[bool] = True

    @abstractmethod
    def _tell_apart(self, taught: TaughtExample, versus: TaughtExample, literal: Literal) -> None:
        """Learn a literal that is true of one example and false of another, neither of which is a rule's."""

    def fit(  # type: ignore[override]
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        distinctions: Distinctions = (),
        classes: Sequence[Hashable] | None = None,
    ) -> Self:
        """Learn from labelled documents and what tells them apart, in the order in which it was taught.

        The first document begins. A distinction from a rule's example narrows that rule, whatever the rules would have
        shown; any other adds to the document's own rule, or begins one. Distinctions that contradict the labels or the
        counts, and labels that the rules get wrong in the end, are kept in `aside_`.

        Parameters
        ----------
        X, y
            Counts of the labelled documents and their classes.
        distinctions
            (row, class, versus, column, present): unlike row `versus`, the row has, or lacks, the column's term.
        classes
            All classes, when some may be untaught yet.
        """
        self._check_parameters()
        X, positions, _ = self._checked_documents(X, y, None, classes, ())
        _check_rows(positions)
        labels = self.classes_[positions].tolist()
        self.begin(row_example(X, 0), labels[0], name=0, classes=self.classes_.tolist())
        for distinction in distinctions:
            self._replay(X, labels, *distinction)
        decided = first_matches(self.rules_, X)
        right = self._classes_of(decided) == np.array(labels)
        for place, rule in enumerate([*self.rules_, self.default_]):
            rule["support"] = int(np.sum(right[decided == place]))
            rule["mistakes"] += int(np.sum(~right[decided == place]))
        contradicted = {label["name"] for label in self.aside_}
        for row in np.flatnonzero(~right).tolist():
            if row not in contradicted:
                self.aside_.append({"name": row, "class": labels[row], "why": "no distinction was given"})
        self.open_, self.seen_ = classes is None, len(labels)
        return self

    def partial_fit(
        self, X: Any, y: ArrayLike, *, teacher: Teacher | None = None, classes: Sequence[Hashable] | None = None
    ) -> Self:
        """Go on learning, row by row: where the proposal is wrong, the teacher is asked what tells the two apart.

        A row for which the teacher has no answer, or one that does not tell them apart, is kept aside. Rows are named
        by their number in the order in which they came.
        """
        self._check_parameters()
        first = not hasattr(self, "default_")
        X = self._checked_counts(X, "X", first=not hasattr(self, "n_features_in_"))
        labels = column_or_1d(y, warn=True)
        check_consistent_length(X, labels)
        _check_rows(labels)
        check_classification_targets(labels)
        labels, before = labels.tolist(), 0 if first else self.seen_
        if first:
            self.begin(row_example(X, 0), labels[0], name=0, classes=classes)
        for label in dict.fromkeys(labels):
            self._check_class(label)
        row = int(first)
        while row < len(labels):
            stop = min(row + _BLOCK, len(labels))
            row += self._agree_until_wrong(X[row:stop], labels[row:stop])
            if row < stop:
                self._ask(teacher, TaughtExample(row_example(X, row), labels[row], before + row))
                row += 1
        self.seen_ = before + len(labels)
        return self

    def apply(self, X: Any) -> NDArray[np.intp]:
        """The position of the rule that decides each document; the number of rules where the default does."""
        check_is_fitted(self)
        return first_matches(self.rules_, self._checked_counts(X, "X", first=False))

    def decision_path(self, X: Any) -> csr_array:
        """The rules tried for each document, documents × (rules + 1): the last of a row decides, the others fail."""
        tried = self.apply(X) + 1
        indptr = np.concatenate([[0], np.cumsum(tried)])
        indices = np.arange(indptr[-1]) - np.repeat(indptr[:-1], tried)
        return csr_array((np.ones(len(indices), np.bool_), indices, indptr), shape=(len(tried), len(self.rules_) + 1))

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        """The deciding rule's class weighs 2 and the rule's support, every other class 1."""
        place = {name: column for column, name in enumerate(self.classes_.tolist())}
        weights = np.ones((len(self.rules_) + 1, len(place)))
        for k in range(len(weights)):
            weights[k, place[self._rule(k)["class"]]] += 1 + self._rule(k)["support"]
        return np.asarray(np.log(weights)[first_matches(self.rules_, X)])

    def _classes_of(self, decided: NDArray[np.intp]) -> NDArray[Any]:
        """The classes that these rules stand for."""
        return np.array([self._rule(place)["class"] for place in range(len(self.rules_) + 1)])[decided]

    def _agree_until_wrong(self, X: csr_array, labels: list[Any]) -> int:
        """How many rows from the first on are proposed rightly; their rules have that much more support."""
        decided = first_matches(self.rules_, X)
        wrong = np.flatnonzero(self._classes_of(decided) != np.array(labels))
        right = decided[: wrong[0]] if len(wrong) else decided
        for place, support in enumerate(np.bincount(right).tolist()):
            self._rule(place)["support"] += support
        return len(right)

    def _ask(self, teacher: Teacher | None, taught: TaughtExample) -> None:
        """Learn what the teacher says of a wrong proposal, or keep the label aside."""
        x, class_, name = taught
        try:
            self.correct(x, class_, None if teacher is None else teacher(x, class_, self.propose(x)), name=name)
        except BadTeaching as error:
            self.set_aside(x, class_, str(error), name=name)

    def _replay(
        self, X: csr_array, labels: list[Any], row: int, class_: Any, versus: int, feature: Any, present: bool
    ) -> None:
        """Learn a distinction as it was taught, whatever the rules would have shown at that moment."""
        for number in (row, versus):
            if not 0 <= number < len(labels):
                raise BadTeaching(f"There is no row {number!r} to tell apart; X has the rows 0 to {len(labels) - 1}.")
        self._check_class(class_)
        feature = feature if callable(feature) else self._checked_term(feature)
        taught = TaughtExample(row_example(X, row), class_, row)
        other = TaughtExample(row_example(X, versus), labels[versus], versus)
        if why := _contradiction(taught, other, labels[row], (feature, present)):
            self.aside_.append({"name": row, "class": class_, "why": why})
            return
        places = {rule["name"]: place for place, rule in enumerate(self.rules_)}
        if versus in places:
            self.rules_[places[versus]]["mistakes"] += 1
            self._narrow(places[versus], (feature, not present))
        elif row in places:
            self._narrow(places[row], (feature, present))
        else:
            self.default_["mistakes"] += versus == self.default_["name"]
            self._tell_apart(taught, other, (feature, present))


def _check_rows(labels: NDArray[Any]) -> None:
    if not len(labels):
        raise BadTeaching("There is no example to learn from: X has no rows. Give at least one labelled document.")


def _contradiction(taught: TaughtExample, other: TaughtExample, label: Any, literal: Literal) -> str | None:
    """Why a distinction cannot be learned; None when it can."""
    feature, present = literal
    if label != taught.class_:
        return f"it is labelled {label}, but a distinction says {taught.class_}"
    if other.class_ == taught.class_:
        return f"row {other.name}, from which it is told apart, is {taught.class_} too"
    if true_of(feature, taught.x) != present or true_of(feature, other.x) == present:
        return f"{feature_text(feature)} does not tell it from row {other.name} in that way"
    return None
