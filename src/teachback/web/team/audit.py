"""The audit log: who did what to accounts and to whole projects, when and from where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from teachback.store.chain import START, Head, line_hash
from teachback.web.team import schema
from teachback.web.team.database import Database

_LATELY = 20  # times that somebody signed in


@dataclass(frozen=True)
class AuditEntry:
    """One entry of the log; `who` is None where the caller was not signed in."""

    number: int
    time: datetime
    who: str | None
    what: str
    about: Mapping[str, Any]
    address: str | None


class AuditLog:
    """The log of a team; entries are added and never changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(
        self,
        what: str,
        *,
        who: str | None,
        address: str | None = None,
        about: Mapping[str, Any] | None = None,
        connection: Connection | None = None,
    ) -> None:
        """Add an entry, in the caller's transaction where one is given: an act and its entry are kept together."""
        if connection is None:
            with self._database.writing() as own:
                self.note(what, who=who, address=address, about=about, connection=own)
            return
        row = {"time": self._database.now(), "who": who, "what": what, "address": address}
        row["about"] = json.dumps(dict(about or {}))
        added = connection.execute(insert(schema.audit).returning(schema.audit), row).one()
        hash = line_hash(_head(connection).hash, schema.line_of(added))
        connection.execute(insert(schema.audit_hashes), {"number": added.number, "hash": hash})

    def entries(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        """The newest entries first, those before a number where one is given."""
        table = schema.audit.c
        query = select(schema.audit).order_by(table.number.desc()).limit(limit)
        if before is not None:
            query = query.where(table.number < before)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [AuditEntry(row.number, row.time, row.who, row.what, json.loads(row.about), row.address) for row in rows]

    def addresses(self, who: str) -> list[str]:
        """From where a person has signed in lately."""
        table = schema.audit.c
        query = select(table.address).where(
            table.who == who, table.what.in_(("signed in", "joined")), table.address != ""
        )
        with self._database.reading() as connection:
            return [*connection.scalars(query.order_by(table.number.desc()).limit(_LATELY))]

    @property
    def head(self) -> Head:
        """The number of the last line and its hash, which stands for all lines."""
        with self._database.reading() as connection:
            return _head(connection)

    def check(self, heads: Iterable[Head] = ()) -> list[str]:
        """What is not as it was written, in sentences; and which of the heads the log does not have."""
        lines, hashes = schema.audit, schema.audit_hashes
        query = select(lines, hashes.c.hash).outerjoin(hashes, lines.c.number == hashes.c.number)
        problems, last, before, hash_at = [], START, 0, dict[int, bytes]()
        with self._database.reading() as connection:
            for row in connection.execute(query.order_by(lines.c.number)):
                hash_at[row.number] = row.hash or START
                if row.hash is None or line_hash(last, schema.line_of(row)) != row.hash:
                    problems.append(f"Line {row.number} of the audit log is not as it was written.")
                elif row.number != before + 1 and connection.dialect.name == "sqlite":  # PostgreSQL may skip a number
                    problems.append(f"Lines are missing from the audit log before line {row.number}.")
                last, before = row.hash or START, row.number
        problems += [
            f"The audit log does not have the head {head}: lines were changed or removed since."
            for head in heads
            if head.position and hash_at.get(head.position) != head.hash
        ]
        return problems


def _head(connection: Connection) -> Head:
    table = schema.audit_hashes.c
    last = connection.execute(select(table.number, table.hash).order_by(table.number.desc()).limit(1)).one_or_none()
    return Head(0, START) if last is None else Head(*last)
