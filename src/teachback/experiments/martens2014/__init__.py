"""Martens and Provost (2014), Explaining Data-Driven Document Classifications: its experiments, on public corpora."""

from teachback.experiments.martens2014 import deletion, mistakes, performance, rankings, taught

EXPERIMENTS = (
    rankings.TABLE1,
    rankings.FIGURE3,
    rankings.FIGURE4,
    rankings.DISTINCT_WORDS,
    rankings.SURROGATE,
    performance.TABLE2,
    mistakes.FALSE_NEGATIVES,
    performance.TABLE3,
    performance.LOCAL_SEARCH,
    performance.FIGURE5,
    deletion.FIGURE6,
    deletion.DELETION,
    mistakes.MISLABELLED,
    taught.TAUGHT,
)
