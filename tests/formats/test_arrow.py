from __future__ import annotations

import json
from itertools import islice

import pandas
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.formats import BadFile, BadRows, Item, Prediction, Rule, inspect, read, write
from teachback.formats.plan import import_plan
from teachback.record import Document, Label, Rationale, Skip

ITEM = Item(
    Document("007", "💩 Great\r\n"),
    (Label("007", "NA", teacher="ines", seconds=2.5), Rationale("007", "NA", 2, 7, teacher="ines")),
    Prediction("x", {"x": 0.75, "NA": 0.25}, (("Great",), ("a", "b")), "nb"),
)


def test_pandas_reads_our_parquet(tmp_path):
    write(tmp_path / "a.parquet", [ITEM, Item(Document("8", ""), (Skip("8"),))])
    first, second = pandas.read_parquet(tmp_path / "a.parquet").to_dict("records")
    assert (first["id"], first["text"], first["label"], first["seconds"]) == ("007", "💩 Great\r\n", "NA", 2.5)
    assert list(first["rationales"]) == [{"start": 2, "end": 7, "label": "NA", "text": "Great"}]
    assert [list(words) for words in first["explanations"]] == [["Great"], ["a", "b"]]
    assert (second["text"], second["skipped"]) == ("", True)


def test_we_read_the_parquet_of_pandas(tmp_path):
    frame = pandas.DataFrame({"Nr": [1, 2], "review": ["NA", "007"], "stars": [5, 1], "sentiment": ["pos", None]})
    frame.to_parquet(tmp_path / "a.parquet")
    assert inspect(tmp_path / "a.parquet").roles == {"text": "review", "label": "sentiment"}
    rows = list(read(tmp_path / "a.parquet", roles={"id": "Nr", "label": "stars"}))
    assert [(row.document.id, row.document.text, row.label) for row in rows] == [("1", "NA", "5"), ("2", "007", "1")]


def test_a_row_without_text_is_listed(tmp_path):
    pq.write_table(pa.table({"text": ["a", None, "c"]}), tmp_path / "a.parquet")
    with pytest.raises(BadRows, match=r"row 2: it has no text\."):
        list(read(tmp_path / "a.parquet"))


def test_progress_of_a_table_reaches_the_end(tmp_path):
    write(tmp_path / "a.parquet", [Item(Document(f"d{n}", f"text {n}" * 50)) for n in range(3000)])
    done = []
    assert sum(1 for _ in read(tmp_path / "a.parquet", progress=lambda now, total: done.append((now, total)))) == 3000
    assert done[-1][0] >= 0.9 * done[-1][1]


def test_a_broken_parquet_file_is_refused(tmp_path):
    write(tmp_path / "a.parquet", [ITEM])
    content = (tmp_path / "a.parquet").read_bytes()
    for broken in (content[:-20], content[: len(content) // 2], content[:4] + b"\xff" * 40 + content[44:]):
        (tmp_path / "b.parquet").write_bytes(broken)
        with pytest.raises(BadFile, match="cannot be read as Parquet"):
            list(read(tmp_path / "b.parquet", format="parquet"))


def test_too_many_columns_are_refused(tmp_path):
    pq.write_table(pa.table({f"c{n}": ["x"] for n in range(10_001)}), tmp_path / "a.parquet")
    with pytest.raises(BadFile, match="it has 10,001 columns, more than 10,000"):
        list(read(tmp_path / "a.parquet"))


def repeated(path, value, rows):
    """A table that keeps a value once, however many rows have it."""
    once = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), [value])
    pq.write_table(pa.table({"text": once}), path, compression="zstd", store_schema=False)
    return path


def test_a_value_that_a_small_file_repeats_is_not_unpacked(tmp_path):
    path = repeated(tmp_path / "a.parquet", "x" * 8_000_000, 10_000)  # 80 gigabytes
    assert path.stat().st_size < 10_000
    before = pa.default_memory_pool().max_memory()
    for refused in (inspect, lambda path: list(read(path))):
        with pytest.raises(BadFile, match="unpack to far more than its size"):
            refused(path)
    assert pa.default_memory_pool().max_memory() - before < 200_000_000


def test_a_preview_makes_only_the_first_rows_and_an_import_ends_at_the_bound(tmp_path, monkeypatch):
    monkeypatch.setattr("teachback.formats.tables.arrow.MOST_BYTES", 25_000_000)
    path = repeated(tmp_path / "a.parquet", "x" * 10_000, 5000)  # 50 megabytes
    assert len(inspect(path, roles={"text": "text"}).rows) == 20
    rows = read(path)
    assert sum(1 for _ in islice(rows, 2000)) == 2000
    with pytest.raises(BadFile, match="unpack to far more than its size"):
        next(rows)


def test_a_file_that_repeats_a_row_more_often_than_it_has_bytes_is_refused(tmp_path, monkeypatch):
    """A row that is kept once and counted makes 30 million documents of 160 kB."""
    pq.write_table(pa.table({"text": ["again"] * 50_000}), tmp_path / "again.parquet")
    assert sum(1 for _ in read(tmp_path / "again.parquet")) == 50_000
    monkeypatch.setattr(import_plan, "_EVERY_FILE", 10_000)
    with pytest.raises(BadFile, match="more rows than bytes"):
        list(read(tmp_path / "again.parquet"))


