"""The rationales of a teacher, and how likely a classifier and her style make them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.learners.rationales.chain import Chain
from teachback.learners.rationales.marked_texts import ChainTokens, MarkedTexts
from teachback.learners.rationales.style import Emission, Feature, design
from teachback.sweeps import Matrix

Positions = Callable[[Iterable[Hashable]], NDArray[np.intp]]  # from classes to their positions


class Explained(NamedTuple):
    """A log-likelihood and its slopes: by the classifier's weights, the style and the laziness of each tagged text."""

    value: float
    theta: Matrix
    style: Matrix
    laziness: Matrix


@dataclass(frozen=True)
class TeacherRationales:
    """The rationales of one teacher."""

    teacher: str
    chain: Chain
    # The terms of each kind of token, kinds × terms, and the other way round
    kinds: csr_array
    terms: csr_array
    design: Matrix  # the features of each place and pair of tags
    tokens: NDArray[np.int64]  # how many tokens there are of each kind

    def explained(self, theta: Matrix, style: Matrix, laziness: Matrix, emission: Emission) -> Explained:
        r"""The log-probability :math:`\log p_\phi(r \mid x, y, \theta)` of all tags. A style has emissions first."""
        relevance = self.kinds @ relevance_of(theta)
        seen, slopes = emission.values(relevance), emission.slopes(relevance)
        of_token, of_place = style[: len(seen)], style[len(seen) :]
        value, beyond = self.chain.log_likelihood(
            np.tensordot(of_token, seen, axes=1), self.design @ of_place, laziness
        )
        by_relevance = beyond.inside * np.tensordot(of_token, slopes, axes=1)
        by_token = np.tensordot(seen, beyond.inside, axes=2)
        by_place = np.tensordot(beyond.pairs, self.design, axes=2)
        by_theta = relevance_of(self.terms @ by_relevance)  # the map is symmetric
        return Explained(value, by_theta, np.concatenate([by_token, by_place]), beyond.starts)

    def scale(self, theta: Matrix, emission: Emission) -> Matrix:
        """How large the features of a style are, so that a search can take steps of one size in all of them."""
        seen = emission.values(self.kinds @ relevance_of(theta))
        square = np.tensordot(np.mean(seen**2, axis=2), self.tokens / self.tokens.sum(), axes=1)
        return np.concatenate([np.sqrt(square) + 1e-3, np.ones(self.design.shape[2])])

    def marginals(self, theta: Matrix, style: Matrix, emission: Emission) -> Matrix:
        """Tagged text after tagged text, the probability that each token is inside a rationale."""
        seen = emission.values(self.kinds @ relevance_of(theta))
        of_token, of_place = style[: len(seen)], style[len(seen) :]
        return self.chain.marginals(np.tensordot(of_token, seen, axes=1), self.design @ of_place)


def relevance_of(theta: Matrix) -> Matrix:
    r"""How strongly each term speaks for each class, :math:`\tfrac12 (\theta_y -` the mean of the other classes').

    >>> relevance_of(np.array([[-0.5, 0.5]])).tolist(), relevance_of(np.array([[0.0, 0.0, 0.6]])).round(2).tolist()
    ([[-0.5, 0.5]], [[-0.15, -0.15, 0.3]])
    """
    classes = theta.shape[1]
    return np.asarray(theta @ (0.5 * (classes * np.eye(classes) - 1.0) / (classes - 1)))


def rationales_by_teacher(
    marked: MarkedTexts, positions: Positions, classes: int, chosen: Sequence[Feature]
) -> list[TeacherRationales]:
    """The rationales of each teacher, in order of appearance; those that touch no token are left out."""
    tagged, tags = list(marked.tagged_texts), marked.tags()
    text = np.array([each.text for each in tagged], dtype=np.int64)
    of = positions(each.class_ for each in tagged).astype(np.int64)
    ends = np.cumsum(np.diff(marked.tokens.rows)[text])
    parts = np.split(tags, ends[:-1]) if tagged else []
    by_teacher = []
    for teacher in dict.fromkeys(each.teacher for each in tagged):
        mine = [k for k, each in enumerate(tagged) if each.teacher == teacher and parts[k].any()]
        if mine:
            own_tags = np.concatenate([parts[k] for k in mine])
            by_teacher.append(
                _teacher_rationales(teacher, marked.tokens, text[mine], of[mine], own_tags, classes, chosen)
            )
    return by_teacher


def without_rationales(
    marked: MarkedTexts, of: NDArray[np.int64], classes: int, chosen: Sequence[Feature]
) -> TeacherRationales:
    """The texts, each for one class, as a teacher who has highlighted nothing."""
    text, nothing = np.arange(len(marked)), np.zeros(len(marked.tokens.kind), dtype=np.bool_)
    return _teacher_rationales("", marked.tokens, text, of, nothing, classes, chosen)


def _teacher_rationales(
    teacher: str,
    tokens: ChainTokens,
    text: NDArray[np.int64],
    of: NDArray[np.int64],
    tags: NDArray[np.bool_],
    classes: int,
    chosen: Sequence[Feature],
) -> TeacherRationales:
    """Only the texts and the kinds of tokens that occur, so that the work grows with what was marked."""
    texts, row = np.unique(text, return_inverse=True)
    part = tokens.of(texts)
    number = np.bincount(part.kind, minlength=tokens.kinds.shape[0])
    used = np.flatnonzero(number)
    kind = (np.cumsum(number > 0) - 1)[part.kind]  # numbered anew
    kinds = tokens.kinds[used]
    size = (len(used), classes, len(tokens.places))
    chain = Chain(part.rows, kind.astype(np.int32), part.place, row.astype(np.int64), of, tags, size)
    return TeacherRationales(teacher, chain, kinds, csr_array(kinds.T), design(chosen, tokens.places), number[used])
