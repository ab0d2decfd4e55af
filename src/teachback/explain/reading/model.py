"""Any classifier as one thing: its classes, its scores, and the structure that makes exact answers possible.

Scores are documents × classes, and the highest wins. A binary decision value f is taken for the two scores 0 and f. A
structure is believed only when it gives the model's own scores on rows made up for the purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import logit, softmax
from sklearn.utils import get_tags

from teachback.errors import listed, near_miss
from teachback.explain.explanation import CannotExplain
from teachback.explain.structures.recognition import Structure, structure_of
from teachback.explain.structures.scores import is_a, with_zero
from teachback.sweeps import Matrix

Positions = NDArray[np.intp]


@dataclass(frozen=True)
class ExplainedModel:
    """A classifier, as explanations see it."""

    classes: tuple[Hashable, ...]  # the classes, in the order of the scores
    scores: Callable[[Any], Matrix]  # from rows, or texts where `reads_texts`, to documents × classes
    # From the same to positions of classes, where the highest score does not always win
    predict: Callable[[Any], Positions] | None = None
    structure: Structure | None = None  # what the scores are made of, where that is known
    # The model's own predictions, as positions of classes, where `scores` only retraces how it makes them
    confirm: Callable[[Any], Positions] | None = None
    last_wins: bool = False  # whether the last of the highest scores wins, rather than the first
    reads_texts: bool = False

    def winners(self, scores: Matrix) -> Positions:
        """The class with the highest score."""
        if self.last_wins:
            return np.asarray(scores.shape[1] - 1 - np.argmax(scores[:, ::-1], axis=1))
        return np.asarray(np.argmax(scores, axis=1))

    def position(self, name: Hashable) -> int:
        """Where a class stands among the scores."""
        if name not in self.classes:
            raise CannotExplain(
                f"{name!r} is not a class of this model.{near_miss(str(name), map(str, self.classes))} Its classes are "
                f"{listed(map(str, self.classes))}; ask for one of these."
            )
        return self.classes.index(name)


def explained_model(
    model: Any, classes: Sequence[Hashable] | None, threshold: float | None, *, reads_texts: bool
) -> ExplainedModel:
    """The model of a fitted classifier, or of a function from rows or texts to scores."""
    if hasattr(model, "decision_function") or hasattr(model, "predict_proba"):
        return _classifier(model, threshold, reads_texts)
    if callable(model) and not hasattr(model, "fit"):
        return _function(model, classes, threshold, reads_texts)
    raise CannotExplain(
        f"{type(model).__name__} gives no scores: it has neither decision_function nor predict_proba, so there is no "
        "telling which word matters more. Give a model that has one of them, or a function that returns scores."
    )


def _classifier(model: Any, threshold: float | None, reads_texts: bool) -> ExplainedModel:
    if not hasattr(model, "classes_"):
        raise CannotExplain(f"{type(model).__name__} has no classes yet, because it has not been fitted. Fit it first.")
    names = tuple(np.asarray(model.classes_).tolist())
    if threshold is not None and len(names) != 2:
        raise _not_between_two(threshold, len(names))
    likely = hasattr(model, "predict_proba") and (threshold is not None or not hasattr(model, "decision_function"))
    method = _on_any_rows(model, model.predict_proba if likely else model.decision_function)
    boosted = is_a(model, "GradientBoostingClassifier", "SVC", "NuSVC") and len(names) == 2 and threshold is None

    def scores(X: Any) -> Matrix:
        values = np.asarray(method(X), dtype=np.float64)
        if threshold is not None:
            values = (values[:, 1] if values.ndim == 2 else values) - threshold
        return with_zero(values[:, np.newaxis]) if values.ndim == 1 else values

    place = {name: position for position, name in enumerate(names)}
    decide = _on_any_rows(model, model.predict)

    def predict(X: Any) -> Positions:
        if threshold is not None:
            return np.asarray(np.argmax(scores(X), axis=1))
        return np.array([place[name] for name in np.asarray(decide(X)).tolist()], dtype=np.intp)

    known = None if reads_texts else structure_of(model)
    shift = None if known is None else _shift(known, model, method, likely, threshold)
    if known is not None and shift is not None:
        known = known.shifted(shift) if shift else known
        return ExplainedModel(names, known.scores, None, known, predict, last_wins=boosted)
    return ExplainedModel(names, scores, predict, reads_texts=reads_texts)


def _on_any_rows(model: Any, method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The method, given dense rows where the model takes no others."""
    dense = is_a(model, "SVC", "NuSVC") and not model._sparse  # it was fitted on dense rows
    if dense or (hasattr(model, "__sklearn_tags__") and not get_tags(model).input_tags.sparse):
        return lambda X: method(X.toarray() if hasattr(X, "toarray") else X)
    return method


