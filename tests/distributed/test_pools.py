"""A project over files that stay where they are: a sample drawn by the documents' ids, and files that change."""

from __future__ import annotations

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.errors import TeachbackError
from teachback.project import Project
from teachback.project.pool import parts
from teachback.project.pool.drawing import HIGHEST, numbers_of
from teachback.project.pool.manifest import changes_of, manifest_in
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.pools import count_pool, set_up_pool, take_in
from teachback.record import Word
from tests.distributed.here import Here

ROWS = 300


def table(first, rows=100):
    keys = [f"k{row}" for row in range(first, first + rows)]
    return pa.table({"key": keys, "body": [f"the text of {key}" for key in keys], "stars": range(rows)})


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "_ROWS", 40)  # so that a file falls into parts
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        pq.write_table(table(100 * number), folder / f"{number}.parquet", row_group_size=30)
    return folder


def drawn(project):
    return {document.id: document.text for document in project.documents()}


def test_the_sample_does_not_depend_on_the_engine_or_on_how_the_files_are_cut(files, cluster, monkeypatch):
    samples = []
    for engine, rows in ((Here(), 40), (Here(), 1000), (cluster, 40)):
        monkeypatch.setattr(parts, "_ROWS", rows)
        with Project.create() as project:
            manifest, brought = set_up_pool(project, files / "*.parquet", engine, text="body", id="key", sample=50)
            assert (brought.documents, manifest.documents, manifest.rows) == (50, 50, ROWS)
            assert [file.groups for file in manifest.files] == [4, 4, 4]
            samples.append(([*drawn(project)], manifest))
    assert samples[0] == samples[1] == samples[2]
    keys = [f"k{row}" for row in range(ROWS)]
    by_number = [key for _, key in sorted(zip(numbers_of(keys, 0).tolist(), keys, strict=True))]
    assert samples[0][0] == by_number[:50]


def test_documents_keep_their_columns_and_all_come_where_there_are_few(files):
    with Project.create() as project:
        manifest, _ = set_up_pool(project, files / "*.parquet", Here(), text="body", id="key", sample=1000)
        assert (manifest.documents, manifest.limit) == (ROWS, HIGHEST)
        assert drawn(project)["k7"] == "the text of k7"
        assert dict(project.document("k107").fields) == {"stars": 7}


def test_an_added_file_has_its_share_and_what_changed_or_went_is_noticed(files):
    with Project.create() as project:
        before, _ = set_up_pool(project, files / "*.parquet", Here(), text="body", id="key", sample=60)
        os.utime(files / "1.parquet")  # touched, and the same
        assert changes_of(before).sentences == []
        pq.write_table(table(300), files / "3.parquet")
        pq.write_table(table(900), files / "1.parquet")
        (files / "0.parquet").rename(files.parent / "0.parquet")
        changes = changes_of(before)
        assert [[path[-9:] for path in some] for some in (changes.added, changes.changed, changes.gone)] == [
            ["3.parquet"],
            ["1.parquet"],
            ["0.parquet"],
        ]
        after, new = take_in(project, Here())
        lowest = numbers_of([f"k{row}" for row in range(300, 400)], 0) <= before.limit
        assert new == lowest.sum() == len(drawn(project)) - 60
        assert manifest_in(project.store) == after
        assert changes_of(after).added == ()
        assert take_in(project, Here()) == (after, 0)


def test_tables_of_text_are_pools_too_and_rows_without_text_are_counted(tmp_path):
    (tmp_path / "a.csv").write_text('nr,body\n007,"two\nlines"\n008,other\n', newline="")
    with Project.create() as project:
        manifest, _ = set_up_pool(project, tmp_path / "*.csv", Here(), text="body")
        assert drawn(project) == {"a.csv:1": "two\nlines", "a.csv:2": "other"}
        assert project.document("a.csv:1").fields["nr"] == "007"
    lines = [{"nr": 7, "body": "a text"}, {"nr": 8, "body": None}, {"nr": None, "body": "another"}]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with Project.create() as project:
        manifest, _ = set_up_pool(project, tmp_path / "*.jsonl", Here(), text="body", id="nr")
        assert drawn(project) == {"7": "a text"}
        assert (manifest.rows, manifest.files[0].without_text) == (3, 2)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"text": "text"}, "it has no column 'text'; its columns are key, body, stars"),
        ({"text": "stars"}, "its column 'stars' has no texts, but int64"),
        ({"text": "body", "id": "stars"}, "Two rows have the id"),
    ],
)
def test_a_pool_that_cannot_be_read_is_a_sentence(files, asked, sentence):
    with Project.create() as project, pytest.raises(TeachbackError, match=sentence):
        set_up_pool(project, files / "*.parquet", Here(), **asked)
    assert manifest_in(project.store) is None


def test_a_pool_is_learned_from_with_its_columns_and_says_from_which_documents(files, tmp_path):
    with Project.create(classes=["much", "little"], learn_from=["stars"]) as project:
        _, brought = set_up_pool(
            project, files / "*.parquet", Here(), text="body", id="key", sample=150, counts=tmp_path / "counts"
        )
        assert 2 < brought.learned_from["stars"] <= 100
        assert project.pool_parts.parts == ()
        assert "they learn from stars, too, and the counts of all documents are of texts" in project.pool_parts.sentence
        with pytest.raises(TeachbackError, match="Nothing is counted"):
            count_pool(project, tmp_path / "counts", Here())
        stars = sorted({document.fields["stars"] for document in project.documents()})
        project.teach(Word(f"stars={stars[0]}", "little"), Word(f"stars={stars[1]}", "much"))
        model = project.learn().classifier
    classify_files(model, files / "*.parquet", tmp_path / "out", Here(), roles={"text": "body"})
    rows = [row for file in (tmp_path / "out").glob("1*.parquet") for row in pq.read_table(file).to_pylist()]
    assert [next(row["class"] for row in rows if row["stars"] == star) for star in stars[:2]] == ["little", "much"]


def test_a_column_to_learn_from_that_the_pool_lacks_is_refused(files):
    with Project.create(learn_from=["star"]) as project, pytest.raises(TeachbackError, match="Did you mean stars"):
        set_up_pool(project, files / "*.parquet", Here(), text="body", id="key")
    assert manifest_in(project.store) is None


def test_by_command(files, monkeypatch):
    monkeypatch.setattr("teachback.distributed.open_engine", lambda address, workers: _Closing())
    address = str(files.parent / "big.teachback")

    def run(*words):
        reply = CliRunner().invoke(app, words)
        assert reply.exit_code == 0, reply.output
        return reply.output

    made = run("new", address, "--pool", str(files / "*.parquet"), "--text", "body", "--id", "key", "--sample", "20")
    assert "300 rows in 3 files, of which 20 drawn by chance are in the project." in made
    pq.write_table(table(300), files / "3.parquet")
    assert "teachback pool PROJECT --take-in" in run("pool", address)
    assert "400 rows in 4 files" in run("pool", address, "--take-in")


class _Closing(Here):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
