"""A PostgreSQL server of the tests' own: started from Debian's package, listening on a socket only, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

AS_POSTGRES: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


class Server:
    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self._numbers = count(1)

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as its own user; it refuses to be run by root."""
        command = [str(self.programs / program), *arguments]
        log = self.folder / "output"
        with log.open("w") as output:  # not a pipe: the server keeps it open
            done = subprocess.run(command, stdout=output, stderr=output, cwd=self.folder, check=False, **AS_POSTGRES)
        assert done.returncode == 0, f"{program}: {log.read_text()}"
        return log.read_text()

    def new_place(self) -> str:
        """The address of an empty place for a project: a schema of its own, which is much quicker than a database."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.address()}&options=-csearch_path%3D{name}"

    def address(self, database: str = "postgres", driver: str = "+psycopg") -> str:
        return f"postgresql{driver}://teachback@/{database}?host={self.folder}"

    def execute(self, command: str) -> None:
        with psycopg.connect(self.address(driver=""), autocommit=True) as connection:
            connection.execute(command)


@contextmanager
def running() -> Iterator[Server]:
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
    assert programs is not None, "The tests start a PostgreSQL of their own: apt-get install postgresql"
    folder = Path(tempfile.mkdtemp(prefix="teachback-"))  # a socket's path must be short: not pytest's folder
    if AS_POSTGRES:
        shutil.chown(folder, "postgres", "postgres")
    server = Server(programs, folder)
    try:
        server.run(
            "initdb", "-D", "data", "-A", "trust", "-U", "teachback", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"
        )
        # The clients are killed, the server never is: it need not wait for the disk.
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c autovacuum=off"
        server.run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.run("pg_ctl", "-D", "data", "-m", "immediate", "stop")
        shutil.rmtree(folder)
