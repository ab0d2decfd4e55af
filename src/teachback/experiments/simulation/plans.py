"""What is run: a few corpora for daily use, or everything for the table."""

from __future__ import annotations

from collections.abc import Sequence

from teachback.experiments.simulation.corpora import CORPORA
from teachback.experiments.simulation.running import SessionTask, tasks
from teachback.experiments.simulation.session import BUDGETS
from teachback.experiments.simulation.ways import COMPARED
from teachback.learners.catalogue import LEARNERS

RUNS = 10
QUICK_CORPORA = ("autos_motorcycles", "science", "demo")  # one that decides, one for designing, and the inbox
QUICK_WAYS = ("labels", "words and labels", "scikit-learn TF-IDF margin")
QUICK_RUNS, QUICK_POOL, QUICK_SECONDS = 2, 1000, 600

OTHER_CORPORA = ("reuters", "mac_pc", "line", "demo")  # all of them decide
OTHER_WAYS = ("labels", "words and labels", "words, labels and rationales", "words, labels and distinctions")
OTHER_RUNS = 3


def quick(corpora: Sequence[str] = QUICK_CORPORA, *, careless: bool = False) -> list[SessionTask]:
    """A look at how things stand, in a few minutes."""
    budgets = [seconds for seconds in BUDGETS if seconds <= QUICK_SECONDS]
    return tasks(corpora, QUICK_WAYS, runs=QUICK_RUNS, careless=careless, pool=QUICK_POOL, budgets=budgets)


def table(*, careless: bool = False) -> list[SessionTask]:
    """The default learner in every way on every corpus, and the other learners on four that decide."""
    whole = tasks(list(CORPORA), list(COMPARED), runs=RUNS, careless=careless)
    others = tasks(OTHER_CORPORA, OTHER_WAYS, list(LEARNERS), runs=OTHER_RUNS, careless=careless)
    return list(dict.fromkeys([*whole, *others]))
