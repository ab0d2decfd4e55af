"""Table 2: semantic classes of noun phrases, taught by typed patterns and by answers that are kept.

ClueWeb09 cannot be had; the phrases come from Reuters and 20 Newsgroups. There are no true labels. What stands in for
the paper's user and judges was written once and lies in ``published/``; running the experiment replays it:

- ``settles2011_patterns.csv``: the patterns typed, as many for each class as the paper's user gave;
- ``settles2011_answers.csv``: answers to the phrases that the learner asks about (a phrase without one is skipped);
- ``settles2011_judgements.csv``: verdicts on a sample of the predictions.

All three have one author, who is not independent of this experiment, where the paper had a user and three judges. The
sample was judged shuffled, with the predicted classes hidden (though earlier sessions' predictions had been seen while
patterns were chosen), by what a phrase mostly denotes in these texts. Common nouns count (lawyers are persons, a bank
is an organization); adjectives, titles of books and magazines, products and events are *other*; planets are locations.

Which phrases are asked depends on the learner. When it changes, it asks about phrases that nobody has answered: the row
"asked, without an answer" says how many, and then answers and verdicts have to be written for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, grid, lines_of
from teachback.experiments.settles2011.noun_phrases import noun_phrases
from teachback.learners import LabelledWordNB
from teachback.queries import accuracy_interval, rank
from teachback.text import TermCounts

CLASSES = ("person", "location", "organization", "date/time", "other")
_CORPORA = ("reuters", "twenty_newsgroups")
_MIN_COUNT = 8  # on 40 MB of text; the paper had 200 on 500 million pages
_ASKED = 145  # as many phrases as the paper's user labelled
_PAGE = 10  # phrases that are asked before the learner learns again
_SAMPLE = 100


@dataclass(frozen=True)
class TaughtPhrases:
    """What a session gave: the class of every phrase, and which of them the teacher was asked about and answered."""

    predicted: Mapping[str, str]
    answered: Mapping[str, str]
    skipped: Sequence[str]
    words: Mapping[str, str]


def teach(
    lines: Sequence[str], patterns: Mapping[str, str], answers: Mapping[str, str], *, asked: int = _ASKED
) -> TaughtPhrases:
    """Teach patterns, then answer what the learner asks: the phrases that it is least sure of, a page at a time.

    Patterns that no phrase has are not taught; a phrase without an answer is skipped, and not asked again.
    """
    counts = TermCounts("entities")
    counts.add(lines)
    X: csr_array = counts.X
    phrases = np.array([line.partition("\t")[0] for line in lines], dtype=object)
    column = {term: place for place, term in enumerate(counts.terms)}
    words = {term: name for term, name in patterns.items() if term in column}
    taught = [(column[term], name) for term, name in words.items()]
    open_ = np.ones(len(phrases), dtype=np.bool_)
    labelled: NDArray[np.intp] = np.array([], dtype=np.intp)
    learner = LabelledWordNB()
    while True:
        rest = np.delete(np.arange(len(phrases)), labelled)
        y = [answers[phrase] for phrase in phrases[labelled]]
        learner.fit(X[labelled] if y else None, y or None, words=taught, pool=X[rest], classes=CLASSES)
        left = min(asked - int((~open_).sum()), int(open_.sum()), _PAGE)
        if left <= 0:
            break
        page = rank(learner.predict_proba(X), open=open_, n=left)
        open_[page] = False
        labelled = np.sort([*labelled, *(place for place in page if phrases[place] in answers)]).astype(np.intp)
    return TaughtPhrases(
        predicted=dict(zip(phrases, learner.predict(X).tolist(), strict=True)),
        answered={phrase: answers[phrase] for phrase in phrases[labelled]},
        skipped=[phrase for phrase in phrases[~open_] if phrase not in answers],
        words=words,
    )


def drawn(phrases: Sequence[str], size: int = _SAMPLE) -> list[str]:
    """A random sample that depends on each phrase alone, so that it hardly changes when the predictions hardly do.

    >>> drawn(["Boston", "Erie", "Paris"], 2) == drawn(["Paris", "Erie", "Boston"], 2)
    True
    """
    return sorted(phrases, key=lambda phrase: blake2b(phrase.encode()).digest())[:size]


def read_classes(name: str, key: str, value: str) -> dict[str, str]:
    """A column of one of the files kept with the experiment, by another column."""
    return {line[key]: line[value] for line in lines_of(f"published/{name}")}


@lru_cache(maxsize=1)
def _session(data: Path | None) -> TaughtPhrases:
    texts = [text for name in _CORPORA for text in corpora.load(name, data).texts]
    return teach(
        [phrase.line for phrase in noun_phrases(texts, min_count=_MIN_COUNT)],
        read_classes("settles2011_patterns.csv", "term", "class"),
        read_classes("settles2011_answers.csv", "phrase", "class"),
    )


def measured(taught: TaughtPhrases, name: str, judged: Mapping[str, str]) -> Iterator[Measured]:
    """The row of a class: precision on a sample of its predictions that were not taught, and how much was taught."""
    extracted = [phrase for phrase, predicted in taught.predicted.items() if predicted == name]
    sample = drawn([phrase for phrase in extracted if phrase not in taught.answered])
    right = [judged[phrase] == name for phrase in sample if phrase in judged]
    if right:
        low, high = accuracy_interval(sum(right), len(right))
        yield Measured("precision", 100.0 * sum(right) / len(right))
        yield Measured("precision, low", 100.0 * low)
        yield Measured("precision, high", 100.0 * high)
    yield Measured("judged", float(len(right)))
    yield Measured("unjudged", float(len(sample) - len(right)))
    yield Measured("extracted", float(len(extracted)))
    yield Measured("words", float(list(taught.words.values()).count(name)))
    yield Measured("documents", float(list(taught.answered.values()).count(name)))


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    if "class" not in case.setting:
        taught = _session(data)
        yield Measured("asked", float(len(taught.answered) + len(taught.skipped)))
        yield Measured("asked, without an answer", float(len(taught.skipped)))
        return
    judged = read_classes("settles2011_judgements.csv", "phrase", "judged_class")
    yield from measured(_session(data), case.setting["class"], judged)


TABLE2 = Experiment(
    paper="settles2011",
    item="table2",
    about="Semantic classes of noun phrases by their contexts: precision (with its 95 % interval) on 100 predictions a "
    "class, how many phrases were extracted, and the words and documents taught; first, how many phrases the learner "
    "asked about, and of how many nobody has said the class. Phrases of Reuters and 20 Newsgroups, since ClueWeb09 "
    "cannot be had. Patterns, answers and verdicts are kept and replayed; all have one author, where the paper had a "
    "user and three judges.",
    cases=grid(
        corpus="+".join(_CORPORA), method="LabelledWordNB", setting=({}, *({"class": name} for name in CLASSES))
    ),
    measure=_measure,
)