def _shift(
    structure: Structure, model: Any, method: Callable[[Any], Any], likely: bool, threshold: float | None
) -> float | None:
    """What the threshold takes from the structure's second score; None when the structure is not the model's."""
    random = np.random.default_rng(0)
    values = np.concatenate([np.ones(48), random.random(48)])
    starts = np.array([*range(0, 97, 12), 96, 96], dtype=np.int32)  # the last two rows are empty
    columns = random.integers(0, model.n_features_in_, 96).astype(np.int32)
    made_up = csr_array((values, columns, starts), shape=(10, model.n_features_in_))
    made_up.sum_duplicates()
    ours = structure.scores(made_up)
    if ours.shape[1] != len(model.classes_):
        return None
    if threshold is None and hasattr(model, "evidence"):  # up to a factor for each document
        same = np.array_equal(np.asarray(model.classes_)[ours.argmax(axis=1)], model.predict(made_up))
        return 0.0 if same else None
    theirs = np.asarray(method(made_up))
    if not likely:
        theirs = with_zero(theirs[:, np.newaxis]) if theirs.ndim == 1 else theirs
        alike = theirs.shape == ours.shape and _close(ours - ours[:, :1], theirs - theirs[:, :1])
        return (threshold or 0.0) if alike else None
    if _close(ours, theirs):
        return 0.0 if threshold is None else 2 * threshold - 1
    if _close(softmax(ours, axis=1), theirs):
        return 0.0 if threshold is None else float(logit(np.clip(threshold, 0.0, 1.0)))
    return None


def _close(ours: Matrix, theirs: Matrix) -> bool:
    return np.allclose(ours, theirs, rtol=1e-6, atol=1e-8)


def _function(
    function: Callable[[Any], Any], classes: Sequence[Hashable] | None, threshold: float | None, reads_texts: bool
) -> ExplainedModel:
    """A function from texts (or rows) to scores: documents × classes, or those of the second of two classes."""

    def scores(X: Any) -> Matrix:
        values = np.asarray(function(X))
        if not np.issubdtype(values.dtype, np.number) or values.ndim not in (1, 2):
            raise CannotExplain(
                f"The function gave {values.dtype} values of shape {values.shape}, which are no scores. Let it return "
                "a number for each document and class, as predict_proba does."
            )
        values = values.reshape(len(values), -1).astype(np.float64)
        if values.shape[1] > 2 and threshold is not None:
            raise _not_between_two(threshold, values.shape[1])
        if values.shape[1] == 1 or threshold is not None:
            return with_zero(values[:, -1:] - (0.5 if threshold is None else threshold))
        return values

    if classes is None and not reads_texts:
        raise CannotExplain("A function of rows does not say what its classes are. Name them with classes=[…].")
    names = range(scores([""]).shape[1]) if classes is None else classes
    return ExplainedModel(tuple(names), scores, reads_texts=reads_texts)


def _not_between_two(threshold: float, classes: int) -> CannotExplain:
    return CannotExplain(
        f"threshold={threshold} decides between two classes, but the model has {classes}. Leave it out: the class with "
        "the highest score is the decision."
    )
