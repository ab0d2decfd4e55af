"""Many sessions: which, in parallel, remembered in a file, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from threadpoolctl import threadpool_limits

from teachback.experiments.experiment import remember, remembered
from teachback.experiments.simulation.corpora import CORPORA, POOL, Place
from teachback.experiments.simulation.peers import full_supervision
from teachback.experiments.simulation.session import BUDGETS, SessionPoint, point, session
from teachback.experiments.simulation.setup import setup
from teachback.experiments.simulation.student import DEFAULT
from teachback.experiments.simulation.teacher import CAREFUL, CARELESS
from teachback.experiments.simulation.ways import COMPARED, ENCODED, WAYS
from teachback.learners.catalogue import LEARNERS

FULL = "full supervision"  # every document of the pool labelled: no session, and one point at 0 seconds
QUICK_CORPORA = ("autos_motorcycles", "science", "demo")  # one that decides, one for designing, and the inbox
QUICK_WAYS = ("labels", "words and labels", "scikit-learn TF-IDF margin")
QUICK_RUNS, QUICK_POOL, QUICK_SECONDS = 2, 1000, 600
OTHER_CORPORA = ("reuters", "mac_pc", "line", "demo")  # all of them decide
OTHER_WAYS = ("labels", "words and labels", "words, labels and rationales", "words, labels and distinctions")
OTHER_RUNS = 3
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class SessionTask:
    """A session to be run: all that it depends on besides the texts."""

    corpus: str
    way: str
    learner: str = DEFAULT
    run: int = 0
    careless: bool = False
    pool: int = POOL
    budgets: tuple[int, ...] = BUDGETS
    encoder: str | None = None

    @property
    def with_encoder(self) -> str:
        """The learner, and the encoder beside it."""
        return self.learner if self.encoder is None else f"{self.learner} with {Path(self.encoder).name}"

    @property
    def key(self) -> str:
        """The task as text, for looking things up."""
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class FinishedSession:
    """A finished session; without points if the learner could not learn from this way of teaching."""

    task: SessionTask
    points: tuple[SessionPoint, ...]


def tasks(
    corpora: Sequence[str],
    ways: Sequence[str],
    learners: Sequence[str] = (DEFAULT,),
    *,
    runs: int = 10,
    careless: bool = False,
    pool: int = POOL,
    budgets: Sequence[int] = BUDGETS,
    encoder: str | None = None,
) -> list[SessionTask]:
    """Every way with every learner on every corpus, and full supervision; those with the same texts together.

    With an encoder, each way of teaching a project is taken with it and without it, and a regression on the encoder's
    vectors stands beside them.
    """
    pairs: list[tuple[str, str, str | None]] = [(FULL, "LogisticRegression", None)]
    pairs += [(way, WAYS[way].learner or learner, None) for way in ways for learner in learners if way != ENCODED]
    if encoder is not None:
        own = [way for way in ways if WAYS[way].learner is None]
        pairs += [(way, learner, encoder) for way in own for learner in learners]
        pairs.append((ENCODED, "LogisticRegression", encoder))
    return [
        SessionTask(corpus, way, learner, run, careless, pool, tuple(budgets), beside)
        for corpus in corpora
        for run in range(runs)
        for way, learner, beside in dict.fromkeys(pairs)
    ]


def quick_tasks(corpora: Sequence[str] = QUICK_CORPORA, *, careless: bool = False) -> list[SessionTask]:
    """A look at how things stand, in a few minutes."""
    budgets = [seconds for seconds in BUDGETS if seconds <= QUICK_SECONDS]
    return tasks(corpora, QUICK_WAYS, runs=QUICK_RUNS, careless=careless, pool=QUICK_POOL, budgets=budgets)


def table_tasks(corpora: Sequence[str] = tuple(CORPORA), *, careless: bool = False) -> list[SessionTask]:
    """The default learner in every way on every corpus, and the other learners on those of four that decide."""
    whole = tasks(corpora, list(COMPARED), careless=careless)
    also = [corpus for corpus in OTHER_CORPORA if corpus in corpora]
    others = tasks(also, OTHER_WAYS, list(LEARNERS), runs=OTHER_RUNS, careless=careless)
    return list(dict.fromkeys([*whole, *others]))


def measure(task: SessionTask, place: Place) -> FinishedSession:
    """Run one session, with one thread for linear algebra: matrices are small, and several only wait for each other."""
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The number of unique classes")  # of the first few labels: nothing is wrong
        drawn_setup = setup(task.corpus, place, task.run, task.pool, task.encoder)
        if task.way == FULL:
            return FinishedSession(task, (point(drawn_setup, full_supervision(drawn_setup), 0),))
        teacher = CARELESS if task.careless else CAREFUL
        points = session(drawn_setup, WAYS[task.way], teacher=teacher, learner=task.learner, budgets=task.budgets)
        return FinishedSession(task, tuple(points))


def run(
    tasks: Sequence[SessionTask], place: Place, *, jobs: int = 1, finished: Path | None = None
) -> Iterator[FinishedSession]:
    """Run the sessions, in any order; those that the file `finished` remembers are not run again.

    With several jobs each session has a process of its own kind: started anew, with one thread for arithmetic.
    """
    done = {one.task.key: one for one in read_finished(finished)} if finished is not None else {}
    yield from (done[task.key] for task in tasks if task.key in done)
    left = [task for task in tasks if task.key not in done]
    with _sessions(left, place, min(jobs, len(left))) as sessions:
        for one in sessions:
            if finished is not None:
                remember(finished, asdict(one.task), one.points)
            yield one


@contextmanager
def _sessions(tasks: Sequence[SessionTask], place: Place, jobs: int) -> Iterator[Iterator[FinishedSession]]:
    work = partial(measure, place=place)
    if jobs <= 1:
        yield map(work, tasks)
        return
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        with multiprocessing.get_context("spawn").Pool(jobs, _begin) as pool:  # which ends the others when one fails
            yield pool.imap_unordered(work, tasks)
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _begin() -> None:
    """In a new process: leave Ctrl-C to the one that started it, and the other processors to its siblings."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.cpu_count = lambda: 1


def read_finished(file: Path) -> Iterator[FinishedSession]:
    """The sessions that a file remembers."""
    for task, points in remembered(file):
        task["budgets"] = tuple(task["budgets"])
        yield FinishedSession(SessionTask(**task), tuple(SessionPoint(**one) for one in points))
