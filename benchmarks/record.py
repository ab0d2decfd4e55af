"""Appending lessons and looking at the teaching: the cost of one lesson must not grow with the record."""

from __future__ import annotations

from pathlib import Path

from benchmarks.timing import best
from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Record


def run(data: Path | None) -> None:
    """Print the table."""
    for size in (1_000, 10_000, 100_000):
        documents = {f"d{k}": Document(f"d{k}", "text") for k in range(size + 100)}
        record = Record(documents, [ClassesAdded(("a", "b")), DocumentsAdded(tuple(documents))])
        lessons = [Label(f"d{k}", "ab"[k % 2]) for k in range(size)]
        whole = best(lambda record=record, lessons=lessons: record.append(*lessons), runs=1)
        first = best(record.teaching, runs=1)
        names = iter(range(size, size + 100))
        one = best(lambda record=record, names=names: record.append(Label(f"d{next(names)}", "a")), runs=20)
        look = best(record.teaching, runs=3)
        again = best(lambda record=record: record.at(len(record)).teaching(), runs=1)
        print(
            f"{size:>7,} lessons: {whole:5.2f} s, first teaching {first:5.2f} s; then one more {1e6 * one:4.0f} µs, "
            f"teaching {1e3 * look:6.2f} ms (replaying all: {again:5.2f} s, {again / (one + look):3.0f} times as long)"
        )
