"""A paper's table or figure as data: independent cases, each measured, each beside what the paper reports.

Running is apart from measuring: the runner filters cases, shows progress, remembers finished cases so that an
interrupted run goes on where it stopped, and looks up the published figures.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from teachback.errors import TeachbackError, listed


class NoSuchCase(TeachbackError):
    """A part of an experiment that it does not have."""


@dataclass(frozen=True)
class Case:
    """One cell of a table: what varies, and nothing else."""

    corpus: str = ""
    method: str = ""
    size: int | None = None
    setting: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The case as text, for looking things up."""
        return json.dumps(asdict(self), sort_keys=True)


def grid(**values: Any) -> tuple[Case, ...]:
    """The cases of every combination of values, the last varying fastest; a text or a number stands for itself alone.

    What is no corpus, method or size is part of the setting. `setting` takes parts of it that vary together.

    >>> [(case.method, case.setting) for case in grid(method="ours", setting=({}, {"words": 5}), seed=range(1))]
    [('ours', {'seed': 0}), ('ours', {'words': 5, 'seed': 0})]
    """
    choices = [[value] if isinstance(value, str | int) else value for value in values.values()]
    cases = []
    for chosen in product(*choices):
        named: dict[str, Any] = {"setting": {}}
        for name, value in zip(values, chosen, strict=True):
            if name in ("corpus", "method", "size"):
                named[name] = value
            else:
                named["setting"] |= value if name == "setting" else {name: value}
        cases.append(Case(**named))
    return tuple(cases)


@dataclass(frozen=True)
class Measured:
    """What a case gave: a quantity, and the seconds it took where time is part of the result."""

    metric: str
    ours: float
    seconds: float | None = None


@dataclass(frozen=True)
class ReportRow:
    """A line of a report: a measurement beside the published figure (none where the paper has none)."""

    item: str
    corpus: str
    method: str
    size: int | None
    setting: Mapping[str, Any]
    metric: str
    paper: float | None
    ours: float
    seconds: float | None


@dataclass(frozen=True)
class Experiment:
    """A paper's table or figure."""

    paper: str
    item: str
    about: str
    cases: Sequence[Case]  # what to measure, in the order of the report
    # Measures one case, given the folder with the corpora. It depends on nothing but the case.
    measure: Callable[[Case, Path | None], Iterable[Measured]]
    # Draws the rows into a file, where the paper has a figure
    plot: Callable[[Sequence[ReportRow], Path], None] | None = None
    differs: str = ""  # where our figures say something else than the paper's, with both

    def chosen(self, corpora: Iterable[str] = (), methods: Iterable[str] = (), sizes: Iterable[int] = ()) -> list[Case]:
        """The cases with one of these corpora, methods and sizes; an empty list of any of them means all."""
        cases = list(self.cases)
        for name, wanted in (("corpus", list(corpora)), ("method", list(methods)), ("size", list(sizes))):
            known = list(dict.fromkeys(getattr(case, name) for case in self.cases))
            if wanted and not any(known):
                raise NoSuchCase(f"{self.paper} {self.item} does not vary in {name}; leave out --{name}.")
            for value in wanted:
                if value not in known:
                    raise NoSuchCase(
                        f"{self.paper} {self.item} has no {name} {value!r}; it has {listed(map(str, known), most=20)}."
                    )
            cases = [case for case in cases if not wanted or getattr(case, name) in wanted]
        return cases

    def run(self, cases: Sequence[Case], data: Path | None, finished: Path | None = None) -> Iterator[list[ReportRow]]:
        """The rows of each case in turn. With `finished`, cases that this file remembers are not measured again."""
        published = _published(self.paper)
        done = dict(remembered(finished)) if finished is not None else {}
        for case in cases:
            if case.key in done:
                yield [ReportRow(**row) for row in done[case.key]]
                continue
            rows = [
                ReportRow(
                    **{"item": self.item, **asdict(case), **asdict(measured)},
                    paper=published.get((self.item, case.key, measured.metric)),
                )
                for measured in self.measure(case, data)
            ]
            if finished is not None:
                remember(finished, case.key, rows)
            yield rows


def lines_of(file: str) -> list[dict[str, str]]:
    """The rows of a CSV file that is kept with the experiments."""
    text = files("teachback.experiments").joinpath(file).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _published(paper: str) -> dict[tuple[str, str, str], float]:
    """The paper's figures, by item, case and metric."""
    numbers = {}
    for line in lines_of(f"published/{paper}.csv"):
        case = Case(
            corpus=line["corpus"],
            method=line["method"],
            size=int(line["size"]) if line["size"] else None,
            setting=json.loads(line["setting"] or "{}"),
        )
        numbers[line["item"], case.key, line["metric"]] = float(line["paper"])
    return numbers


def remember(finished: Path, key: object, rows: Sequence[Any]) -> None:
    """Add to a file what a case, or a session, came to."""
    finished.parent.mkdir(parents=True, exist_ok=True)
    with finished.open("a", encoding="utf-8") as file:
        file.write(json.dumps([key, [asdict(row) for row in rows]]) + "\n")


def remembered(finished: Path) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The cases, or the sessions, that a file remembers, if it is there, and what each came to."""
    for line in finished.read_text(encoding="utf-8").split("\n") if finished.exists() else ():
        try:
            key, rows = json.loads(line)
        except ValueError:
            continue  # the line that an interruption cut short: its case is measured again
        yield key, rows
