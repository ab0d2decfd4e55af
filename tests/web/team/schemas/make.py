"""Write a small team as the newest version keeps it: `python -m tests.web.team.schemas.make`, once a version.

The files of a version that was released are kept as they are: they stand for the teams that people have.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

from argon2 import profiles
from argon2.profiles import CHEAPEST

from teachback.web.team.opening import open_team, team_file
from teachback.web.team.schema import NEWEST
from teachback.web.team.team import Actor
from tests.store.server import Server, running

HERE = Path(__file__).parent
WHEN = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
PASSWORDS = {"olga": "olive groves in october", "tom": "twelve tin trumpets"}


def fill(address: str) -> dict[str, str]:
    """An owner, a teacher with a token, somebody shut out, and an open invitation; what opens something."""
    nobody, olga = Actor(None, "192.0.2.1"), Actor("olga", "192.0.2.7")
    cheap = mock.patch.object(profiles, "RFC_9106_LOW_MEMORY", CHEAPEST)
    with cheap, open_team(address, clock=lambda: WHEN) as team:
        team.join(str(team.first_invitation()), "olga", PASSWORDS["olga"], nobody)
        tom, session = team.join(team.invite("teacher", 7, olga)[1], "tom", PASSWORDS["tom"], nobody)
        _, token = team.make_token(tom, "notebook", Actor("tom"))
        vera, _ = team.join(team.invite("viewer", 7, olga)[1], "vera", "violet velvet valley", nobody)
        team.change(vera.id, olga, disabled=True)
        _, invitation = team.invite("viewer", 30, olga)
    return {"session": session, "token": token, "invitation": invitation}


def make_sqlite(path: Path) -> None:
    keys = fill(str(path.with_suffix(".teachback")))
    connection = sqlite3.connect(team_file(path.with_suffix(".teachback")))
    connection.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    connection.execute("VACUUM")
    connection.close()
    path.with_suffix(".json").write_text(json.dumps(keys, indent=1) + "\n", encoding="utf-8")


def make_postgresql(server: Server, path: Path) -> None:
    server.execute("CREATE DATABASE sample")
    keys = fill(server.address("sample"))
    dump = server.run("pg_dump", "-h", str(server.folder), "-U", "teachback", "--inserts", "--no-owner", "sample")
    lines = [line for line in dump.splitlines() if line and not line.startswith(("--", "\\"))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    path.with_suffix(".json").write_text(json.dumps(keys, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make_sqlite(HERE / f"v{NEWEST}.team")
    with running() as server:
        make_postgresql(server, HERE / f"v{NEWEST}.postgresql.sql")
