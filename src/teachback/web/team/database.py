"""Turns at the team's database: short, one writer after another, whichever engine and however many servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Connection, Engine

from teachback.store.engine import begin_writing, commit

Clock = Callable[[], datetime]
_TURN = 0x7465616D  # "team": not the lock for writing lessons: signing in does not wait for an import


class Database:
    """The engine and the clock that everything of a team shares."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self.now = clock
        self.changes = 0  # how often this server has written

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to look something up."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that excludes other writers: what is read in it still holds when it is committed."""
        with self._engine.connect() as connection:
            begin_writing(connection, _TURN)
            yield connection
            commit(connection)
            self.changes += 1

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()
