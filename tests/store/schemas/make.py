"""Write the sample project as the newest version keeps it: `python -m tests.store.schemas.make`, once a version.

The files of a version that was released are kept as they are: they stand for the projects that people have.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from teachback.store import create_store
from teachback.store.schema import NEWEST
from tests.store.sample import fill
from tests.store.server import Server, running

HERE = Path(__file__).parent


def make_sqlite(path: Path) -> None:
    with create_store(path) as store:
        fill(store)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    connection.execute("VACUUM")
    connection.close()


def make_postgresql(server: Server, path: Path) -> None:
    server.execute("CREATE DATABASE sample")
    with create_store(server.address("sample")) as store:
        fill(store)
    dump = server.run("pg_dump", "-h", str(server.folder), "-U", "teachback", "--inserts", "--no-owner", "sample")
    lines = [line for line in dump.splitlines() if line and not line.startswith(("--", "\\"))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make_sqlite(HERE / f"v{NEWEST}.teachback")
    with running() as server:
        make_postgresql(server, HERE / f"v{NEWEST}.postgresql.sql")
