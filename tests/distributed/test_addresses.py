"""Files at addresses that fsspec reads: pools over them, and answers about them."""

from __future__ import annotations

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.errors import TeachbackError
from teachback.formats import CannotHold
from teachback.project import Project
from teachback.project.pool import parts
from teachback.project.pool.manifest import changes_of, manifest_in
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.pools import count_pool, search_pool, set_up_pool, take_in
from teachback.record import Word
from tests.distributed.here import Here

PATTERN = "memory://in/*.parquet"


def table(first, rows=100):
    keys = [f"k{row}" for row in range(first, first + rows)]
    bodies = [f"a refund of {key}" if row % 2 else f"it crashed at {key}" for row, key in enumerate(keys)]
    return pa.table({"key": keys, "body": bodies, "stars": range(rows)})


def write(store, path, content, **how):
    with store.open(path, "wb") as file:
        pq.write_table(content, file, **how)


@pytest.fixture
def memory(monkeypatch):
    monkeypatch.setattr(parts, "_ROWS", 40)  # so that a file falls into parts
    store = fsspec.filesystem("memory")
    for number in range(2):
        write(store, f"/in/{number}.parquet", table(100 * number), row_group_size=30)
    store.makedirs("/in/folder.parquet", exist_ok=True)  # which is no file
    yield store
    store.rm("/in", recursive=True)


def taught(project):
    project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    return project.learn().classifier


def test_a_pool_at_an_address_is_drawn_counted_searched_and_watched(memory, tmp_path):
    with Project.create(classes=["billing", "bug"]) as project:
        engine = Here()
        before, brought = set_up_pool(
            project, PATTERN, engine, text="body", id="key", sample=50, counts=tmp_path / "counts"
        )
        project.pool_parts.use(engine)
        assert (brought.documents, before.rows, len(before.files)) == (50, 200, 2)
        assert [file.path for file in before.files] == ["memory:///in/0.parquet", "memory:///in/1.parquet"]
        taught(project)
        assert "learn from all 200 documents" in project.pool_parts.sentence
        assert search_pool(project) > 0
        assert changes_of(manifest_in(project.store)).sentences == []
        write(memory, "/in/2.parquet", table(200))
        write(memory, "/in/1.parquet", table(300))
        changes = changes_of(before)
        assert changes.added == ("memory:///in/2.parquet",)
        assert changes.changed == ("memory:///in/1.parquet",)
        after, new = take_in(project, engine)
        assert (len(after.files), new > 0) == (3, True)
        memory.rm("/in/0.parquet")
        assert changes_of(after).gone == ("memory:///in/0.parquet",)
        with pytest.raises(TeachbackError, match=r"memory:///in/0.parquet cannot be counted, because it is gone"):
            count_pool(project, tmp_path / "counts", engine)


def test_tables_of_text_at_an_address_are_pools_too(memory):
    memory.pipe("/in/a.csv", b"nr,body\n007,one\n008,other\n")
    with Project.create() as project:
        set_up_pool(project, "memory://in/*.csv", Here(), text="body")
        drawn = {document.id: document.text for document in project.documents()}
        assert drawn == {"a.csv:1": "one", "a.csv:2": "other"}


def test_workers_read_an_address_and_draw_what_is_drawn_by_a_path(tmp_path, processes):
    for number in range(2):
        pq.write_table(table(100 * number), tmp_path / f"{number}.parquet")
    drawn = []
    for pattern in (tmp_path / "*.parquet", f"file://{tmp_path}/*.parquet"):
        with Project.create() as project:
            set_up_pool(project, pattern, processes, text="body", id="key", sample=30)
            drawn.append([document.id for document in project.documents()])
    assert drawn[0] == drawn[1]


def test_files_at_an_address_are_classified_under_their_names(memory, tmp_path):
    write(memory, "/in/more/2.parquet", table(200), row_group_size=30)
    with Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"]) as project:
        model = taught(project)
    answered = classify_files(model, "memory://in/**/*.parquet", tmp_path / "out", Here(), roles={"text": "body"})
    assert (answered.rows, answered.files) == (300, 3)
    written = pq.read_table(tmp_path / "out" / "more" / "2.parquet")
    assert written["class"].to_pylist() == ["bug", "billing"] * 50
    assert written.select(["key", "body", "stars"]).equals(table(200))
    with pytest.raises(CannotHold, match="Answers are written to a folder"):
        classify_files(model, PATTERN, "memory://out", Here(), roles={"text": "body"})
    memory.pipe("/in/more/broken.parquet", b"PAR1 is not all of it")
    with pytest.raises(TeachbackError, match=r"memory:///in/more/broken.parquet: it cannot be read as Parquet"):
        classify_files(model, "memory://in/**/*.parquet", tmp_path / "out", Here(), roles={"text": "body"})


def test_by_command_an_address_is_many_files(memory, tmp_path, monkeypatch):
    for module in ("teachback.distributed", "teachback.project.pool.pool_parts"):
        monkeypatch.setattr(f"{module}.open_engine", lambda address, workers: _Closing())
    made = str(tmp_path / "big.teachback")

    def run(*words):
        reply = CliRunner().invoke(app, words)
        assert reply.exit_code == 0, reply.output
        return reply.output

    new = ["new", made, "--pool", PATTERN, "--text", "body", "--id", "key", "--class", "billing", "--class", "bug"]
    assert "memory://in/*.parquet: 200 rows in 2 files" in run(*new)
    run("teach", made, "word", "refund", "billing")
    run("teach", made, "word", "crashed", "bug")
    run("learn", made)
    out = run("classify", made, PATTERN, "--output", str(tmp_path / "out"), "--text", "body")
    assert "200 rows in 2 files" in out


class _Closing(Here):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("memory://nowhere/*.parquet", r"No file is found by memory://nowhere/\*\.parquet"),
        ("C:/nothing/*.parquet", "No file is found by C:/nothing"),
        ("nostore://a/*.parquet", r"cannot be read \(Protocol not known: nostore\)\. Install the package of fsspec"),
        ("s3://bucket/*.parquet", r"cannot be read \(Install s3fs .*\)\. Install the package of fsspec"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_sentence(pattern, sentence):
    with pytest.raises(TeachbackError, match=sentence):
        parts.found_files(pattern)
