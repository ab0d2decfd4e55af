"""What every engine promises: the same answers with any number and kind of workers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

from teachback.errors import TeachbackError
from teachback.processors import one_processor

AHEAD = 4  # tasks for each worker that may be done before an earlier one
Task = TypeVar("Task")
Answer = TypeVar("Answer")
Work = Callable[[bytes, Task], Answer]  # of what all tasks share, and one of them


class WorkerLost(TeachbackError):
    """Work that ended several workers, one after another."""

    def __init__(self, task: object) -> None:
        super().__init__(
            f"The process that worked on {task} ended twice: the file may be damaged, or too large for the memory. "
            "What is finished is kept; mend or move that file and give the command again."
        )


def carry_out(work: Work[Task, Answer], shared: bytes, task: Task) -> Answer:
    """What a worker does: there is one for each processor, so it is one thread."""
    with one_processor():
        return work(shared, task)


class Engine(Protocol):
    """Does tasks at once and gives their answers.

    A task that was under way when its worker was lost is done again. At most :data:`AHEAD` tasks for each worker are
    done before an earlier one, so that answers which are put in order take little memory.
    """

    address: str | None = None  # of the scheduler; None on this machine

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks are done at once."""

    @abstractmethod
    def run(self, work: Work[Task, Answer], shared: bytes, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """The place of each task and its answer, as they come.

        The work is a function of a module, so that other processes find it; what all tasks need is `shared`, and sent
        to a worker once.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def in_order(answers: Iterable[tuple[int, Answer]]) -> Iterator[Answer]:
    """The answers in the order of their tasks: what is added up so is rounded alike for any number of workers.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    waiting: dict[int, Answer] = {}
    place = 0
    for number, answer in answers:
        waiting[number] = answer
        while place in waiting:
            yield waiting.pop(place)
            place += 1


class Window:
    """The places of tasks that may begin: none too far ahead of the first that is unfinished.

    >>> window = Window(tasks=10, ahead=2)
    >>> window.next(), window.next(), window.next()
    (0, 1, None)
    >>> window.finish(1); window.next() is None
    True
    >>> window.finish(0); window.next()
    2
    """

    def __init__(self, tasks: int, ahead: int) -> None:
        self._tasks, self._ahead = tasks, ahead
        self._begun, self._first, self._finished = 0, 0, set[int]()

    def next(self) -> int | None:
        """The next place; None while one has to wait, or when there are no more."""
        if self._begun >= min(self._tasks, self._first + self._ahead):
            return None
        self._begun += 1
        return self._begun - 1

    def finish(self, place: int) -> None:
        """Note that this one is finished."""
        self._finished.add(place)
        while self._first in self._finished:
            self._finished.remove(self._first)
            self._first += 1
