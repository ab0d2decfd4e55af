"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from teachback.formats.arrow import BATCH, as_records, batches, class_names
from teachback.formats.jsonl import read_records
from teachback.formats.problems import BadFile, Problem
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.writing import Target


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a Parquet file."""
    reading.unit = "row"
    return read_records(reading, enumerate(_records(reading), start=1))


def _records(reading: Reading) -> Iterator[dict[str, Any]]:
    with reading.bytes() as file:
        try:
            table = pq.ParquetFile(file)
            names = class_names(reading.path, table.schema_arrow)
            yield from as_records(table.iter_batches(batch_size=BATCH), names)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise BadFile(reading.path, f"it cannot be read as Parquet ({error}).") from None


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a Parquet file, which `datasets` and pandas read as it is."""
    schema, made = batches(rows)
    with target.bytes() as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in made:
            writer.write_batch(batch)
