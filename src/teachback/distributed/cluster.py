"""An engine of many machines: a Dask cluster that is already running."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from threading import Event, Thread
from typing import Any

from teachback.distributed.engine import AHEAD, Answer, Engine, Task, Window, Work, WorkerLost, carry_out
from teachback.errors import TeachbackError

_PATIENCE = "15s"  # for the scheduler to answer
_LOOK, _ALONE = 1.0, 60.0  # seconds between looks for workers, and without any after which nobody waits for more
_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.utils")
_INSTALL = "pip install 'teachback[dask]'"


class NoCluster(TeachbackError):
    """A cluster that cannot be reached, or that cannot do our work."""


class Cluster(Engine):
    """The workers of a Dask scheduler. They need this teachback, and see the files under the same names.

    Dask gives the tasks of a worker that was lost to the others. What a task reads and writes never passes through the
    scheduler.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise NoCluster(f"A cluster needs Dask, which is not installed. Run: {_INSTALL}") from None
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said in our sentences
        self.address = address
        try:
            self._client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NoCluster(
                f"No Dask scheduler answers at {address} ({error}). Start one with: dask scheduler"
            ) from None
        try:
            self._check()
        except BaseException:
            self._client.close()
            raise

    @property
    def workers(self) -> int:
        """How many tasks the cluster does at once."""
        return max(1, int(sum(self._client.nthreads().values())))

    def run(self, work: Work[Task, Answer], shared: bytes, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """The place of each task and its answer, as they come."""
        from distributed import as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        window = Window(len(tasks), AHEAD * self.workers)
        under_way: dict[Any, int] = {}  # futures, and the places of their tasks
        ended, deserted = Event(), Event()

        def give_up() -> None:
            deserted.set()
            self._client.cancel(list(under_way))

        with warnings.catch_warnings():  # what all tasks share may be large
            warnings.simplefilter("ignore", UserWarning)
            content = self._client.submit(_given, shared, pure=False)  # made again when the worker that has it is lost
        answers = as_completed(loop=self._client.loop)
        Thread(target=self._watch, args=(ended, give_up), name="teachback-cluster", daemon=True).start()
        try:
            while True:
                while (place := window.next()) is not None:
                    future = self._client.submit(carry_out, work, content, tasks[place], pure=False, retries=1)
                    under_way[future] = place
                    answers.add(future)
                if not under_way:
                    return
                future = next(answers)
                try:
                    answer = future.result()
                except KilledWorker:
                    raise WorkerLost(tasks[under_way[future]]) from None
                finished = under_way.pop(future)  # only now: an answer can be lost with the worker that has it
                window.finish(finished)
                yield finished, answer
        except (CommClosedError, FutureCancelledError, StopIteration):
            if deserted.is_set():
                what, start = f"All workers of {self.address} were lost", f"some with: dask worker {self.address}"
            else:
                what, start = f"The Dask scheduler at {self.address} was lost", "it again"
            raise NoCluster(f"{what}. What is finished is kept; start {start}, and give the command again.") from None
        finally:
            ended.set()

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._client.close()

    def _watch(self, ended: Event, give_up: Callable[[], None]) -> None:
        """Give up when there has been no worker for a while: Dask would wait for one for ever."""
        last = time.monotonic()
        while not ended.wait(_LOOK):
            try:
                last = time.monotonic() if self._client.nthreads() else last
            except (OSError, TimeoutError):  # no scheduler either, which the answers tell
                return
            if time.monotonic() > last + _ALONE:
                give_up()
                return

    def _check(self) -> None:
        """Refuse a cluster without workers, or whose workers have another teachback."""
        if not self._client.nthreads():
            raise NoCluster(
                f"The Dask scheduler at {self.address} has no workers. Start some with: dask worker {self.address}"
            )
        try:
            versions = set(self._client.run(_version).values())
        except Exception as error:  # whatever a worker says that cannot import it
            raise NoCluster(
                f"The workers of {self.address} cannot run teachback ({error}). Install it there: {_INSTALL}"
            ) from None
        if versions != {_version()}:
            raise NoCluster(
                f"The workers of {self.address} have teachback {', '.join(sorted(versions))}, and this is "
                f"{_version()}. Install the same version everywhere."
            )


def _given(shared: bytes) -> bytes:
    return shared


def _version() -> str:
    return str(import_module("teachback").__version__)
