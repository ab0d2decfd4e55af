"""Section 8.2: what a style may look at. Do more features, syntax among them, predict rationales, and do they help?

The paper parsed with Collins's parser; ours is Link Grammar, the program `link-parser`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.zaidan2007.reviews import ANNOTATOR
from teachback.experiments.zaidan2008.styles import PARTS, hundred, learner
from teachback.learners.rationales.marked_texts import MarkedTexts, read_marked
from teachback.text.link_grammar import LinkGrammar

_GROUPS = {
    "6 features": ("plain",),
    "27 features: and punctuation, five words": ("plain", "words"),
    "94 features: without these, and syntax": ("plain", "syntax"),
    "115 features: all": ("plain", "words", "syntax"),
}
_SHOWN = (
    "I-O/E=VP",
    "I-O/E=NP",
    "O-I/S=NP",
    "O-I/S=S",
    "I-I/C=NP",
)  # ends or begins of phrases, and a phrase cut in two


@lru_cache(maxsize=1)
def _parsed(data: Path | None) -> MarkedTexts:
    """A0's hundred reviews, parsed; a sentence for which the parser needs more than a second has no phrases."""
    _, _, marked = hundred(data, ANNOTATOR)
    return read_marked(marked.counts, marked.texts, marked.passages, parser=LinkGrammar(seconds=1))


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus, rows, _ = hundred(data, ANNOTATOR)
    marked, groups = _parsed(data), _GROUPS[case.setting["features"]]
    part = np.arange(len(rows)) // 2 % PARTS
    total, tags = 0.0, 0
    for held_out in range(PARTS):
        train, test = np.flatnonzero(part != held_out), np.flatnonzero(part == held_out)
        model = learner(groups=groups).fit(corpus.X[rows[train]], corpus.y[rows[train]], rationales=marked[train])
        number = len(marked[test].tags())
        total, tags = total + number * model.cross_entropy(marked[test]), tags + number
    yield Measured("nats a tag", total / tags)
    model = learner(groups=groups).fit(corpus.X[rows], corpus.y[rows], rationales=marked)
    fold = corpus.of(8)
    yield Measured("accuracy", 100.0 * float(np.mean(model.predict(corpus.X[fold]) == corpus.y[fold])))
    style = model.styles_[ANNOTATOR]
    yield from (Measured(f"weight of {name}", style[name]) for name in _SHOWN if name in style)


SYNTAX = Experiment(
    paper="zaidan2008",
    item="syntax",
    about="What a style looks at: the cross-entropy of A0's held-out tags (five-fold cross-validation on 100 reviews, "
    "parsed by Link Grammar) and the accuracy on fold 8 after all 100. The paper, with Collins's parser, reports that "
    "almost all of the gain in accuracy comes from 6 features and that all 115 predict rationales better. Its figures "
    "are of other samples: of 100 reviews of its own, and for the weight, of 1,000. Parsing takes some minutes.",
    cases=grid(corpus="movie_reviews", method="RationaleMaxEnt", size=100, features=_GROUPS),
    measure=_measure,
)
