"""Many Parquet files: all documents counted, learned from, looked through and classified by two workers of a cluster.

Beside it a project that has all documents in it, and a scikit-learn pipeline that classifies them under the same
cluster.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from benchmarks.timing import alone, most_memory
from teachback.classifier import TextClassifier
from teachback.distributed import open_engine
from teachback.project import Project
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.pool_search import search_pool
from teachback.project.transfer.pools import set_up_pool
from teachback.record import Label, Word

_ROWS, _WORDS, _VOCABULARY = 50_000, 40, 50_000  # of a file, of a text, in all
_CLASSES = ("a", "b", "c", "d")
_SIZES = (100_000, 300_000, 1_000_000)
_SAMPLE, _TAUGHT, _ROUNDS = 20_000, 100, 2
_LARGE, _HUGE, _CORES = 10_000_000, 100_000_000, 32  # for which the largest sizes are drawn out


def run(data: Path | None) -> None:
    """Print microseconds a document, seconds of a round, and memory."""
    _measure(_SIZES, compared=True)


def run_large(data: Path | None) -> None:
    """The same for 10 million documents, without what they are compared with."""
    _measure((_SIZES[-1], _LARGE), compared=False)


def _measure(sizes: tuple[int, ...], *, compared: bool) -> None:
    counted: dict[int, float] = {}
    rounds: dict[int, float] = {}
    with TemporaryDirectory() as folder, _cluster() as (scheduler, client):
        for size in sizes:
            source = Path(folder) / str(size)
            write(source, size)
            model, counted[size], rounds[size] = _over_files(source, scheduler, client, size)
            if compared:
                alone(partial(_in_one_process, source))
                _classify_all(model, source, scheduler, client, size)
            rmtree(source)
    _draw_out("counted", counted)
    _draw_out("a round", rounds)


def _over_files(source: Path, scheduler: str, client: Client, size: int) -> tuple[TextClassifier, float, float]:
    """A project over the files: its model, and how long counting and a round took."""
    spent = _Times()
    with Project.create(classes=_CLASSES) as project, open_engine(scheduler) as engine:
        with spent.measured(client):
            set_up_pool(project, source / "*.parquet", engine, text="body", sample=_SAMPLE, counts=source / "counts")
        project.pool_parts.use(engine)
        teaching = _Teaching(project)
        looks: list[float] = []

        def look() -> None:
            begin = time.perf_counter()
            search_pool(project)
            looks.append(time.perf_counter() - begin)

        learned = [teaching.round() for _ in range(_ROUNDS)]
        for _ in range(_ROUNDS):
            look()
        memory = [*client.run(most_memory).values(), most_memory()]
        print(
            f"{size:>10,} documents drawn and counted in {spent.of(size)} each; a round of learning and asking "
            f"{min(learned):.2f} s, all documents looked through in {min(looks):.2f} s; memory of all processes at "
            f"most {sum(memory):,.0f} MB",
            flush=True,
        )
        return teaching.model, spent.seconds[0], min(learned) + min(looks)


def _in_one_process(source: Path) -> None:
    """The rounds of a project that has all documents in it."""
    tables = map(pq.read_table, sorted(source.glob("*.parquet")))
    texts = (text for table in tables for text in table["body"].to_pylist())
    with Project.from_texts(texts, classes=_CLASSES) as project:
        teaching = _Teaching(project)
        rounds = [teaching.round() for _ in range(_ROUNDS)]
        print(
            f"{'':>10} in one process with its threads: a round of learning and asking {min(rounds):.2f} s", flush=True
        )


class _Teaching:
    """Labels and words of every class, and then a word more in each round."""

    def __init__(self, project: Project) -> None:
        self._project = project
        documents = list(islice(project.documents(), _TAUGHT))
        self._words = sorted({word for document in documents for word in document.text.split()})
        words = ((self._words.pop(), class_) for class_ in _CLASSES * 2)
        project.teach(*(Label(each.id, _class(each.text)) for each in documents), *(Word(*word) for word in words))

    def round(self) -> float:
        """The seconds that learning of another word takes, and ranking all documents and words."""
        self._project.teach(Word(self._words.pop(), _CLASSES[0]))
        begin = time.perf_counter()
        self._project.learn()
        self._project.ask(20, words=10)
        return time.perf_counter() - begin

    @property
    def model(self) -> TextClassifier:
        return self._project.learn().classifier


def _classify_all(model: TextClassifier, source: Path, scheduler: str, client: Client, size: int) -> None:
    texts = pq.read_table(source / "00000.parquet")["body"].to_pylist()[:_TAUGHT]
    peer = make_pipeline(HashingVectorizer(), LogisticRegression()).fit(texts, [_class(text) for text in texts])
    ours, theirs = _Times(), _Times()
    for turn in range(2):  # workers import and compile in the first
        with ours.measured(client), open_engine(scheduler) as engine:
            classify_files(model, source / "*.parquet", source / f"ours{turn}", engine, roles={"text": "body"})
        with theirs.measured(client):
            _classify_by_peer(client, peer, source, source / f"theirs{turn}")
    print(
        f"{'':>10} classified in {ours.of(size)}, by scikit-learn in {theirs.of(size)}: "
        f"{min(theirs.seconds) / min(ours.seconds):.1f} times as long, {min(theirs.cpu) / min(ours.cpu):.1f} times as "
        "much of the processors"
    )


def _draw_out(what: str, seconds: dict[int, float]) -> None:
    """Print what a line through the two largest sizes says of more documents."""
    (few, first), (many, last) = sorted(seconds.items())[-2:]
    each = (last - first) / (many - few)
    print(
        f"{what}: {1e6 * each:.2f} µs for each more document; drawn out to {_LARGE:,} documents "
        f"{last + each * (_LARGE - many):,.0f} s with two workers, to {_HUGE:,} "
        f"{(last + each * (_HUGE - many)) * 2 / _CORES:,.0f} s with {_CORES}"
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
    """Texts whose words follow Zipf's law, a few columns, in files of 50,000 rows.

    Beyond a million texts, the files are there several times, under other names.
    """
    draw = np.random.default_rng(0)
    letters = draw.integers(97, 123, (_VOCABULARY, 10)).astype(np.uint8)
    lengths = draw.integers(3, 10, _VOCABULARY)
    words = np.array([bytes(row[:length]).decode() for row, length in zip(letters, lengths, strict=True)], dtype=object)
    reached = np.cumsum(1.0 / np.arange(1, _VOCABULARY + 1))
    folder.mkdir()
    different = min(size, _SIZES[-1]) // _ROWS
    for number in range(different, size // _ROWS):
        (folder / f"{number:05d}.parquet").symlink_to(f"{number % different:05d}.parquet")
    for number in range(different):
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
    pq.write_table(table, folder / source.name)
