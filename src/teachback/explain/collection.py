"""Explanations of many documents: how well they went, which words they use, and what that says about the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from teachback.errors import percent
from teachback.explain.explanation import CannotExplain, Explanation
from teachback.notebook import ShownTable, Tabular

Ranks = Callable[[int, dict[str, int]], int | None]  # from a document and words' ranks to the rank that explains it


@dataclass(frozen=True, slots=True)
class Metric:
    """A mean with the 10th and the 90th percentile; NaN when there is nothing to average."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Metric:
        """The mean and the percentiles of some values."""
        if not len(values):
            return Metric(np.nan, np.nan, np.nan)
        low, high = np.percentile(values, (10, 90)).tolist()
        return Metric(float(np.mean(values)), low, high)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A document whose label may be wrong: its place, how suspicious it is, and why."""

    position: int
    suspicion: float
    why: str


class Explanations(Tabular, Sequence[Explanation]):
    """The explanations of many documents, in their order.

    Parameters
    ----------
    each
        The explanations.
    explained_by
        For a document and the ranks of words, up to which rank words are needed to explain it; None when all of them
        are not enough. Without it, a document counts as explained only by the sets that were found.
    """

    def __init__(self, each: Sequence[Explanation], explained_by: Ranks | None = None) -> None:
        self._each, self._explained_by = tuple(each), explained_by

    def __len__(self) -> int:
        return len(self._each)

    @overload
    def __getitem__(self, place: int) -> Explanation: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Explanation]: ...
    def __getitem__(self, place: int | slice) -> Explanation | Sequence[Explanation]:
        return self._each[place]

    def _table(self) -> ShownTable:
        columns: dict[str, list[object]] = {
            "class": [one.from_class for one in self._each],
            "without": [one.words for one in self._each],
            "it would be": [one.to_class for one in self._each],
            "status": [one.status for one in self._each],
        }
        if any(one.text is not None for one in self._each):
            columns = {"text": [one.text for one in self._each], **columns}
        return ShownTable(columns)

    def metrics(self) -> dict[str, Metric]:
        """The paper's metrics.

        PE: percentage of documents explained. Of those, AWS: words in the smallest explanation; ANS: explanations of
        that size; ANT: all explanations; ADF and ADA: seconds to find the first and all of them.
        """
        explained = [one for one in self._each if one.sets]
        sizes = [[len(one.words) for one in each.sets] for each in explained]
        return {
            "PE": Metric.of([100.0 * bool(one.sets) for one in self._each]),
            "AWS": Metric.of([min(each) for each in sizes]),
            "ANS": Metric.of([each.count(min(each)) for each in sizes]),
            "ANT": Metric.of([len(each) for each in sizes]),
            "ADF": Metric.of([one.seconds_first for one in explained]),
            "ADA": Metric.of([one.seconds for one in explained]),
        }

    def words(self, *, every_set: bool = False) -> list[tuple[str, int]]:
        """The words by how many explanations they are in, the commonest first (by name where equal)."""
        counted: Counter[str] = Counter()
        for one in self._each:
            counted.update({word for each in one.sets[: None if every_set else 1] for word in each.words})
        return sorted(counted.items(), key=lambda item: (-item[1], item[0]))

    def coverage(self, ranking: Iterable[str]) -> NDArray[np.int64]:
        """How many documents the first 1, 2, 3 … words of a ranking explain (figure 4).

        A document is explained by words when removing some of them changes its class.
        """
        ranks = {word: place for place, word in enumerate(dict.fromkeys(ranking))}
        explained = np.zeros(len(ranks), dtype=np.int64)
        for place, one in enumerate(self._each):
            inside = [max(map(ranks.__getitem__, each.words)) for each in one.sets if ranks.keys() >= set(each.words)]
            by_removing = None if self._explained_by is None else self._explained_by(place, ranks)
            if by_removing is not None:
                inside.append(by_removing)
            if inside:
                explained[min(inside)] += 1
        return np.cumsum(explained)

    def by_truth(self, labels: Sequence[Hashable]) -> tuple[Explanations, Explanations]:
        """The explanations of right decisions and those of wrong ones, given the true classes."""
        self._check(labels)
        right = [one for one, label in zip(self._each, labels, strict=True) if one.from_class == label]
        wrong = [one for one, label in zip(self._each, labels, strict=True) if one.from_class != label]
        return Explanations(right), Explanations(wrong)

    def mislabelled(self, labels: Sequence[Hashable]) -> list[Suspect]:
        """Documents whose label may be wrong, the most suspicious first.

        A document is suspicious when the model disagrees with its label for reasons that elsewhere agree with the
        labels: its lead, times how often the words of its explanation explain that class rightly in other documents.
        Explain documents with a model that was not trained on them, or it will have learned their labels by heart.
        """
        self._check(labels)
        right: Counter[tuple[str, Hashable]] = Counter()
        used: Counter[tuple[str, Hashable]] = Counter()
        for one, label in zip(self._each, labels, strict=True):
            pairs = [(word, one.from_class) for word in one.removed]
            used.update(pairs)
            right.update(pairs if one.from_class == label else ())
        suspects = []
        for place, (one, label) in enumerate(zip(self._each, labels, strict=True)):
            if one.from_class == label:
                continue
            shares = [(right[word, one.from_class] + 1) / (used[word, one.from_class] + 1) for word in one.removed]
            trust = float(np.mean(shares)) if shares else 0.0
            reasons = ", ".join(one.removed[:5]) or "no word"
            why = (
                f"labelled {label}, but it looks like {one.from_class} because of {reasons}; elsewhere these words are "
                f"right in {percent(trust)} of the cases"
            )
            suspects.append(Suspect(place, one.score_before * trust, why))
        return sorted(suspects, key=lambda suspect: (-suspect.suspicion, suspect.position))

    def _check(self, labels: Sequence[Hashable]) -> None:
        if len(labels) != len(self):
            raise CannotExplain(f"{len(labels)} labels were given for {len(self)} documents; give one for each.")
