"""How long a lesson and a look wait while 200,000 rows come in: `python -m benchmarks imports`."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from teachback.formats import inspect
from teachback.project import Project
from teachback.project.transfer.imports import bring_in
from teachback.record import Label
from teachback.web.server import SWITCH
from tests.store.server import running

ROWS, FEW = 200_000, 20_000
_WORDS = 12  # in a row
_PAUSE = 0.02  # seconds between two lessons


def run(data: Path | None) -> None:
    """Teach and look all the time while files without and with labels are imported, and print the longest waits."""
    sys.setswitchinterval(SWITCH)
    with running() as server:
        for rows, labels in ((ROWS, 0), (ROWS, FEW), (ROWS, ROWS)):
            for engine, address in (("SQLite", None), ("PostgreSQL", server.new_place())):
                with TemporaryDirectory() as folder:
                    print(f"{engine}: {waits_of(rows, labels, Path(folder), address)}", flush=True)
    with TemporaryDirectory() as folder:
        print(f"SQLite, by another process: {waits_of(ROWS, ROWS, Path(folder), beside=True)}", flush=True)


def waits_of(rows: int, labels: int, folder: Path, address: str | None = None, *, beside: bool = False) -> str:
    """What lessons and looks waited while a file came in, as a sentence; `beside`, by the command, as by a server."""
    file = _written(folder / "rows.csv", rows, labels)
    with Project.from_texts(["a first text"], classes=["a", "b"], address=address or f"{folder}/p") as project:
        lessons, looks, seconds = _busy_meanwhile(project, file, f"{folder}/p" if beside else None)
        size = project.size
    came = f"{rows:,} rows, {labels:,} of them labelled, imported in {seconds:.0f} s ({size:,} documents)"
    return f"{came}; {lessons.told('lessons')}; {looks.told('looks')}"


class Waits:
    """How long something took that was done again and again, and how long the process computed meanwhile.

    Where other programs use the processors, too, what was computed is what a wait would be without them, about.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.computed: list[float] = []

    def note(self, work: Callable[[], object]) -> None:
        """Do it once, and a moment later something else."""
        begin, before = time.perf_counter(), time.process_time()
        work()
        self.seconds.append(time.perf_counter() - begin)
        self.computed.append(time.process_time() - before)
        time.sleep(_PAUSE)

    def told(self, what: str) -> str:
        """The median, what 99 of 100 waited at most, and the longest, in milliseconds."""
        ways = (("", self.seconds), (", computing", self.computed))
        told = [f"{name} {median(of) * 1000:.0f}/{_most(of) * 1000:.0f}/{max(of) * 1000:.0f}" for name, of in ways]
        return f"{len(self.seconds):,} {what} (median/99 %/longest in ms:{''.join(told)})"


def _most(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.99 * len(seconds))]


def _written(path: Path, rows: int, labels: int) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text", "label"])
        rng = random.Random(0)
        for number in range(rows):
            text = " ".join(f"word{int(rng.paretovariate(0.7)) % 30_000}" for _ in range(_WORDS))
            writer.writerow([f"r{number}", text, "ab"[number % 2] if number < labels else ""])
    return path


def _import_beside(project: Project, file: Path, place: str) -> None:
    """Import by the command, and look ahead as a server does, until what came is read."""
    command = subprocess.Popen([sys.executable, "-m", "teachback", "import", place, str(file)])
    while command.poll() is None:
        project.look_ahead()
        time.sleep(0.2)
    assert command.returncode == 0
    project.look_ahead()


def _busy_meanwhile(project: Project, file: Path, beside: str | None) -> tuple[Waits, Waits, float]:
    way = (
        (lambda: bring_in(project, inspect(file)))
        if beside is None
        else (lambda: _import_beside(project, file, beside))
    )
    importing = Thread(target=way)
    lessons, looks, classes = Waits(), Waits(), cycle("ab")

    def look() -> None:
        while importing.is_alive():
            looks.note(lambda: (project.document("1"), project.classes, project.teaching(), project.latest(limit=10)))

    looking = Thread(target=look)
    begin = time.perf_counter()
    importing.start()
    looking.start()
    while importing.is_alive():
        lessons.note(lambda: project.teach(Label("1", next(classes))))
    seconds = time.perf_counter() - begin
    looking.join()
    return lessons, looks, seconds
