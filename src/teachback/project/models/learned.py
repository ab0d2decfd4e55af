"""A finished model, and what it was made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from teachback.classifier import TextClassifier
from teachback.notebook import paragraphs
from teachback.record import Teaching
from teachback.sweeps import Matrix


@dataclass(frozen=True)
class ModelSummary:
    """Facts about a model: all of :class:`Learned` but the classifier."""

    learner: str
    why: str
    position: int
    seconds: float
    unheard: tuple[str, ...]
    remark: str
    number: int = 0


@dataclass(frozen=True)
class LeftOut:
    """Labelled documents, their labels, and their probabilities by parts of a model that were trained without them."""

    documents: tuple[str, ...]
    labels: tuple[str, ...]
    P: Matrix


@dataclass(frozen=True)
class Learned:
    """A finished model, and what it was made of.

    Attributes
    ----------
    learner, why
        The learner's name, and why it was chosen.
    position
        How many entries of the record it has heard.
    seconds
        How long learning took.
    unheard
        Taught words that no document has.
    former
        The learner that made the project's models before this one took over by itself; else empty.
    number
        The how many-th of the project's models it is; 0 for one that was kept when they were not counted.
    teaching
        What it has heard; None for one that was kept.
    left_out
        What it says of the labelled documents by parts that were not told their labels; None of a model that was kept.
    note
        That this model, or one that was learned after it, is not kept with the project, and why; mostly empty.
    """

    classifier: TextClassifier = field(repr=False)
    learner: str
    why: str
    position: int
    seconds: float = field(compare=False)
    unheard: tuple[str, ...] = ()
    former: str = ""
    number: int = field(default=0, compare=False)
    teaching: Teaching | None = field(default=None, repr=False, compare=False)
    left_out: LeftOut | None = field(default=None, repr=False, compare=False)
    note: str = field(default="", compare=False)

    @property
    def remark(self) -> str:
        """What its teachers should know of it: that a new learner took over, that a plainer way is ahead, and used, or
        that an estimator's model is not kept with the project.

        Mostly empty.
        """
        new = f"A new learner, {self.learner}, took over from {self.former}: {self.why}." if self.former else ""
        return " ".join(filter(None, (new, getattr(self.classifier.learner, "remark", ""), self.note)))

    @property
    def summary(self) -> ModelSummary:
        """The facts about it, without the classifier."""
        return ModelSummary(self.learner, self.why, self.position, self.seconds, self.unheard, self.remark, self.number)

    def __str__(self) -> str:
        text = f"{self.learner} learned in {self.seconds:.2f} s: {self.why}."
        if self.remark:
            text += f" {self.remark}"
        if self.unheard:
            text += f" No document has {', '.join(self.unheard)}."
        return text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return paragraphs(str(self)) + self.classifier._repr_html_()
