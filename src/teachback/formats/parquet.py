"""Parquet files, by pyarrow, which is an extra of the package and imported when one is read or written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from teachback.errors import TeachbackError, require
from teachback.formats.jsonl import read_records
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, Problem
from teachback.formats.writing import Target

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a Parquet file."""
    reading.unit = "row"
    return read_records(reading, enumerate(parquet_records(reading), start=1))


def parquet_records(reading: Reading) -> Iterator[dict[str, Any]]:
    """The rows of a table, with the numbers of named classes turned into their names."""
    require("pyarrow", "tables", "The format parquet")
    from teachback.formats.tables.arrow import BATCH, as_records, class_names

    with opened_parquet(reading) as (table, schema, most):
        names = class_names(reading.path, schema)
        yield from as_records(reading.path, table.iter_batches(batch_size=BATCH), names, most)


@contextmanager
def opened_parquet(reading: Reading) -> Iterator[tuple[pq.ParquetFile, pa.Schema, int]]:
    """The table, the types of its columns, and how many bytes it may unpack to.

    What the file keeps once stays so until it is known how much it makes: texts come as dictionaries.
    """
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    from teachback.formats.tables.arrow import most_bytes

    with reading.bytes() as file:
        try:
            about = pq.read_metadata(file)
            most = most_bytes(reading.path.stat().st_size)
            _check(reading, about, most)
            columns = map(about.schema.column, range(len(about.schema)))
            texts = [each.path for each in columns if each.physical_type == "BYTE_ARRAY"]
            table = pq.ParquetFile(file, metadata=about, read_dictionary=texts)
            yield table, about.schema.to_arrow_schema(), most
        except (pa.ArrowException, OSError, ValueError) as error:
            if isinstance(error, TeachbackError):
                raise
            raise BadFile(reading.path, f"it cannot be read as Parquet ({error}).") from None


def _check(reading: Reading, about: pq.FileMetaData, most: int) -> None:
    """Refuse a file that says itself that it unpacks to too much, before anything is unpacked."""
    groups = [about.row_group(place) for place in range(about.num_row_groups)]
    size = sum(group.total_byte_size for group in groups)
    values = max((group.column(place).num_values for group in groups for place in range(group.num_columns)), default=0)
    if max(size, 8 * values) > most:
        raise BadFile(reading.path, f"it unpacks to more than {most:,} bytes; write it as several files, or as jsonl.")


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a Parquet file, which `datasets` and pandas read as it is."""
    require("pyarrow", "tables", "The format parquet")
    import pyarrow.parquet as pq

    from teachback.formats.tables.arrow import batches

    schema, made = batches(rows)
    with target.bytes() as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in made:
            writer.write_batch(batch)
