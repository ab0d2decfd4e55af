"""What came of a study: curves, the seconds of each action, errors, and the tests of the paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np

from teachback.formats.delimited import harmless
from teachback.project.study.trial import CONDITIONS, Trial, action, lessons_in
from teachback.record import Entry, Label, Skip


@dataclass(frozen=True)
class TrialReport:
    """A trial that is over."""

    trial: str
    subject: str
    condition: str
    minutes: float
    # The accuracy on the test documents: (seconds since the beginning, share) after each submission and at the end
    curve: tuple[tuple[float, float], ...]
    seconds: Mapping[str, tuple[float, ...]]  # of each action that was measured, by kind
    # How many documents with a known class were labelled, and how many of them wrongly
    labelled: int
    wrong: int
    ignored: int  # how many documents were skipped

    @property
    def accuracy(self) -> float | None:
        """At the end; None where nothing was learned."""
        return self.curve[-1][1] if self.curve else None


@dataclass(frozen=True)
class Compared:
    """A comparison of two conditions."""

    # What is compared: the seconds of an action (Kolmogorov–Smirnov, as in the paper), or the accuracy at the end of
    # the same people's trials (paired t-test, two-tailed)
    what: str
    test: str
    conditions: tuple[str, str]
    n: tuple[int, int]
    # Of the test
    statistic: float
    p: float
    corrected: float  # the p value corrected for the number of tests (Bonferroni)


@dataclass(frozen=True)
class Report:
    """All trials that are over, and the comparisons between their conditions."""

    test_documents: int
    trials: tuple[TrialReport, ...]
    tests: tuple[Compared, ...]

    @property
    def conditions(self) -> dict[str, dict[str, Any]]:
        """By condition: trials, mean accuracy at the end, mean seconds of each action, mean errors and skips."""
        by_name = {}
        for name in CONDITIONS:
            mine = [each for each in self.trials if each.condition == name]
            if mine:
                times = _times(mine)
                ends = [each.accuracy for each in mine if each.accuracy is not None]
                by_name[name] = {
                    "trials": len(mine),
                    "accuracy": fmean(ends) if ends else None,
                    "seconds": {kind: {"mean": fmean(spent), "n": len(spent)} for kind, spent in times.items()},
                    "errors": fmean(each.wrong for each in mine),
                    "ignored": fmean(each.ignored for each in mine),
                }
        return by_name

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "test_documents": self.test_documents,
            "conditions": self.conditions,
            "trials": [asdict(each) | {"accuracy": each.accuracy} for each in self.trials],
            "tests": [asdict(each) for each in self.tests],
        }

    def to_csv(self) -> str:
        """The curves as a table, for any statistics program."""
        file = io.StringIO()
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["trial", "subject", "condition", "seconds", "accuracy"])
        for each in self.trials:
            who = harmless(each.subject)
            table.writerows([each.trial, who, each.condition, f"{at:.3f}", f"{share:.6f}"] for at, share in each.curve)
        return file.getvalue()


def reported(
    trials: Sequence[Trial],
    record: Sequence[Entry],
    gold: Mapping[str, str],
    last: Mapping[str, int | None],
    test_documents: int,
) -> Report:
    """The report; `last` says how many test documents each trial's last model gets right."""
    each = tuple(_trial(trial, record, gold, last[trial.id], test_documents) for trial in trials)
    return Report(test_documents, each, _tests(each))


def _trial(
    trial: Trial, record: Sequence[Entry], gold: Mapping[str, str], last: int | None, test_documents: int
) -> TrialReport:
    lessons = lessons_in(trial, record)
    by_id: dict[str, Entry] = {lesson.id: lesson for lesson in lessons}
    seconds: dict[str, list[float]] = {}
    for lesson in lessons:
        if lesson.seconds is not None:
            seconds.setdefault(action(lesson, trial, by_id), []).append(lesson.seconds)
    labels = {lesson.document: lesson.class_ for lesson in lessons if isinstance(lesson, Label)}
    known = {document: class_ for document, class_ in labels.items() if document in gold}
    curve = [(each.seconds, each.right / each.of) for each in trial.rounds if each.right is not None]
    if last is not None:
        curve.append((trial.at(trial.end), last / test_documents))
    return TrialReport(
        trial=trial.id,
        subject=trial.subject,
        condition=trial.condition,
        minutes=trial.minutes,
        curve=tuple(curve),
        seconds={kind: tuple(times) for kind, times in sorted(seconds.items())},
        labelled=len(known),
        wrong=sum(class_ != gold[document] for document, class_ in known.items()),
        ignored=sum(isinstance(lesson, Skip) for lesson in lessons),
    )


def _tests(trials: Sequence[TrialReport]) -> tuple[Compared, ...]:
    from scipy.stats import ks_2samp, ttest_rel  # half a second that no other use of a project need wait for

    made: list[tuple[str, str, tuple[str, str], tuple[int, int], float, float]] = []
    for one, other in combinations(CONDITIONS, 2):
        mine, theirs = ([each for each in trials if each.condition == name] for name in (one, other))
        here, there = _times(mine), _times(theirs)
        for kind in ("label", "ignore"):
            if here.get(kind) and there.get(kind):
                outcome = ks_2samp(here[kind], there[kind])
                n = len(here[kind]), len(there[kind])
                made.append(
                    (f"seconds to {kind}", "Kolmogorov–Smirnov", (one, other), n, outcome.statistic, outcome.pvalue)
                )
        pairs = _paired(mine, theirs)
        if len(pairs) > 1 and np.ptp([a - b for a, b in pairs]) > 1e-9:
            outcome = ttest_rel(*zip(*pairs, strict=True))
            n = len(pairs), len(pairs)
            made.append(("accuracy at the end", "paired t", (one, other), n, outcome.statistic, outcome.pvalue))
    return tuple(
        Compared(what, test, conditions, n, float(statistic), float(p), min(1.0, float(p) * len(made)))
        for what, test, conditions, n, statistic, p in made
    )


def _paired(mine: Sequence[TrialReport], theirs: Sequence[TrialReport]) -> list[tuple[float, float]]:
    """The mean accuracies at the end of the people who were in both conditions."""
    ends: list[dict[str, list[float]]] = [{}, {}]
    for place, trials in enumerate((mine, theirs)):
        for each in trials:
            if each.accuracy is not None:
                ends[place].setdefault(each.subject, []).append(each.accuracy)
    return [(fmean(ends[0][who]), fmean(ends[1][who])) for who in sorted(ends[0].keys() & ends[1].keys())]


def _times(trials: Sequence[TrialReport]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}
    for each in trials:
        for kind, spent in each.seconds.items():
            times.setdefault(kind, []).extend(spent)
    return times
