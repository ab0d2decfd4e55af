"""Learning in the background: teaching never waits for it, and the newest finished model answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread

from teachback.classifier import TextClassifier


@dataclass(frozen=True)
class Learned:
    """A finished model, and what it was made of.

    Attributes
    ----------
    learner, why
        The learner's name, and why it was chosen.
    position
        How many entries of the record it has heard.
    seconds
        How long learning took.
    unheard
        Taught words that no document has.
    former
        The learner that made the project's models before this one took over, which nobody had asked for; else empty.
    """

    classifier: TextClassifier = field(repr=False)
    learner: str
    why: str
    position: int
    seconds: float = field(compare=False)
    unheard: tuple[str, ...] = ()
    former: str = ""

    @property
    def remark(self) -> str:
        """What its teachers should know of it: that a new learner took over, or that a plainer way is ahead, and used.

        Mostly empty.
        """
        new = f"A new learner, {self.learner}, took over from {self.former}: {self.why}." if self.former else ""
        return " ".join(filter(None, (new, getattr(self.classifier.learner, "remark", ""))))

    def __str__(self) -> str:
        text = f"{self.learner} learned in {self.seconds:.2f} s: {self.why}."
        if self.remark:
            text += f" {self.remark}"
        if self.unheard:
            text += f" No document has {', '.join(self.unheard)}."
        return text


Learn = Callable[[str | None], Learned]


class Trainer:
    """One thread that learns when asked, always from the newest teaching; requests that come meanwhile share a run."""

    def __init__(self, learn: Learn) -> None:
        self._learn = learn
        self._turn = Condition()
        self._wanted: dict[str | None, Future[Learned]] = {}
        self._closed = False
        self._thread: Thread | None = None

    def request(self, learner: str | None) -> Future[Learned]:
        """The outcome of the next run that begins after this call."""
        with self._turn:
            if self._closed:
                raise RuntimeError("the project is closed")
            outcome = self._wanted.setdefault(learner, Future())
            if self._thread is None:
                self._thread = Thread(target=self._run, name="teachback-learning", daemon=True)
                self._thread.start()
            self._turn.notify()
            return outcome

    def close(self, wait: float | None = None) -> None:
        """Begin no other run, and finish the one that is under way; or give it up after so many seconds."""
        with self._turn:
            self._closed = True
            while self._wanted:
                self._wanted.popitem()[1].cancel()
            self._turn.notify()
        if self._thread is not None:
            self._thread.join(wait)

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._wanted or self._closed)
                if not self._wanted:
                    return
                learner = next(iter(self._wanted))
                outcome = self._wanted.pop(learner)
            if not outcome.set_running_or_notify_cancel():
                continue
            try:
                outcome.set_result(self._learn(learner))
            except BaseException as error:  # the one who asked hears of it
                outcome.set_exception(error)


def timed(learn: Callable[[], tuple[TextClassifier, str, str, tuple[str, ...]]], position: int) -> Learned:
    """Learn, and note how long it took."""
    begin = time.perf_counter()
    classifier, learner, why, unheard = learn()
    return Learned(classifier, learner, why, position, time.perf_counter() - begin, unheard)
