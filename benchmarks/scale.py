"""Many Parquet files: a project's documents drawn from them, and all of them classified, by two workers of a cluster.

Beside it a scikit-learn pipeline that classifies them under the same cluster.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from benchmarks.timing import most_memory
from teachback.classifier import TextClassifier
from teachback.distributed import open_engine
from teachback.project import Project
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.pools import set_up_pool
from teachback.record import Label

_ROWS, _WORDS, _VOCABULARY = 50_000, 40, 50_000  # of a file, of a text, in all
_CLASSES = ("a", "b", "c", "d")
_SIZES = (100_000, 1_000_000)
_SAMPLE, _TAUGHT = 20_000, 400


def run(data: Path | None) -> None:
    """Print microseconds a document, and memory."""
    with TemporaryDirectory() as folder, _cluster() as (scheduler, client):
        for size in _SIZES:
            source = Path(folder) / str(size)
            write(source, size)
            model, seconds = _taught(source, scheduler)
            texts = pq.read_table(source / "00000.parquet")["body"].to_pylist()[:_TAUGHT]
            peer = make_pipeline(HashingVectorizer(), LogisticRegression()).fit(texts, [_class(text) for text in texts])
            ours, theirs = _Times(), _Times()
            for turn in range(2):  # workers import and compile in the first
                with ours.measured(client), open_engine(scheduler) as engine:
                    classify_files(model, source / "*.parquet", source / f"ours{turn}", engine, roles={"text": "body"})
                with theirs.measured(client):
                    _classify_by_peer(client, peer, source, source / f"theirs{turn}")
            memory = max(client.run(most_memory).values())
            print(
                f"{size:>10,} documents: drawn in {1e6 * seconds / size:.1f} µs a document; classified in "
                f"{ours.of(size)}, by scikit-learn in {theirs.of(size)}: {min(theirs.seconds) / min(ours.seconds):.1f} "
                f"times as long, {min(theirs.cpu) / min(ours.cpu):.1f} times as much of the processors; a worker's "
                f"memory at most {memory:,.0f} MB"
            )


class _Times:
    """Seconds on the clock, and of the workers' processors, which say more where others work on the machine."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.cpu: list[float] = []

    @contextmanager
    def measured(self, client: Client) -> Iterator[None]:
        begin, used = time.perf_counter(), sum(client.run(time.process_time).values())
        yield
        self.seconds.append(time.perf_counter() - begin)
        self.cpu.append(sum(client.run(time.process_time).values()) - used)

    def of(self, size: int) -> str:
        return f"{1e6 * min(self.seconds) / size:.1f} µs ({1e6 * min(self.cpu) / size:.1f} µs of a processor)"


def _taught(source: Path, scheduler: str) -> tuple[TextClassifier, float]:
    """A model of documents that were drawn from the files, and how long drawing took."""
    with Project.create(classes=_CLASSES) as project, open_engine(scheduler) as engine:
        begin = time.perf_counter()
        set_up_pool(project, source / "*.parquet", engine, text="body", id="key", sample=_SAMPLE)
        seconds = time.perf_counter() - begin
        first = islice(project.documents(), _TAUGHT)
        project.teach(*(Label(document.id, _class(document.text)) for document in first))
        return project.learn().classifier, seconds


def _class(text: str) -> str:
    return _CLASSES[len(text) % len(_CLASSES)]


def _classify_by_peer(client: Client, peer: Pipeline, source: Path, out: Path) -> None:
    out.mkdir()
    shared = client.scatter(peer, broadcast=True)
    client.gather([client.submit(_peer, shared, file, out) for file in sorted(source.glob("*.parquet"))])


@contextmanager
def _cluster() -> Iterator[tuple[str, Client]]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made,
        Client(made, set_as_default=False) as client,
    ):
        yield made.scheduler_address, client


def write(folder: Path, size: int) -> None:
    """Texts whose words follow Zipf's law, a few columns, in files of 50,000 rows."""
    draw = np.random.default_rng(0)
    letters = draw.integers(97, 123, (_VOCABULARY, 10)).astype(np.uint8)
    lengths = draw.integers(3, 10, _VOCABULARY)
    words = np.array([bytes(row[:length]).decode() for row, length in zip(letters, lengths, strict=True)], dtype=object)
    reached = np.cumsum(1.0 / np.arange(1, _VOCABULARY + 1))
    folder.mkdir()
    for number in range(size // _ROWS):
        drawn = np.searchsorted(reached, draw.random((_ROWS, _WORDS)) * reached[-1])
        table = {
            "key": [f"{number}-{row}" for row in range(_ROWS)],
            "body": [" ".join(row) for row in words[drawn]],
            "stars": draw.integers(1, 6, _ROWS),
        }
        pq.write_table(pa.table(table), folder / f"{number:05d}.parquet")


def _peer(pipeline: Pipeline, source: Path, folder: Path) -> None:
    table = pq.read_table(source)
    P = pipeline.predict_proba(table["body"].to_pylist())
    table = table.append_column("class", pa.array(pipeline.classes_[P.argmax(axis=1)]))
    table = table.append_column("probability", pa.array(P.max(axis=1).round(6)))
    pq.write_table(table, folder / source.name, compression="zstd")
