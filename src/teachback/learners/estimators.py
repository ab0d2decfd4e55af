"""Classifiers of scikit-learn as learners: over the project's terms, over its vectors, or over the texts themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from teachback.errors import counted, listed
from teachback.learners.base import BadTeaching, Learner
from teachback.pool import Pool
from teachback.sweeps import Matrix
from teachback.vectors import PoolVectors, one_thread, unit_row_scores

Over = Literal["terms", "vectors", "texts"]

_PARTS = 5  # of the labels, each of which is left out once
_BATCH = 2000  # texts that are read at a time


class EstimatorLearner(Learner):
    """A classifier of scikit-learn that learns from labels, and from nothing else that is taught.

    It is fitted once on all labels, and five times without a part of them, so that it is known what it says of labels
    that it was not told.

    Parameters
    ----------
    estimator
        Any classifier with ``predict_proba``; it is cloned, never changed.
    random_state
        The seed of every part of it that draws by chance and was given none.

    Attributes
    ----------
    classes_
        The classes.
    estimator_
        The fitted classifier.
    """

    estimator_: Any

    def __init__(self, estimator: Any, *, random_state: int = 0) -> None:
        self.estimator, self.random_state = estimator, random_state

    @property
    def name(self) -> str:
        """What it is called: its class, or those of a pipeline's steps."""
        return " + ".join(type(step).__name__ for step in steps_of(self.estimator))

    @property
    def left_out(self) -> Matrix | None:
        """Probabilities of each labelled document by parts that were trained without its label, documents × classes.

        None where the labels are too few for that, and of a model that was kept: it is not kept with it.
        """
        return getattr(self, "_left_out", None)

    def predict(self, X: Any) -> NDArray[Any]:
        """The likeliest class of each document, the first of them where several are alike."""
        return self.classes_[self.predict_proba(X).argmax(axis=1)]  # type: ignore[no-any-return]

    def predict_log_proba(self, X: Any) -> Matrix:
        """The logarithm of each class's probability for each document."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    def predict_proba(self, X: Any) -> Matrix:
        """Each class's probability for each document, as the classifier says it; 0 for a class without any label."""
        check_is_fitted(self)
        return self.said_by(self.estimator_, self._rows(X))

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return self.predict_log_proba(X)

    def _rows(self, X: Any) -> Any:
        """Documents as the classifier takes them."""
        return self._checked_counts(X, "X", first=False)

    def _check_labels(self, X: Any) -> None:
        if X is None or not np.shape(X)[0]:
            raise BadTeaching(
                f"{self.name} learns from labels alone, and no document has one. Label some of each class."
            )

    def _fit_on(self, rows: Any, y: NDArray[np.intp]) -> Self:
        """Fit it on rows with the positions of their classes, and once without each part of them."""
        if len(seen := np.unique(y)) < 2:
            raise BadTeaching(
                f"{self.name} learns from labels alone, and all of them are {self.classes_[seen[0]]}. Label documents "
                "of another class, too."
            )
        self.estimator_ = self._fitted(rows, y)
        self._left_out = self._untold(rows, y)
        return self

    def _untold(self, rows: Any, y: NDArray[np.intp]) -> Matrix | None:
        part, P = np.empty(len(y), dtype=np.intp), np.zeros((len(y), len(self.classes_)))
        part[np.argsort(y, kind="stable")] = np.arange(len(y)) % _PARTS  # with like shares of the classes
        for number in range(min(_PARTS, len(y))):
            train, held_out = np.flatnonzero(part != number), np.flatnonzero(part == number)
            if len(np.unique(y[train])) < 2:
                return None
            try:
                P[held_out] = self.said_by(self._fitted(_some(rows, train), y[train]), _some(rows, held_out))
            except BadTeaching:  # enough labels for all of them, and too few without a part
                return None
        return P

    def _fitted(self, rows: Any, y: NDArray[np.intp]) -> Any:
        made = clone(self.estimator)
        drawn = [key for key, value in made.get_params().items() if key.endswith("random_state") and value is None]
        made.set_params(**dict.fromkeys(drawn, self.random_state))
        try:
            with one_thread():  # the same sums, however many there are
                made.fit(_narrow(rows), self.classes_[y])
                P = np.asarray(made.predict_proba(_narrow(_some(rows, np.arange(1)))))
            taught = list(made.classes_)
        except Exception as error:  # whatever goes wrong in it, its own words say
            raise BadTeaching(
                f"{self.name} cannot learn from {counted(len(y), 'label')} ({_first_line(error)}). Label more "
                "documents, or give another estimator."
            ) from error
        if P.shape != (1, len(taught)) or not np.isclose(P.sum(), 1.0):
            raise BadTeaching(
                f"{self.name} gives probabilities of shape {P.shape} that sum to {P.sum():.3g}, not one for each of "
                f"{counted(len(taught), 'class', 'classes')} that sum to 1. Give another estimator."
            )
        return made

    def said_by(self, estimator: Any, rows: Any) -> Matrix:
        """What a classifier that was fitted on the same labels says of rows, in the columns of all classes."""
        out = np.zeros((np.shape(rows)[0], len(self.classes_)))
        out[:, self._positions(estimator.classes_)] = estimator.predict_proba(_narrow(rows))
        return out


