"""The table of vectors: what encoders have made of texts."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select

from teachback.store.content import batches
from teachback.store.log import KeptVectors
from teachback.store.schema import vectors

_MANY = 500  # at a time
_table = vectors.c


def find(connection: Connection, encoder: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
    """The vectors that an encoder has made of the texts with these digests."""
    vectors: dict[bytes, bytes] = {}
    for some in batches(keys, lambda key: 1, _MANY):
        asked = select(_table.text, _table.numbers).where(_table.encoder == encoder, _table.text.in_(some))
        vectors |= {bytes(key): bytes(numbers) for key, numbers in connection.execute(asked)}
    return vectors


def count(connection: Connection, encoder: str) -> int:
    """How many there are of an encoder."""
    return connection.scalar(select(func.count()).select_from(vectors).where(_table.encoder == encoder)) or 0


def page(connection: Connection, after: KeptVectors | None) -> KeptVectors | None:
    """Some vectors of one encoder, those that come after the ones given; None if there are no others."""
    encoder, last = ("", b"") if after is None else (after.encoder, max(after.vectors))
    asked = select(_table.text, _table.numbers).where(_table.encoder == encoder, _table.text > last)
    rows = connection.execute(asked.order_by(_table.text).limit(_MANY)).all()
    if rows:
        return KeptVectors(encoder, {bytes(key): bytes(numbers) for key, numbers in rows})
    other = connection.scalar(select(func.min(_table.encoder)).where(_table.encoder > encoder))
    return None if other is None else page(connection, KeptVectors(other, {b"": b""}))


def keep(connection: Connection, made: KeptVectors) -> None:
    """Keep what is not kept of a text already."""
    there = find(connection, made.encoder, list(made.vectors))
    new = ((key, numbers) for key, numbers in made.vectors.items() if key not in there)
    if rows := [{"encoder": made.encoder, "text": key, "numbers": numbers} for key, numbers in new]:
        connection.execute(insert(vectors), rows)


def forget_texts(connection: Connection, keys: Sequence[bytes]) -> None:
    """Let go of those of the texts with these digests."""
    for some in batches(keys, lambda key: 1, _MANY):
        connection.execute(delete(vectors).where(_table.text.in_(some)))


def forget(connection: Connection, besides: str) -> None:
    """Let go of those of all other encoders."""
    connection.execute(delete(vectors).where(_table.encoder != besides))
