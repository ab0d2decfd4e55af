"""Figure 3: the animals, in the paper's order and in a thousand others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from teachback.corpora.zoo import ATTRIBUTES
from teachback.experiments.dasgupta2018.session import animals, teach
from teachback.experiments.experiment import Case, Experiment, Measured, grid, lines_of
from teachback.experiments.plot import curves
from teachback.learners.distinctions import DistinctionList
from teachback.learners.distinctions.rule import rules_text
from teachback.learners.distinctions.shorter import count_literals, shortened
from teachback.learners.distinctions.teachers import GeneralFeature, RandomFeature

_ORDERS = 1000
_PERCENTILES = (0, 5, 25, 50, 75, 95, 100)
_NUMBER = {name: column for column, name in enumerate(ATTRIBUTES)}


class Outcome(NamedTuple):
    """What one order of the animals led to."""

    mistakes: int
    rounds: int
    rules: int
    literals: int
    shortened: int


def published_rules() -> list[str]:
    """The paper's final list."""
    return [line["rule"] for line in lines_of("published/dasgupta2018_rules.csv")]


def _papers_rows(data: Path | None) -> Iterator[Measured]:
    known = animals(data)
    first, *rows = lines_of("published/dasgupta2018_rows.csv")
    learner = DistinctionList().begin(known[first["animal"]][0], first["class"], name=first["animal"])
    alike = 1
    for row in rows:
        x = known[row["animal"]][0]
        proposal = learner.propose(x)
        alike += (proposal.class_, proposal.name) == (row["prediction"], row["similar"])
        alike -= (row["feature"] in x) != (row["present"] == "yes")
        learner.correct(x, row["class"], row["feature"], name=row["animal"])
    rules = rules_text(learner.rules_, learner.default_).splitlines()
    yield Measured("rows", float(1 + len(rows)))
    yield Measured("rows proposed as in the paper", float(alike))
    yield Measured("mistakes", float(sum(rule["mistakes"] for rule in [*learner.rules_, learner.default_])))
    yield Measured("literals", float(count_literals(learner)))
    yield Measured("rules", float(len(learner.rules_)))
    same = [ours == theirs for ours, theirs in zip(rules, published_rules(), strict=True)]
    yield Measured("rules as in the paper", float(sum(same[:-1])))
    yield Measured("errors on all animals", float(sum(learner.propose(x).class_ != y for x, y in known.values())))


@lru_cache(maxsize=2)
def outcomes(data: Path | None, feature: str, orders: int = _ORDERS) -> tuple[Outcome, ...]:
    """Random orders of the animals, each repeated until no mistake is left."""
    known = list(animals(data).values())
    examples = [frozenset(_NUMBER[name] for name in x) for x, _ in known]
    y = [class_ for _, class_ in known]
    X = csr_array(np.array([[column in x for column in range(len(ATTRIBUTES))] for x in examples], dtype=np.float64))
    results = []
    for seed in range(orders):
        teacher = RandomFeature(seed) if feature == "random" else GeneralFeature(X, y)
        order = np.random.default_rng(seed).permutation(len(y)).tolist()
        learner, mistakes, rounds, passes, wrong = DistinctionList(), 0, 0, 0, True
        while wrong:
            session = teach(learner, ((examples[k], y[k], y[k]) for k in order), teacher)
            wrong = session.mistakes > 0
            rounds = passes * len(order) + session.last_mistake if wrong else rounds
            mistakes += session.mistakes
            passes += 1
        literals = count_literals(learner)
        results.append(Outcome(mistakes, rounds, len(learner.rules_), literals, count_literals(shortened(learner, X))))
    return tuple(results)


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    if case.method == "the paper's rows":
        yield from _papers_rows(data)
        return
    table = np.array(outcomes(data, case.setting["feature"]))
    values = np.percentile(table, case.setting["percentile"], axis=0, method="nearest")
    names = ("mistakes", "rounds until the last mistake", "rules", "literals", "literals when shortened")
    for name, value in zip(names, values.tolist(), strict=True):
        yield Measured(name, float(value))


FIGURE3 = Experiment(
    paper="dasgupta2018",
    item="figure3",
    about="The animals: the paper's fifteen rows, and percentiles of 1,000 random orders, each repeated until nothing "
    "is wrong, with a random feature that tells the two animals apart (as in the paper) or the most general one.",
    cases=(
        Case(corpus="zoo", method="the paper's rows"),
        *grid(corpus="zoo", method="random orders", feature=("random", "general"), percentile=_PERCENTILES),
    ),
    measure=_measure,
    plot=curves(
        "percentile",
        x="percentile of the orders",
        y="number",
        panel=lambda row: row.metric,
        name=lambda row: f"{row.setting['feature']} feature",
    ),
)
