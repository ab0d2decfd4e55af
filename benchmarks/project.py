"""A project of a thousand, a hundred thousand and a million documents: import, open, teach, export, classify.

Each row is measured in a process of its own, as a command would run. Classifying a file stands beside
scikit-learn's pipeline of the same terms, which reads and writes the same table with Python's own csv module.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline

from benchmarks.text import WORD, short_documents
from benchmarks.timing import alone, best
from teachback import formats
from teachback.classifier import TextClassifier
from teachback.cli.projects.importing import bring_in
from teachback.project import Project
from teachback.project.transfer.exports import predicted
from teachback.record import Label, Word
from teachback.warm_up import warm_up

SIZES = (1_000, 100_000, 1_000_000)
_LABELLED = 20  # every so many documents has a label
_WORDS = 20  # taught for each class


def run(data: Path | None) -> None:
    """Print the table."""
    warm_up()
    with TemporaryDirectory() as name:
        for documents in SIZES:
            folder = Path(name) / str(documents)
            folder.mkdir()
            _write_table(folder / "texts.csv", documents)
            print(f"{documents:,} documents, {documents // _LABELLED:,} labels")
            for what, work in WORK.items():
                seconds, memory = alone(partial(work, folder))
                print(f"  {what:<44} {seconds:8.2f} s  {memory:6.0f} MB at most")
        _beside_scikit_learn(Path(name) / str(SIZES[1]))


def _write_table(file: Path, documents: int) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["id", "text", "label"])
        for k, text in enumerate(short_documents(documents)):
            table.writerow([f"d{k}", text, "" if k % _LABELLED else "ab"[k // _LABELLED % 2]])


def _nothing(folder: Path) -> None:
    """What the program itself needs."""


def _import(folder: Path) -> None:
    with Project.create(folder / "p.teachback", classes=["a", "b"]) as project:
        bring_in(project, formats.inspect(folder / "texts.csv"))


def _open(folder: Path) -> None:
    with Project.open(folder / "p.teachback") as project:
        project.status()


def _teach(folder: Path, lessons: int = 100) -> None:
    with Project.open(folder / "p.teachback") as project:
        for k in range(lessons):
            project.teach(Label(f"d{k + 1}", "a"))


def _learn(folder: Path) -> None:
    with Project.open(folder / "p.teachback") as project:
        words = list(islice(_frequent(), 2 * _WORDS))
        project.teach(*(Word(term, "ab"[k % 2]) for k, term in enumerate(words)))
        project.learn()
        project.learned.classifier.save(folder / "model")


def _export(folder: Path) -> None:
    with Project.open(folder / "p.teachback") as project:
        said = (item for item in formats.items(project.record, project.documents()) if item.lessons)
        formats.write(folder / "labels.csv", said)


def _classify(folder: Path) -> None:
    model = TextClassifier.load(folder / "model")
    formats.write(folder / "answers.csv", predicted(model, formats.read(folder / "texts.csv")))


WORK = {
    "nothing": _nothing,
    "import a CSV": _import,
    "open, and say how it stands": _open,
    "open, and teach 100 lessons one by one": _teach,
    "open, learn, save the model": _learn,
    "open, export the labels to a CSV": _export,
    "classify a CSV into a CSV": _classify,
}


def _frequent() -> Iterator[str]:
    """Words of the documents, none twice."""
    return iter(dict.fromkeys(word for text in short_documents(1000) for word in text.split()))


def _beside_scikit_learn(folder: Path, documents: int = 20_000) -> None:
    """Classifying the same texts into the same terms, in memory and from file to file, for short and long texts."""
    model = TextClassifier.load(folder / "model")
    counts = CountVectorizer(token_pattern=WORD, vocabulary=list(model.terms))
    peer = make_pipeline(counts, MultinomialNB()).fit(list(short_documents(1000)), np.arange(1000) % 2)
    print(f"{documents:,} documents, {len(model.terms):,} terms, beside CountVectorizer and MultinomialNB")
    for parts in (1, 7, 20):
        pieces = short_documents(parts * documents)
        texts = [" ".join(islice(pieces, parts)) for _ in range(documents)]
        with (folder / "texts.csv").open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows([["id", "text"], *([f"d{k}", text] for k, text in enumerate(texts))])
        for what, ours, theirs in (
            (
                "in memory",
                lambda texts=texts: model.probabilities(texts),
                lambda texts=texts: peer.predict_proba(texts),
            ),
            ("a CSV into a CSV", lambda: _classify(folder), lambda: _classify_like_ours(peer, folder)),
        ):
            seconds, other = best(ours), best(theirs)
            print(
                f"  {12 * parts:>4} words, {what:<16} {documents / seconds:9,.0f} a second   scikit-learn "
                f"{documents / other:9,.0f} a second, {other / seconds:4.2f} times as long"
            )


def _classify_like_ours(peer: Pipeline, folder: Path) -> None:
    """The same table in and out with scikit-learn and the csv module, two thousand rows at a time."""
    with (
        (folder / "texts.csv").open(encoding="utf-8", newline="") as file,
        (folder / "theirs.csv").open("w", encoding="utf-8", newline="") as out,
    ):
        rows, table = csv.DictReader(file), csv.writer(out)
        table.writerow(["id", "text", "prediction", "probability", "probabilities"])
        while batch := list(islice(rows, 2000)):
            P = peer.predict_proba([row["text"] for row in batch])
            for row, best_, p in zip(batch, P.argmax(axis=1).tolist(), P.tolist(), strict=True):
                table.writerow([row["id"], row["text"], "ab"[best_], p[best_], p])
