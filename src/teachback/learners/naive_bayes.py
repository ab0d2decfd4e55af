"""Naive Bayes that also learns from labelled words and from unlabelled documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from teachback.errors import listed
from teachback.learners.base import BadTeaching, Learner, TermLessons
from teachback.learners.guessing import certain_sums, filled_up, of_equal_mass
from teachback.learners.linear_form import LinearForm
from teachback.pool import Pool
from teachback.sweeps import Matrix, guesses, logarithms, scores, share_out, sums

_FEW = 20  # documents: a term in fewer of them is not common, however small the pool is
_TEMPERING = 0.3  # the power of a document's length by which evidence is divided
_SAMPLE = 20_000  # pool documents that are enough to estimate the classes' shares


class Multinomial(Learner):
    """How often each class has each term, and how many documents."""

    log_theta_: Matrix
    log_prior_: Matrix

    def evidence(self) -> tuple[Matrix, Matrix]:
        """The logarithms of theta and of the classes' shares."""
        return self.log_theta_, self.log_prior_

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(X, self.log_theta_) + self.log_prior_


class LabelledWordNB(Multinomial):
    r"""Multinomial naive Bayes whose priors carry the teacher's words, improved by one look at the pool.

    Teaching a word :math:`k` for class :math:`j` gives it :math:`\alpha` more pseudo-counts there, on top of the
    smoothing :math:`s` that every term has:

    .. math:: \theta_{jk} \propto s + \alpha_{jk} + \sum_{d\ labelled} [y_d = j]\, n_{dk} + \lambda\, C_{jk}

    The pool's part :math:`C` comes from one step of expectation maximisation: the words guess the class of every pool
    document, and the guesses are counted. Settles (2011) counts them as they are. That makes rare classes win every
    rare word (smoothing weighs more where there are fewer counts), lets documents without any taught word blur all
    classes, and lets very common words drown the rest. So by default

    - the guess comes from the words alone where each class has one, otherwise from the labelled documents too; where
      there are none, a document with no more of the taught words than chance brings is of a class without words, which
      is then taken for average text;
    - a guess counts by its certainty, :math:`(1 - H(P_d) / \log J)^2`;
    - every class has the same mass: guessed counts are scaled down to the smallest class (or are average text, where
      nothing was guessed), labelled ones are filled up with average text to the largest;
    - a term in many documents learns little: its share of the documents, up to `common`, pulls its guessed counts to
      the mean of the classes, unless it was taught;
    - a taught word raises its own probability without lowering that of all others, so a class with many words is at
      no disadvantage; nor at an advantage: from its evidence in a pool document is taken what the words that it has
      beyond the other classes' mean would say by chance;
    - the classes' shares are one document each, the labelled documents, and the pool's documents: two steps of
      expectation maximisation of the shares alone, over the evidence divided by the documents' lengths to the power
      of 0.3.

    Without words and pool it is ordinary naive Bayes, its class shares smoothed by one document each.

    Parameters
    ----------
    smoothing
        Pseudo-count :math:`s` of every term in every class.
    strength
        Extra pseudo-counts :math:`\alpha` of a taught word; a word's own strength multiplies it.
    em_steps
        Looks at the pool; 0 ignores it. More than one helps on some corpora and harms on others; one is the paper's.
    pool_weight, label_weight
        Weight :math:`\lambda` of the pool's counts and weight of the labelled documents (1 and 1; in paper mode 0.5 and
        5). Corrected, the classes' shares are estimated from the pool whatever its weight, on 20,000 documents at most.
    common
        Share of the pool's documents (20 at least) from which on a term learns nothing from guesses.
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

    def _learn(
        self,
        X: csr_array,
        y: NDArray[np.intp],
        pool: Pool | None,
        taught: TermLessons,
        rejected: TermLessons,
    ) -> None:
        self._check_class_prior()
        one_of = np.eye(len(self.classes_))[y]
        label_weight, pool_weight = self._weights()
        heard = slice(None) if self.strength else slice(0)
        lessons = _Taught(
            terms=taught.terms[heard],
            classes=taught.classes[heard],
            extra=self.strength * taught.strength[heard],
            rejected=rejected,
            labelled=label_weight * sums(X, one_of) if len(y) else None,
            documents=label_weight * one_of.sum(axis=0),
        )
        learn = self._learn_as_published if self.mode == "paper" else self._learn_corrected
        learn(lessons, pool if self.em_steps else None, pool_weight)

    def predict_calibrated_proba(self, X: Any, power: float = _TEMPERING) -> Matrix:
        """Probabilities nearer to the share of predictions that are right.

        Naive Bayes takes every word for independent evidence and is far too certain of long documents. Here the
        evidence is divided by the document's length to the power of `power`; which class is the likeliest stays the
        same.
        """
        check_is_fitted(self)
        X = self._checked_counts(X, "X", first=False)
        return share_out(self._joint_log_likelihood(X) / _lengths(X) ** power)

    @property
    def tempered(self) -> TemperedNB:
        """This model with its calibrated probabilities as its only ones."""
        made = TemperedNB()
        made.classes_, made.n_features_in_ = self.classes_, self.n_features_in_
        made.log_theta_, made.log_prior_ = self.log_theta_, self.log_prior_
        return made

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(self.log_theta_, self.log_prior_, power=_TEMPERING)

    def _learn_as_published(self, taught: _Taught, pool: Pool | None, pool_weight: float) -> None:
        """The first guess comes from the words alone; every document counts as guessed (section 2.2)."""
        if pool is None:
            self._maximize(taught, taught.counts(self._shape))
            self._share(taught.documents)
            return
        self._maximize(taught, np.zeros(self._shape))
        self._share(np.zeros_like(taught.documents))
        for _ in range(self.em_steps):
            guessed = guesses(pool.counts, self.log_theta_, self.log_prior_)
            self._maximize(taught, taught.counts(self._shape) + pool_weight * pool.sums(guessed))
            self._share(taught.documents + pool_weight * guessed.sum(axis=0))

    def _learn_corrected(self, taught: _Taught, pool: Pool | None, pool_weight: float) -> None:
        labelled = taught.counts(self._shape)
        if pool is None:
            self._maximize(taught, filled_up(labelled) if taught.extra.any() else labelled)
            self._share(taught.documents)
            return
        if taught.labelled is not None:
            labelled = filled_up(labelled, pool.totals)
        self._share(np.zeros_like(taught.documents))
        # A few labelled documents are a poor guide to a whole pool: words guess better, where each class has one. Of a
        # class without words, in the absence of labels, no more is known than that it is average text.
        unspoken = (taught.number == 0) & (taught.labelled is None) & taught.number.any()
        if taught.number.all() or unspoken.any():
            guess = self._guess_by_words(taught, pool)
        else:
            self._maximize(taught, labelled.copy())
            guess = _Guess(self.log_theta_, self.log_prior_)
        learns = np.clip(1.0 - pool.reach / max(self.common * pool.documents, _FEW), 0.0, 1.0)
        learns[taught.terms] = 1.0
        for step in range(self.em_steps):
            if step:
                guess = _Guess(self.log_theta_, self.log_prior_)
            counts, mass = pool.added_up(_guessed_sums, guess)
            counts = of_equal_mass(counts, mass, pool.totals, unspoken)
            _pull_to_mean(counts, learns, pool_weight)
            self._maximize(taught, counts if taught.labelled is None else counts + labelled)
            self._share(taught.documents + self._documents_in(pool))

    # One equation each.

    def _guess_by_words(self, taught: _Taught, pool: Pool) -> _Guess:
        """What the taught words say of each document, less what those that a class has beyond the others (all of them,
        where a class has none) would say by chance; a term that is no reason says the mean of what it may say."""
        says = np.log1p(taught.extra / self.smoothing)
        others = (taught.number.sum() - taught.number) / (len(taught.number) - 1)
        beyond = np.maximum(0.0, 1.0 - others / taught.number) if taught.number.all() else np.ones(len(others))
        heard = np.bincount(taught.classes, weights=pool.totals[taught.terms] * says, minlength=len(beyond))
        chance = beyond * heard / max(pool.totals.sum(), 1.0)
        terms = np.union1d(taught.terms, taught.rejected.terms)
        evidence = np.zeros((len(terms), len(chance)))
        evidence[np.searchsorted(terms, taught.terms), taught.classes] = says
        weights = level(evidence - chance, taught.rejected, terms) + chance
        return _Guess(weights, self.log_prior_, terms, chance if chance.any() else None)

    def _maximize(self, taught: _Taught, counts: Matrix) -> None:
        """M-step: theta from the counts of labelled and guessed documents, in place."""
        mass = self.smoothing * len(counts) + counts.sum(axis=0)
        if self.mode == "paper":
            mass += np.bincount(taught.classes, weights=taught.extra, minlength=len(mass))
        counts[taught.terms, taught.classes] += taught.extra
        self.log_theta_ = level(logarithms(counts, self.smoothing, np.log(mass)), taught.rejected)

    def _share(self, documents: Matrix) -> None:
        """The class prior from (weighted) numbers of documents."""
        pseudo = 5.0 / len(self.classes_) if self.mode == "paper" else 1.0
        shares = pseudo + documents if self.class_prior is None else np.asarray(self.class_prior, dtype=np.float64)
        self.log_prior_ = np.log(shares / shares.sum())

    def _documents_in(self, pool: Pool) -> Matrix:
        """How many pool documents each class has: expectation maximisation of the prior alone, from equal shares.

        Two steps find what is plain to see. Where classes are hard to tell apart, further ones run away with one class.
        """
        step = -(-len(pool) // _SAMPLE)
        sample, lengths = (pool.counts[::step], pool.lengths[::step]) if step > 1 else (pool.counts, pool.lengths)
        evidence = scores(sample, self.log_theta_)
        evidence /= np.maximum(lengths, 1.0)[:, np.newaxis] ** _TEMPERING
        fit = share_out(evidence)
        shares = np.full(len(self.classes_), 1.0 / len(self.classes_))
        for _ in range(2):
            shares = (1.0 + shares * (fit.T @ (1.0 / (fit @ shares)))) / (len(fit) + len(shares))
        return np.asarray(shares * pool.documents)

    @property
    def _shape(self) -> tuple[int, int]:
        return self.n_features_in_, len(self.classes_)

    def _weights(self) -> tuple[float, float]:
        label, pool = (5.0, 0.5) if self.mode == "paper" else (1.0, 1.0)
        return (
            label if self.label_weight is None else self.label_weight,
            pool if self.pool_weight is None else self.pool_weight,
        )

    def _check_parameters(self) -> None:
        self._check_numbers("smoothing")
        if not self.common > 0:
            raise BadTeaching(f"common must be a share of the documents above 0, not {self.common!r}.")
        self._check_numbers("strength", or_zero=True)
        for name, weight in zip(("label_weight", "pool_weight"), self._weights(), strict=True):
            if not 0 <= weight < np.inf:
                raise BadTeaching(f"{name} must be a number of at least 0, or None, not {weight!r}.")
        self._check_whole("em_steps")
        self._check_choice("mode", "corrected", "paper")

    def _check_class_prior(self) -> None:
        if self.class_prior is None:
            return
        shares = np.asarray(self.class_prior, dtype=np.float64)
        if shares.shape != self.classes_.shape or not ((shares > 0) & (shares < np.inf)).all():
            raise BadTeaching(
                f"class_prior must have one number above 0 for each of the {len(self.classes_)} classes, in the order "
                f"{listed(map(str, self.classes_))}; {self.class_prior!r} was given."
            )


@dataclass(frozen=True)
class _Guess:
    """How the classes of documents are guessed: by the weights of all terms, or of just these `terms`, less what chance
    says of every term."""

    weights: Matrix
    prior: Matrix
    terms: NDArray[np.intp] | None = None
    chance: Matrix | None = None


def _guessed_sums(pool: Pool, guess: _Guess) -> tuple[Matrix, Matrix]:
    """The E-step and the sums of the M-step: the counts of terms in each class by certain guesses, and their masses."""
    if guess.terms is None:
        return certain_sums(pool, guesses(pool.counts, guess.weights, guess.prior))
    log_odds = pool.scores_of(guess.terms, guess.weights)
    if guess.chance is not None:
        log_odds -= np.outer(pool.lengths, guess.chance)
    return certain_sums(pool, share_out(log_odds, guess.prior))


class TemperedNB(Multinomial):
    """A :class:`LabelledWordNB` that says calibrated probabilities, as a pipeline ends with it.

    A document's length divides the evidence for all classes.
    """

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return super()._joint_log_likelihood(X) / _lengths(X) ** _TEMPERING


@dataclass(frozen=True)
class _Taught:
    """What the teacher said, as counts."""

    terms: NDArray[np.intp]  # the taught words
    classes: NDArray[np.intp]  # what they speak for
    extra: Matrix  # and their pseudo-counts
    rejected: TermLessons
    labelled: Matrix | None  # counts in labelled documents, terms × classes, where there are any
    documents: Matrix  # labelled documents, classes

    @property
    def number(self) -> NDArray[np.intp]:
        """How many words each class was taught."""
        return np.bincount(self.classes, minlength=len(self.documents))

    def counts(self, shape: tuple[int, int]) -> Matrix:
        """The counts in labelled documents, all 0 where there are none."""
        return np.zeros(shape) if self.labelled is None else self.labelled


def _lengths(X: csr_array) -> Matrix:
    return np.maximum(np.asarray(X.sum(axis=1), dtype=np.float64), 1.0)[:, np.newaxis]


def _pull_to_mean(counts: Matrix, learns: Matrix, weight: float) -> None:
    """Weigh the counts, in place; where a term learns little, they move to the mean of the classes."""
    mean = counts.mean(axis=1)[:, np.newaxis]
    counts -= mean
    counts *= learns[:, np.newaxis]
    counts += mean
    counts *= weight


def level(log_theta: Matrix, rejected: TermLessons, known: NDArray[np.intp] | None = None) -> Matrix:
    """Where a term is no reason, give it the mean of the classes for which it may be one (of all when for none).

    The table's rows are the `known` terms; all terms by default.
    """
    if not rejected:
        return log_theta
    terms, place = np.unique(rejected.terms, return_inverse=True)
    no = np.zeros((len(terms), log_theta.shape[1]), dtype=np.bool_)
    no[place, rejected.classes] = True
    rows = terms if known is None else np.searchsorted(known, terms)
    values = log_theta[rows]
    weights = np.where(no.all(axis=1, keepdims=True), True, ~no)
    mean = (values * weights).sum(axis=1) / weights.sum(axis=1)
    log_theta[rows] = np.where(no, mean[:, np.newaxis], values)
    return log_theta
