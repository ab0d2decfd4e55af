"""Naive Bayes that also learns from labelled words and from unlabelled documents."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.special import softmax, xlogy

from teachback.learners.base import BadTeaching, Learner, NotReasons, Words
from teachback.learners.sparse import Matrix, scores, sums

_SAMPLE = 20_000  # pool documents that are enough to estimate the classes' shares


class LabelledWordNB(Learner):
    r"""Multinomial naive Bayes whose priors carry the teacher's words, improved by one look at the pool.

    Teaching a word :math:`k` for class :math:`j` gives it :math:`\alpha` more pseudo-counts there, on top of the
    smoothing :math:`s` that every term has:

    .. math:: \theta_{jk} \propto s + \alpha_{jk} + \sum_{d\ labelled} [y_d = j]\, n_{dk} + \lambda\, C_{jk}

    The pool's part :math:`C` comes from one step of expectation maximisation: the words and labelled documents guess
    the class of every pool document, and the guesses are counted. Settles (2011) counts them as they are. That makes
    rare classes win every rare word (smoothing weighs more where there are fewer counts), lets documents without any
    taught word blur all classes, and lets very common words drown the rest. So by default

    - a guess counts by its certainty, :math:`(1 - H(P_d) / \log J)^2`;
    - every class's counts are scaled to the mass of the smallest one;
    - a term in many documents learns little: its share of the documents, up to `common`, pulls it to the mean of the
      classes;
    - a taught word raises its own probability without lowering that of all others, so a class with many words is at
      no disadvantage;
    - the classes' shares are estimated on the pool, from posteriors tempered by document length.

    Parameters
    ----------
    smoothing
        Pseudo-count :math:`s` of every term in every class.
    strength
        Extra pseudo-counts :math:`\alpha` of a taught word; a word's own strength multiplies it.
    em_steps
        Looks at the pool; 0 ignores it. One is best in nearly all cases.
    pool_weight, label_weight
        Weight :math:`\lambda` of the pool and weight of the labelled documents (1 and 1; in paper mode 0.5 and 5).
    common
        Share of the pool's documents from which on a term learns nothing from guesses.
    class_prior
        The classes' shares, in the order of `classes_`, where they are known.
    mode
        ``"corrected"``, or ``"paper"``: the release of 2011 as found in its code.

    Attributes
    ----------
    classes_
        The classes.
    log_theta_
        :math:`\log \theta`, terms × classes.
    log_prior_
        The logarithm of the classes' shares.

    Examples
    --------
    >>> X = [[2, 0, 0], [0, 2, 0]]              # columns: vote, goal, referee
    >>> nb = LabelledWordNB().fit(X, ["politics", "sport"], words=[(2, "sport")])
    >>> nb.predict([[0, 0, 1]]).tolist()        # no document had "referee"
    ['sport']

    References
    ----------
    Settles (2011). Closing the Loop: Fast, Interactive Semi-Supervised Annotation With Queries on Features and
    Instances. EMNLP.
    """

    def __init__(
        self,
        *,
        smoothing: float = 1.0,
        strength: float = 50.0,
        em_steps: int = 1,
        pool_weight: float | None = None,
        label_weight: float | None = None,
        common: float = 0.1,
        class_prior: ArrayLike | None = None,
        mode: Literal["corrected", "paper"] = "corrected",
    ) -> None:
        self.smoothing, self.strength, self.em_steps = smoothing, strength, em_steps
        self.pool_weight, self.label_weight, self.common = pool_weight, label_weight, common
        self.class_prior, self.mode = class_prior, mode

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
            Counts of unlabelled documents.
        classes
            All classes, when some may be untaught yet.
        """
        self._check_parameters()
        words = list(words)
        X, y, pool = self._checked_documents(X, y, pool, classes, words)
        taught = self._word_table(words)
        rejected = self._rejection_table(not_a_reason, taught)
        labelled = self._labelled(X, y)
        label_weight, pool_weight = self._weights()
        self._word_counts = self.strength * taught
        self._rejected = rejected
        self._maximize(label_weight * labelled)
        self._share(np.bincount(y, minlength=len(self.classes_)), label_weight)
        if pool is not None and self.em_steps:
            fit_pool = self._paper_steps if self.mode == "paper" else self._corrected_steps
            fit_pool(label_weight * labelled, np.bincount(y, minlength=len(self.classes_)), pool, pool_weight)
        del self._word_counts, self._rejected
        return self

    def predict_tempered_proba(self, X: Any, power: float = 0.5) -> Matrix:
        """Probabilities that are less sure of themselves: the evidence is divided by the document's length to `power`.

        Naive Bayes takes every word for independent evidence and is far too certain of long documents.
        """
        X = self._checked_counts(X, "X", first=False)
        return softmax(_tempered(X, self.log_theta_, power) + self.log_prior_, axis=1)

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(X, self.log_theta_) + self.log_prior_

    # One equation each.

    def _labelled(self, X: csr_array, y: NDArray[np.intp]) -> Matrix:
        if not X.shape[0]:
            return np.zeros((X.shape[1], len(self.classes_)))
        return sums(X, np.eye(len(self.classes_))[y])

    def _maximize(self, counts: Matrix) -> None:
        """M-step: theta from the counts of labelled and guessed documents."""
        theta = self.smoothing + self._word_counts + counts
        mass = theta if self.mode == "paper" else self.smoothing + counts
        self.log_theta_ = _level(np.log(theta) - np.log(mass.sum(axis=0)), self._rejected)

    def _share(self, documents: NDArray[Any], weight: float) -> None:
        """The class prior from (weighted) numbers of documents."""
        pseudo = 5.0 / len(self.classes_) if self.mode == "paper" else 1.0
        shares = pseudo + weight * documents if self.class_prior is None else np.asarray(self.class_prior, dtype=float)
        self.log_prior_ = np.log(shares / shares.sum())

    def _paper_steps(self, labelled: Matrix, documents: NDArray[Any], pool: csr_array, pool_weight: float) -> None:
        """The first guess comes from the words alone; every document counts as guessed (section 2.2)."""
        self._maximize(np.zeros_like(labelled))
        self._share(np.zeros(len(self.classes_)), 0.0)
        _, label_weight = pool_weight, self._weights()[0]
        for _ in range(self.em_steps):
            guessed = softmax(self._joint_log_likelihood(pool), axis=1)
            self._maximize(labelled + pool_weight * sums(pool, guessed))
            self._share(label_weight * documents + pool_weight * guessed.sum(axis=0), 1.0)

    def _corrected_steps(self, labelled: Matrix, documents: NDArray[Any], pool: csr_array, pool_weight: float) -> None:
        reach = np.bincount(pool.indices, minlength=pool.shape[1]) / pool.shape[0]
        learns = np.clip(1.0 - reach / self.common, 0.0, 1.0)
        learns[self._word_counts.any(axis=1)] = 1.0
        for _ in range(self.em_steps):
            guessed = softmax(self._joint_log_likelihood(pool), axis=1)
            certainty = 1.0 + xlogy(guessed, guessed).sum(axis=1) / np.log(len(self.classes_))
            counts = _equal_masses(sums(pool, guessed * np.square(certainty)[:, np.newaxis]), pool)
            mean = counts.mean(axis=1, keepdims=True)
            self._maximize(labelled + pool_weight * (mean + learns[:, np.newaxis] * (counts - mean)))
            self._share(documents + self._shares_in(pool), 1.0)

    def _shares_in(self, pool: csr_array, power: float = 0.3, tolerance: float = 1e-3) -> Matrix:
        """How many pool documents each class has: expectation maximisation of the prior alone."""
        step = -(-pool.shape[0] // _SAMPLE)
        evidence = _tempered(pool[::step], self.log_theta_, power)
        shares = np.full(len(self.classes_), 1.0 / len(self.classes_))
        for _ in range(100):
            new = (1.0 + softmax(evidence + np.log(shares), axis=1).sum(axis=0)) / (len(evidence) + len(shares))
            if np.abs(new - shares).max() < tolerance * shares.min():
                break
            shares = new
        return shares * pool.shape[0]

    def _weights(self) -> tuple[float, float]:
        label, pool = (5.0, 0.5) if self.mode == "paper" else (1.0, 1.0)
        return (
            label if self.label_weight is None else self.label_weight,
            pool if self.pool_weight is None else self.pool_weight,
        )

    def _check_parameters(self) -> None:
        if not self.smoothing > 0 or self.strength < 0 or self.em_steps < 0 or not 0 < self.common:
            raise BadTeaching(
                f"smoothing must be above 0, strength and em_steps at least 0 and common above 0, not {self.smoothing}, "
                f"{self.strength}, {self.em_steps} and {self.common}."
            )
        if self.mode not in ("corrected", "paper"):
            raise BadTeaching(f"mode must be 'corrected' or 'paper', not {self.mode!r}.")


def _tempered(X: csr_array, log_theta: Matrix, power: float) -> Matrix:
    length = np.maximum(np.asarray(X.sum(axis=1)).ravel(), 1.0)
    return scores(X, log_theta) / (length**power)[:, np.newaxis]


def _equal_masses(counts: Matrix, pool: csr_array) -> Matrix:
    """Each class's counts, scaled to the mass of the smallest; a class of which nothing was heard looks average."""
    mass = counts.sum(axis=0)
    heard = mass > 0
    if not heard.any():
        return np.zeros_like(counts)
    smallest = mass[heard].min()
    average = np.asarray(pool.sum(axis=0)).ravel()
    scaled = np.tile((smallest * average / average.sum())[:, np.newaxis], (1, len(mass)))
    scaled[:, heard] = counts[:, heard] * (smallest / mass[heard])
    return scaled


def _level(log_theta: Matrix, rejected: NDArray[np.bool_]) -> Matrix:
    """Where a term is no reason, give it the mean of the classes for which it may be one (of all when for none)."""
    terms = np.flatnonzero(rejected.any(axis=1))
    values, no = log_theta[terms], rejected[terms]
    weights = np.where(no.all(axis=1, keepdims=True), True, ~no)
    mean = (values * weights).sum(axis=1) / weights.sum(axis=1)
    log_theta[terms] = np.where(no, mean[:, np.newaxis], values)
    return log_theta