def test_long_rows_are_read_a_few_at_a_time_and_all_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr("teachback.formats.tables.arrow.AT_ONCE", 1000)
    texts = ["x" * n for n in range(900)]
    pq.write_table(pa.table({"text": texts}), tmp_path / "a.parquet")
    assert [row.document.text for row in read(tmp_path / "a.parquet")] == texts
    pq.write_table(pa.table({"text": ["x" * 1001]}), tmp_path / "a.parquet")
    with pytest.raises(BadFile, match="a row has more than 1,000 bytes"):
        list(read(tmp_path / "a.parquet"))


def test_a_list_that_repeats_a_value_is_measured_too(tmp_path):
    pq.write_table(pa.table({"text": ["a"], "tags": [["y" * 1000] * 100_000]}), tmp_path / "a.parquet")
    with pytest.raises(BadFile, match="a row has more than"):
        list(read(tmp_path / "a.parquet"))


def test_a_row_of_millions_of_nothings_is_refused(tmp_path):
    nothings = pa.array([[None] * 10_000_000], pa.list_(pa.null()))
    pq.write_table(pa.table({"text": ["a text"], "more": nothings}), tmp_path / "a.parquet")
    with pytest.raises(BadFile, match="a row has more than"):
        list(read(tmp_path / "a.parquet"))


def test_a_file_that_says_itself_that_it_is_too_large_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("teachback.formats.tables.arrow.MOST_BYTES", 100_000)
    text = pa.table({"text": ["x" * 1_000_000]})
    pq.write_table(text, tmp_path / "a.parquet", compression="zstd")
    with pytest.raises(BadFile, match="unpacks to more than 100,000 bytes"):
        inspect(tmp_path / "a.parquet")
    pq.write_table(text, tmp_path / "a.parquet", compression="none")  # as large as it says
    assert len(inspect(tmp_path / "a.parquet").rows) == 1


def test_a_dataset_that_repeats_a_value_is_refused(tmp_path):
    write(tmp_path / "set", [ITEM], format="huggingface")
    once = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["x" * 8_000_000])
    table = pa.table({"text": once})
    with pa.ipc.new_stream(str(tmp_path / "set" / "data-00000-of-00001.arrow"), table.schema) as stream:
        stream.write_table(table)
    with pytest.raises(BadFile, match="unpack to far more than its size"):
        list(read(tmp_path / "set"))


def test_a_dataset_names_its_classes(tmp_path):
    write(tmp_path / "set", [ITEM], format="huggingface", classes=["x", "NA"])
    assert inspect(tmp_path / "set").format == "huggingface"
    with pa.ipc.open_stream(str(tmp_path / "set" / "data-00000-of-00001.arrow")) as stream:
        assert stream.read_all().column("label").to_pylist() == [1]
    (row,) = read(tmp_path / "set")
    assert (row.document, row.label, row.prediction) == (ITEM.document, "NA", ITEM.prediction)


def test_a_dataset_without_classes_has_their_names(tmp_path):
    write(tmp_path / "set", [Rule("bug", (("crash", True),))], format="huggingface", classes=["x"])
    assert list(read(tmp_path / "set")) == [Rule("bug", (("crash", True),))]


def test_every_split_of_a_dataset_is_read(tmp_path):
    for split, text in (("train", "a"), ("test", "b")):
        write(tmp_path / split, [Item(Document(split, text))], format="huggingface")
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    assert [row.document.text for row in read(tmp_path)] == ["a", "b"]


@pytest.mark.parametrize("name", ["../secret.arrow", "/etc/passwd", "..", "", 7])
def test_a_dataset_cannot_name_files_outside_itself(tmp_path, name):
    write(tmp_path / "set", [ITEM], format="huggingface")
    (tmp_path / "set" / "state.json").write_text(json.dumps({"_data_files": [{"filename": name}]}))
    with pytest.raises(BadFile, match="which is not inside it"):
        list(read(tmp_path / "set"))


def test_a_damaged_dataset_is_refused(tmp_path):
    write(tmp_path / "set", [ITEM], format="huggingface")
    (tmp_path / "set" / "data-00000-of-00001.arrow").write_bytes(b"no arrow")
    with pytest.raises(BadFile, match="cannot be read as an Arrow stream"):
        list(read(tmp_path / "set"))
    (tmp_path / "set" / "state.json").write_text("{}")
    with pytest.raises(BadFile, match="a saved dataset has this file, with a list '_data_files' in it"):
        list(read(tmp_path / "set"))


@pytest.mark.parametrize(
    "column",
    [
        pa.array([2**52], pa.timestamp("s")),
        pa.array([2**62], pa.timestamp("us", "UTC")),
        pa.array([2**31 - 1], pa.date32()),
        pa.array([2**62], pa.duration("s")),
    ],
)
def test_a_time_beyond_the_calendar_is_a_sentence(tmp_path, column):
    pq.write_table(pa.table({"text": ["a b"], "when": column}), tmp_path / "a.parquet")
    with pytest.raises(BadFile, match="a time beyond the years 1 to 9999"):
        list(read(tmp_path / "a.parquet"))


def test_a_map_beside_the_text_is_no_hindrance(tmp_path):
    column = pa.array([[("k", "v")]], pa.map_(pa.string(), pa.string()))
    pq.write_table(pa.table({"text": ["a b"], "more": column}), tmp_path / "a.parquet")
    assert [row.document.text for row in read(tmp_path / "a.parquet")] == ["a b"]
