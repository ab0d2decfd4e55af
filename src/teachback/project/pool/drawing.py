"""Documents drawn from a pool by chance, and its terms counted: what a worker does with a part of it.

Whether a document is drawn depends on its id and the seed alone, so the same documents are drawn by any worker and
in whatever parts, and a file that is added later has its share of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import compiling_for
from teachback.project.pool.addresses import digest_of, readable
from teachback.project.pool.manifest import PoolFile
from teachback.project.pool.part_counts import PartCounts
from teachback.project.pool.parts import Part
from teachback.text import analyzer_from_json
from teachback.text.scan import TextColumn

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
    """Draw the documents of a part, and count its terms where it says in which folder; a worker calls it."""
    import pyarrow as pa

    asked = json.loads(how)
    reading = _Reading(part, asked)
    try:
        if asked.get("counts") and not (counts_path := counts_file(part, asked)).exists():
            analyzer = analyzer_from_json(asked["analyzer"])
            with compiling_for(part.size):
                PartCounts.of(analyzer, reading.columns(), reading.numbers).save(counts_path)
        else:
            for _ in reading.columns():
                pass
        digest = digest_of(part.source) if not part.groups or part.groups[0] == 0 else ""
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        return PartDrawn(PoolFile(part.source, 0, 0, "", 0, 0, 0), refused=f"{part.source} cannot be read: {error}")
    without = reading.rows - reading.there
    file = PoolFile(part.source, part.size, part.changed, digest, reading.rows, without, len(part.groups))
    return PartDrawn(file, as_stream(reading.drawn))


def counts_file(part: Part, asked: Mapping[str, Any]) -> Path:
    """Where the counts of a part are kept: another place when the file, or how it is read, has changed."""
    how = [asked["text"], asked["id"], asked["seed"], asked["analyzer"]]
    about = json.dumps([part.source, part.size, part.changed, part.groups, how], sort_keys=True)
    return Path(asked["counts"]) / f"{sha256(about.encode()).hexdigest()[:24]}.npz"


def as_stream(batches: list[pa.RecordBatch]) -> bytes:
    """Rows as an Arrow stream; empty without any."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    if batches:
        with pa.ipc.new_stream(sink, batches[0].schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
    return bytes(sink.getvalue().to_pybytes())


class _Reading:
    """A part that is being read: its texts, and what is drawn of it meanwhile."""

    def __init__(self, part: Part, asked: Mapping[str, Any]) -> None:
        self._part, self._asked = part, asked
        self.rows = self.there = 0
        self.drawn: list[pa.RecordBatch] = []
        self.numbers: list[NDArray[np.uint64]] = []

    def columns(self) -> Iterator[TextColumn]:
        """The texts of one batch after the other; without a text or an id, a row has an empty one."""
        import pyarrow as pa
        import pyarrow.compute as pc

        from teachback.formats.tables.arrow import text_column

        for first, batch in _batches(self._part.source, self._part.groups):
            places = range(first, first + batch.num_rows)
            batch, there = with_numbers(batch, places, self._part.source, self._asked)
            numbers = batch.column(NUMBER).to_numpy()
            mask = pc.and_(there, pa.array(numbers <= np.uint64(self._asked["limit"])))
            if (drawn := batch.filter(mask)).num_rows:
                self.drawn.append(drawn)
            self.rows, self.there = self.rows + batch.num_rows, self.there + int(pc.sum(there).as_py() or 0)
            self.numbers.append(numbers)
            texts = batch.column(self._asked["text"])
            texts.validate(full=True)
            column = text_column(pc.if_else(there, texts, pa.scalar("", texts.type)))
            if column is not None:
                yield column


def texts_of(source: str, groups: Sequence[int], text: str, rows: Sequence[int]) -> list[str]:
    """The texts of some rows of a part, in order."""
    read = rows_of(source, groups, rows, [text])
    return [each for _, batch in read for each in batch.column(text).to_pylist()]


def rows_of(
    source: str, groups: Sequence[int], rows: Sequence[int], columns: list[str] | None = None
) -> Iterator[tuple[list[int], pa.RecordBatch]]:
    """Some rows of a part, which are given in order, with all their columns or just these; and their places in the
    file."""
    import pyarrow as pa

    wanted, begin = np.asarray(rows, dtype=np.int64), 0
    for place, batch in _batches(source, groups, columns):
        first, stop = np.searchsorted(wanted, [begin, begin + batch.num_rows])
        if first < stop:
            at = wanted[first:stop] - begin
            yield (at + place).tolist(), batch.take(pa.array(at))
        begin += batch.num_rows


def numbers_of(ids: list[str], seed: int) -> NDArray[np.uint64]:
    """The number that chance gives each document, from 0 to 2⁶⁴ - 1: the same wherever it is.

    >>> numbers_of(["a", "b"], 0).tolist() == [*numbers_of(["a"], 0).tolist(), *numbers_of(["b"], 0).tolist()]
    True
    """
    key = str(seed).encode()
    digests = b"".join(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8, key=key).digest() for id in ids)
    return np.frombuffer(digests, dtype="<u8")


def with_numbers(
    batch: pa.RecordBatch, places: Iterable[int], source: str, asked: Mapping[str, Any]
) -> tuple[pa.RecordBatch, pa.Array]:
    """The rows, which have these places in the file, with the number of each (and an id, where they have none), and
    which of them can be drawn."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = _column(batch, asked["text"])
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
        raise ValueError(f"its column {asked['text']!r} has no texts, but {texts.type}.")
    there = texts.is_valid()
    if asked["id"] is None:
        ids = [f"{Path(source).name}:{row}" for row in places]
        batch = batch.append_column(ID, pa.array(ids))
    else:
        own = _column(batch, asked["id"])
        there = pc.and_(there, own.is_valid())
        ids = pc.fill_null(own.cast(pa.string()), "").to_pylist()
    return batch.append_column(NUMBER, pa.array(numbers_of(ids, asked["seed"]))), there


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    if name not in batch.schema.names:
        raise ValueError(f"it has no column {name!r}; its columns are {', '.join(batch.schema.names)}.")
    return batch.column(name)


def _batches(
    source: str, groups: Sequence[int], columns: list[str] | None = None
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Batches of rows, each with the place of its first row in the file, with all columns or just these."""
    row = 1
    if groups:
        import pyarrow.parquet as pq

        with readable(source) as file, pq.ParquetFile(file) as table:
            row += sum(table.metadata.row_group(group).num_rows for group in range(groups[0]))
            for batch in table.iter_batches(batch_size=_AT_ONCE, row_groups=list(groups), columns=columns):
                yield row, batch
                row += batch.num_rows
        return
    is_csv = Path(source).suffix.casefold() in (".csv", ".tsv")
    for batch in _of_csv(source) if is_csv else _of_json(source):
        yield row, batch
        row += batch.num_rows


def _of_csv(path: str) -> Iterator[pa.RecordBatch]:
    """A comma- or tab-separated table in UTF-8; every cell stays the text that it is."""
    import pyarrow as pa
    from pyarrow import csv

    delimiter = "\t" if Path(path).suffix.casefold() == ".tsv" else ","
    parse = csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    with readable(path) as file, csv.open_csv(file, parse_options=parse) as beginning:
        names = beginning.schema.names
    texts = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False)
    with readable(path) as file, csv.open_csv(file, parse_options=parse, convert_options=texts) as table:
        yield from table


def _of_json(path: str) -> Iterator[pa.RecordBatch]:
    """JSON lines."""
    from pyarrow import json as lines

    with readable(path) as file, lines.open_json(file) as table:
        yield from table
