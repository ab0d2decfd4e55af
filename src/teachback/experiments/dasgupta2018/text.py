"""Texts: a list of rules, and naive Bayes that hears distinctions as words, beside labels alone for the same seconds.

A simulated teacher reads messages in random order (10.8 seconds each, as people took in Settles 2011). Where the list
is wrong, she names a word that tells the message from the similar one (5.9 seconds, as for a word that people typed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.plot import curves
from teachback.experiments.settles2011.protocol import Sample, sample
from teachback.learners import LabelledWordNB
from teachback.learners.distinctions import DistinctionList
from teachback.learners.distinctions.evidence import passages, words
from teachback.learners.distinctions.teachers import GeneralFeature
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import read_marked
from teachback.queries import rank
from teachback.text import TermCounts
from teachback.text.analyzers import Words

_READ, _NAMED = 10.8, 5.9  # seconds
_CORRECTIONS = (5, 10, 20, 40, 80, 160)
_SEEDS, _PAGE = 5, 5


class TaughtDistinctions(NamedTuple):
    """A teacher's work up to some number of corrections: the messages read, and what was told apart."""

    rows: NDArray[np.intp]
    distinctions: list[tuple[int, int, int, int, bool]]
    learner: DistinctionList

    @property
    def seconds(self) -> float:
        """What it took."""
        return _READ * len(self.rows) + _NAMED * len(self.distinctions)


class MessageSplit(NamedTuple):
    """Messages to teach from, with their texts and how these are read, and messages to test."""

    train: Sample
    test: Sample
    texts: NDArray[Any]
    counts: TermCounts


