"""Maximum entropy trained on what taught words lead us to expect of the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import log_softmax, xlogy
from threadpoolctl import threadpool_limits

from teachback.learners.base import BadTeaching, Learner, TermLessons
from teachback.learners.linear_form import LinearForm
from teachback.pool import Pool
from teachback.sweeps import Matrix, scores, sums

_TINY = 1e-300  # a probability that is not quite 0, so that a bold step of the search has a finite price


class ExpectationMaxEnt(Learner):
    r"""Maximum entropy with generalized expectation criteria: taught words say how the pool should be classified.

    A document with the terms :math:`x` has :math:`p(j \mid x) \propto e^{x \cdot w_j}`. Teaching word :math:`k` says
    what we expect of the pool documents that have it, :math:`U_k`: a share `target` :math:`= 0.9` of them belongs to
    the word's classes, the rest evenly to the others. With these expectations :math:`\tilde p_k`, maximise

    .. math:: \sum_{labelled} \log p(y_d \mid x_d)
        - \sum_k c_k\, \mathrm{KL}\Bigl(\tilde p_k \,\Big\|\, \frac{1}{|U_k|} \sum_{d \in U_k} p(\cdot \mid x_d)\Bigr)
        - \frac{\lVert w \rVert^2}{2\sigma^2}

    by L-BFGS. A word that is in no pool document constrains nothing. The objective has several optima; the search
    starts from all weights 0, where its first step is to believe the taught words and their companions.

    Parameters
    ----------
    target
        Share of the documents with a taught word that should belong to the word's classes.
    variance
        :math:`\sigma^2` of the Gaussian prior: the larger, the more certain the model may become.
    balanced
        Weigh the words so that those of each class weigh alike in sum, :math:`c_k \propto` 1 / number of words of the
        class. False: :math:`c_k = 1`, as published; a class with few words then loses most documents.
    unit_length
        Scale every document to Euclidean length 1, so that long documents are no more certain than short ones. This
        does not change which class fits best: there is no intercept.
    max_iter
        Steps of L-BFGS at most.
    tol
        Stop when a step improves the objective by a smaller share than this.
    warm_start
        Start from the weights of the last `fit` when the number of terms and the classes are the same: fewer steps
        after one more lesson.

    Attributes
    ----------
    classes_
        The classes.
    coef_
        The weights :math:`w`, terms × classes; those of a term add up to 0.
    reasons_
        Which terms may be a reason for some class.
    objective_
        What was maximised, at its maximum.
    n_iter_
        Steps taken.

    Examples
    --------
    Nobody taught "puck", but it keeps company with "goalie":

    >>> pool = [[1, 0, 1], [1, 0, 1], [0, 1, 0]]  # columns: goalie, inning, puck
    >>> ge = ExpectationMaxEnt().fit(None, words=[(0, "hockey"), (1, "baseball")], pool=pool)
    >>> ge.predict([[0, 0, 1], [0, 1, 0]]).tolist()
    ['hockey', 'baseball']
    >>> ge.predict_proba(pool).round(2).tolist()  # columns: baseball, hockey; expected 0.1 and 0.9
    [[0.1, 0.9], [0.1, 0.9], [0.9, 0.1]]

    References
    ----------
    Druck, Mann, McCallum (2008). Learning from Labeled Features Using Generalized Expectation Criteria. SIGIR. Their
    implementation, MALLET, has :math:`\sigma^2 = 1` for raw counts. Ours are `balanced`, `unit_length`, labelled
    documents in the same objective, and two more: a word's strength multiplies :math:`c_k` (where it has several
    classes, `target` is split between them in proportion), and a term that is no reason for a class has weight 0 there.
    """

    words_need_pool: ClassVar[bool] = True

    coef_: Matrix
    reasons_: NDArray[np.bool_]
    objective_: float
    n_iter_: int

    def __init__(
        self,
        *,
        target: float = 0.9,
        variance: float = 100.0,
        balanced: bool = True,
        unit_length: bool = True,
        max_iter: int = 200,
        tol: float = 1e-6,
        warm_start: bool = False,
    ) -> None:
        self.target, self.variance, self.balanced, self.unit_length = target, variance, balanced, unit_length
        self.max_iter, self.tol, self.warm_start = max_iter, tol, warm_start

    def _learn(
        self,
        X: csr_array,
        y: NDArray[np.intp],
        pool: Pool | None,
        taught: TermLessons,
        rejected: TermLessons,
    ) -> None:
        no = rejected.table > 0
        self.reasons_ = np.count_nonzero(~no, axis=1) > 1  # one class alone gains nothing by a term
        expected = _expectations(X if pool is None else pool.counts, taught.table, self.target, self.balanced)
        gains = [
            _likelihood(self._rows(X), np.eye(len(self.classes_))[y]),
            _agreement(self._rows(expected.documents), expected),
        ]
        self._maximize(gains, no, self._start(no))

    def evidence(self) -> tuple[Matrix, Matrix]:
        """The weights of the terms that may be reasons; a document's length divides them for all classes alike."""
        return self.coef_ * self.reasons_[:, np.newaxis], np.zeros(self.coef_.shape[1])

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(
            self.coef_, np.zeros(self.coef_.shape[1]), self.reasons_.astype(np.float64), unit=self.unit_length
        )

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(self._rows(X), self.coef_)

    def _rows(self, X: csr_array) -> csr_array:
        """The documents as the model sees them: only terms that may be reasons, scaled to unit length."""
        counts = X.data * self.reasons_[X.indices]
        if self.unit_length:
            row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
            length = np.sqrt(np.bincount(row, counts * counts, minlength=X.shape[0]))
            counts /= np.where(length > 0, length, 1.0)[row]
        return csr_array((counts, X.indices, X.indptr), shape=X.shape)

    def _start(self, rejected: NDArray[np.bool_]) -> Matrix:
        """The weights found before, where they are wanted and for the same terms and classes; else none."""
        known = getattr(self, "_classes_of_coef", ())
        if self.warm_start and np.array_equal(known, self.classes_) and self.coef_.shape == rejected.shape:
            return _without(self.coef_, rejected)
        return np.zeros(rejected.shape)

    def _maximize(self, gains: Sequence[Gain], rejected: NDArray[np.bool_], start: Matrix) -> None:
        def cost(flat: Matrix) -> tuple[float, Matrix]:
            w = flat.reshape(start.shape)
            value, slope = -float(flat @ flat) / (2 * self.variance), w / -self.variance
            for gain in gains:
                its_value, its_slope = gain(w)
                value, slope = value + its_value, slope + its_slope
            return -value, -np.ravel(_without(slope, rejected))

        options = {"maxiter": self.max_iter, "maxfun": 2 * self.max_iter, "ftol": self.tol, "gtol": 0.1 * self.tol}
        with threadpool_limits(1, user_api="blas"):  # the same, bit for bit, with any number of threads
            best = minimize(cost, start.ravel(), jac=True, method="L-BFGS-B", options=options)
        self.coef_, self.objective_, self.n_iter_ = best.x.reshape(start.shape), -float(best.fun), max(best.nit, 1)
        self._classes_of_coef: NDArray[Any] = self.classes_

    def _check_parameters(self) -> None:
        if not 0 < self.target <= 1:
            raise BadTeaching(f"target must be a share above 0 and at most 1, not {self.target!r}.")
        if not self.variance > 0:
            raise BadTeaching(f"variance must be a number above 0, not {self.variance!r}.")
        self._check_whole("max_iter", 1)
        if not self.tol >= 0:
            raise BadTeaching(f"tol must be a number of at least 0, not {self.tol!r}.")


