"""One linear model that hears every kind of lesson: the default."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from copy import copy
from dataclasses import asdict
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg.blas import daxpy
from scipy.sparse import csr_array
from scipy.special import softmax

from teachback.learners.base import Learner, NotReasons, TermLessons, Words
from teachback.learners.lesson_regression.class_shares import with_likely_shares
from teachback.learners.lesson_regression.comparison import MAJORITY, OURS, PLAIN, Standing, compare
from teachback.learners.lesson_regression.confidence import share_of_addition, temperature, trusted
from teachback.learners.lesson_regression.described import (
    Descriptions,
    firmness_of,
    not_spoken_of,
    share_of_descriptions,
    with_described_terms,
)
from teachback.learners.lesson_regression.documents import PoolDocuments, row_weights
from teachback.learners.lesson_regression.exclusions import Exclusions, settled, shared_out
from teachback.learners.lesson_regression.new_words import new_words, terms_of
from teachback.learners.lesson_regression.own_guesses import with_own_guesses
from teachback.learners.lesson_regression.row_regression import (
    Solved,
    TaughtRows,
    dealt,
    plain_regression,
    solved,
    together,
)
from teachback.learners.lesson_regression.softmax import Linear
from teachback.learners.lesson_regression.unit_row_scores import UnitRowScores
from teachback.learners.lesson_regression.weaker_rows import AdvisedRows, texts_of_words, weaker_rows
from teachback.learners.lesson_regression.word_evidence import word_evidence
from teachback.learners.lesson_regression.words_and_labels import attention, borne_out, with_marked_terms
from teachback.learners.linear_form import LinearForm
from teachback.learners.naive_bayes import level
from teachback.pool import Pool
from teachback.sweeps import Matrix, at_once, scores
from teachback.vectors import PoolVectors, one_thread, unit_row_scores

_NEVER = -50.0  # the evidence for a class that was not taught
_DIGITS = 9  # of constants: classes that are level stay so, however a processor rounds


class LessonRegression(Learner):
    r"""Softmax regression over terms and vectors of the pool that learns from labels, words, reasons and the pool.

    A document is its row :math:`a` of damped, rarity-weighted counts, of length 1, beside its vector :math:`z`
    (:class:`~teachback.vectors.PoolVectors`), a linear function of :math:`a`. So the scores are linear in the row,

    .. math:: f(a) = a W + b, \qquad W = W_0 + U + V S\, Z,

    and explanations are exact. What is learned, and from what:

    - **words** give :math:`W_0` and :math:`b_0` (:mod:`word_evidence`), from the words and the pool alone; a class
      without words, where others have some, is taken for average text;
    - **labels** give :math:`U` (terms) and :math:`Z` (vectors): the cross entropy of the labelled documents, with both
      penalised by `ridge` and vectors stretched by `stretch`. So that a few labels of difficult documents do not undo
      what words say of all others, only so much of it counts as holds for labels that were left out. And so that it
      holds for new texts, too, among enough documents a labelled one has the vector that it would have if directions
      had been learned without it (:meth:`~teachback.vectors.PoolVectors.places_without`), and a term that no other has
      weighs half;
    - **reasons**, the marked terms of a labelled document, are a document of their own, of the same class, of weight
      `reason_weight`, to whose scores the constants do not belong; terms that are marked again and again for one class
      are weak words of it. What is marked wherever it stands counts more in all documents than what is never marked:
      weights are penalised the less, the larger a term's :func:`~words_and_labels.attention`;
    - **descriptions** of classes are documents of their own, too, of weight `description_weight`, and their telling
      terms are weak words of the class (:mod:`described`), as long as nothing else was said of these;
    - **labels of teachers that are no person** are labels that weigh as much as these were found to be right;
    - **what a document is not** leaves it the other classes: the probability of all of them together is what counts,
      and weighs as much as a label;
    - **a term that is no reason** has no part in rows and vectors; for one class, it says there what it says of the
      others on average;
    - **the pool**: all of that is averaged with naive Bayes of the model's own guesses (:mod:`own_guesses`), which has
      the same form; the fewer labels and words, the more;
    - **class shares**: with few labels and no words, the constants are moved so that the pool's mean prediction is near
      the labels' shares. A class of which nothing was heard is not predicted.

    Parameters
    ----------
    ridge, bias_ridge
        Penalties of weights and of constants.
    stretch
        How much longer vectors are than rows: how much of the evidence is shared between related terms.
    reason_weight
        What the marked part of a document weighs, in labels.
    description_weight
        What the description of a class weighs as a document, in labels.

    Attributes
    ----------
    classes_
        The classes.
    term_weights_
        The weight of each term in a row; 0 for a term that is no reason.
    weights_, intercept_
        :math:`W` (terms × classes) and :math:`b`.
    new_words_
        What a word that no document has adds, by what an encoder says of it (:mod:`new_words`); None without one.
    comparison_
        How often all lessons, labels alone and the most frequent class were right about labelled documents that they
        had not heard of (:mod:`comparison`); None without labels. Where another way is clearly ahead, the model is
        that one.

    Examples
    --------
    >>> pool = [[2, 0, 0, 1], [0, 2, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]]     # vote, goal, referee, ballot
    >>> model = LessonRegression().fit(None, words=[(0, "politics"), (1, "sport")], pool=pool)
    >>> model.predict([[0, 0, 1, 0], [0, 0, 0, 1]]).tolist()                # neither has a taught word
    ['sport', 'politics']
    """

    term_weights_: Matrix
    weights_: Matrix
    intercept_: Matrix
    new_words_: dict[str, Any] | None
    comparison_: dict[str, Any] | None

    def __init__(
        self,
        *,
        ridge: float = 0.005,
        bias_ridge: float = 0.01,
        stretch: float = 2.0,
        reason_weight: float = 1.0,
        description_weight: float = 1.0,
    ) -> None:
        self.ridge, self.bias_ridge, self.stretch = ridge, bias_ridge, stretch
        self.reason_weight, self.description_weight = reason_weight, description_weight

    def fit(
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        words: Words = (),
        not_a_reason: NotReasons = (),
        pool: Any = None,
        classes: Sequence[Hashable] | None = None,
        reasons: Any = None,
        exclusions: Exclusions | None = None,
        descriptions: Descriptions | None = None,
        advised: AdvisedRows | None = None,
        vectors: PoolVectors | None = None,
    ) -> Self:
        """Learn from every lesson there is; any of them may be missing.

        Parameters
        ----------
        X, y, words, not_a_reason, classes
            As for every learner of words.
        pool
            Counts of all documents, labelled or not.
        reasons
            The counts of what was marked in each row of X, empty where nothing was.
        exclusions
            The counts of documents of which is known what they are not, and the classes that each of them is not.
        descriptions
            The counts of texts that describe classes, and the class of each.
        advised
            The counts of documents of which a teacher that is no person said the class, the classes, and what each
            weighs, in labels.
        vectors
            Those of the pool, where they were worked out before.
        """
        self._check_parameters()
        words = list(words)
        named = [class_ for of_classes in (descriptions, advised) if of_classes is not None for class_ in of_classes[1]]
        X, y, pool = self._checked_documents(X, y, pool, classes, [*words, *((0, class_) for class_ in named)])
        taught = self._taught_words(words)
        rejected = self._rejected_words(not_a_reason, taught)
        known = PoolVectors(pool if pool is not None else Pool(X)) if vectors is None else vectors
        if descriptions is not None:
            texts = not_spoken_of(self._checked_counts(descriptions[0], "descriptions", first=False), taught, rejected)
            of = self._positions(descriptions[1])
            share = share_of_descriptions(len(words) + len(y), len(self.classes_))
            taught = with_described_terms(taught, texts, of, known.pool.reach, known.pool.documents, share)
        if taught and len(y):
            taught = borne_out(taught, X, y)
        if reasons is not None:
            taught = with_marked_terms(taught, rejected, reasons, y)
        documents = PoolDocuments(known, row_weights(known, rejected, len(self.classes_)))
        more, one = [], np.eye(len(self.classes_))
        if exclusions is not None:
            rows = documents.read(self._checked_counts(exclusions[0], "exclusions", first=False))
            more.append(weaker_rows(rows, shared_out(exclusions[1], self._position), 1.0, either=True))
        if descriptions is not None and self.description_weight and texts.nnz:
            says, weight = np.flatnonzero(np.diff(texts.indptr)), share * self.description_weight
            more.append(weaker_rows(documents.read_new(texts[says]), one[of[says]], weight, biased=False))
        if advised is not None:
            rows = documents.read(self._checked_counts(advised[0], "advised", first=False))
            more.append(weaker_rows(rows, one[self._positions(advised[1])], advised[2]))
        firmness = 1.0 if descriptions is None else firmness_of(len(words), len(self.classes_))
        self._learn_all(documents, X, y, taught, rejected, reasons, more, firmness)
        if self.comparison_ is None or self.comparison_["ahead"] == OURS:
            self._heed_own_guesses(documents, len(y), len(words), rejected)
        if taught and not words and not named:  # marked terms say nothing of a class without labels
            labels = np.bincount(y, minlength=len(self.classes_))
            self.intercept_[(labels == 0) & (np.count_nonzero(labels) > 1)] += _NEVER
        self.intercept_ = np.round(self.intercept_, _DIGITS)
        self.new_words_ = new_words(known, self._of_vectors)
        del self._of_vectors  # whose use that was
        return self

    def evidence(self) -> tuple[Matrix, Matrix]:
        """The weights of the terms of unit rows, and the constants."""
        return self.weights_, self.intercept_

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(self.weights_, self.intercept_, self.term_weights_, unit=True)

    def with_new_words(self, vectors: Matrix) -> LessonRegression:
        """This model with more terms, which no document had: an encoder's vector of each says what it adds."""
        made = copy(self)
        weigh, add = terms_of(self.new_words_ or {}, vectors)
        made.term_weights_, made.weights_ = np.append(self.term_weights_, weigh), np.vstack([self.weights_, add])
        made.n_features_in_, made.new_words_ = len(made.weights_), None
        return made

    @property
    def left_out(self) -> Matrix | None:
        """What it says of each labelled document by parts that were not told its label, documents × classes.

        None where nothing was labelled, and of a model that was kept: it is not kept with it.
        """
        return getattr(self, "_left_out", None)

    @property
    def remark(self) -> str:
        """That another way was clearly ahead on labels that were left out, and is used instead; empty if none was."""
        compared = None if self.comparison_ is None else Standing(**self.comparison_)
        return "" if compared is None or compared.ahead == OURS else f"It fell behind: {compared}."

    @property
    def of_unit_rows(self) -> UnitRowScores:
        """This model for rows that were weighed and divided by their length before."""
        made = UnitRowScores()
        made.classes_, made.n_features_in_ = self.classes_, self.n_features_in_
        made.weights_, made.intercept_ = self.weights_, self.intercept_
        return made

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return unit_row_scores(X, self.term_weights_, self.weights_) + self.intercept_  # as explanations add it up

    def _learn_all(
        self,
        documents: PoolDocuments,
        X: csr_array,
        y: NDArray[np.intp],
        taught: TermLessons,
        rejected: TermLessons,
        reasons: Any,
        more: list[TaughtRows],
        firmness: float,
    ) -> None:
        self.term_weights_, self.comparison_, self._left_out = documents.weights, None, None
        believed = self._said_by_words(documents, taught, rejected) if taught else None
        if believed is not None and firmness != 1.0:
            believed = believed.times(firmness)
        rows, places = documents.read(X)
        target = np.eye(len(self.classes_))[y]
        labelled = TaughtRows(rows, places, target, np.ones(len(y)), dealt(y))
        if believed is not None and len(y):
            believed = trusted(believed, rows, y)
            believed = with_likely_shares(believed, documents.rows, target.sum(axis=0), len(taught.terms))
        says_more = taught and (len(y) or documents.vectors.of_words is not None)  # an encoder knows a word by itself
        rest = [*more, texts_of_words(documents, taught)] if says_more else more
        heard = documents, labelled, reasons, rest, believed
        if not len(y):
            self._put_together(documents, believed, self._added_by_labels(*heard) if rest else None, rejected)
            return
        added, plain = at_once(
            lambda: self._added_by_labels(*heard),
            lambda: plain_regression(rows, y, len(self.classes_)),
            len(y) ** 2 * len(self.classes_),
        )
        evidence, share = added.left_out[: len(y)], 1.0
        compared = compare(evidence, plain.left_out, y, labelled.part)
        self.comparison_ = asdict(compared)
        if compared.ahead == OURS and believed is not None:
            by_words = scores(rows, believed.weights) + believed.constant
            share = share_of_addition(by_words, evidence - by_words, y)
            evidence = by_words + share * (evidence - by_words)
        elif compared.ahead == PLAIN:
            believed, added, evidence = None, plain, plain.left_out
        elif compared.ahead == MAJORITY:
            believed, share = None, 0.0
        warmth = temperature(evidence, y, 0 if believed is None else len(taught.terms))
        if compared.ahead != MAJORITY:
            self._left_out = softmax(evidence / warmth, axis=1)
        self._put_together(documents, believed, added, rejected, share, warmth)
        if believed is None:
            known = (settled(r.target) if r.either else r.target.argmax(axis=1) for r in more if r.biased)
            self._heed_shares(documents, np.concatenate([y, *known]))

    # One idea each.

    def _said_by_words(self, documents: PoolDocuments, taught: TermLessons, rejected: TermLessons) -> Linear:
        words = tuple(zip(taught.terms.tolist(), taught.classes.tolist(), taught.strength.tolist(), strict=True))
        no = tuple(zip(rejected.terms.tolist(), rejected.classes.tolist(), strict=True))
        classes = len(self.classes_)
        return documents.vectors.remembered(
            ("words", words, no, classes),
            lambda: word_evidence(
                documents.vectors, documents.weights, *documents.many(), words=words, not_a_reason=no, classes=classes
            ),
        )

    def _added_by_labels(
        self,
        documents: PoolDocuments,
        labelled: TaughtRows,
        reasons: Any,
        more: list[TaughtRows],
        believed: Linear | None,
    ) -> Solved:
        """What labelled documents, their marked parts and those that are not of some class add to what words say."""
        taught = [labelled, *more]
        if reasons is not None and (marked := np.flatnonzero(np.diff(reasons.indptr))).size:
            own, at = documents.read(csr_array(reasons)[marked])
            weight = np.full(len(marked), self.reason_weight)
            taught.append(TaughtRows(own, at, labelled.target[marked], weight, labelled.part[marked], biased=False))
        F, z, lessons, part = together(taught, believed)
        bias_ridge = self.bias_ridge if believed is None else 10.0 * self.bias_ridge
        paid, to_others = None, 1.0
        if reasons is not None and reasons.nnz:
            paid, to_others = attention(labelled.rows, reasons)
            z -= documents.vectors.places_of(F)  # directions were turned towards documents as they are
            F = csr_array((F.data * paid[F.indices], F.indices, F.indptr), shape=F.shape)
            z += documents.vectors.places_of(F)
        solution = solved(F, self.stretch * z, lessons, part, ridge=self.ridge, bias_ridge=bias_ridge)
        return solution._replace(attention=paid, to_others=to_others)

    def _put_together(
        self,
        documents: PoolDocuments,
        believed: Linear | None,
        added: Solved | None,
        rejected: TermLessons,
        share: float = 1.0,
        warmth: float = 1.0,
    ) -> None:
        """The model: what words say and a share of what labels add to it, all divided by a temperature."""
        classes = len(self.classes_)
        self.weights_, self.intercept_ = np.zeros((self.n_features_in_, classes)), np.zeros(classes)
        self._of_vectors = np.zeros((documents.vectors.directions.shape[1], classes))
        if added is not None:
            share /= warmth
            far = share * self.stretch * added.of_vectors
            if far.size:
                self.weights_ = documents.vectors.of_terms(far)
                self._of_vectors += added.to_others * far
            self.weights_[added.terms] += share * added.of_terms
            if added.attention is not None:
                self.weights_ *= added.attention[:, np.newaxis]
            with one_thread():
                self.intercept_ += share * added.constant - documents.vectors.centre[: len(far)] @ far
        if believed is not None:
            daxpy(believed.weights.ravel(), self.weights_.ravel(), a=1.0 / warmth)
            self.intercept_ += believed.constant / warmth
            if believed.of_vectors is not None:
                self._of_vectors += believed.of_vectors / warmth
        level(self.weights_, rejected)

    def _heed_shares(self, documents: PoolDocuments, y: NDArray[np.intp]) -> None:
        """Move the constants so that the pool's mean prediction is between what it is and what labels suggest, nearer
        to that the fewer labels there are. A class without any is out of the question."""
        labels = np.eye(len(self.classes_))[y].sum(axis=0)
        seen = np.flatnonzero(labels)
        if len(seen) < 2:
            self.weights_, self.intercept_ = np.zeros_like(self.weights_), np.log((labels + 0.5) / (labels + 0.5).sum())
            self._of_vectors = np.zeros_like(self._of_vectors)
            return
        self.intercept_[labels == 0] += _NEVER
        guessed = Linear(self.weights_[:, seen], self.intercept_[seen])
        self.intercept_[seen] = with_likely_shares(guessed, documents.rows, labels[seen]).constant

    def _heed_own_guesses(self, documents: PoolDocuments, labels: int, words: int, rejected: TermLessons) -> None:
        """Average the model with what the pool says of its guesses; a class that is out of the question stays so."""
        possible = np.flatnonzero(self.intercept_ > 0.5 * _NEVER)
        if documents.rows.shape[0] and len(possible) > 1:
            model = Linear(self.weights_[:, possible], self.intercept_[possible], self._of_vectors[:, possible])
            heeded = with_own_guesses(model, documents, labels, words)
            self.weights_[:, possible], self.intercept_[possible], self._of_vectors[:, possible] = heeded
            level(self.weights_, rejected)

    def _check_parameters(self) -> None:
        self._check_numbers("ridge", "bias_ridge", "stretch")
        self._check_numbers("reason_weight", "description_weight", or_zero=True)
