"""Explanations beside lime, shap and dice-ml: the same documents and models, in one run.

A peer ranks the words of a document; the first of them are removed until the class changes, which makes it a removal
set like ours. Times are of the processor, not of the clock. Peers read texts; ours is timed on rows, as the published
method works on them, and on texts, most of which is the vectoriser's time.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.experiments.martens2014.deletion import deleted
from teachback.experiments.martens2014.explaining import settled
from teachback.experiments.martens2014.tasks import MODELS, ClassTask, Fitted, fitted
from teachback.explain import Explainer, Explanation

TASK = ClassTask("twenty_newsgroups", "sci.med")
DOCUMENTS = {"RBF": 10}  # else 25: lime takes five seconds a document with this model, and shap's Kernel as long
RANKED = {"linear": ("lime", "shap Linear", "shap Kernel"), "RBF": ("lime",)}
REACH = {"linear": 1000, "NB": 1000, "MLP": 100, "RBF": 100, "boosted trees": 20}


@dataclass(frozen=True)
class Told:
    """The removal sets that a method found, none where it found none, and the seconds a document took."""

    sets: Sequence[tuple[str, ...] | None]
    seconds: float


def run(data: Path | None) -> None:
    """Print the tables."""
    try:
        from benchmarks import explain_peers as peers
    except ImportError as missing:
        print(f"This benchmark needs the extra peers ({missing.name} is not installed): make bench installs it.")
        return
    warnings.filterwarnings("ignore")
    for name in MODELS:
        given = fitted(TASK, name, data)
        which = given.tested(predicted=TASK.class_, truth=None, most=None)
        lengths = np.diff(given.split.X_test.indptr)[which]
        which = which[lengths >= 10][: DOCUMENTS.get(name, 25)]
        print(f"### {name}: {len(which)} documents that it takes for {TASK.class_}")
        _compare(name, given, which, peers.rankings(given, RANKED.get(name, ("lime", "shap Kernel")), TASK.class_))
    _dice(peers, data)


def _compare(
    name: str, given: Fitted, which: NDArray[np.intp], rankings: dict[str, Callable[[str], list[str]]]
) -> None:
    texts, rows = given.texts(which), [given.split.X_test[[place]] for place in which.tolist()]
    zero, text = (Explainer(given.model, given.split.vectorizer, removal=removal) for removal in ("zero", "text"))
    told = {rival: _peer(given, rank, texts) for rival, rank in rankings.items()}
    ours = {
        "ours, zero": _ours(zero, rows),
        "ours, text": _ours(text, rows),
        "ours, zero, and reading the text": _ours(zero, texts),
        "ours, text, and reading the text": _ours(text, texts),
    }
    lime = told["lime"].seconds
    for rival, result in {**{rival: each for rival, (each, _) in ours.items()}, **told}.items():
        sizes = [len(words) for words in result.sets if words is not None]
        print(
            f"{rival:<33} {1000 * result.seconds:10.3f} ms a document   {lime / result.seconds:9,.1f} × lime   "
            f"explained {100 * len(sizes) / len(texts):3.0f} %   words {np.mean(sizes):5.2f}   "
            f"hold when really deleted {_holding(given, texts, result.sets):3.0f} %"
        )
    exact, found = ours["ours, zero"]
    smaller = _never_larger(exact.sets, [result.sets for result in told.values()])
    print(
        f"at least {REACH[name]:,} × lime: {lime / exact.seconds:,.0f} ×; size never larger than a peer's: {smaller}; "
        f"proven minimum, or none of up to 30 words: {settled(found):.0f} % (zero), "
        f"{settled(ours['ours, text'][1]):.0f} % (text)"
    )
    if name in ("linear", "NB"):
        X = given.split.X_test
        for removal, explainer in (("zero", zero), ("text", text)):
            explainer.explain_many(X)
            seconds = _seconds(lambda explainer=explainer: explainer.explain_many(X)) / X.shape[0]
            print(
                f"whole corpus at once, {removal}: {1e6 * seconds:.0f} µs a document, {lime / seconds:,.0f} × lime "
                f"({X.shape[0]:,} rows; zero at least 5,000 ×)"
            )
    print()


def _ours(explainer: Explainer, documents: Sequence[Any]) -> tuple[Told, list[Explanation]]:
    """One document after another, rows or texts; the first round, which compiles, is not counted."""
    found = [explainer.explain(document) for document in documents]
    seconds = min(_seconds(lambda: [explainer.explain(document) for document in documents]) for _ in range(3))
    return Told([one.words or None for one in found], seconds / len(documents)), found


def _peer(given: Fitted, rank: Callable[[str], list[str]], texts: Sequence[str]) -> Told:
    begin = time.process_time()
    sets = [_prefix(given, text, rank(text)) for text in texts]
    return Told(sets, (time.process_time() - begin) / len(texts))


def _prefix(given: Fitted, text: str, ranking: Sequence[str]) -> tuple[str, ...] | None:
    """The fewest first words of the ranking whose columns, set to 0, change the class."""
    row = given.split.vectorizer.transform([text])
    column = given.split.vectorizer.vocabulary_
    words = [word for word in ranking if word in column][:30]
    rows = np.repeat(row.toarray(), len(words) + 1, axis=0)
    for size, word in enumerate(words, start=1):
        rows[size:, column[word]] = 0.0
    labels = given.model.predict(type(row)(rows))
    changed = np.flatnonzero(labels != labels[0])
    return tuple(words[: changed[0]]) if len(changed) else None


def _holding(given: Fitted, texts: Sequence[str], sets: Sequence[tuple[str, ...] | None]) -> float:
    """The percentage of the sets without whose words the text, read again, has another class."""
    pairs = [(text, words) for text, words in zip(texts, sets, strict=True) if words]
    rest = given.split.vectorizer.transform([deleted(text, set(words)) for text, words in pairs])
    return 100.0 * float(np.mean(given.model.predict(rest) != TASK.class_))


def _never_larger(ours: Sequence[tuple[str, ...] | None], theirs: Sequence[Sequence[tuple[str, ...] | None]]) -> bool:
    return all(
        one is not None and len(one) <= len(other)
        for sets in theirs
        for one, other in zip(ours, sets, strict=True)
        if other is not None
    )


def _dice(peers: Any, data: Path | None) -> None:
    """Changed values rather than removals, in dense tables of few terms: the nearest thing that dice-ml has."""
    given = fitted(TASK, "linear", data)
    which = given.tested(predicted=TASK.class_, truth=None, most=5)
    for terms in (300, 1000):
        seconds, changed = peers.dice(given, which, terms, TASK.class_)
        print(
            f"dice-ml, logistic regression, {terms:,} terms: {seconds:.2f} s a document, {changed:.1f} values changed"
        )


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin
