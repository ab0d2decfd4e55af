"""A Parquet table with columns added; its own columns keep their types and what is said of them.

A damaged one ends the process that reads it, so that is a child's work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from teachback.errors import require
from teachback.formats.extending.extension import Extension
from teachback.formats.parquet import opened_parquet
from teachback.formats.plan.import_plan import arrow_streams
from teachback.formats.reading import Reading
from teachback.formats.reading.reading import value_in
from teachback.formats.rows.problems import Problem
from teachback.formats.writing import Target

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_COMPRESSION = "zstd"
_LITTLE = 1 << 16  # bytes that are read at a time where the beginning is enough


def extend(reading: Reading, target: Target, extension: Extension) -> None:
    """Write the table with the new columns behind its own."""
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa

    streams = map(pa.ipc.open_stream, arrow_streams(reading))
    own = next(streams).schema
    _write(reading, target, extension, own, (batch for stream in streams for batch in stream))


def extend_groups(reading: Reading, target: Target, extension: Extension, groups: Sequence[int], at_once: int) -> None:
    """Write some of the table's row groups with the new columns, in a supervised process."""
    import pyarrow.parquet as pq

    from teachback.formats.tables.arrow import AT_ONCE, bounded, pieces

    with opened_parquet(reading) as (table, own, most):
        about = table.metadata
        repeated = _long_repeated(reading.path, about, groups, AT_ONCE // at_once)
        # By its path: Arrow reads and writes files of its own in a fraction of the time that it takes for Python's
        with pq.ParquetFile(reading.path, metadata=about, read_dictionary=repeated) as file:
            rows = file.iter_batches(batch_size=at_once, row_groups=groups, use_threads=False)
            parts = (piece for batch in bounded(reading.path, rows, most) for piece in pieces(reading.path, batch))
            _write(reading, target, extension, own, parts, _compression(about))


def _long_repeated(path: Path, about: pq.FileMetaData, groups: Sequence[int], longest: int) -> list[str]:
    """The columns of texts that may repeat one longer than that: they are read with what they repeat kept once.

    What a row group repeats is there from its first row on, and no more is read of it here. The others are read as they
    are, in half the time.
    """
    import pyarrow.parquet as pq

    columns = map(about.schema.column, range(len(about.schema)))
    texts = [each.path for each in columns if each.physical_type == "BYTE_ARRAY"]
    with pq.ParquetFile(path, metadata=about, read_dictionary=texts, pre_buffer=False, buffer_size=_LITTLE) as table:
        short = {path for path in texts if path in table.schema_arrow.names}
        for group in groups:
            rows = table.iter_batches(batch_size=1, row_groups=[group], columns=sorted(short), use_threads=False)
            for first in islice(rows, 1):
                short -= {name for name in first.schema.names if _longest_kept_once(first.column(name)) > longest}
    return [path for path in texts if path not in short]


def _longest_kept_once(column: pa.Array) -> float:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not isinstance(column, pa.DictionaryArray):
        return float("inf")
    return pc.max(pc.binary_length(column.dictionary)).as_py() or 0


def _compression(about: pq.FileMetaData) -> str:
    """How a table is compressed, by its first column."""
    own = about.row_group(0).column(0).compression if about.num_row_groups and about.num_columns else _COMPRESSION
    return own.lower() if own in ("UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "LZ4") else _COMPRESSION


def _write(
    reading: Reading,
    target: Target,
    extension: Extension,
    own: pa.Schema,
    batches: Iterable[pa.RecordBatch],
    compression: str = _COMPRESSION,
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with target.beside() as path:
        kinds = [pa.float64() if kind is float else pa.string() for _, kind in extension.columns]
        added = list(map(pa.field, extension.names(own.names), kinds))
        schema = pa.schema([*map(_plain, own), *added], metadata=own.metadata)
        repeated = [field.name for field in schema if _repeats(field) and field.name not in reading.text_columns]
        with pq.ParquetWriter(path, schema, compression=compression, use_dictionary=repeated) as writer:
            for batch in batches:
                writer.write_batch(_extended(reading, batch, schema, extension))
        extension.check(reading.path)


def _extended(reading: Reading, batch: pa.RecordBatch, schema: pa.Schema, extension: Extension) -> pa.RecordBatch:
    import pyarrow as pa

    texts = _texts(reading, batch, schema)
    has_text = [isinstance(text, str) for text in texts] if isinstance(texts, list) else []
    if not all(has_text):
        for place in (place for place, there in enumerate(has_text) if not there):
            extension.refuse(Problem(f"row {extension.rows + place + 1:,}", "it has no text."))
        batch, texts = batch.filter(pa.array(has_text)), [text for text in texts if isinstance(text, str)]
    kinds = iter(schema.types)
    own = [column.cast(kind) for column, kind in zip(batch.columns, kinds, strict=False)]
    added = [pa.array(cells, kind) for cells, kind in zip(extension.cells(texts), kinds, strict=True)]
    return pa.RecordBatch.from_arrays([*own, *added], schema=schema)


def _texts(reading: Reading, batch: pa.RecordBatch, schema: pa.Schema) -> Sequence[Any]:
    """The texts of the rows, as they lie in the table where one of its columns has them all."""
    from teachback.formats.tables.arrow import class_named, class_names, text_column

    name, *others = reading.text_columns
    if not others and not reading.texts and name in batch.schema.names:
        column = text_column(batch.column(name))
        if column is not None:
            return column
    named = class_names(reading.path, schema) if reading.beside else {}
    parts = [_values(batch, name) for name in reading.text_columns]
    for place, name in enumerate(reading.text_columns):
        if name in named:
            parts[place] = [class_named(value, named[name]) for value in parts[place]]
    return list(map(reading.text_of, zip(*parts, strict=True)))


def _values(batch: pa.RecordBatch, name: str) -> list[Any]:
    """The values of a column, or of what is inside one by a name with a point."""
    if name in batch.schema.names:
        return list(batch.column(name).to_pylist())
    outer = name.partition(".")[0]
    if outer not in batch.schema.names:
        return [None] * batch.num_rows
    return [value_in({outer: value}, name) for value in batch.column(outer).to_pylist()]


def _repeats(field: pa.Field) -> bool:
    """Whether a column may have the same values again and again, which are then written once; floats hardly do."""
    import pyarrow as pa

    return not pa.types.is_floating(field.type)


def _plain(field: pa.Field) -> pa.Field:
    """The column as it is written: what was kept once for several rows is written in each."""
    import pyarrow as pa

    return field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
