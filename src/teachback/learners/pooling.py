"""Pooling multinomials: naive Bayes that averages what a lexicon says with what documents say."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.utils.multiclass import type_of_target

from teachback.errors import listed
from teachback.learners.base import BadTeaching, TermLessons, Words
from teachback.learners.guessing import certain_counts, filled_up
from teachback.learners.linear_form import LinearForm
from teachback.learners.naive_bayes import Multinomial
from teachback.pool import Pool
from teachback.sweeps import Matrix, scores, sums

_TINY = 1e-100  # a probability that is not quite 0


class PooledNB(Multinomial):
    r"""Multinomial naive Bayes for two classes: a weighted mean of a model of words and a model of documents.

    The words taught for the two classes, :math:`p` and :math:`q` of them, are a lexicon. In its model a word has
    probability :math:`1 / (p + q)` in its own class and :math:`r` times less in the other one. The rest is shared by
    all other terms. The model of documents is ordinary naive Bayes. The two are pooled,

    .. math:: \theta = \frac{a_L \theta_L + a_D \theta_D}{a_L + a_D}, \qquad a = \max(0, \log \frac{1 - e}{e}),

    where :math:`e` is a model's error on the labelled documents, :math:`(wrong + 1/2) / (documents + 1)`; a tie is half
    an error. Each of `em_steps` then guesses the classes of the pool, counts the guesses as documents and pools again.
    What was published fails in three ways, and the default does otherwise:

    - Where one class has more words, less is left for its other terms, so that every untaught term speaks against it:
      with ten words for one class and five for the other, all documents go to the latter. Here an untaught term has
      the same probability in both classes, the mean of the two.
    - A few labelled documents make words worse: smoothing favours the class with fewer counts, and a model has hardly
      any error on documents that it counted. Here the smaller class is filled up with average text, and a document is
      not counted when it is the one to be classified.
    - Guesses count as they are. Here, as in :class:`LabelledWordNB`, a guess counts by its certainty,
      :math:`(1 - H(P_d) / \log 2)^2`, and both classes' guesses are scaled to the smaller mass.

    Without words and pool it is ordinary naive Bayes, its class shares smoothed by one document each.

    Parameters
    ----------
    polarity
        The ratio :math:`r`; of a word with strength :math:`s`, :math:`r^s`.
    em_steps
        Looks at the pool; 0 ignores it. The paper has 0 (MNB/Pool) and 1 (Pool+EM1).
    smoothing
        Pseudo-count of every term in each class of the model of documents.
    pool_weight
        Weight of a guessed document; a labelled one has 1.
    lexicon_share
        Share of the lexicon in the mean where no document is labelled, so that no error tells which model is better.
    mode
        ``"corrected"``, or ``"paper"``: as published, with the classes' shares learned from the guesses too.

    Attributes
    ----------
    classes_
        The two classes.
    lexicon_
        :math:`\theta_L`, terms × classes: None without words.
    lexicon_share_
        The share of the lexicon in the mean that was used: 1 for words alone, 0 without words.
    log_theta_
        :math:`\log \theta`, terms × classes.
    log_prior_
        The logarithm of the classes' shares, one document more than were labelled for each.

    Examples
    --------
    Three words, for a lexicon with 1/3 for a word in its own class, 1/300 in the other, and the rest for two terms:

    >>> words = [(0, "good"), (1, "good"), (2, "bad")]
    >>> nb = PooledNB(mode="paper").fit(None, words=words, pool=[[1, 1, 0, 0, 1]])
    >>> nb.lexicon_.T.round(4).tolist()  # "bad", then "good"
    [[0.0033, 0.0033, 0.3333, 0.33, 0.33], [0.3333, 0.3333, 0.0033, 0.165, 0.165]]
    >>> PooledNB().fit(None, words=words, pool=[[1, 1, 0, 0, 1]]).lexicon_[3].round(4).tolist()
    [0.2475, 0.2475]

    References
    ----------
    Melville, Gryc, Lawrence (2009). Sentiment Analysis of Blogs by Combining Lexical Knowledge with Text
    Classification. KDD. The half errors are ours; EM is from Settles (2011), EMNLP.
    """

    lexicon_: Matrix | None
    lexicon_share_: float

    def __init__(
        self,
        *,
        polarity: float = 100.0,
        em_steps: int = 0,
        smoothing: float = 1.0,
        pool_weight: float = 1.0,
        lexicon_share: float = 0.2,
        mode: Literal["corrected", "paper"] = "corrected",
    ) -> None:
        self.polarity, self.em_steps, self.smoothing = polarity, em_steps, smoothing
        self.pool_weight, self.lexicon_share, self.mode = pool_weight, lexicon_share, mode

    def _learn(
        self,
        X: csr_array,
        y: NDArray[np.intp],
        pool: Pool | None,
        taught: TermLessons,
        rejected: TermLessons,
    ) -> None:
        of_words = bool(taught)
        levelled = np.unique(rejected.terms)  # no reason for one of two classes is none for the other
        one_of = np.eye(2)[y]
        labelled, documents = sums(X, one_of), one_of.sum(axis=0)
        self.lexicon_ = self._lexicon(taught.table) if of_words else None
        self._share(documents)
        looks = pool is not None and self.em_steps > 0
        self._average(self._evened(labelled) if of_words or looks else labelled, X, y, levelled)
        if pool is None:
            return
        for _ in range(self.em_steps):
            guessed = softmax(self._joint_log_likelihood(pool.counts), axis=1)
            counts = labelled + self.pool_weight * self._guessed_counts(pool, guessed)
            self._average(self._evened(counts), X, y, levelled)
            if self.mode == "paper":
                self._share(documents + self.pool_weight * guessed.sum(axis=0))

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(self.log_theta_, self.log_prior_)

    # One equation each.

    def _lexicon(self, taught: Matrix) -> Matrix:
        """The model of the words: own class, other class, and the rest for all other terms."""
        own, word = taught > 0, taught.max(axis=1, keepdims=True) > 0
        size = np.count_nonzero(own)  # p + q
        ratio = np.minimum(self.polarity ** np.minimum(taught.max(axis=1, keepdims=True), 100.0), 1 / _TINY)
        theta = np.where(own, 1.0, 1.0 / ratio) / size
        taken = np.count_nonzero(own, axis=0) + np.where(word & ~own, 1.0 / ratio, 0.0).sum(axis=0)
        rest = 1.0 - taken / size  # exactly alike where the classes' words are alike
        share = np.maximum(rest if self.mode == "paper" else rest.mean(), _TINY)
        return np.where(word, theta, share / max(np.count_nonzero(~word), 1))

    def _average(self, counts: Matrix, X: csr_array, y: NDArray[np.intp], rejected: NDArray[np.intp]) -> None:
        """The weighted mean of the lexicon and of the documents that were counted."""
        documents = self.smoothing + counts
        if self.lexicon_ is None:
            self.lexicon_share_, theta = 0.0, documents / documents.sum(axis=0)
        else:
            self.lexicon_share_ = self._share_of_lexicon(self.lexicon_, documents, X, y) if counts.any() else 1.0
            theta = self.lexicon_share_ * self.lexicon_
            theta += (1.0 - self.lexicon_share_) * documents / documents.sum(axis=0)
        self.log_theta_ = np.log(theta)
        self.log_theta_[rejected] = self.log_theta_[rejected].mean(axis=1, keepdims=True)

    def _share_of_lexicon(self, lexicon: Matrix, documents: Matrix, X: csr_array, y: NDArray[np.intp]) -> float:
        if not len(y):
            return self.lexicon_share
        fits = [scores(X, np.log(theta)) for theta in (lexicon, documents / documents.sum(axis=0))]
        if self.mode == "corrected":
            fits[1][np.arange(len(y)), y] = _without_itself(documents, X, y)
        weights = [_weight(fit, y) for fit in fits]
        return weights[0] / sum(weights) if any(weights) else 0.5

    def _guessed_counts(self, pool: Pool, guessed: Matrix) -> Matrix:
        return pool.sums(guessed) if self.mode == "paper" else certain_counts(pool, guessed)

    def _evened(self, counts: Matrix) -> Matrix:
        return counts if self.mode == "paper" else filled_up(counts)

    def _share(self, documents: Matrix) -> None:
        self.log_prior_ = np.log((1.0 + documents) / (2.0 + documents.sum()))

    # What is refused.

    def _checked_documents(
        self, X: Any, y: ArrayLike | None, pool: Any, classes: Sequence[Hashable] | None, words: Words
    ) -> tuple[csr_array, NDArray[np.intp], Pool | None]:
        with np.errstate(invalid="ignore"):  # scikit-learn asks for classes to be refused before counts
            if y is not None and np.asarray(y).size and type_of_target(y) == "multiclass":
                _check_two(np.unique(np.asarray(y)))
        checked = super()._checked_documents(X, y, pool, classes, words)
        _check_two(self.classes_)
        return checked

    def _check_parameters(self) -> None:
        if not 1 < self.polarity < np.inf:
            raise BadTeaching(f"polarity must be a number above 1, not {self.polarity!r}.")
        self._check_numbers("smoothing")
        self._check_numbers("pool_weight", or_zero=True)
        if not 0 <= self.lexicon_share <= 1:
            raise BadTeaching(f"lexicon_share must be between 0 and 1, not {self.lexicon_share!r}.")
        self._check_whole("em_steps")
        self._check_choice("mode", "corrected", "paper")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _check_two(classes: NDArray[Any]) -> None:
    if len(classes) > 2:
        raise BadTeaching(
            f"Only binary classification is supported. PooledNB tells two classes apart, not {len(classes)}: "
            f"{listed(map(str, classes))}. Use LabelledWordNB for more."
        )


def _weight(fit: Matrix, y: NDArray[np.intp]) -> float:
    """A model's log-odds of being right on the labelled documents; nothing for one that is mostly wrong."""
    ahead = fit[np.arange(len(y)), y] - fit[np.arange(len(y)), 1 - y]
    tied = np.abs(ahead) < 1e-9  # of sums that differ by rounding only
    error = (np.count_nonzero((ahead < 0) & ~tied) + 0.5 * np.count_nonzero(tied) + 0.5) / (len(y) + 1)
    return max(float(np.log((1.0 - error) / error)), 0.0)


def _without_itself(documents: Matrix, X: csr_array, y: NDArray[np.intp]) -> Matrix:
    """How well its own class fits each labelled document when the document's terms are not counted there.

    Its mass stays: unknown text takes the document's place, or the smaller class would win by its smoothing.
    """
    row = np.repeat(np.arange(len(y)), np.diff(X.indptr))
    others = np.maximum(documents[X.indices, y[row]] - X.data, _TINY) / documents.sum(axis=0)[y[row]]
    return np.asarray(np.bincount(row, X.data * np.log(others), minlength=len(y)))
