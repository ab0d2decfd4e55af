r"""A teacher's style: the features that make a token part of a rationale, and their names.

What the teacher sees in a token is its *relevance* :math:`a`, how strongly the classifier takes the token's terms as
evidence for the class at hand. The features of such a token are soft thresholds of it,

.. math:: B_s(a) = \frac1s \left(\log(1 + e^{as}) - \log 2\right), \qquad s = \pm 10,

``relevant`` (:math:`s = 10`) for what speaks for the class and ``anti-relevant`` (:math:`s = -10`) for what speaks
against it. The features of a place between two tokens are conjunctions of a pair of tags (inside, outside) with what is
seen there:

- ``plain``: the four pairs of tags, O-O, O-I, I-O and I-I;
- ``words``: for I-O and O-I, that the left or the right token is one of ``, . ? !``; for O-I, that the right token is
  one of *no, not, so, very, quite*;
- ``syntax``: for I-O and O-I, the largest constituent that ends (E) or starts (S) at the place; for all four pairs, the
  smallest constituent that crosses it (C).

That is 2 + 4 + 21 + 88 features, the 115 of Zaidan and Eisner (2008).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from teachback.learners.rationales.chain import II, IO, OI, OO
from teachback.sweeps import Matrix
from teachback.text.constituents import NONTERMINALS

PUNCTUATION = (",", ".", "?", "!")
OPENERS = ("no", "not", "so", "very", "quite")
SIGNS = (*PUNCTUATION, *OPENERS)  # the tokens that a style may look at; sign 0 is any other token
GROUPS = ("plain", "words", "syntax")
LEFT, RIGHT, ENDING, STARTING, CROSSING = range(5)  # what is known of a place: two signs and three constituents

_PAIRS = {OO: "O-O", OI: "O-I", IO: "I-O", II: "I-I"}
_STEEPNESS = 10.0


@dataclass(frozen=True)
class Emission:
    """The features of a token inside a rationale."""

    thresholds: Sequence[float] = (0.0,)  # what relevance must exceed to count; a feature for each
    # Relevance and anti-relevance weigh alike: one feature, the relevance itself, and no thresholds. Its weight is at
    # least 1, since a teacher marks what speaks for the class; few documents may seem to say the contrary
    tied: bool = False

    @property
    def names(self) -> list[str]:
        """What the features are called."""
        if self.tied:
            return ["relevance"]
        above = [f"relevant above {threshold:g}" if threshold else "relevant" for threshold in self.thresholds]
        return [*above, "anti-relevant"]

    @property
    def least(self) -> float:
        """How small the weight of a feature may be."""
        return 1.0 if self.tied else -np.inf

    def values(self, relevance: Matrix) -> Matrix:
        """The features of some relevances, along a new first axis.

        >>> Emission().values(np.array([-0.5, 0.0, 0.5])).round(2).tolist()
        [[-0.07, 0.0, 0.43], [-0.43, 0.0, 0.07]]
        """
        if self.tied:
            return relevance[np.newaxis]
        steep = self._steep(relevance)
        return np.asarray((np.logaddexp(0.0, steep) - np.log(2.0)) / self._slopes(relevance.ndim))

    def slopes(self, relevance: Matrix) -> Matrix:
        """The derivatives of the features by the relevance."""
        return np.ones((1, *relevance.shape)) if self.tied else np.asarray(expit(self._steep(relevance)))

    def _steep(self, relevance: Matrix) -> Matrix:
        beyond = np.stack([*(relevance - threshold for threshold in self.thresholds), relevance])
        return np.asarray(beyond * self._slopes(relevance.ndim))

    def _slopes(self, axes: int) -> Matrix:
        slopes = np.full(len(self.thresholds) + 1, _STEEPNESS)
        slopes[-1] = -_STEEPNESS
        return slopes.reshape(-1, *(1,) * axes)


class Feature(NamedTuple):
    """A pair of tags, and the value that one of the things known of a place must have (none: any place)."""

    name: str
    pair: int
    known: int | None = None
    value: int = 0


def features(groups: Sequence[str]) -> list[Feature]:
    """The features of places in these groups, in order.

    >>> [feature.name for feature in features(["plain"])]
    ['O-O', 'O-I', 'I-O', 'I-I']
    >>> [len(features([group])) for group in GROUPS]
    [4, 21, 88]
    """
    makers = {"plain": _plain, "words": _words, "syntax": _syntax}
    return [feature for group in GROUPS if group in groups for feature in makers[group]()]


def design(chosen: Sequence[Feature], places: NDArray[np.int16]) -> Matrix:
    """Which features are there: places × pairs of tags × features."""
    table = np.zeros((len(places), 4, len(chosen)))
    for column, feature in enumerate(chosen):
        there = slice(None) if feature.known is None else places[:, feature.known] == feature.value
        table[there, feature.pair, column] = 1.0
    return table


def _plain() -> Iterator[Feature]:
    for pair, name in _PAIRS.items():
        yield Feature(name, pair)


def _words() -> Iterator[Feature]:
    for sign, word in enumerate(PUNCTUATION, start=1):
        yield Feature(f"I({word})-O", IO, LEFT, sign)
        yield Feature(f"O({word})-I", OI, LEFT, sign)
        yield Feature(f"I-O({word})", IO, RIGHT, sign)
        yield Feature(f"O-I({word})", OI, RIGHT, sign)
    for sign, word in enumerate(OPENERS, start=1 + len(PUNCTUATION)):
        yield Feature(f"O-I({word})", OI, RIGHT, sign)


def _syntax() -> Iterator[Feature]:
    for number, name in enumerate(NONTERMINALS, start=1):
        for letter, known in (("E", ENDING), ("S", STARTING)):
            for pair in (IO, OI):
                yield Feature(f"{_PAIRS[pair]}/{letter}={name}", pair, known, number)
        for pair, tags in _PAIRS.items():
            yield Feature(f"{tags}/C={name}", pair, CROSSING, number)
