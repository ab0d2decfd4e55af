"""Many files at once: every engine writes the same bytes, and a run that was stopped goes on."""

from __future__ import annotations

import json
import shutil
from errno import ENOSPC

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.distributed import open_engine
from teachback.errors import TeachbackError
from teachback.formats import BadFile, BadRows, CannotHold
from teachback.formats.extending import Extension, extend_row_groups
from teachback.kernels import compiling
from teachback.project import Project
from teachback.project.pool import parts
from teachback.project.transfer.classified_files import AnswerColumns
from teachback.project.transfer.classified_folders import FilesAnswered, classify_files
from teachback.record import Word
from teachback.text.scan import TextColumn
from tests.distributed.here import Here

TEXTS = ["a refund, please", "it crashed", "refund now", "crashed – ünd refund refund"]


@pytest.fixture(scope="module")
def model():
    with Project.from_texts(TEXTS, classes=["billing", "bug"]) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        return project.learn().classifier


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "_ROWS", 4)
    folder = tmp_path / "in"
    (folder / "more").mkdir(parents=True)
    table = pa.table({"key": pa.array(range(8), pa.int16()), "body": TEXTS * 2, "odd": [None, b"\x00"] * 4})
    pq.write_table(table, folder / "a.parquet", row_group_size=2)
    pq.write_table(table.slice(0, 3), folder / "more" / "b.parquet")
    return folder


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*") if path.name[0] != "_"}


def test_the_same_bytes_for_any_engine_with_all_columns_and_types(model, files, tmp_path, cluster):
    written = []
    with open_engine(workers=4) as four:
        for name, engine in (("here", Here()), ("cluster", cluster), ("four", four)):
            out = tmp_path / name
            assert classify_files(model, files / "**/*.parquet", out, engine) == FilesAnswered(11, files=3, before=0)
            written.append(contents(out))
    assert written[0] == written[1] == written[2]
    assert sorted(written[0]) == ["a-00001.parquet", "a-00002.parquet", "more/b.parquet"]
    table = pa.concat_tables(pq.read_table(tmp_path / "here" / f"a-0000{part}.parquet") for part in (1, 2))
    own = pq.read_table(files / "a.parquet")
    assert table.select(own.column_names).equals(own)
    assert [table["class"].to_pylist(), table["probability"].to_pylist()] == AnswerColumns(model).of(TEXTS * 2)


def test_texts_of_a_column_are_answered_batch_after_batch_as_strings_are(model):
    batches = [TEXTS * 3, ["crashed " * 600, "", "it — ¿ crashed?", "😀 refund"], [""], TEXTS]
    answers = AnswerColumns(model, reasons=True, probabilities=True)
    with compiling():
        columns = [answers.of(TextColumn.of(texts)) for texts in batches]
    assert columns == [AnswerColumns(model, reasons=True, probabilities=True).of(texts) for texts in batches]


def test_long_texts_that_a_row_group_repeats_are_not_unpacked_and_short_ones_come_back(tmp_path):
    extension = Extension([("length", float)], lambda texts: [[float(len(text)) for text in texts]])
    kept_once, path, out = ["it crashed", "y" * 8_000_000], tmp_path / "in.parquet", tmp_path / "out.parquet"
    before = pa.default_memory_pool().max_memory()
    for places in ([1] * 10_000, [0] * 9_000 + [1] * 1_000, [0] * 10_000):
        texts = pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), kept_once[: max(places) + 1])
        own = pa.table({"body": texts.cast(pa.string()) if not max(places) else texts, "tags": [["x", "y"]] * 10_000})
        pq.write_table(own, path, compression="zstd", store_schema=False)
        if max(places):
            with pytest.raises(BadFile, match="unpack to far more than its size"):
                extend_row_groups(path, "body", out, extension, [0])
    assert pa.default_memory_pool().max_memory() - before < 200_000_000
    extend_row_groups(path, "body", out, extension, [0])
    written = pq.read_table(out)
    assert written.select(own.column_names).equals(own)
    assert set(written["length"].to_pylist()) == {10.0}


