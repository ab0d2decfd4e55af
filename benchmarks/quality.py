"""How often the truth lies in the interval of the expected accuracy, beside other ways to know it.

A simulated teacher teaches words for two minutes and then documents, ten at a time, every tenth of them a random check.
After 10, 40, 100 and 200 answers each way says how accurate the model is. The truth is measured twice: on texts that
the project never had, and on the project's own documents (what labelled ones were said to be without their label, and
all others). Sessions are remembered in `build/quality.jsonl`, so that an interrupted run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from teachback.experiments.simulation.corpora import DECIDING, Place
from teachback.experiments.simulation.measures import accuracy
from teachback.experiments.simulation.setup import Setup, setup
from teachback.experiments.simulation.student import NAME, ProjectStudent, QuestionPage, SimulatedQuestion
from teachback.experiments.simulation.teacher import CAREFUL
from teachback.experiments.simulation.ways import mixed
from teachback.experiments.simulation.work import Work
from teachback.project.models.predictions import probabilities
from teachback.queries import Answers, accuracy_interval, expected_quality
from teachback.record import Label, Skip

READINGS = (10, 40, 100, 200)
RUNS, POOL = 25, 800
FINISHED = Path("build/quality.jsonl")
_LEARNS = (10, 20, 30, 40, 60, 80, 100, 130, 160, 200)  # answers after which the model learns again
_BATCH, _CHECKS, _FIRST = 10, 0.1, 115.0
_Z = 1.6449  # of an interval that holds nine times out of ten
Interval = tuple[float, float, float]


def run(data: Path | None) -> None:
    """Run the sessions that are not remembered, and print the table."""
    done = {(row["corpus"], row["run"]) for row in remembered()}
    for number in range(RUNS):
        for corpus in DECIDING:
            if (corpus, number) not in done:
                FINISHED.parent.mkdir(exist_ok=True)
                with threadpool_limits(1):
                    rows = list(session(setup(corpus, Place(data), number, POOL)))
                with FINISHED.open("a", encoding="utf-8") as lines:
                    lines.writelines(json.dumps({"corpus": corpus, "run": number, **row}) + "\n" for row in rows)
    print(table(remembered()))


def remembered() -> list[dict[str, Any]]:
    """The readings of the sessions that were run."""
    return [json.loads(line) for line in FINISHED.read_text(encoding="utf-8").splitlines()] if FINISHED.exists() else []


class _Student(ProjectStudent):
    """A project that asks every tenth document to check itself."""

    def ask(self, documents: int = 0, words: int = 0) -> QuestionPage:
        asked = self.project.ask(documents, words=words, checks=_CHECKS, teacher=NAME)
        return QuestionPage(
            [SimulatedQuestion(one.document.id, one.guess.class_ if one.guess else None) for one in asked.documents],
            {class_: [one.term for one in terms] for class_, terms in asked.words.items()},
        )


def session(given: Setup) -> Iterator[dict[str, Any]]:
    """A reading after each of the numbers of answers."""
    student, work = _Student(given), Work(CAREFUL, given)
    left, learns, answers, begun = list(READINGS), [*_LEARNS, 10**9], 0, False
    for acts in partial(mixed, batch=_BATCH)(work, student):
        for act in acts:
            student.teach(act.lessons)
            work.clock += act.seconds
            answers += sum(isinstance(lesson, Label | Skip) for lesson in act.lessons)
            if answers == left[0]:
                student.learn()
                yield {"answers": left.pop(0), **_reading(given, student)}
                if not left:
                    student.close()
                    return
        if answers >= learns[0] or not begun:
            begun = answers > 0 or work.clock >= _FIRST
            student.learn()
            learns = [at for at in learns if at > answers]


def _reading(given: Setup, student: _Student) -> dict[str, Any]:
    project, teaching = student.project, student.project.teaching()
    learned, tested = project.learned, student.probabilities()
    if learned is None or tested is None:
        raise ValueError("there is no model")
    P = probabilities(learned, project._terms, given.classes)
    by_row = {given.rows[id]: given.places[class_] for id, class_ in teaching.labels.items()}
    held_out = np.array([given.rows[id] for id in teaching.held_out if id in teaching.labels], dtype=np.intp)
    left = learned.left_out
    said, chosen = P[held_out], np.zeros(0, dtype=np.intp)
    if left is not None:
        columns = [given.places[class_] for class_ in learned.classifier.classes]
        untold = np.zeros((len(left.P), len(given.classes)))
        untold[:, columns] = left.P
        said, chosen = np.concatenate([said, untold]), np.array([given.rows[id] for id in left.documents])
    rows = np.concatenate([held_out, chosen]).astype(np.intp)
    answers = Answers(
        said, np.array([by_row[row] for row in rows], dtype=np.intp), np.arange(len(rows)) < len(held_out)
    )
    rest = np.setdiff1d(np.arange(len(P)), rows)
    return reading(P[rest], given.y[rest], answers, given.classes, accuracy(tested, given.truth) / 100.0)


def reading(
    P: NDArray[np.float64], y: NDArray[np.intp], answers: Answers, classes: Sequence[str], tested: float
) -> dict[str, Any]:
    """What each way says, and the truth on other texts and on the project's own documents."""
    right = int((answers.P.argmax(axis=1) == answers.y).sum() + (P.argmax(axis=1) == y).sum())
    ways = {name: [float(number) for number in way(P, answers, classes)] for name, way in WAYS.items()}
    return {"test": tested, "pool": right / (len(P) + len(answers.y)), "ways": ways}


