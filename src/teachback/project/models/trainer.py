"""Runs of learning, one at a time; callers who wait for the same learner share a run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from teachback.learners import Learner
from teachback.project.models.learned import Learned

Wanted = str | Learner | None  # a learner by its name, or itself; None for the default


class Trainer:
    """Learns from the newest teaching, in the thread that asks or in the background.

    Teaching never waits for it, and the newest finished model answers meanwhile.
    """

    def __init__(self, learn: Callable[[Wanted], Learned]) -> None:
        self._learn = learn
        self._lock, self._running = Lock(), Lock()
        self._waiting: dict[Wanted, Future[Learned]] = {}  # by learner: runs that have not begun
        self._closed = False

    def learn(self, learner: Wanted) -> Learned:
        """The outcome of a run that begins after this call: in this thread, unless another waits to begin one."""
        outcome, is_new = self._request(learner)
        if is_new:
            self._run(learner, outcome)
        return outcome.result()

    def learn_soon(self, learner: Wanted) -> Future[Learned]:
        """The outcome of a run that begins after this call, in the background."""
        outcome, is_new = self._request(learner)
        if is_new:
            Thread(target=self._run, args=(learner, outcome), name="teachback-learning", daemon=True).start()
        return outcome

    def close(self, wait: float | None = None) -> None:
        """Begin no other run, and wait for the one that is under way; that many seconds at most, where given."""
        with self._lock:
            self._closed = True
            for outcome in self._waiting.values():
                outcome.cancel()
        if self._running.acquire(timeout=-1 if wait is None else wait):
            self._running.release()

    def _request(self, learner: Wanted) -> tuple[Future[Learned], bool]:
        with self._lock:
            if self._closed:
                raise RuntimeError("the project is closed")
            is_new = learner not in self._waiting
            return self._waiting.setdefault(learner, Future()), is_new

    def _run(self, learner: Wanted, outcome: Future[Learned]) -> None:
        try:
            with self._running:
                self._begin(learner)
                if outcome.set_running_or_notify_cancel():
                    outcome.set_result(self._learn(learner))
        except BaseException as error:  # raised where it was asked for, also when a waiting thread is interrupted
            self._begin(learner, outcome)
            if not outcome.cancelled():
                outcome.set_exception(error)

    def _begin(self, learner: Wanted, outcome: Future[Learned] | None = None) -> None:
        """What is taught from now on is for another run."""
        with self._lock:
            if outcome is None or self._waiting.get(learner) is outcome:
                self._waiting.pop(learner, None)
