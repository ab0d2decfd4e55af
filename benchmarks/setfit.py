"""Few labels of short texts: SetFit, which trains a sentence encoder further, beside a project with the same encoder.

Both are given the same labels, drawn by chance with like shares of the classes; the project also as many seconds of
phrases, words and labels as these labels take a person. Seconds are those of training: SetFit's encoder is trained for
every set of labels; a project's has read the pool once, which is printed beside it. Sessions are remembered in
`build/setfit.jsonl`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.encoders import labelled, minilm, weights_of_minilm
from teachback.encoders.encoder import NoEncoder
from teachback.experiments.simulation.corpora import Place, load
from teachback.experiments.simulation.session import session
from teachback.experiments.simulation.setup import Setup, drawn
from teachback.experiments.simulation.student import RememberedEncoder
from teachback.experiments.simulation.teacher import CAREFUL
from teachback.experiments.simulation.ways import WAYS
from teachback.project import Project
from teachback.record import Label

CORPORA = ("demo", "tweets")
LABELS = (8, 32, 100)
RUNS, POOL, TEST = 2, 500, 500
FINISHED = Path("build/setfit.jsonl")
_TAUGHT = "descriptions, words and labels"


def run(data: Path | None) -> None:
    """Run what is not remembered, and print the table."""
    if find_spec("setfit") is None:
        raise NoEncoder("The package setfit is not installed; make bench installs it.")
    done = {(row["corpus"], row["run"], row["labels"]) for row in remembered()}
    encoder = RememberedEncoder(minilm())
    for corpus in CORPORA:
        for number in range(RUNS):
            for labels in LABELS:
                if (corpus, number, labels) in done:
                    continue
                given = drawn(load(corpus, Place(data)), number, pool=POOL, test=TEST)
                asked = labelled(given, labels)
                row = {"corpus": corpus, "run": number, "labels": len(asked)}
                row |= _ours(given, asked, encoder) | _theirs(given, asked)
                row["words"] = _same_seconds(given, len(asked), encoder)
                FINISHED.parent.mkdir(exist_ok=True)
                with FINISHED.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(row) + "\n")
    print(table(remembered()))


def _ours(given: Setup, asked: NDArray[np.intp], encoder: Any) -> dict[str, float]:
    texts = {document.id: document.text for document in given.pool}
    with Project.from_texts(texts, classes=given.classes, analyzer=given.analyzer, encoder=encoder) as project:
        begin = time.perf_counter()
        project.encode()
        project.teach(*(Label(given.pool[row].id, given.classes[given.y[row]]) for row in asked))
        project.learn()  # which also makes the pool's vectors
        read = time.perf_counter() - begin
        begin = time.perf_counter()
        project.learn()
        seconds = time.perf_counter() - begin
        said = [guess.class_ for guess in project.classify(given.test)]
    return {"ours": _right(given, said), "our_seconds": seconds, "reading": read}


def _same_seconds(given: Setup, labels: int, encoder: Any) -> float:
    seconds = round(labels * CAREFUL.costs.document)
    (point,) = session(replace(given, encoder=encoder), WAYS[_TAUGHT], budgets=[seconds])
    return point.accuracy


def _theirs(given: Setup, asked: NDArray[np.intp]) -> dict[str, float]:
    """With the settings that the package has by itself."""
    from datasets import Dataset
    from setfit import SetFitModel, Trainer, TrainingArguments

    begin = time.perf_counter()
    with TemporaryDirectory() as folder:
        model = SetFitModel.from_pretrained(str(weights_of_minilm()), local_files_only=True)
        texts = {"text": [given.texts[row] for row in asked], "label": given.y[asked].tolist()}
        arguments = TrainingArguments(output_dir=folder, seed=given.seed, report_to="none", show_progress_bar=False)
        Trainer(model=model, args=arguments, train_dataset=Dataset.from_dict(texts)).train()
    seconds = time.perf_counter() - begin
    said = [given.classes[int(place)] for place in model.predict(list(given.test))]
    return {"setfit": _right(given, said), "setfit_seconds": seconds}


def _right(given: Setup, said: Sequence[str | None]) -> float:
    places = [given.places.get(str(each), -1) for each in said]
    return float(100.0 * np.mean(np.array(places) == given.truth))


def remembered() -> list[dict[str, Any]]:
    """What was run."""
    return [json.loads(line) for line in FINISHED.read_text(encoding="utf-8").splitlines()] if FINISHED.exists() else []


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Means over the runs, as Markdown."""
    columns = [
        *("corpus", "labels", "runs", "SetFit", "ours, same labels", "ours, same seconds with words"),
        *("SetFit trains", "ours learns", "times", "ours reads the pool, once"),
    ]
    lines = [f"| {' | '.join(columns)} |", "| --- " * len(columns) + "|"]
    for corpus in CORPORA:
        for labels in LABELS:
            here = [row for row in rows if (row["corpus"], row["labels"]) == (corpus, labels)]
            if not here:
                continue
            mean = {key: float(np.mean([row[key] for row in here])) for key in here[0] if key != "corpus"}
            times = mean["setfit_seconds"] / mean["our_seconds"]
            right = " | ".join(f"{mean[key]:.1f}" for key in ("setfit", "ours", "words"))
            took = (
                f"{mean['setfit_seconds']:.0f} s | {mean['our_seconds']:.2f} s | {times:,.0f} | {mean['reading']:.0f} s"
            )
            lines.append(f"| {corpus} | {labels} | {len(here)} | {right} | {took} |")
    return "\n".join(lines)
