"""Our tables as Arrow batches, and Arrow batches of any table as records: what Parquet and Hugging Face share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from teachback.formats.flat import records, table_of
from teachback.formats.problems import BadFile
from teachback.formats.roles import MOST_COLUMNS, TABLES
from teachback.formats.rows import Row

BATCH = 1000
_TEXTS = pa.list_(pa.string())
_KINDS = {
    "skipped": pa.bool_(),
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


def as_records(found: Iterable[pa.RecordBatch], names: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    """The rows of batches, with the numbers of named classes turned into their names."""
    for batch in found:
        for record in batch.to_pylist():
            for column, classes in names.items():
                value = record[column]
                is_class = isinstance(value, int) and 0 <= value < len(classes)
                record[column] = classes[value] if is_class else None
            yield record


def class_names(path: Path, schema: pa.Schema) -> dict[str, list[str]]:
    """The columns that hold numbers of classes, by Hugging Face's metadata, and what the classes are called."""
    if len(schema) > MOST_COLUMNS:
        raise BadFile(path, f"it has {len(schema):,} columns, more than {MOST_COLUMNS:,}.")
    try:
        features = json.loads((schema.metadata or {}).get(b"huggingface", b"{}"))["info"]["features"]
        found = {name: feature["names"] for name, feature in features.items() if feature.get("_type") == "ClassLabel"}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {name: list(map(str, classes)) for name, classes in found.items() if name in schema.names}
