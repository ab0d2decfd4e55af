"""Shapes that several routes share."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field

from teachback import classifier
from teachback.project import Agenda, Learned
from teachback.record import Rationale

Name = Annotated[str, Field(min_length=1, max_length=2000)]  # a class, a document's id, a teacher


class Asked(BaseModel):
    """A request: exactly these fields, exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(BaseModel):
    """What went wrong, in a word for programs and in a sentence."""

    kind: str
    message: str
    detail: dict[str, Any]


class Mistake(BaseModel):
    """The answer to every request that is refused."""

    error: Error


class Guess(BaseModel):
    """What a model says of a document."""

    class_: str = Field(serialization_alias="class")
    probabilities: dict[str, float]

    @classmethod
    def of(cls, guess: classifier.Guess | None) -> Self | None:
        """The same as the project says it."""
        return None if guess is None else cls(class_=guess.class_, probabilities=dict(guess.probabilities))


class Passage(BaseModel):
    """A passage that somebody marked."""

    id: str
    class_: str = Field(serialization_alias="class")
    start: int
    end: int
    teacher: str

    @classmethod
    def of(cls, marked: Rationale) -> Self:
        """The same as the record says it."""
        return cls(id=marked.id, class_=marked.class_, start=marked.start, end=marked.end, teacher=marked.teacher)


class Model(BaseModel):
    """A model, and what it was made of."""

    learner: str
    why: str
    position: int
    seconds: float
    unheard: list[str]
    remark: str = ""

    @classmethod
    def of(cls, learned: Learned | None) -> Self | None:
        """The same as the project says it."""
        if learned is None:
            return None
        return cls(
            learner=learned.learner,
            why=learned.why,
            position=learned.position,
            seconds=learned.seconds,
            unheard=list(learned.unheard),
            remark=learned.remark,
        )


class Cold(BaseModel):
    """A start: until every class has a label or a word, documents are drawn by chance."""

    needs: list[str]

    @classmethod
    def of(cls, page: Agenda) -> Self | None:
        """The classes that nothing was taught of; None when there are none."""
        return cls(needs=list(page.untaught)) if page.untaught or page.learned is None else None


class Accuracy(BaseModel):
    """How many random checks the model gets right, with the 95 % interval of the share."""

    right: int
    checked: int
    low: float
    high: float


class Advice(BaseModel):
    """Whether to stop teaching, and why; `settled` once new lessons hardly change predictions."""

    stop: bool
    why: str
    settled: bool
