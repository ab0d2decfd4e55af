"""What an explanation says: which words, removed together, change the decision, and how sure that is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal

from teachback.errors import TeachbackError
from teachback.explain.page import fragment
from teachback.notebook import ShownTable

Status = Literal["minimum", "minimal", "irreducible", "reducible", "none_exists", "not_found"]


class CannotExplain(TeachbackError, ValueError):
    """A model, a document or a question that no explanation can be given for."""


@dataclass(frozen=True, slots=True)
class Removal:
    """Words whose removal changes the decision.

    Attributes
    ----------
    words
        The words, the one whose removal matters most first.
    to_class
        The class of what is left.
    score
        By how much the old class still leads (never above 0).
    status
        ``"minimum"``: no smaller set changes the decision, proven. ``"minimal"``: no part of this set does.
        ``"irreducible"``: it does not when one word is put back; smaller parts were too many to try. ``"reducible"``
        (only as published, without pruning): fewer of these words would do.
    """

    words: tuple[str, ...]
    to_class: Hashable
    score: float
    status: Status


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a document has its class: the smallest sets of words without which it would have another.

    Attributes
    ----------
    from_class
        The class that the model gives.
    sets
        The sets of words that were found, smallest first.
    status
        The status of the first set; without one, ``"none_exists"`` (proven) or ``"not_found"`` (within the limits).
    lower_bound
        No set of fewer words changes the decision, proven.
    complete
        Whether every set that was asked for is here.
    score_before
        By how much the class leads the next one (the target, where one was asked for), in the model's own scores.
    curve
        That lead after removing none, the first, the first two … of `removed`: it ends at or below 0 when the class
        changes.
    removed
        The words of the first set; where there is none, the words that came nearest to changing the class.
    known
        How many words of the document could be removed.
    evaluations, seconds, seconds_first
        What it cost: documents scored, time for everything, time to the first set.
    target
        The class that was asked about; None for any other.
    text, spans
        The text and where the removed words stand in it, in code points.
    """

    from_class: Hashable
    sets: tuple[Removal, ...]
    status: Status
    lower_bound: int
    complete: bool
    score_before: float
    curve: tuple[float, ...]
    removed: tuple[str, ...]
    known: int
    evaluations: int = 0
    seconds: float = 0.0
    seconds_first: float = 0.0
    target: Hashable = None
    text: str | None = field(default=None, repr=False)
    spans: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def found(self) -> bool:
        """Whether there is a set of words that changes the decision."""
        return bool(self.sets)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the first set; none when nothing was found."""
        return self.sets[0].words if self.sets else ()

    @property
    def to_class(self) -> Hashable:
        """The class without those words; None when nothing was found."""
        return self.sets[0].to_class if self.sets else None

    @property
    def score_after(self) -> float:
        """By how much the class still leads without those words (without the words that came nearest)."""
        return self.sets[0].score if self.sets else self.curve[-1]

    def __str__(self) -> str:
        """The paper's sentence, or why there is none."""
        own = self.from_class
        if self.sets:
            words, verb = ("word", "is") if len(self.words) == 1 else ("words", "are")
            return (
                f"If {words} ({' '.join(self.words)}) {verb} removed then class changes from {own} to {self.to_class}."
            )
        if not self.known:
            return f"The class is {own}, and the document has no word that the model knows."
        change = "change it" if self.target is None else f"make it {self.target}"
        if self.status == "none_exists" and self.target is None:
            return f"The class is {own} whatever words are removed."
        if self.status == "none_exists":
            return f"The class is {own}; no words can be removed to {change}."
        if self.lower_bound > len(self.removed) + 1 or self.lower_bound > 2:
            return f"The class is {own}; at least {self.lower_bound} words would have to be removed to {change}."
        return f"The class is {own}; no small set of words was found that can be removed to {change}."

    __repr__ = __str__

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain data for JSON."""
        return {
            "from_class": self.from_class,
            "to_class": self.to_class,
            "words": list(self.words),
            "sentence": str(self),
            "status": self.status,
            "lower_bound": self.lower_bound,
            "complete": self.complete,
            "score_before": self.score_before,
            "score_after": self.score_after,
            "curve": list(self.curve),
            "removed": list(self.removed),
            "known": self.known,
            "sets": [
                {"words": list(one.words), "to_class": one.to_class, "score": one.score, "status": one.status}
                for one in self.sets
            ],
            "evaluations": self.evaluations,
            "seconds": self.seconds,
            "seconds_first": self.seconds_first,
            "text": self.text,
            "spans": [list(span) for span in self.spans],
        }

    def to_html(self) -> str:
        """A page fragment with the words marked in the document: inline style, no script."""
        return fragment(self)

    def to_frame(self) -> Any:
        """The sets of words that were found, smallest first, as a frame of pandas."""
        columns: dict[str, list[object]] = {
            "words": [one.words for one in self.sets],
            "to class": [one.to_class for one in self.sets],
            "score": [one.score for one in self.sets],
            "status": [one.status for one in self.sets],
        }
        return ShownTable(columns).to_frame()

    def _repr_html_(self) -> str:
        return self.to_html()