Gain = Callable[[Matrix], tuple[float, Matrix]]  # from weights to a part of the objective and its gradient


@dataclass(frozen=True)
class _Expectations:
    """What the taught words lead us to expect: a row a word."""

    documents: csr_array  # the pool documents with a taught word
    averaging: csr_array  # words × documents: 1 / |U_k| where the document has the word
    target: Matrix  # words × classes, rows add up to 1
    weight: Matrix  # words × 1: how much a word counts


def _expectations(pool: csr_array, taught: Matrix, target: float, balanced: bool) -> _Expectations:
    terms = np.flatnonzero(taught.any(axis=1) & (np.bincount(pool.indices, minlength=len(taught)) > 0))
    strength = taught[terms]  # words × classes
    own = strength > 0
    share = target * strength / np.maximum(strength.sum(axis=1, keepdims=True), _TINY)
    share = np.where(own, share, (1.0 - target) / np.maximum((~own).sum(axis=1, keepdims=True), 1))
    weight = strength.max(axis=1, initial=0.0)
    if balanced:
        by_class = own / np.maximum(own.sum(axis=0), 1)
        weight = weight * len(terms) * by_class.sum(axis=1) / max(np.count_nonzero(own.any(axis=0)), 1)
    has = pool[:, terms]
    documents = np.flatnonzero(np.diff(has.indptr))
    averaging = csr_array(has[documents].T)
    size = np.diff(averaging.indptr)
    averaging.data = 1.0 / np.repeat(size, size)
    return _Expectations(pool[documents], averaging, share / share.sum(axis=1, keepdims=True), weight[:, np.newaxis])


def _likelihood(X: csr_array, truth: Matrix) -> Gain:
    """The log-likelihood of the labelled documents."""

    def gain(w: Matrix) -> tuple[float, Matrix]:
        log_p = log_softmax(scores(X, w), axis=1)
        return float((truth * log_p).sum()), sums(X, truth - np.exp(log_p))

    return gain


def _agreement(X: csr_array, expected: _Expectations) -> Gain:
    r"""How nearly the taught words' documents are classified as expected: :math:`-\sum_k c_k KL(\tilde p_k \| q_k)`."""
    averaging, back = expected.averaging, csr_array(expected.averaging.T)
    target = expected.target
    certain = float((expected.weight * xlogy(target, target)).sum())

    def gain(w: Matrix) -> tuple[float, Matrix]:
        p = np.exp(log_softmax(scores(X, w), axis=1))
        q = np.maximum(averaging @ p, _TINY)
        slope = back @ (expected.weight * target / q)  # the derivative by p
        slope = p * (slope - (p * slope).sum(axis=1, keepdims=True))
        return float((expected.weight * xlogy(target, q)).sum()) - certain, sums(X, slope)

    return gain


def _without(w: Matrix, rejected: NDArray[np.bool_]) -> Matrix:
    """The nearest weights that are 0 where a term is no reason, and still add up to 0 for each term."""
    terms = np.flatnonzero(rejected.any(axis=1))
    if not len(terms):
        return w
    free = ~rejected[terms]
    mean = (w[terms] * free).sum(axis=1, keepdims=True) / np.maximum(free.sum(axis=1, keepdims=True), 1)
    w = w.copy()
    w[terms] = np.where(free, w[terms] - mean, 0.0)
    return w