def setup(corpus: str, data: Path | None, seed: int) -> MessageSplit:
    """Four fifths to teach from, the others to test."""
    whole, (texts, counts) = sample(corpus, data, False), _read(corpus, data)
    order = np.random.default_rng(seed).permutation(len(whole.y))
    taught_from, tested = np.sort(order[len(order) // 5 :]), np.sort(order[: len(order) // 5])
    return MessageSplit(whole.rows(taught_from), whole.rows(tested), texts[taught_from], counts)


@lru_cache(maxsize=2)
def _read(corpus: str, data: Path | None) -> tuple[NDArray[Any], TermCounts]:
    texts = corpora.load(corpus, data).texts
    counts = TermCounts(Words(digits=False), stop_words="english")
    counts.add(texts)
    return np.array(texts, dtype=object), counts


def taught(train: Sample, corrections: int, seed: int) -> TaughtDistinctions:
    """Correct the list until that many corrections are made, or everything has been read."""
    order = np.random.default_rng(seed).permutation(len(train.y))
    teacher = GeneralFeature(train.counts, train.y)
    distinctions: list[tuple[int, int, int, int, bool]] = []

    def noted(x: Any, class_: int, proposal: Any) -> Any:
        feature = teacher(x, class_, proposal)
        if feature is not None:
            distinctions.append((len(read) - 1, class_, proposal.name, feature, feature in x))
        return feature

    learner, read = DistinctionList(), []
    for row in order.tolist():
        read.append(row)
        learner.partial_fit(
            train.counts[[row]], train.y[[row]], teacher=noted, classes=None if len(read) > 1 else range(train.classes)
        )
        if len(distinctions) == corrections:
            break
    return TaughtDistinctions(np.array(read, dtype=np.intp), distinctions, learner)


def _with_distinctions(split: MessageSplit, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    train, rows = split.train, so_far.rows
    taught_words = words(so_far.distinctions, train.y[rows].tolist(), train.counts[rows])
    return np.asarray(_naive_bayes(train, rows, words=taught_words).predict(split.test.X))


def _labels(split: MessageSplit, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    return np.asarray(_naive_bayes(split.train, _instead(split.train, so_far)).predict(split.test.X))


def _active(split: MessageSplit, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    """Naive Bayes that asks for the labels of the messages it is least sure of."""
    train, number = split.train, int(so_far.seconds / _READ)
    labelled = so_far.rows[: min(2 * train.classes, number)]
    while len(labelled) < number:
        open_ = np.ones(len(train.y), dtype=np.bool_)
        open_[labelled] = False
        guessed = _naive_bayes(train, labelled).predict_proba(train.X)
        page = rank(guessed, by="entropy", n=min(_PAGE, number - len(labelled)), open=open_)
        labelled = np.concatenate([labelled, page])
    return np.asarray(_naive_bayes(train, labelled).predict(split.test.X))


def _contrast(split: MessageSplit, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    train, rows, texts = split.train, so_far.rows, split.texts[so_far.rows].tolist()
    rationales = passages(so_far.distinctions, train.y[rows].tolist(), texts, split.counts)
    machine = ContrastSVM(mu=0.1, together=True)
    marked = read_marked(split.counts, texts, rationales)
    machine.fit(train.counts[rows], train.y[rows], rationales=marked, classes=range(train.classes))
    return np.asarray(machine.predict(split.test.counts))


def _machine(split: MessageSplit, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    train, rows = split.train, _instead(split.train, so_far)
    machine = ContrastSVM().fit(train.counts[rows], train.y[rows], classes=range(train.classes))
    return np.asarray(machine.predict(split.test.counts))


def _instead(train: Sample, so_far: TaughtDistinctions) -> NDArray[np.intp]:
    """As many messages as could have been read, had no word been named: those that were, and others at random."""
    others = np.setdiff1d(np.arange(len(train.y)), so_far.rows)
    more = np.random.default_rng(len(so_far.rows)).permutation(others)
    return np.concatenate([so_far.rows, more])[: int(so_far.seconds / _READ)]


def _naive_bayes(train: Sample, rows: NDArray[np.intp], **more: Any) -> LabelledWordNB:
    rest = np.delete(np.arange(len(train.y)), rows)
    return LabelledWordNB().fit(train.X[rows], train.y[rows], pool=train.X[rest], classes=range(train.classes), **more)


METHODS: dict[str, Callable[[MessageSplit, TaughtDistinctions], NDArray[np.intp]]] = {
    "DistinctionList": lambda split, so_far: np.asarray(so_far.learner.predict(split.test.counts)),
    "labels and distinctions": _with_distinctions,
    "labels": _labels,
    "labels, active": _active,
    "ContrastSVM": _contrast,
    "SVM, labels": _machine,
}


@lru_cache(maxsize=12)
def _session(corpus: str, data: Path | None, corrections: int, seed: int) -> tuple[MessageSplit, TaughtDistinctions]:
    split = setup(corpus, data, seed)
    return split, taught(split.train, corrections, seed)


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    accuracies, seconds, read = [], [], []
    for seed in range(_SEEDS):
        split, so_far = _session(case.corpus, data, case.setting["corrections"], seed)
        accuracies.append(100.0 * float(np.mean(METHODS[case.method](split, so_far) == split.test.y)))
        seconds.append(so_far.seconds)
        read.append(len(so_far.rows))
    yield Measured("accuracy", float(np.mean(accuracies)))
    yield Measured("simulated seconds", float(np.mean(seconds)))
    if case.method == "DistinctionList":
        yield Measured("messages read", float(np.mean(read)))


TEXT = Experiment(
    paper="dasgupta2018",
    item="text",
    about="Accuracy on a fifth of the messages after so many corrections, mean of 5 splits: the list; LabelledWordNB "
    "from labels and distinctions, or from labels alone (random, or those it is least sure of); and support vector "
    "machines likewise. All have the same simulated seconds: 10.8 for a message read, 5.9 for a word named. The ways "
    "were chosen on baseball_hockey and science; the other two corpora were not looked at.",
    cases=grid(
        corpus=("baseball_hockey", "science", "mac_pc", "autos_motorcycles"),
        corrections=_CORRECTIONS,
        method=METHODS,
    ),
    measure=_measure,
    plot=curves("corrections", x="corrections", metric="accuracy", log_x=True),
)
