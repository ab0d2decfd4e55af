"""A Parquet table with columns added; its own columns keep their types and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from teachback.formats.extending.extension import AT_ONCE, Extension
from teachback.formats.parquet import opened_parquet
from teachback.formats.reading import Reading
from teachback.formats.rows.problems import Problem
from teachback.formats.writing import Target

if TYPE_CHECKING:
    import pyarrow as pa


def extend(
    reading: Reading, target: Target, extension: Extension, groups: Sequence[int] | None = None, at_once: int = AT_ONCE
) -> None:
    """Write the table with the new columns behind its own; of its row groups all, or these."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from teachback.formats.tables.arrow import bounded, pieces

    with opened_parquet(reading) as (table, own, most), target.bytes() as file:
        kinds = [pa.float64() if kind is float else pa.string() for _, kind in extension.columns]
        added = list(map(pa.field, extension.names(own.names), kinds))
        schema = pa.schema([*map(_plain, own), *added], metadata=own.metadata)
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            for batch in bounded(reading.path, table.iter_batches(batch_size=at_once, row_groups=groups), most):
                for piece in pieces(reading.path, batch):
                    writer.write_batch(_extended(reading, piece, schema, extension))
        extension.check(reading.path)


def _extended(reading: Reading, batch: pa.RecordBatch, schema: pa.Schema, extension: Extension) -> pa.RecordBatch:
    import pyarrow as pa

    texts = batch.column(reading.used["text"]).to_pylist()
    has_text = [isinstance(text, str) for text in texts]
    if not all(has_text):
        for place in (place for place, there in enumerate(has_text) if not there):
            extension.refuse(Problem(f"row {extension.rows + place + 1:,}", "it has no text."))
        batch, texts = batch.filter(pa.array(has_text)), [text for text in texts if isinstance(text, str)]
    kinds = iter(schema.types)
    own = [column.cast(kind) for column, kind in zip(batch.columns, kinds, strict=False)]
    added = [pa.array(cells, kind) for cells, kind in zip(extension.cells(texts), kinds, strict=True)]
    return pa.RecordBatch.from_arrays([*own, *added], schema=schema)


def _plain(field: pa.Field) -> pa.Field:
    """The column as it is written: what was kept once for several rows is written in each."""
    import pyarrow as pa

    return field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