class TermEstimator(EstimatorLearner):
    """A classifier of scikit-learn over the counts of the project's terms.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> nb = TermEstimator(MultinomialNB()).fit([[2, 0], [0, 2]], ["bug", "praise"])
    >>> nb.name, nb.predict([[1, 0]]).tolist()
    ('MultinomialNB', ['bug'])
    """

    def fit(self, X: Any, y: ArrayLike | None = None, *, classes: Sequence[Hashable] | None = None) -> Self:  # type: ignore[override]
        """Learn from labelled documents."""
        self._check_labels(X)
        counts, labels, _ = self._checked_documents(X, y, None, classes, ())
        return self._fit_on(counts, labels)


class VectorEstimator(EstimatorLearner):
    """A classifier of scikit-learn over the vectors of the pool and, where there is one, of an encoder.

    A vector is a sum over the terms of a row of length 1 (:class:`~teachback.vectors.PoolVectors`).

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> pool = [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 2, 1], [0, 0, 1, 2]]
    >>> model = VectorEstimator(LogisticRegression()).fit([[2, 0, 0, 0], [0, 0, 2, 0]], ["bug", "praise"], pool=pool)
    >>> model.predict([[0, 1, 0, 0], [0, 0, 0, 1]]).tolist()         # terms that no label had
    ['bug', 'praise']
    """

    view: ClassVar[str] = "damped"  # of which vectors are made
    term_weights_: Matrix
    directions_: NDArray[np.float32]
    centre_: Matrix

    def fit(  # type: ignore[override]
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        pool: Any = None,
        classes: Sequence[Hashable] | None = None,
        vectors: PoolVectors | None = None,
    ) -> Self:
        """Learn from labelled documents; the vectors are those of the pool, or of the labelled documents themselves."""
        self._check_labels(X)
        counts, labels, checked_pool = self._checked_documents(X, y, pool, classes, ())
        known = vectors or PoolVectors(checked_pool or Pool(counts))
        self.term_weights_, self.centre_ = known.rarity, known.centre
        self.directions_ = known.directions.astype(np.float32)
        return self._fit_on(self._rows(counts), labels)

    def _rows(self, X: Any) -> Any:
        directions = self.directions_.astype(np.float64)
        return unit_row_scores(super()._rows(X), self.term_weights_, directions) - self.centre_


class TextEstimator(EstimatorLearner):
    """A classifier of scikit-learn that takes the texts themselves: a pipeline that begins with a vectoriser.

    Examples
    --------
    >>> from sklearn.feature_extraction.text import TfidfVectorizer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> model = TextEstimator(make_pipeline(TfidfVectorizer(), LogisticRegression()))
    >>> model.fit(["it crashed", "lovely app"], ["bug", "praise"]).predict(["a lovely thing"]).tolist()
    ['praise']
    >>> model.name
    'TfidfVectorizer + LogisticRegression'
    """

    reads_texts: ClassVar[bool] = True

    def fit(self, X: Any, y: ArrayLike | None = None, *, classes: Sequence[Hashable] | None = None) -> Self:  # type: ignore[override]
        """Learn from labelled texts."""
        self._check_labels(X)
        labels = column_or_1d([] if y is None else y)
        check_consistent_length(X, labels)
        self.classes_ = self._known_classes(labels, (), classes)
        return self._fit_on(list(X), self._positions(labels))

    def _rows(self, X: Any) -> list[str]:
        return list(X)

    def said_by(self, estimator: Any, rows: Any) -> Matrix:
        """The estimator's probabilities of texts, asked for in batches."""
        size, several = np.shape(rows)[0], super().said_by
        batches = [several(estimator, rows[at : at + _BATCH]) for at in range(0, size, _BATCH)]
        return np.vstack(batches) if batches else np.zeros((0, len(self.classes_)))


