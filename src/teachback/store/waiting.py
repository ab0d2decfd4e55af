"""Entries outside the chain: those of an import that is under way and, for a while, those after them.

While it is under way none is seen. At its end one row in the table ``settling`` makes them part of the record, at a
place that they keep; it takes no longer for many than for few. From then on they are moved into the chain, some at a
time, and whatever is written meanwhile waits behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, union_all

from teachback.store import schema

_entries, _waiting = schema.entries.c, schema.waiting.c
BASE = select(schema.settling.c.base).scalar_subquery()  # nothing, where no waiting entry is part of the record
LAST_NUMBER = select(func.max(_waiting.number)).scalar_subquery()
CHAINED = select(func.max(_entries.position)).scalar_subquery()
LAST_POSITION = select(func.coalesce(BASE + LAST_NUMBER, CHAINED, 0))
_MOVED = (_waiting.number + BASE).label("position")


class WaitingEntry(NamedTuple):
    """An entry by its id and its JSON."""

    id: str
    form: str


def page(after: int, most: int) -> Select[Any]:
    """The entries behind a position, those in the chain and those that wait."""
    chained = select(_entries.position, _entries.id, _entries.form).where(_entries.position > after)
    waiting = select(_MOVED, _waiting.id, _waiting.form).where(_waiting.number > after - BASE)
    both = union_all(
        select(chained.order_by(_entries.position).limit(most).subquery()),
        select(waiting.order_by(_waiting.number).limit(most).subquery()),
    ).subquery()
    return select(both).order_by(both.c.position).limit(most)


def unseen(after: int, most: int) -> Select[Any]:
    """The entries of an import that is under way, behind a number."""
    columns = _waiting.number.label("position"), _waiting.id, _waiting.form
    return select(*columns).where(_waiting.number > after, BASE.is_(None)).order_by(_waiting.number).limit(most)


def with_ids(ids: Sequence[str]) -> Select[Any]:
    """The entries of these ids, those in the chain and those that wait."""
    chained = select(_entries.position, _entries.id, _entries.form).where(_entries.id.in_(ids))
    waiting = select(_MOVED, _waiting.id, _waiting.form).where(_waiting.id.in_(ids), BASE.is_not(None))
    return select(union_all(chained, waiting).subquery())


def add(connection: Connection, entries: Sequence[WaitingEntry], first: int) -> None:
    """Let entries wait, from a number on."""
    if entries:
        rows = [{"number": number, "id": id, "form": form} for number, (id, form) in enumerate(entries, first)]
        connection.execute(insert(schema.waiting), rows)


def first_of(connection: Connection, most: int) -> Sequence[Row[Any]]:
    """The entries that have waited longest."""
    return connection.execute(select(schema.waiting).order_by(_waiting.number).limit(most)).all()


def remove_to(connection: Connection, number: int) -> None:
    """Take away those that are in the chain now."""
    connection.execute(delete(schema.waiting).where(_waiting.number <= number))


def remove_last(connection: Connection, most: int) -> int:
    """Delete some of an import that was given up, from their end; says how many there were."""
    last = select(_waiting.number).order_by(_waiting.number.desc()).limit(most)
    return connection.execute(delete(schema.waiting).where(_waiting.number.in_(last))).rowcount
