"""How one teacher marks, learned on top of the weights of any linear model: for suggestions in her own style."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from threadpoolctl import threadpool_limits

from teachback.learners.rationales.marked_texts import MarkedTexts
from teachback.learners.rationales.style import GROUPS, Emission, features
from teachback.learners.rationales.style_model import Gain, StyleModel
from teachback.learners.rationales.teacher_rationales import (
    TeacherRationales,
    rationales_by_teacher,
    relevance_of,
    without_rationales,
)
from teachback.sweeps import Matrix

_EMISSION = Emission(tied=True)
_FEATURES = features(GROUPS)
_SIZE = 0.03  # of a usual relevance: so small that what she marks, and not the least weight, says how much it matters


@dataclass(frozen=True)
class OwnStyle:
    """What a teacher marks, as far as a model's weights and her habits tell."""

    weights: Matrix  # the model's weights, terms × classes, scaled so that the relevance of tokens has a usual size
    style: Matrix  # the weights of her habits (:mod:`style`)
    # How likely a token must be marked to be suggested: in the texts that she marked, as many are as she marked
    threshold: float
    classes: Sequence[Hashable]  # what the columns of the weights stand for

    def passages(self, text: MarkedTexts, class_: Hashable) -> list[tuple[int, int, float]]:
        """Where each run of likely tokens of a text begins and ends, and how likely its likeliest token is marked."""
        of = np.array([self.classes.index(class_)], dtype=np.int64)
        asked = without_rationales(text, of, len(self.classes), _FEATURES)
        likely = asked.marginals(self.weights, self.style, _EMISSION)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], likely >= self.threshold, [False]]).astype(np.int8)))
        start, end = text.tokens.start, text.tokens.end
        return [
            (int(start[first]), int(end[stop - 1]), float(likely[first:stop].max()))
            for first, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        ]


def own_style(weights: Matrix, classes: Sequence[Hashable], marked: MarkedTexts) -> OwnStyle | None:
    """The style in which all of these passages were marked; None if they touch no token.

    >>> from teachback.learners import LabelledWordNB, read_marked
    >>> from teachback.text import TermCounts
    >>> texts = ["a dull long evening", "a fine short evening"] * 3
    >>> counts = TermCounts()
    >>> counts.add(texts)
    >>> learned = LabelledWordNB().fit(counts.X, ["neg", "pos"] * 3)
    >>> marked = read_marked(counts, texts, [(row, "pos" if row % 2 else "neg", 2, 12) for row in range(6)])
    >>> found = own_style(learned.evidence()[0], ["neg", "pos"], marked)
    >>> [(start, end) for start, end, likely in found.passages(marked[:1], "neg")]      # two words, as she marks them
    [(2, 11)]
    """
    position = {name: place for place, name in enumerate(classes)}

    def positions(names: Iterable[Hashable]) -> NDArray[np.intp]:
        return np.array([position[name] for name in names], dtype=np.intp)

    one = marked.having([passage._replace(teacher="") for passage in marked.passages if passage.class_ in position])
    by_teacher = rationales_by_teacher(one, positions, len(classes), _FEATURES)
    if not by_teacher:
        return None
    (rationales,) = by_teacher
    theta = _SIZE * weights / _size(weights, rationales)
    names = [feature.name for feature in _FEATURES]
    model = StyleModel([rationales], _EMISSION, names, style_variance=1.0, between_teachers=None, laziness=None)
    with threadpool_limits(1, user_api="blas"):
        model.improve(theta, _maximum)
    style = model.styles[0]
    likely = rationales.marginals(theta, style, _EMISSION)
    return OwnStyle(theta, style, float(np.quantile(likely, 1.0 - rationales.chain.tags.mean())), list(classes))


def _size(weights: Matrix, rationales: TeacherRationales) -> float:
    """The root mean square of the relevance of tokens that have any."""
    relevance = rationales.kinds @ relevance_of(weights)
    there = rationales.tokens * (np.abs(relevance).max(axis=1) > 0)
    square = (there @ np.square(relevance).mean(axis=1)) / max(there.sum(), 1)
    return float(np.sqrt(square)) or 1.0


def _maximum(gain: Gain, start: Matrix) -> Matrix:
    def cost(flat: Matrix) -> tuple[float, Matrix]:
        value, slope = gain(flat)
        return -value, -slope

    return np.asarray(minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 50, "maxcor": 20}).x)
