"""What a file of any format holds: documents with their lessons, words, and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from teachback.errors import BadText
from teachback.record import Document, Exclude, Label, Lesson, NotAReason, Rationale, Skip, Word
from teachback.record.entry import MACHINE, is_person

OWN_MODEL = "teachback"  # its predictions teach nothing: it made them of lessons


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model says of a document, and why."""

    class_: str
    probabilities: Mapping[str, float] = field(default_factory=dict)  # of each class, where the model gives them
    # Sets of words; without all the words of a set the model would say something else
    explanations: tuple[tuple[str, ...], ...] = ()
    model: str | None = None  # which model it was

    def label(self, document: str, importer: str, time: datetime) -> Label | None:
        """What it teaches, as a label of a teacher who is no person.

        Nothing if teachback itself made it, or if what it says cannot be the name of a class.

        >>> from datetime import UTC
        >>> Prediction("bug", model="bert").label("d1", "ines", datetime.now(UTC)).teacher
        'machine:bert'
        """
        try:
            teacher = machine_of(self.model, importer)
            return None if self.model == OWN_MODEL else Label(document, self.class_, teacher=teacher, time=time)
        except BadText:
            return None


def machine_of(model: str | None, importer: str) -> str:
    """The teacher whose lessons a model's predictions are: that model, else the machine that imports them.

    >>> machine_of("bert-v2", "ines"), machine_of(None, "machine:llama"), machine_of(None, "ines")
    ('machine:bert-v2', 'machine:llama', 'machine:model')
    """
    if model:
        return MACHINE + model.removeprefix(MACHINE)
    return MACHINE + "model" if is_person(importer) else importer


@dataclass(frozen=True, slots=True)
class Item:
    """A document with the lessons about it (labels, exclusions, skips and rationales, of any number of teachers)."""

    document: Document
    lessons: tuple[Lesson, ...] = ()
    prediction: Prediction | None = None

    @property
    def teachers(self) -> tuple[str, ...]:
        """The teachers of the document's lessons, in order."""
        return tuple(dict.fromkeys(lesson.teacher for lesson in self.lessons))

    @property
    def label(self) -> str | None:
        """The class that every teacher gave it who gave one; nothing where they differ.

        >>> Item(Document("d1", "…"), (Label("d1", "bug", teacher="ines"), Label("d1", "bug", teacher="ben"))).label
        'bug'
        """
        classes = {lesson.class_ for lesson in self.lessons if isinstance(lesson, Label)}
        return classes.pop() if len(classes) == 1 else None

    @property
    def rationales(self) -> tuple[Rationale, ...]:
        """The passages that were highlighted in it, each for a class."""
        return tuple(lesson for lesson in self.lessons if isinstance(lesson, Rationale))

    @property
    def exclusions(self) -> tuple[Exclude, ...]:
        """The classes that it is not of."""
        return tuple(lesson for lesson in self.lessons if isinstance(lesson, Exclude))

    def answer(self, teacher: str) -> Label | Skip | None:
        """What the teacher last said the document is."""
        answers = (lesson for lesson in reversed(self.lessons) if isinstance(lesson, Label | Skip))
        return next((lesson for lesson in answers if lesson.teacher == teacher), None)


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of a list of distinctions: a document that has these terms and lacks those is of that class."""

    class_: str
    conditions: tuple[tuple[str, bool], ...] = ()  # terms, and whether the document has them or lacks them
    example: str | None = None  # the id of the document that the rule was made for


Row: TypeAlias = Item | Word | NotAReason | Rule
