"""Documents drawn from a pool by chance: what a worker does with a part of it.

Whether a document is drawn depends on its id and the seed alone, so the same documents are drawn whoever reads the
files and in whatever parts, and a file that is added later has its share of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from teachback.project.transfer.classified_parts import Part
from teachback.project.transfer.pool_manifest import PoolFile, digest_of

if TYPE_CHECKING:
    import pyarrow as pa

HIGHEST = (1 << 64) - 1
NUMBER, ID = "teachback: number drawn", "teachback: id"  # columns that are added to those of the files
_AT_ONCE = 20_000  # rows


@dataclass(frozen=True)
class PartDrawn:
    """What was found in a part of a pool: about its file, the rows that were drawn, or why it cannot be read."""

    file: PoolFile
    drawn: bytes = b""  # an Arrow stream
    refused: str = ""


def draw_part(how: bytes, part: Part) -> PartDrawn:
    """Draw the documents of a part; a worker calls it."""
    import pyarrow as pa

    asked = json.loads(how)
    rows = without = 0
    kept: list[pa.RecordBatch] = []
    whole = not part.groups or part.groups[0] == 0
    try:
        for first, batch in _batches(part):
            table, missing = _drawn(batch, first, Path(part.source).name, asked)
            rows, without = rows + batch.num_rows, without + missing
            if table.num_rows:
                kept.append(table)
        digest = digest_of(part.source) if whole else ""
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        return PartDrawn(PoolFile(part.source, 0, 0, "", 0, 0, 0), refused=f"{part.source} cannot be read: {error}")
    sink = pa.BufferOutputStream()
    if kept:
        with pa.ipc.new_stream(sink, kept[0].schema) as writer:
            for batch in kept:
                writer.write_batch(batch)
    file = PoolFile(part.source, part.size, part.changed, digest, rows, without, len(part.groups))
    return PartDrawn(file, sink.getvalue().to_pybytes())


def numbers_of(ids: list[str], seed: int) -> NDArray[np.uint64]:
    """The number that chance gives each document, from 0 to 2⁶⁴ - 1: the same wherever it is.

    >>> numbers_of(["a", "b"], 0).tolist() == [*numbers_of(["a"], 0).tolist(), *numbers_of(["b"], 0).tolist()]
    True
    """
    key = str(seed).encode()
    found = b"".join(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8, key=key).digest() for id in ids)
    return np.frombuffer(found, dtype="<u8")


def _drawn(batch: pa.RecordBatch, first: int, name: str, asked: dict[str, Any]) -> tuple[pa.RecordBatch, int]:
    """The rows that were drawn with their numbers, and how many could not be."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = _column(batch, asked["text"])
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
        raise ValueError(f"its column {asked['text']!r} has no texts, but {texts.type}.")
    there = texts.is_valid()
    if asked["id"] is None:
        ids = [f"{name}:{row}" for row in range(first, first + batch.num_rows)]
    else:
        own = _column(batch, asked["id"])
        there = pc.and_(there, own.is_valid())
        ids = pc.fill_null(own.cast(pa.string()), "").to_pylist()
    numbers = numbers_of(ids, asked["seed"])
    mask = pc.and_(there, pa.array(numbers <= np.uint64(asked["limit"])))
    if asked["id"] is None:
        batch = batch.append_column(ID, pa.array(ids))
    return batch.append_column(NUMBER, pa.array(numbers)).filter(mask), batch.num_rows - int(pc.sum(there).as_py() or 0)


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    if name not in batch.schema.names:
        raise ValueError(f"it has no column {name!r}; its columns are {', '.join(batch.schema.names)}.")
    return batch.column(name)


def _batches(part: Part) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Batches of rows, each with the place of its first row in the file."""
    row = 1
    if part.groups:
        import pyarrow.parquet as pq

        with pq.ParquetFile(part.source) as table:
            row += sum(table.metadata.row_group(group).num_rows for group in range(part.groups[0]))
            for batch in table.iter_batches(batch_size=_AT_ONCE, row_groups=list(part.groups)):
                yield row, batch
                row += batch.num_rows
        return
    for batch in _of_csv(part.source) if _is_csv(part.source) else _of_json(part.source):
        yield row, batch
        row += batch.num_rows


def _is_csv(path: str) -> bool:
    return Path(path).suffix.casefold() in (".csv", ".tsv")


def _of_csv(path: str) -> Iterator[pa.RecordBatch]:
    """A comma- or tab-separated table in UTF-8; every cell stays the text that it is."""
    import pyarrow as pa
    from pyarrow import csv

    delimiter = "\t" if Path(path).suffix.casefold() == ".tsv" else ","
    parse = csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    with csv.open_csv(path, parse_options=parse) as beginning:
        names = beginning.schema.names
    texts = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False)
    with csv.open_csv(path, parse_options=parse, convert_options=texts) as table:
        yield from table


def _of_json(path: str) -> Iterator[pa.RecordBatch]:
    """JSON lines."""
    from pyarrow import json as lines

    with lines.open_json(path) as table:
        yield from table