def test_a_full_disk_is_a_sentence_and_nothing_half_written_stays(model, files, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_batch", full)
    with pytest.raises(TeachbackError, match=r"a-00001\.parquet.* cannot be written \(No space left on device\)"):
        classify_files(model, files / "*.parquet", tmp_path / "out", Here())
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["_teachback.jsonl"]


def test_row_groups_without_rows_are_passed_over(model, tmp_path):
    (tmp_path / "in").mkdir()
    table = pa.table({"body": TEXTS})
    with pq.ParquetWriter(tmp_path / "in" / "a.parquet", table.schema) as writer:
        for some in (table.slice(0, 0), table, table.slice(0, 0)):
            writer.write_table(some)
    classify_files(model, tmp_path / "in" / "*.parquet", tmp_path / "out", Here(), roles={"text": "body"})
    assert pq.read_table(tmp_path / "out" / "a.parquet").num_rows == len(TEXTS)


def test_a_run_that_was_stopped_goes_on_with_what_is_missing(model, files, tmp_path):
    out, whole = tmp_path / "out", tmp_path / "whole"
    classify_files(model, files / "**/*.parquet", whole, Here())

    class Stopped(Here):
        def run(self, *tasks):
            for answered, answer in enumerate(super().run(*tasks)):
                if answered == 1:
                    raise KeyboardInterrupt
                yield answer

    with pytest.raises(KeyboardInterrupt):
        classify_files(model, files / "**/*.parquet", out, Stopped())
    (out / ".a-00002.parquet-0a1b2c3d").write_bytes(b"half of it")
    with (out / "_teachback.jsonl").open("a") as journal:
        journal.write('{"part": {"sou')
    engine = Here()
    assert classify_files(model, files / "**/*.parquet", out, engine).before == 1
    assert len(engine.done) == 2
    assert contents(out) == contents(whole)
    shutil.copy(files / "a.parquet", files / "more" / "b.parquet")  # it has changed
    engine = Here()
    assert classify_files(model, files / "**/*.parquet", out, engine).rows == 16
    assert len(engine.done) == 2  # it falls into two parts now


def test_answers_of_another_model_and_foreign_folders_are_refused(model, files, tmp_path):
    out = tmp_path / "out"
    classify_files(model, files / "*.parquet", out, Here())
    with pytest.raises(CannotHold, match="answers of another model, or with other options"):
        classify_files(model, files / "*.parquet", out, Here(), reasons=True)
    with pytest.raises(CannotHold, match="has the files in it"):
        classify_files(model, files / "*.parquet", files, Here())
    (files / "more" / "mine.txt").touch()
    with pytest.raises(CannotHold, match="has other files in it"):
        classify_files(model, files / "*.parquet", files / "more", Here())


def test_tables_of_text_are_files_by_themselves_and_bad_rows_are_told(model, tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in "ab":
        rows = [{"nr": 7, "text": text} for text in TEXTS]
        (source / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with (source / "b.jsonl").open("a") as file:
        file.write('{"nr": 8}\n')
    with pytest.raises(BadRows, match="line 5: it has no text"):
        classify_files(model, source / "*.jsonl", out, Here())
    assert sorted(path.name for path in out.glob("*.jsonl")) == ["_teachback.jsonl", "a.jsonl"]
    left_out = []
    shutil.rmtree(out)
    classify_files(model, source / "*.jsonl", out, Here(), leave_out=left_out.append)
    assert [problem.where for problem in left_out] == [f"{source / 'b.jsonl'}, line 5"]
    assert json.loads((out / "b.jsonl").read_text().splitlines()[0])["class"] == "billing"


def test_a_damaged_file_is_a_sentence(model, files, tmp_path, cluster):
    whole = (files / "a.parquet").read_bytes()
    (files / "a.parquet").write_bytes(whole[:40] + b"\xff" * 40 + whole[80:])
    with pytest.raises(TeachbackError, match=r"a\.parquet.*cannot be read as Parquet"):
        classify_files(model, files / "a.parquet", tmp_path / "out", cluster, roles={"text": "body"})
