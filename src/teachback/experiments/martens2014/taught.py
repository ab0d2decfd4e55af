"""The default learner, taught as people teach it: how many words its explanations have, and why some have many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.simulation.setup import drawn
from teachback.explain import Explanation
from teachback.learners.catalogue import DEFAULT
from teachback.project import Project
from teachback.record import Label

_CORPORA = ("movie_reviews", "autos_motorcycles", "science")
_LABELS, _EXPLAINED = 200, 300
_FEW, _MOST = 10, 30  # words that a person reads, and that are searched for unless asked
_SHORT, _LONG = f"up to {_MOST} words", f"more than {_MOST} words"


@dataclass(frozen=True)
class _Taught:
    """The accuracy of a project with that many labels on new texts, and its explanations."""

    accuracy: float
    explanations: Sequence[Explanation]


@lru_cache(maxsize=1)
def _explained(corpus: str, data: Path | None) -> _Taught:
    """Labels drawn at random, learned by a project; then other texts explained, words really deleted."""
    sample = drawn(corpora.load(corpus, data), seed=0, test=_EXPLAINED)
    texts = {document.id: document.text for document in sample.pool}
    labelled = np.random.default_rng(0).permutation(len(sample.pool))[:_LABELS].tolist()
    with Project.from_texts(texts, classes=sample.classes, analyzer=sample.analyzer) as project:
        project.teach(*(Label(sample.pool[row].id, sample.classes[sample.y[row]]) for row in labelled))
        model = project.learn(DEFAULT).classifier
        right = [
            guess.class_ == sample.classes[truth]
            for guess, truth in zip(model.classify(sample.test), sample.truth, strict=True)
        ]
        explanations = list(model.explainer.explain_many(sample.test, n=1, max_words=None))
        return _Taught(100.0 * float(np.mean(right)), explanations)


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    taught = _explained(case.corpus, data)
    explained = [one for one in taught.explanations if one.found]
    if group := case.setting.get("explained by"):
        yield from _why([one for one in explained if (len(one.words) <= _MOST) == (group == _SHORT)])
        return
    words = np.array([len(one.words) if one.found else np.inf for one in taught.explanations])
    yield Measured("accuracy", taught.accuracy)
    yield Measured(f"explained by at most {_FEW} words (%)", 100.0 * float(np.mean(words <= _FEW)))
    yield Measured(f"explained by at most {_MOST} words (%)", 100.0 * float(np.mean(words <= _MOST)))
    yield Measured("explained by some set (%)", 100.0 * len(explained) / len(words))
    yield Measured(
        "proven the smallest, of those (%)", 100.0 * float(np.mean([one.status == "minimum" for one in explained]))
    )
    for name, share in (("median", 50), ("of nine in ten at most", 90)):
        yield Measured(f"words, {name}", float(np.percentile(words[np.isfinite(words)], share)))


def _why(group: Sequence[Explanation]) -> Iterator[Measured]:
    """What short and long explanations are made of."""
    yield Measured("documents", float(len(group)))
    if group:
        yield Measured("words in the document", float(np.mean([one.known for one in group])))
        yield Measured("lead of the class", float(np.mean([one.score_before for one in group])))
        for number in (1, _FEW):
            gone = [1.0 - max(one.curve[min(number, len(one.curve) - 1)], 0.0) / one.score_before for one in group]
            first = "the first word" if number == 1 else f"the first {number} words"
            yield Measured(f"lead that is gone without {first} (%)", 100.0 * float(np.mean(gone)))


TAUGHT = Experiment(
    paper="martens2014",
    item="taught",
    about=f"The default learner after {_LABELS} labels drawn at random: how many words have to be deleted to change "
    f"the class of {_EXPLAINED} new documents, whether no smaller set does it, and what tells documents that need more "
    f"than {_MOST} words, the most that is searched for unless asked, from the others.",
    cases=grid(
        corpus=_CORPORA,
        method=DEFAULT,
        size=_LABELS,
        setting=({}, {"explained by": _SHORT}, {"explained by": _LONG}),
    ),
    measure=_measure,
)
