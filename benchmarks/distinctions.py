"""What tells two documents apart, in a pool of 100,000; and deciding all of them by a list of rules."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.round import random_counts
from benchmarks.timing import best
from teachback.learners.distinctions.matching import first_matches
from teachback.learners.distinctions.rule import make_rule
from teachback.learners.distinctions.suggestions import tell_apart
from teachback.pool import Pool


def run(data: Path | None) -> None:
    """Print the table."""
    X = random_counts(100_000)
    pool = Pool(X)
    tell_apart(pool, 0, 1)
    seconds = best(lambda: tell_apart(pool, 2, 3), runs=5)
    print(f"100,000 documents: what tells two apart          {1000 * seconds:6.0f} ms")
    believed = np.random.default_rng(0).random((X.shape[0], 2))
    seconds = best(lambda: tell_apart(pool, 2, 3, believed=believed), runs=5)
    print(f"the same with what a model believes of the pool  {1000 * seconds:6.0f} ms")
    draw = np.random.default_rng(1)
    rules = [
        make_rule(
            "a", None, frozenset(), [(int(column), bool(draw.integers(2))) for column in draw.integers(500, size=3)]
        )
        for _ in range(200)
    ]
    first_matches(rules, X[:10])
    seconds = best(lambda: first_matches(rules, X), runs=5)
    print(f"which of 200 rules decides each document         {1000 * seconds:6.0f} ms")
