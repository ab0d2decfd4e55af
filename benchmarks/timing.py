"""Measuring: the best of a few runs, and the most memory that a piece of work needs."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable


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
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    process = context.Process(target=_measured, args=(work, queue))
    process.start()
    process.join()
    return float(queue.get())


def _measured(work: Callable[[], object], queue: multiprocessing.SimpleQueue) -> None:
    work()
    queue.put(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