# The ways to know how accurate a model is: the estimate, and between what it should lie.


def _ours(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    found = expected_quality(P, classes, answers=answers).accuracy
    return found.value, found.low, found.high


def _checks(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    right = answers.P[answers.by_chance].argmax(axis=1) == answers.y[answers.by_chance]
    return float(right.mean()) if len(right) else 0.5, *accuracy_interval(int(right.sum()), len(right), 0.9)


def _every_answer(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    right = answers.P.argmax(axis=1) == answers.y
    return float(right.mean()), *accuracy_interval(int(right.sum()), len(right), 0.9)


def _confidence(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    sure = np.concatenate([P.max(axis=1), answers.P.max(axis=1)])
    spread = _Z * np.sqrt((sure * (1.0 - sure)).sum()) / len(sure)
    return float(sure.mean()), float(sure.mean() - spread), float(sure.mean() + spread)


def _powered(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    """The mean confidence, corrected by what random checks say of it (prediction-powered inference)."""
    mean = _confidence(P, answers, classes)[0]
    drawn = answers.P[answers.by_chance]
    off = (drawn.argmax(axis=1) == answers.y[answers.by_chance]) - drawn.max(axis=1)
    if len(off) < 2:
        return mean, 0.0, 1.0
    spread = _Z * off.std(ddof=1) / np.sqrt(len(off))
    return mean + off.mean(), max(0.0, mean + off.mean() - spread), min(1.0, mean + off.mean() + spread)


def _no_chosen(P: NDArray[np.float64], answers: Answers, classes: Sequence[str]) -> Interval:
    drawn = answers.by_chance
    return _ours(P, replace(answers, P=answers.P[drawn], y=answers.y[drawn], by_chance=drawn[drawn]), classes)


WAYS: Mapping[str, Callable[[NDArray[np.float64], Answers, Sequence[str]], Interval]] = {
    "expected_quality": _ours,
    "random checks alone": _checks,
    "confidence alone": _confidence,
    "every answer alike": _every_answer,
    "confidence corrected by checks": _powered,
    "expected_quality without chosen documents": _no_chosen,
}


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Coverage and width by answers and by corpus, as Markdown."""
    if not rows:
        return "No session was run."
    lines = ["| way | answers | covers (other texts) | covers (own documents) | width | of the checks' | off by |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for way in WAYS:
        for at in (None, *READINGS):
            some = [row for row in rows if at in (None, row["answers"])]
            lines.append(f"| {way} | {'all' if at is None else at} | {_summary(some, way)} |")
    runs = {corpus: len({row["run"] for row in rows if row["corpus"] == corpus}) for corpus in DECIDING}
    lines += ["", "| corpus | runs | covers (other texts) | covers (own documents) | width | of the checks' | off by |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for corpus in DECIDING:
        if some := [row for row in rows if row["corpus"] == corpus]:
            lines.append(f"| {corpus} | {runs[corpus]} | {_summary(some, 'expected_quality')} |")
    return "\n".join(lines)


def _summary(rows: Sequence[Mapping[str, Any]], way: str) -> str:
    value, low, high = np.array([row["ways"][way] for row in rows]).T
    test, pool = (np.array([row[truth] for row in rows]) for truth in ("test", "pool"))
    _, least, most = np.array([row["ways"]["random checks alone"] for row in rows]).T
    cover = [100 * ((low <= truth) & (truth <= high)).mean() for truth in (test, pool)]
    width, off = (high - low).mean(), np.abs(test - value).mean()
    share = width / (most - least).mean()
    return f"{cover[0]:.0f} % | {cover[1]:.0f} % | {100 * width:.1f} | {share:.2f} | {100 * off:.1f}"
