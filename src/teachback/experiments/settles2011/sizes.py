"""The corpora as loaded, beside the sizes that the paper gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, grid

_CORPORA = (
    *("reuters", "webkb", "twenty_newsgroups", "science", "autos_motorcycles", "baseball_hockey", "mac_pc"),
    *("movie_reviews", "hard", "line", "serve"),
)


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus = corpora.load(case.corpus, data)
    yield Measured("documents", float(len(corpus.documents)))
    yield Measured("classes", float(len(corpus.classes)))


EXPERIMENT = Experiment(
    paper="settles2011",
    item="corpora",
    about="The corpora as loaded, beside the sizes that the paper gives (sections 3 and 3.4.1).",
    cases=grid(corpus=_CORPORA),
    measure=_measure,
)
