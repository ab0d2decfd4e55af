"""Many Parquet files: all documents counted, learned from, looked through and classified by two workers of a cluster.

Beside it a project that has all documents in it, and a scikit-learn pipeline that classifies them under the same
cluster.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, gettempdir

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from benchmarks.timing import alone, most_memory
from teachback.classifier import TextClassifier
from teachback.distributed import Engine, open_engine
from teachback.project import Project
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.pools import search_pool, set_up_pool
from teachback.record import Label, Word

_ROWS, _WORDS, _VOCABULARY = 50_000, 40, 50_000  # of a file, of a text, in all
_CLASSES = ("a", "b", "c", "d")
_SIZES = (100_000, 300_000, 1_000_000)
_SAMPLE, _TAUGHT, _ROUNDS = 20_000, 100, 2
_LARGE, _HUGE, _CORES = 10_000_000, 100_000_000, 32  # for which the largest sizes are drawn out


def run(data: Path | None) -> None:
    """Print microseconds a document, seconds of a round, and memory."""
    with TemporaryDirectory() as folder:
        _measure(Path(folder), _SIZES, compared=True)


def run_large(data: Path | None) -> None:
    """The same for 10 million documents, without what they are compared with.

    Files and what was measured stay in a folder until it is finished: a run that was stopped goes on there.
    """
    folder = Path(gettempdir()) / "teachback-scale"
    folder.mkdir(exist_ok=True)
    print(f"in {folder}, which takes 3 GB of the disk", flush=True)
    _measure(folder, (_SIZES[-1], _LARGE), compared=False)
    rmtree(folder)


def _measure(folder: Path, sizes: tuple[int, ...], *, compared: bool) -> None:
    times = [_Kept(folder / f"{size}.json") for size in sizes]
    with _cluster() as (scheduler, client):
        for size, kept in zip(sizes, times, strict=True):
            source = folder / str(size)
            if "looked" not in kept.values:
                write(source, size)
                model = _over_files(source, scheduler, client, size, kept)
                if compared:
                    alone(partial(_in_one_process, source))
                    _classify_all(model, source, scheduler, client, size)
                rmtree(source)
            _print(size, kept.values)
    _draw_out("counted", {size: kept.values["counted"] for size, kept in zip(sizes, times, strict=True)})
    _draw_out("a round", {size: kept.values["round"] for size, kept in zip(sizes, times, strict=True)})
    _draw_out("looked through", {size: kept.values["looked"] for size, kept in zip(sizes, times, strict=True)})


class _Kept:
    """What was measured, in a file: seconds, seconds of the workers' processors, and megabytes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.values: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def put(self, **values: float) -> None:
        self.values |= values
        self._path.write_text(json.dumps(self.values))

    def watch_memory(self, client: Client) -> None:
        memory = sum([*client.run(most_memory).values(), most_memory()])
        self.put(memory=max(memory, self.values.get("memory", 0.0)))


def _over_files(source: Path, scheduler: str, client: Client, size: int, kept: _Kept) -> TextClassifier:
    """Measure a project over the files, and give its model."""
    path = source / "project.teachback"
    with open_engine(scheduler) as engine:
        if "parts" not in kept.values:
            path.unlink(missing_ok=True)
            with Project.create(path, classes=_CLASSES) as project:
                _count(project, source, engine, client, kept)
        with Project.open(path) as project:
            project.pool_parts.use(engine)
            teaching = _Teaching(project)
            for name, work in (("round", teaching.round), ("looked", partial(_look, project))):
                for turn in range(_ROUNDS):
                    used = _processors(client)
                    seconds = work()
                    print(f"{size:>10,} documents, {name} {turn + 1}: {seconds:.2f} s", flush=True)
                    if seconds <= kept.values.get(name, seconds):
                        kept.put(**{name: seconds, f"{name}, processors": _processors(client) - used})
                    kept.watch_memory(client)
            return teaching.model


