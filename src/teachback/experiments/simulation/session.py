"""One session against the clock: a teacher teaches a student in some way, and the student is tested now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from teachback.experiments.simulation.measures import accuracy, calibration_error, macro_f1
from teachback.experiments.simulation.setup import Setup
from teachback.experiments.simulation.student import DEFAULT, Probabilities, Student
from teachback.experiments.simulation.teacher import CAREFUL, Teacher
from teachback.experiments.simulation.ways import Rounds, TeachingWay
from teachback.experiments.simulation.work import Work, WorkStep
from teachback.record import Label, Skip, Word

BUDGETS = (60, 120, 300, 600, 1200, 2400)
_ROUNDING = 1e-6


@dataclass(frozen=True)
class SessionPoint:
    """How a student did after a number of seconds of teaching."""

    seconds: int
    accuracy: float
    macro_f1: float
    calibration_error: float
    # How many documents were said to be of each class, and how many of each true class were asked
    labels: Mapping[str, int] = field(default_factory=dict)
    questions: Mapping[str, int] = field(default_factory=dict)
    words: int = 0  # how many words were taught


class _Heard:
    """What was taught so far, counted, and whether the student has learned from all of it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.labels: Counter[str] = Counter(dict.fromkeys(setup.classes, 0))
        self.questions: Counter[str] = Counter(dict.fromkeys(setup.classes, 0))
        self.words = 0
        self.learned = True

    def add(self, act: WorkStep) -> None:
        self.learned = False
        for lesson in act.lessons:
            if isinstance(lesson, Label | Skip):
                self.questions[self._setup.classes[self._setup.y[self._setup.rows[lesson.document]]]] += 1
            if isinstance(lesson, Label):
                self.labels[lesson.class_] += 1
            self.words += isinstance(lesson, Word)


def session(
    setup: Setup,
    way: TeachingWay,
    *,
    teacher: Teacher = CAREFUL,
    learner: str = DEFAULT,
    budgets: Sequence[int] = BUDGETS,
) -> list[SessionPoint]:
    """Teach until the last budget is spent; a point for each budget, or none if the learner never made a model.

    An act that would exceed a budget is not done before the student is tested. The student is tested with what it has
    been taught by then, as in the app, where a model learns after every lesson.
    """
    student = way.make(setup, learner)
    try:
        points = list(_tested(setup, student, way.rounds, Work(teacher, setup), sorted(budgets)))
        return points if student.probabilities() is not None else []
    finally:
        student.close()


def _tested(
    setup: Setup, student: Student, rounds: Rounds, work: Work, budgets: Sequence[int]
) -> Iterator[SessionPoint]:
    heard, left = _Heard(setup), list(budgets)

    def learn() -> None:
        if not heard.learned:
            student.learn()
            heard.learned = True

    def test() -> SessionPoint:
        learn()
        P = student.probabilities()
        if P is None:  # a student without a model
            P = np.full((len(setup.test), len(setup.classes)), 1.0 / len(setup.classes))
        return point(setup, P, left.pop(0), heard)

    for acts in rounds(work, student):
        for act in acts:
            while left and work.clock + act.seconds > left[0] + _ROUNDING:
                yield test()
            if not left:
                return
            student.teach(act.lessons)
            heard.add(act)
            work.clock += act.seconds
        learn()
    while left:
        yield test()


def point(setup: Setup, P: Probabilities, seconds: int, heard: _Heard | None = None) -> SessionPoint:
    """What probabilities of the test texts are worth."""
    scores = accuracy(P, setup.truth), macro_f1(P, setup.truth), calibration_error(P, setup.truth)
    if heard is None:
        return SessionPoint(seconds, *scores)
    return SessionPoint(seconds, *scores, dict(heard.labels), dict(heard.questions), heard.words)
