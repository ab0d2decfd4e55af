"""A table from file to classified file: `classify_file` beside a scikit-learn pipeline that reads and writes it."""

from __future__ import annotations

import csv
import os
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from teachback import corpora
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file
from teachback.record import Label

_ROWS = 20_000
_TIMES = 5
_LENGTHS = (12, 84, 240)  # words of a text
_OTHERS = ("received", "source", "city", "amount", "agent", "stars", "vip", "language", "product", "note")


def run(data: Path | None) -> None:
    """Print rows a second, with and without reasons."""
    corpus = corpora.load("demo")
    texts = [document.text for document in corpus.documents]
    labels = [corpus.labels[document.id] for document in corpus.documents]
    peer = make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(texts, labels)
    with Project.from_texts(texts, classes=corpus.classes) as project:
        project.teach(*(Label(str(place), label) for place, label in enumerate(labels, start=1)))
        model = project.learn().classifier
    print(f"{_ROWS:,} rows of 12 columns, CSV to CSV; seconds (of the processor), best of {_TIMES}, in turns")
    for length in _LENGTHS:
        with TemporaryDirectory() as folder:
            source, out = Path(folder) / "in.csv", Path(folder) / "out.csv"
            _write(source, texts, length)
            runs = (
                partial(classify_file, model, source, out),
                partial(_peer, peer, source, out),
                partial(classify_file, model, source, out, reasons=True),
            )
            (ours, own), (theirs, their_own), (why, why_own) = _in_turns(runs)
        print(
            f"{length:>4} words: ours {ours:.2f} ({own:.2f}), scikit-learn {theirs:.2f} ({their_own:.2f}), "
            f"{theirs / ours:.1f} times as long; with reasons {why:.2f} ({why_own:.2f}), {why / ours:.1f} times ours"
        )


def _in_turns(runs: Sequence[Callable[[], object]]) -> list[tuple[float, float]]:
    """The least seconds of each by the clock, and of the processor, children that have ended included."""
    seconds: list[list[tuple[float, float]]] = [[] for _ in runs]
    for _ in range(_TIMES):
        for taken, run in zip(seconds, runs, strict=True):
            began, worked = time.perf_counter(), _processor()
            run()
            taken.append((time.perf_counter() - began, _processor() - worked))
    return [(min(clock for clock, _ in taken), min(worked for _, worked in taken)) for taken in seconds]


def _processor() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _write(source: Path, texts: list[str], length: int) -> None:
    draw = random.Random(0)
    words = " ".join(texts).split()
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text", *_OTHERS])
        for row in range(_ROWS):
            cells = ("2026-03-01", "email", "Köln", f"{row}.50", "ines", row % 5, "no", "en", "app", "")
            writer.writerow([row, " ".join(draw.choices(words, k=length)), *cells])


def _peer(pipeline: Pipeline, source: Path, out: Path) -> None:
    table = pd.read_csv(source, dtype=str, keep_default_na=False)
    P = pipeline.predict_proba(table["text"])
    table["class"], table["probability"] = pipeline.classes_[P.argmax(axis=1)], P.max(axis=1).round(6)
    table.to_csv(out, index=False)
