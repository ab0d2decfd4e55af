"""Our tables as Arrow batches, and Arrow batches of any table as records: what Parquet and Hugging Face share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from teachback.archives import MOST_BYTES
from teachback.formats.reading import LONGEST_LINE
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile
from teachback.formats.tables.records import records, table_of
from teachback.formats.tables.roles import MOST_COLUMNS, TABLES
from teachback.text.scan import TextColumn

BATCH = 1000
AT_ONCE = 4 * LONGEST_LINE  # bytes of rows that are made at a time
_DENSEST = 20  # times its size that a table may unpack to; prose is packed to a fifth or so
_TEXTS = pa.list_(pa.string())
_KINDS = {
    "skipped": pa.bool_(),
    "excluded": _TEXTS,
    "seconds": pa.float64(),
    "strength": pa.float64(),
    "probability": pa.float64(),
    "rationales": pa.list_(
        pa.struct({"start": pa.int32(), "end": pa.int32(), "label": pa.string(), "text": pa.string()})
    ),
    "probabilities": pa.list_(pa.struct({"label": pa.string(), "probability": pa.float64()})),
    "explanations": pa.list_(_TEXTS),
    "conditions": pa.list_(pa.struct({"term": pa.string(), "present": pa.bool_()})),
}


def batches(rows: Iterable[Row], classes: Sequence[str] = ()) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    """The rows as batches, and their schema. Given the classes, labels are their numbers, named in the metadata."""
    table, rows = table_of(rows)
    schema = _schema(TABLES[table], classes if table == "documents" else ())
    number = {name: place for place, name in enumerate(classes)}

    def made() -> Iterator[pa.RecordBatch]:
        iterator = records(rows)
        while some := list(islice(iterator, BATCH)):
            if number and table == "documents":
                some = [{**record, "label": number.get(record["label"])} for record in some]
            yield pa.RecordBatch.from_pylist(some, schema=schema)

    return schema, made()


def _schema(columns: Sequence[str], classes: Sequence[str]) -> pa.Schema:
    schema = pa.schema([(name, _KINDS.get(name, pa.string())) for name in columns])
    if not classes:
        return schema
    schema = schema.set(schema.get_field_index("label"), pa.field("label", pa.int64()))
    features = {"label": {"names": list(classes), "_type": "ClassLabel"}}
    return schema.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})


def most_bytes(size: int) -> int:
    """How much the tables in that many bytes may unpack to: as much as archives may, or more where there is more."""
    return max(MOST_BYTES, _DENSEST * size)


def as_records(
    path: Path, batches: Iterable[pa.RecordBatch], names: Mapping[str, Sequence[str]], most: int
) -> Iterator[dict[str, Any]]:
    """The rows of batches, with the numbers of named classes turned into their names.

    A value that is kept once and repeated in every row makes gigabytes out of nothing, so rows are made a few at a
    time where they are long, and more than `most` bytes in all are refused.
    """
    for batch in bounded(path, batches, most):
        for piece in pieces(path, batch):
            for record in _as_values(path, piece):
                for column, classes in names.items():
                    record[column] = class_named(record[column], classes)
                yield record


def _as_values(path: Path, piece: pa.RecordBatch) -> list[dict[str, Any]]:
    try:
        values: list[dict[str, Any]] = piece.to_pylist()
    except OverflowError as error:
        raise BadFile(
            path, f"it holds a time beyond the years 1 to 9999, which Python cannot read ({error}); write it as text."
        ) from None
    return values


def bounded(path: Path, batches: Iterable[pa.RecordBatch], most: int) -> Iterator[pa.RecordBatch]:
    """The batches, as long as they unpack to no more than `most` bytes together."""
    for batch in batches:
        batch.validate(full=True)  # places that lead out of the memory would end the process
        most -= _unpacked(batch)
        if most < 0:
            raise BadFile(path, "its rows unpack to far more than its size; write it as several files, or as jsonl.")
        yield batch


def class_named(value: object, classes: Sequence[str]) -> object:
    """The class of a number, or the classes of several; nothing for a number that stands for none."""
    if isinstance(value, list):
        return [name for each in value if (name := class_named(each, classes)) is not None]
    return classes[value] if isinstance(value, int) and 0 <= value < len(classes) else None


def pieces(path: Path, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """The batch in parts that fit into memory as values of Python."""
    if _unpacked(batch) <= AT_ONCE:
        whole = [each.dictionary_decode() if isinstance(each, pa.DictionaryArray) else each for each in batch.columns]
        yield pa.RecordBatch.from_arrays(whole, names=batch.schema.names)
    elif batch.num_rows == 1:
        raise BadFile(path, f"a row has more than {AT_ONCE:,} bytes, so this is no table of documents.")
    else:
        half = batch.num_rows // 2
        yield from pieces(path, batch.slice(0, half))
        yield from pieces(path, batch.slice(half))


def text_column(column: pa.Array) -> TextColumn | None:
    """A column of texts as its bytes lie in memory; None where it is none, or where a row has no text."""
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if not is_text or column.null_count or not len(column):
        return None
    kind: Any = np.int32 if pa.types.is_string(column.type) else np.int64
    _, at, data = column.buffers()
    places: NDArray[np.integer] = np.frombuffer(at, dtype=kind)[column.offset : column.offset + len(column) + 1]
    return TextColumn(np.frombuffer(data or b"", dtype=np.uint8), places)


def _unpacked(values: pa.RecordBatch | pa.Array) -> int:
    """The bytes of a batch or column when each row has its own copy of what it repeats."""
    if isinstance(values, pa.RecordBatch):
        return sum(map(_unpacked, values.columns))
    if isinstance(values, pa.ExtensionArray):
        return _unpacked(values.storage)
    if isinstance(values, pa.StructArray):
        return sum(map(_unpacked, values.flatten()))
    if isinstance(values, pa.MapArray):
        return _unpacked(values.keys) + _unpacked(values.items)
    if isinstance(values, pa.ListArray | pa.LargeListArray | pa.FixedSizeListArray):
        return _unpacked(values.flatten())
    if isinstance(values, pa.DictionaryArray) and _is_text(values.type.value_type):
        lengths = pc.binary_length(values.dictionary).take(values.indices)
        return int(pc.sum(lengths, min_count=0).as_py() + values.indices.nbytes)
    return max(int(values.nbytes), 8 * len(values))  # what is nothing in the file has a place in a list of Python


def _is_text(kind: pa.DataType) -> bool:
    return any(of(kind) for of in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary))


def _names(feature: Any) -> list[Any] | None:
    """The classes that a column's numbers stand for, also where it holds lists of them."""
    if isinstance(feature, list):
        return _names(feature[0]) if feature else None
    if feature.get("_type") in ("Sequence", "List", "LargeList"):
        return _names(feature["feature"])
    names: list[Any] | None = feature["names"] if feature.get("_type") == "ClassLabel" else None
    return names


def class_names(path: Path, schema: pa.Schema) -> dict[str, list[str]]:
    """The columns that hold numbers of classes, by Hugging Face's metadata, and what the classes are called."""
    if len(schema) > MOST_COLUMNS:
        raise BadFile(path, f"it has {len(schema):,} columns, more than {MOST_COLUMNS:,}.")
    try:
        features = json.loads((schema.metadata or {}).get(b"huggingface", b"{}"))["info"]["features"]
        named = {name: names for name, feature in features.items() if (names := _names(feature)) is not None}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {name: list(map(str, classes)) for name, classes in named.items() if name in schema.names}