def _count(project: Project, source: Path, engine: Engine, client: Client, kept: _Kept) -> None:
    """Draw and count all documents; those that were counted before are only drawn, and their time is added."""
    begin, used = time.perf_counter(), _processors(client)
    before = kept.values.get("counted", 0.0), kept.values.get("counted, processors", 0.0)

    def progress(done: int, parts: int) -> None:
        if done % max(1, parts // 20) == 0 or done == parts:
            seconds, processors = time.perf_counter() - begin, _processors(client) - used
            kept.put(**{"counted": before[0] + seconds, "counted, processors": before[1] + processors})
            print(f"{'':>10} {done} of {parts} parts counted, {seconds:.0f} s", flush=True)

    counts = source / "counts"
    set_up_pool(project, source / "*.parquet", engine, text="body", sample=_SAMPLE, counts=counts, progress=progress)
    processors = before[1] + _processors(client) - used
    kept.put(**{"counted": before[0] + time.perf_counter() - begin, "counted, processors": processors})
    kept.watch_memory(client)
    kept.put(parts=len(project.pool_parts.parts))


def _look(project: Project) -> float:
    begin = time.perf_counter()
    search_pool(project)
    return time.perf_counter() - begin


def _processors(client: Client) -> float:
    """Seconds that the workers' processors, and this one, have worked."""
    return sum(client.run(time.process_time).values()) + time.process_time()


def _print(size: int, values: dict[str, float]) -> None:
    def each(name: str) -> str:
        return (
            f"{1e6 * values[name] / size:.2f} µs ({1e6 * values[f'{name}, processors'] / size:.2f} µs of a processor)"
        )

    print(
        f"{size:>10,} documents drawn and counted in {values['counted']:,.0f} s, {each('counted')} each; a round of "
        f"learning and asking {values['round']:.2f} s, {each('round')}; all documents looked through in "
        f"{values['looked']:.2f} s, {each('looked')}; memory of all processes at most {values['memory']:,.0f} MB",
        flush=True,
    )


def _in_one_process(source: Path) -> None:
    """The rounds of a project that has all documents in it."""
    tables = map(pq.read_table, sorted(source.glob("*.parquet")))
    texts = (text for table in tables for text in table["body"].to_pylist())
    with Project.from_texts(texts, classes=_CLASSES) as project:
        teaching = _Teaching(project)
        rounds = [_with_processor(teaching.round) for _ in range(_ROUNDS)]
        print(
            f"{'':>10} in one process with its threads: a round of learning and asking {min(rounds)[0]:.2f} s "
            f"({min(rounds)[1]:.2f} s of a processor)",
            flush=True,
        )


def _with_processor(work: Callable[[], float]) -> tuple[float, float]:
    used = time.process_time()
    return work(), time.process_time() - used


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
    different = min(size, _SIZES[-1]) // _ROWS
    if (folder / f"{size // _ROWS - 1:05d}.parquet").exists():  # they are there from before
        return
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number in range(different):
        drawn = np.searchsorted(reached, draw.random((_ROWS, _WORDS)) * reached[-1])
        table = {
            "key": [f"{number}-{row}" for row in range(_ROWS)],
            "body": [" ".join(row) for row in words[drawn]],
            "stars": draw.integers(1, 6, _ROWS),
        }
        pq.write_table(pa.table(table), folder / f"{number:05d}.parquet")
    for number in range(different, size // _ROWS):
        (folder / f"{number:05d}.parquet").symlink_to(f"{number % different:05d}.parquet")


def _peer(pipeline: Pipeline, source: Path, folder: Path) -> None:
    table = pq.read_table(source)
    P = pipeline.predict_proba(table["body"].to_pylist())
    table = table.append_column("class", pa.array(pipeline.classes_[P.argmax(axis=1)]))
    table = table.append_column("probability", pa.array(P.max(axis=1).round(6)))
    pq.write_table(table, folder / source.name)
