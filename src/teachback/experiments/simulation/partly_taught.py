"""A student that is taught everything and tested without some kinds of lessons: what each kind is worth by itself."""

from __future__ import annotations

from collections.abc import Sequence

from teachback.experiments.simulation.setup import Setup
from teachback.experiments.simulation.student import DEFAULT, Probabilities, ProjectStudent
from teachback.record import Lesson

Kinds = tuple[type[Lesson], ...]


class PartlyTaught(ProjectStudent):
    """Asks as the project that hears everything asks; what is tested is one that hears some kinds of lessons only.

    The documents that are labelled do not depend on what the tested project hears, so that kinds of lessons are
    compared on the same documents.

    Parameters
    ----------
    hears
        The kinds that the tested project hears.
    """

    def __init__(self, setup: Setup, learner: str = DEFAULT, *, hears: Kinds) -> None:
        super().__init__(setup, learner)
        self._hears, self._tested = hears, ProjectStudent(setup, learner)

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """All of them to the project that asks, those of the kinds to the one that is tested."""
        super().teach(lessons)
        if heard := [lesson for lesson in lessons if isinstance(lesson, self._hears)]:
            self._tested.teach(heard)

    def probabilities(self) -> Probabilities | None:
        """Of the project that hears some kinds only, which learns when it is tested."""
        self._tested.learn()
        return self._tested.probabilities()

    def close(self) -> None:
        """Let go of both projects."""
        super().close()
        self._tested.close()
