"""How long a lesson waits while 200,000 rows come in: `python -m benchmarks imports`."""

from __future__ import annotations

import csv
import random
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from teachback.formats import inspect
from teachback.project import Project
from teachback.project.transfer.imports import bring_in
from teachback.record import Label
from teachback.web.server import SWITCH

ROWS, FEW = 200_000, 20_000
_WORDS = 12  # in a row
_PAUSE = 0.02  # seconds between two lessons


def run(data: Path | None) -> None:
    """Teach all the time while files without and with labels are imported, and print the longest wait."""
    sys.setswitchinterval(SWITCH)
    for rows, labels in ((ROWS, 0), (ROWS, FEW), (ROWS, ROWS)):
        with TemporaryDirectory() as folder:
            file = _written(Path(folder) / "rows.csv", rows, labels)
            with Project.from_texts(["a first text"], classes=["a", "b"], address=f"{folder}/p") as project:
                waits, seconds = _taught_meanwhile(project, file)
                size = project.size
        print(
            f"{rows:,} rows, {labels:,} of them labelled: imported in {seconds:.1f} s ({size:,} documents); "
            f"{len(waits):,} lessons meanwhile, median {statistics.median(waits) * 1000:.0f} ms, "
            f"longest {max(waits) * 1000:.0f} ms"
        )


def _written(path: Path, rows: int, labels: int) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text", "label"])
        rng = random.Random(0)
        for number in range(rows):
            text = " ".join(f"word{int(rng.paretovariate(0.7)) % 30_000}" for _ in range(_WORDS))
            writer.writerow([f"r{number}", text, "ab"[number % 2] if number < labels else ""])
    return path


def _taught_meanwhile(project: Project, file: Path) -> tuple[list[float], float]:
    importing = Thread(target=lambda: bring_in(project, inspect(file)))
    waits: list[float] = []
    begin = time.perf_counter()
    importing.start()
    while importing.is_alive():
        asked = time.perf_counter()
        project.teach(Label("1", "ab"[len(waits) % 2]))
        waits.append(time.perf_counter() - asked)
        time.sleep(_PAUSE)
    importing.join()
    return waits, time.perf_counter() - begin