_KINDS: dict[Over, type[EstimatorLearner]] = {
    "terms": TermEstimator,
    "vectors": VectorEstimator,
    "texts": TextEstimator,
}
ESTIMATORS = {kind.__name__: kind for kind in _KINDS.values()}  # by their names, as they are kept


def as_learner(estimator: Any, over: Over | None = None, *, random_state: int = 0) -> Learner:
    """A classifier of scikit-learn as a learner; one of ours is one already.

    Parameters
    ----------
    over
        What it is given of a document: the counts of its ``terms``, its ``vectors``, or its ``texts``. By default texts
        for what begins with a vectoriser, and terms for everything else.
    random_state
        The seed of whatever in it draws by chance and has none.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> type(as_learner(LogisticRegression())).__name__
    'TermEstimator'
    """
    if over is not None and over not in _KINDS:
        raise BadTeaching(f"An estimator is given {listed(_KINDS)}, not {over!r}.")
    if isinstance(estimator, type):
        raise BadTeaching(
            f"{estimator.__name__} is a class. Give an estimator that was made of it: {estimator.__name__}()."
        )
    if isinstance(estimator, Learner):
        if over is not None:
            raise BadTeaching(f"{type(estimator).__name__} is a learner of terms; leave over={over!r} out.")
        return estimator
    if not all(hasattr(estimator, method) for method in ("fit", "get_params", "set_params")):
        raise BadTeaching(
            f"{estimator!r:.80} is no estimator of scikit-learn, which has fit, get_params and set_params. Give one, "
            "or the name of a learner."
        )
    if not hasattr(estimator, "predict_proba"):
        name = type(estimator).__name__
        raise BadTeaching(
            f"{name} gives no probabilities, by which questions are chosen and quality is expected. Give one with "
            f"predict_proba, for example CalibratedClassifierCV({name}())."
        )
    try:
        kind = _KINDS[over or ("texts" if takes_texts(estimator) else "terms")]
        return kind(clone(estimator), random_state=random_state)
    except TypeError as error:
        raise BadTeaching(
            f"{type(estimator).__name__} cannot be cloned ({_first_line(error)}). Give another."
        ) from error


def takes_texts(estimator: Any) -> bool:
    """Whether an estimator, or what it begins with, takes texts.

    >>> from sklearn.feature_extraction.text import CountVectorizer
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> from sklearn.pipeline import make_pipeline
    >>> takes_texts(make_pipeline(CountVectorizer(), MultinomialNB())), takes_texts(MultinomialNB())
    (True, False)
    """
    first = next(steps_of(estimator), estimator)
    if isinstance(first, FeatureUnion):
        return any(takes_texts(part) for _, part in first.transformer_list)
    inner = getattr(first, "estimator", None)
    if inner is not None and hasattr(inner, "fit"):  # it is chosen, calibrated or wrapped in some other way
        return takes_texts(inner)
    tagged = hasattr(first, "__sklearn_tags__") and get_tags(first).input_tags.string
    return bool(tagged or hasattr(first, "build_analyzer"))


def steps_of(estimator: Any) -> Iterator[Any]:
    """The steps of a pipeline, and of pipelines in it; of anything else, itself."""
    if not isinstance(estimator, Pipeline):
        yield estimator
        return
    for _, step in estimator.steps:
        if step is not None and step != "passthrough":
            yield from steps_of(step)


def _some(rows: Any, places: NDArray[np.intp]) -> Any:
    return [rows[place] for place in places.tolist()] if isinstance(rows, list) else rows[places]


def _narrow(rows: Any) -> Any:
    """Sparse rows with short indices, which are all that some classifiers take."""
    if not isinstance(rows, csr_array) or rows.indices.dtype == rows.indptr.dtype == np.int32:
        return rows
    return csr_array((rows.data, rows.indices.astype(np.int32), rows.indptr.astype(np.int32)), shape=rows.shape)


def _first_line(error: Exception) -> str:
    """What an error of another library says, without its full stop."""
    line = str(error).strip().partition("\n")[0] or type(error).__name__
    return line.rstrip(".")[:200]
