"""The audit log: who did what to accounts and to whole projects, when and from where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from teachback.web.team import schema
from teachback.web.team.database import Database


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
        connection.execute(insert(schema.audit), row)

    def entries(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        """The newest entries first, those before a number where one is given."""
        table = schema.audit.c
        query = select(schema.audit).order_by(table.number.desc()).limit(limit)
        if before is not None:
            query = query.where(table.number < before)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [AuditEntry(row.number, row.time, row.who, row.what, json.loads(row.about), row.address) for row in rows]
