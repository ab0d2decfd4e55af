"""An engine of this machine: several processes that end with their work, or with the process that started them."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from teachback.distributed.engine import AHEAD, Answer, Engine, Task, Window, Work, WorkerLost, carry_out
from teachback.errors import TeachbackError


class Processes(Engine):
    """Processes that are started when there is work.

    When one of them ends in the middle of a task, those that were under way are done again one by one, so that the task
    which ended it is known: at its second time :class:`WorkerLost` names it.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return self._workers

    def run(self, work: Work[Task, Answer], shared: bytes, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """The place of each task and its answer, as they come."""
        window = Window(len(tasks), AHEAD * self.workers)
        with _file_of(shared) as path:
            under_way: dict[Future[Any], int] = {}
            while True:
                while len(under_way) < 2 * self.workers and (place := window.next()) is not None:
                    under_way[self._submit(work, path, tasks[place])] = place
                if not under_way:
                    return
                try:
                    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                        answer = future.result()
                        place = under_way.pop(future)
                        window.finish(place)
                        yield place, answer
                except BrokenProcessPool:
                    doubtful, under_way = sorted(under_way.values()), {}
                    self._forget()
                    for place in doubtful:
                        answer = self._alone(work, path, tasks[place])
                        window.finish(place)
                        yield place, answer

    def close(self) -> None:
        """End the processes; what has not begun does not begin."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _submit(self, work: Work[Task, Answer], path: str, task: Task) -> Future[Answer]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_begin)
        return self._pool.submit(_call, work, path, task)

    def _alone(self, work: Work[Task, Answer], path: str, task: Task) -> Answer:
        try:
            return self._submit(work, path, task).result()
        except BrokenProcessPool:
            self._forget()
            raise WorkerLost(task) from None

    def _forget(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


@contextmanager
def _file_of(shared: bytes) -> Iterator[str]:
    """A file that has what tasks share, as long as they run."""
    with tempfile.TemporaryDirectory(prefix="teachback-") as folder:
        path = Path(folder) / "shared"
        path.write_bytes(shared)
        yield str(path)


def _begin() -> None:
    """Leave it to the parent to be interrupted, and end when it has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def _call(work: Work[Task, Answer], path: str, task: Task) -> Answer:
    return carry_out(work, _read(path), task)


@lru_cache(maxsize=1)
def _read(path: str) -> bytes:
    return Path(path).read_bytes()


def open_engine(address: str | None = None, workers: int | None = None) -> Engine:
    """The Dask cluster whose scheduler has this address; without one, `workers` processes of this machine.

    >>> open_engine(workers=0)
    Traceback (most recent call last):
    teachback.errors.TeachbackError: There must be at least 1 worker, not 0.
    """
    if workers is not None and workers < 1:
        raise TeachbackError(f"There must be at least 1 worker, not {workers}.")
    if address is None:
        return Processes(workers or os.cpu_count() or 1)
    if workers is not None:
        raise TeachbackError("A cluster has its own workers: give --engine or --workers, not both.")
    from teachback.distributed.cluster import Cluster

    return Cluster(address)
