"""Whether a model earns its place: beside a plain regression on the labels, and beside always the same class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from teachback.sweeps import Matrix

_CHANCE, _LEAD = 0.01, 0.15  # how likely a lead may be by chance, and how large it has to be, to be believed

OURS, PLAIN, MAJORITY = "all lessons", "labels alone", "the most frequent class"


@dataclass(frozen=True)
class Standing:
    """How often each way was right about labelled documents that it had not heard of."""

    right: dict[str, int]  # for each way, the number of documents that it got right
    documents: int  # of how many
    ahead: str  # the way to use: the model's own unless another one is clearly ahead

    def __str__(self) -> str:
        counts = ", ".join(f"{way} {number}" for way, number in self.right.items())
        ending = "" if self.ahead == OURS else f"; so it uses {self.ahead}"
        return f"of {self.documents} labelled documents that it had not heard of, right were: {counts}{ending}"


def compare(ours: Matrix, plain: Matrix, y: NDArray[np.intp], part: NDArray[np.intp]) -> Standing:
    """Compare the evidence for each class in documents that were left out, each with its part.

    Another way is ahead where, of the documents in which it and the model differ in being right, it is right in more
    than chance explains (an exact sign test), and by 15 documents in a hundred: labels were asked for where the model
    had doubts, so that it looks worse on them than it is. Of two such ways it is the one that is right more often.

    >>> y, part = np.zeros(9, dtype=np.intp), np.arange(9) % 3
    >>> wrong, right = np.array([[0.0, 1.0]] * 9), np.array([[1.0, 0.0]] * 9)
    >>> print(compare(wrong, right, y, part))
    of 9 labelled documents that it had not heard of, right were: all lessons 0, labels alone 9,
    the most frequent class 9; so it uses labels alone
    """
    hits = {OURS: ours.argmax(axis=1) == y, PLAIN: plain.argmax(axis=1) == y}
    always = np.zeros(len(y), dtype=np.bool_)
    for left_out in np.unique(part):
        here = part == left_out
        others = np.bincount(y[~here], minlength=ours.shape[1])
        always[here] = y[here] == others.argmax() if others.any() else False
    hits[MAJORITY] = always
    right = {way: int(hit.sum()) for way, hit in hits.items()}
    clearly = [way for way in list(hits)[1:] if _leads(hits[way], hits[OURS])]
    return Standing(right, len(y), max(clearly, key=right.__getitem__, default=OURS))


def _leads(other: NDArray[np.bool_], ours: NDArray[np.bool_]) -> bool:
    wins, losses = int((other & ~ours).sum()), int((ours & ~other).sum())
    is_large = wins - losses >= _LEAD * len(ours)
    return bool(is_large and wins > losses and bdtrc(wins - 1, wins + losses, 0.5) < _CHANCE)
