"""Whether a project's file is still the file that was opened.

SQLite goes on writing into a file that was removed or replaced by another, where it would be lost. So the
file at the path, and the write-ahead log beside it, must be those that were opened whenever something is acknowledged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import RLock

from teachback.store.failure import FileChanged

_BESIDE = ("", "-wal", "-shm")
_READ_THROUGH = 64 << 20  # bytes of the largest file that is read as a whole when another program has written it
_LOST = (
    "{what}. Nothing of this was kept, for nobody would find it there. What was kept before can be saved under another "
    "name: export a backup, or stop the server, which saves it beside the old place."
)

Identity = tuple[int, int] | None


class KeptFile:
    """A file with connections to it."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path.absolute(), RLock()
        self._paths = [Path(f"{self._path}{end}") for end in _BESIDE]
        self._connections = 0
        self._opened: list[Identity] = [None, None, None]
        self._written: tuple[int, int] | None = None  # when and how large, as we left it
        # Asked, with a new connection, whether the file still holds what it held: it can be overwritten in place
        self.holds: Callable[[sqlite3.Connection], bool] = lambda connection: True

    def count_in(self) -> None:
        """A connection was opened; while there is one, neither the file nor its log may become another."""
        with self._lock:
            self._opened = self.look_again()
            self._connections += 1
            self._written = self._written or self._state()

    def count_out(self) -> None:
        """A connection was closed; the last takes the log with it."""
        with self._lock:
            self._connections -= 1
            self._opened[1:] = [None, None] if not self._connections else self._opened[1:]

    def look_again(self) -> list[Identity]:
        """What the file is; one that is not the file that was opened, if one was, is refused."""
        with self._lock:
            identities = self._identities()
            if self._connections or self._opened[0] not in (None, identities[0]):
                self._compare(identities)
            return identities

    def check(self) -> None:
        """Refuse to go on with a file that is not the one that was opened."""
        with self._lock:
            self._compare(self._identities())
            if (state := self._state()) != self._written:  # by another process, or by a copy over it
                if not self._is_whole():
                    raise FileChanged(_LOST.format(what=f"{self._path} was overwritten while it was open"))
                self._written = state

    def note(self) -> None:
        """Remember the file as this process has just left it, if it is still the one that was opened."""
        with self._lock:
            self._compare(self._identities())
            self._written = self._state()

    def _identities(self) -> list[Identity]:
        return [_identity(path) for path in self._paths]

    def _compare(self, identities: list[Identity]) -> None:
        if identities == self._opened:
            return
        path, log = self._path, f"{self._path.name}-wal"
        if identities[0] is None:
            what = f"{path} was removed or moved while it was open"
        elif identities[0] != self._opened[0]:
            what = f"{path} was replaced by another file while it was open"
        else:
            what = f"{log} or {path.name}-shm beside {path}, which belong to it, were removed while it was open"
        raise FileChanged(_LOST.format(what=what))

    def _state(self) -> tuple[int, int] | None:
        try:
            about = self._path.stat()
        except OSError:
            return None
        return about.st_mtime_ns, about.st_size

    def _is_whole(self) -> bool:
        try:
            connection = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        except sqlite3.Error:
            return False
        try:
            if self._path.stat().st_size <= _READ_THROUGH:
                (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if answer != "ok":
                    return False
            return self.holds(connection)
        except (sqlite3.Error, OSError):
            return False
        finally:
            connection.close()


def _identity(path: Path) -> Identity:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino
