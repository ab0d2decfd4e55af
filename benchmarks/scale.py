"""Many Parquet files classified by two workers of a Dask cluster, beside a scikit-learn pipeline under the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from teachback.distributed import open_engine
from teachback.project import Project
from teachback.project.transfer.classified_folders import classify_files
from teachback.record import Label

_ROWS, _WORDS, _VOCABULARY = 50_000, 40, 50_000  # of a file, of a text, in all
_CLASSES = ("a", "b", "c", "d")
_SIZES = (100_000, 1_000_000)
_TAUGHT = 400


def run(data: Path | None) -> None:
    """Print microseconds a document, from Parquet to Parquet."""
    with TemporaryDirectory() as folder, _cluster() as (scheduler, client):
        for size in _SIZES:
            source = Path(folder) / str(size)
            write(source, size)
            taught = pq.read_table(source / "00000.parquet")["body"].to_pylist()[:20_000]
            labels = [_CLASSES[len(text) % 4] for text in taught[:_TAUGHT]]
            with Project.from_texts(taught, classes=_CLASSES) as project:
                project.teach(*(Label(str(place), label) for place, label in enumerate(labels, start=1)))
                model = project.learn().classifier
            peer = make_pipeline(HashingVectorizer(), LogisticRegression()).fit(taught[:_TAUGHT], labels)
            ours, theirs = [], []
            for turn in range(2):  # workers import in the first
                with open_engine(scheduler) as engine:
                    begin = time.perf_counter()
                    classify_files(model, source / "*.parquet", source / f"ours{turn}", engine, roles={"text": "body"})
                    ours.append(time.perf_counter() - begin)
                begin = time.perf_counter()
                (source / f"theirs{turn}").mkdir()
                files = sorted(source.glob("*.parquet"))
                shared = client.scatter(peer, broadcast=True)
                client.gather([client.submit(_peer, shared, each, source / f"theirs{turn}") for each in files])
                theirs.append(time.perf_counter() - begin)
            print(
                f"{size:>10,} documents, 2 workers: ours {1e6 * min(ours) / size:.1f} µs a document, scikit-learn "
                f"{1e6 * min(theirs) / size:.1f} µs ({min(theirs) / min(ours):.1f} times as long)"
            )


@contextmanager
def _cluster() -> Iterator[tuple[str, Client]]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made,
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
