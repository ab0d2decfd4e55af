"""Measuring: the best of a few runs, and the most memory that a piece of work needs."""

from __future__ import annotations

import multiprocessing
import re
import resource
import time
from collections.abc import Callable
from pathlib import Path


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Seconds of the fastest run."""
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def peak_memory(work: Callable[[], object]) -> float:
    """The most memory, in MB, that a fresh process reaches while it does the work."""
    return alone(work)[1]


def alone(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds and the most memory, in MB, of the work in a fresh process that has imported what it needs."""
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    process = context.Process(target=_measured, args=(work, queue))
    process.start()
    process.join()
    seconds, most = queue.get()
    return float(seconds), float(most)


def _measured(work: Callable[[], object], queue: multiprocessing.SimpleQueue) -> None:
    begin = time.perf_counter()
    work()
    queue.put((time.perf_counter() - begin, most_memory()))


def most_memory() -> float:
    """Of this program; what the system says of its resources would include the program that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s*(\d+)", status.read_text(encoding="utf-8"))[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
