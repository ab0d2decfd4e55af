"""Maximum entropy that also has to explain why its teachers marked the passages they marked."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import log_softmax
from sklearn.utils.validation import check_is_fitted
from threadpoolctl import threadpool_limits

from teachback.errors import listed, near_miss
from teachback.learners.base import BadTeaching
from teachback.learners.linear_form import LinearForm
from teachback.learners.rationales.marked_texts import MarkedTexts, check_marked
from teachback.learners.rationales.rationale_learner import RationaleLearner
from teachback.learners.rationales.style import GROUPS, Emission, features
from teachback.learners.rationales.style_model import Gain, StyleModel
from teachback.learners.rationales.teacher_rationales import rationales_by_teacher, without_rationales
from teachback.sweeps import Matrix, scores, sums
from teachback.text import binary
from teachback.text.pairs import Span


class RationaleMaxEnt(RationaleLearner):
    r"""A log-linear classifier together with a model of how each teacher marks rationales.

    A document with the terms :math:`f(x)`, each there or not, is of class :math:`y` with
    :math:`p_\theta(y \mid x) \propto e^{\theta_y \cdot f(x)}`. Its rationales :math:`r`, a tag for every token, are
    explained by a linear chain :math:`p_\phi(r \mid x, y, \theta)` that sees the words only through their relevance,
    :math:`\tfrac12 (\theta_y - \text{mean of the other classes' } \theta)`: so what cannot be explained moves
    :math:`\theta`. Maximise

    .. math:: \sum_i \log p_\theta(y_i \mid x_i) - \frac{\lVert\theta\rVert^2}{4\sigma^2}
        + C \Bigl(\sum_i \log p_\phi(r_i \mid x_i, y_i, \theta) - \frac{\lVert\phi\rVert^2}{2\sigma_\phi^2}\Bigr)

    by turns: :math:`\theta` from the labels alone, then :math:`\phi`, :math:`\theta`, :math:`\phi`, :math:`\theta` …
    With two classes :math:`\theta_- = -\theta_+`, and this is the paper's objective. There is no bias.

    Parameters
    ----------
    variance
        :math:`\sigma^2` of the Gaussian prior on the classifier's weights.
    rationale_weight
        :math:`C`: what a tag counts beside a label. There are hundreds of tags for each label.
    style_variance
        :math:`\sigma_\phi^2` of the Gaussian prior on the style of a teacher.
    between_teachers
        None: every teacher has a style of her own. A number: the variance of the styles around their common mean, for
        teachers with little data. 0: one style for all.
    groups
        What a style looks at between tokens: any of ``plain``, ``words`` and ``syntax`` (see :mod:`style`).
        Syntax needs texts that were read with a parser.
    tied
        One weight, at least 1, for what is relevant and what is anti-relevant alike; False: a weight for each.
    thresholds
        Where they are not tied: above which relevance it counts, a weight for each of these numbers.
    laziness
        Variance of a bias of each marked document, by which few or many rationales begin; None: there is no such bias.
    styles
        The style of every teacher, as `styles_` has them, where they are known: then none is learned.
    rounds
        How often :math:`\phi` and :math:`\theta` are improved.
    max_iter, tol
        Steps of L-BFGS at most for each improvement; it stops when a step improves the objective by a smaller share.

    Attributes
    ----------
    classes_
        The classes.
    coef_
        The weights :math:`\theta`, terms × classes; those of a term add up to 0.
    styles_
        For each teacher, the weights :math:`\phi` by the names of their features: a card of how she marks.
    laziness_
        For each teacher, the bias of each document marked for each class, in order; empty without `laziness`.
    objective_
        What was maximised, at the end.
    n_iter_
        Steps of L-BFGS in all.
    passes_
        How often the chain was run over all rationales.

    Examples
    --------
    Three words tell the classes apart equally well; the teacher says which of them matters:

    >>> from teachback.learners import read_marked
    >>> from teachback.text import TermCounts
    >>> texts = ["a dull long evening", "a fine short evening"] * 3
    >>> counts = TermCounts()
    >>> counts.add(texts)
    >>> passages = [(row, "pos", 2, 6) if row % 2 else (row, "neg", 2, 6) for row in range(6)]
    >>> marked = read_marked(counts, texts, passages)
    >>> model = RationaleMaxEnt(variance=1.0, rationale_weight=1.0).fit(counts.X, ["neg", "pos"] * 3, rationales=marked)
    >>> model.predict(counts.rows(["dull but short", "long but fine"])).tolist()
    ['neg', 'pos']
    >>> model.predict_rationales(marked[:2], ["neg", "pos"])       # where a likely highlight begins and ends
    [[(2, 6)], [(2, 6)]]

    References
    ----------
    Zaidan, Eisner (2008). Modeling Annotators: A Generative Approach to Learning from Annotator Rationales. EMNLP.
    Ours are more than two classes, several terms a token, styles that are shared or drawn to a mean, and tied weights
    (the paper has ``tied=False``), which with the numbers here did better on held-out reviews. The paper has the prior
    on :math:`\phi` outside the bracket, where with :math:`C = 1/50` it all but forbids a style to look at relevance;
    inside, the likeliest style does not depend on :math:`C`.
    """

    coef_: Matrix
    styles_: dict[str, dict[str, float]]
    laziness_: dict[str, Matrix]
    objective_: float
    n_iter_: int
    passes_: int

    def __init__(
        self,
        *,
        variance: float = 0.1,
        rationale_weight: float = 0.02,
        style_variance: float = 1.0,
        between_teachers: float | None = None,
        groups: Sequence[str] = GROUPS,
        thresholds: Sequence[float] = (0.0,),
        tied: bool = True,
        laziness: float | None = None,
        styles: Mapping[str, Mapping[str, float]] | None = None,
        rounds: int = 3,
        max_iter: int = 25,
        tol: float = 1e-5,
    ) -> None:
        self.variance, self.rationale_weight, self.style_variance = variance, rationale_weight, style_variance
        self.between_teachers, self.groups, self.thresholds, self.tied = between_teachers, groups, thresholds, tied
        self.laziness, self.styles = laziness, styles
        self.rounds, self.max_iter, self.tol = rounds, max_iter, tol

    def _learn_marked(self, X: csr_array, y: NDArray[np.intp], rationales: MarkedTexts | None) -> None:
        self.n_iter_ = 0
        with threadpool_limits(1, user_api="blas"):  # the same, bit for bit, with any number of threads
            labels, seen = self._labels(binary(X), y), _seen(X, rationales)
            self.coef_ = self._maximum(labels, np.zeros((X.shape[1], len(self.classes_))), seen)
            self.styles_, self.laziness_, self.passes_ = {}, {}, 0
            if rationales is not None:
                self._explain(labels, rationales, seen)
        self.coef_ = np.round(self.coef_, 14)  # what is smaller is rounding, and would decide between equal classes

    def predict_rationales(
        self, texts: MarkedTexts, classes: Sequence[Hashable], *, teacher: str | None = None, threshold: float = 0.5
    ) -> list[list[Span]]:
        """What a teacher would mark in each text as the reason for a class: runs of tokens that she likely marks.

        Each text should be marked for one of the `classes`, in the style of a teacher (None: the mean of all styles). A
        token is marked that is as likely to be as the `threshold`; less suggests more.
        """
        check_is_fitted(self)
        check_marked(texts, csr_array((len(classes), self.n_features_in_)), self.classes_.tolist())
        if unknown := sorted({str(name) for name in classes if name not in self.classes_.tolist()}):
            raise BadTeaching(f"{listed(unknown)}: not a class; the classes are {listed(map(str, self.classes_))}.")
        of = self._positions(classes).astype(np.int64)
        asked = without_rationales(texts, of, len(self.classes_), features(self.groups))
        likely = asked.marginals(self.coef_, self._style(teacher), self._emission) >= threshold
        return _runs(texts, likely)

    def cross_entropy(self, rationales: MarkedTexts, *, teacher: str | None = None) -> float:
        """How surprising the rationales are in the style of a teacher (None: the mean of all): nats a tag."""
        check_is_fitted(self)
        style = self._style(teacher)
        check_marked(rationales, csr_array((len(rationales), self.n_features_in_)), self.classes_.tolist())
        total, tags = 0.0, 0
        for of in rationales_by_teacher(rationales, self._positions, len(self.classes_), features(self.groups)):
            total -= of.explained(self.coef_, style, np.zeros(len(of.chain.text)), self._emission).value
            tags += len(of.chain.tags)
        if not tags:
            raise BadTeaching("Nothing is marked in these texts, so no style can be tried on them. Give marked texts.")
        return total / tags

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(self.coef_, np.zeros(self.coef_.shape[1]), present=True)

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(binary(X), self.coef_)

    @property
    def _emission(self) -> Emission:
        return Emission(tuple(self.thresholds), self.tied)

    def _labels(self, X: csr_array, y: NDArray[np.intp]) -> Gain:
        """The log-likelihood of the labels and the prior on the weights."""
        truth = np.eye(len(self.classes_))[y]

        def gain(theta: Matrix) -> tuple[float, Matrix]:
            log_p = log_softmax(scores(X, theta), axis=1)
            value = float((truth * log_p).sum()) - float(np.vdot(theta, theta)) / (4 * self.variance)
            return value, sums(X, truth - np.exp(log_p)) - theta / (2 * self.variance)

        return gain

    def _explain(self, labels: Gain, rationales: MarkedTexts, seen: NDArray[np.intp]) -> None:
        """Turn by turn, the styles that explain the rationales best and the weights that make them explainable."""
        chosen = features(self.groups)
        teachers = rationales_by_teacher(rationales, self._positions, len(self.classes_), chosen)
        if not teachers:
            return
        model = StyleModel(
            teachers,
            self._emission,
            [feature.name for feature in chosen],
            style_variance=self.style_variance,
            between_teachers=self.between_teachers,
            laziness=self.laziness,
        )
        if self.styles is not None:
            model.know(self._checked_styles(model))

        def both(theta: Matrix) -> tuple[float, Matrix]:
            value, slope = labels(theta)
            explained, explained_slope = model.by_theta(theta)
            weight = self.rationale_weight
            return value + weight * explained, slope + weight * explained_slope

        for _ in range(self.rounds):
            if self.styles is None:
                model.improve(self.coef_, self._maximum)
            self.coef_ = self._maximum(both, self.coef_, seen)
        self.objective_ += self.rationale_weight * model.log_prior()
        self.styles_, self.passes_ = model.cards(), model.passes
        if self.laziness is not None:
            self.laziness_ = {of.teacher: bias for of, bias in zip(teachers, model.biases, strict=True)}

    def _maximum(self, gain: Gain, start: Matrix, among: NDArray[np.intp] | slice = slice(None)) -> Matrix:
        """Where the gain is highest; rows that are not among some stay as they are, and cost the search nothing."""
        best = start.copy()

        def cost(flat: Matrix) -> tuple[float, Matrix]:
            best[among] = flat.reshape(best[among].shape)
            value, slope = gain(best)
            return -value, -slope[among].ravel()

        options = {"maxiter": self.max_iter, "ftol": self.tol, "gtol": 1e-7, "maxcor": 20}
        optimum = minimize(cost, start[among].ravel(), jac=True, method="L-BFGS-B", options=options)
        self.objective_ = -float(optimum.fun)
        self.n_iter_ += max(int(optimum.nit), 1)
        best[among] = optimum.x.reshape(best[among].shape)
        return best

    def _style(self, teacher: str | None) -> Matrix:
        if not self.styles_:
            raise BadTeaching("Nobody marked anything, so there is no style to mark in. Fit with rationales first.")
        if teacher is None:
            return np.asarray(np.mean([list(style.values()) for style in self.styles_.values()], axis=0))
        if teacher not in self.styles_:
            raise BadTeaching(
                f"{teacher!r} marked nothing.{near_miss(teacher, self.styles_)} There are styles of "
                f"{listed(self.styles_)}; or leave the teacher out for the mean of them."
            )
        return np.array(list(self.styles_[teacher].values()))

    def _checked_styles(self, model: StyleModel) -> Mapping[str, Mapping[str, float]]:
        known = self.styles or {}
        for of in model.teachers:
            if missing := [name for name in model.names if name not in known.get(of.teacher, {})]:
                raise BadTeaching(
                    f"The style of {of.teacher!r} lacks {listed(missing)}. Give every teacher's whole style, as "
                    "styles_ has it after a fit with the same features."
                )
        return known

    def _check_parameters(self) -> None:
        self._check_numbers("variance", "rationale_weight", "style_variance")
        if self.between_teachers is not None and not 0 <= self.between_teachers < np.inf:
            raise BadTeaching(
                f"between_teachers must be a number of at least 0, or None, not {self.between_teachers!r}."
            )
        if self.laziness is not None and not 0 < self.laziness < np.inf:
            raise BadTeaching(f"laziness must be a number above 0, or None, not {self.laziness!r}.")
        if unknown := [name for name in self.groups if name not in GROUPS]:
            raise BadTeaching(f"{listed(map(repr, unknown))}: not a group of features; there are {listed(GROUPS)}.")
        if not len(self.thresholds) or not np.isfinite(self.thresholds).all():
            raise BadTeaching(f"thresholds must be one or more numbers, such as (0.0, 0.1), not {self.thresholds!r}.")
        if self.tied and tuple(self.thresholds) != (0.0,):
            raise BadTeaching(f"A tied weight has no thresholds, but they are {self.thresholds!r}. Add tied=False.")
        self._check_whole("rounds")
        self._check_whole("max_iter", 1)
        if not self.tol >= 0:
            raise BadTeaching(f"tol must be a number of at least 0, not {self.tol!r}.")


def _seen(X: csr_array, rationales: MarkedTexts | None) -> NDArray[np.intp]:
    """The terms of the documents; of any other nothing can be learned, and its weights stay 0."""
    terms = X.indices if rationales is None else np.concatenate([X.indices, rationales.tokens.kinds.indices])
    return np.unique(terms).astype(np.intp)


def _runs(texts: MarkedTexts, likely: NDArray[np.bool_]) -> list[list[Span]]:
    """Neighbouring tokens that are likely marked, as passages of their texts."""
    tokens, runs = texts.tokens, []
    for first, stop in zip(tokens.rows[:-1].tolist(), tokens.rows[1:].tolist(), strict=True):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], likely[first:stop], [False]]).astype(np.int8)))
        begin, end = tokens.start[first + edges[::2]], tokens.end[first + edges[1::2] - 1]
        runs.append(list(zip(begin.tolist(), end.tolist(), strict=True)))
    return runs
