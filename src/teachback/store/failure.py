"""What can go wrong with a place where projects are kept, and the sentence for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from teachback.errors import TeachbackError


class NotAProject(TeachbackError):
    """There is no project there, or not one that this teachback can open, or one where a new one should be."""


class CannotKeep(TeachbackError):
    """Something could not be kept; what was kept before is as it was."""


class ReadOnly(CannotKeep):
    """The file or the database is there for looking only."""


class Busy(CannotKeep):
    """Another program has been writing for longer than a writer waits."""


class FileChanged(CannotKeep):
    """The file of a project was removed, replaced or overwritten while it was open."""


class Damaged(NotAProject):
    """Something that is kept is not as it was written."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"The project is damaged: {what} cannot be read. Use a backup, or see what is damaged and save the rest, "
            "with: teachback check PROJECT --salvage NEW"
        )


@contextmanager
def reading_setting(key: str) -> Iterator[None]:
    """Around what is made of a setting: JSON that is not what was written counts as damage.

    >>> with reading_setting("acts"):
    ...     [int(place) for place in {"acts": None}["acts"]]
    Traceback (most recent call last):
    teachback.store.failure.Damaged: The project is damaged: the setting 'acts' cannot be read. Use a backup, ...
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError):
        raise Damaged(f"the setting {key!r}") from None


WAIT = 60  # seconds that a writer waits for its turn

_FULL = "{where} could not be written: the disk is full. Nothing of this was kept; free some space and do it again."
_READ_ONLY = (
    "{where} could not be written: it is read-only here. Nothing of this was kept; make it writable, or copy the "
    "project to a place where you may write."
)
_BUSY = (
    f"{{where}} could not be written: somebody else has been writing for over {WAIT} seconds (a large import?). "
    "Nothing of this was kept; do it again when they have finished."
)
_TOO_LARGE = (
    "{where} could not be written: a text or a model is larger than the database takes (about 1 GB). Nothing of this "
    "was kept; split it."
)
_BROKEN = "{where} could not be read or written ({reason}). Nothing of this was kept; check the disk, or use a backup."
_NO_ENTRY = "{where} could not be opened ({reason}). Check the path, and that you may write in its folder."
_DAMAGED = (
    "{where} is damaged ({reason}). Restore it from a backup, or save what can be read, with: "
    "teachback check {where} --salvage NEW"
)
_UNREACHABLE = "{where} could not be reached ({reason}). Check the address, and that the server is running."
_TOO_SLOW = (
    "{where} gave up: the server's statement_timeout was over ({reason}). Nothing of this was kept; do it again later, "
    "or let the server take longer."
)
_FORBIDDEN = "{where} refuses this user ({reason}). Use a user who may create and write tables there."

_DAMAGE = ("unsupported file format", "no such column", "no such table")  # for which SQLite has no codes of their own
_SQLITE: dict[int, tuple[type[TeachbackError], str]] = {
    sqlite3.SQLITE_FULL: (CannotKeep, _FULL),
    sqlite3.SQLITE_READONLY: (ReadOnly, _READ_ONLY),
    sqlite3.SQLITE_BUSY: (Busy, _BUSY),
    sqlite3.SQLITE_TOOBIG: (CannotKeep, _TOO_LARGE),
    sqlite3.SQLITE_IOERR: (CannotKeep, _BROKEN),
    sqlite3.SQLITE_CANTOPEN: (NotAProject, _NO_ENTRY),
    sqlite3.SQLITE_CORRUPT: (NotAProject, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (NotAProject, _DAMAGED),
}
_POSTGRESQL: dict[str, tuple[type[TeachbackError], str]] = {
    "53100": (CannotKeep, _FULL),
    "25006": (ReadOnly, _READ_ONLY),
    "55P03": (Busy, _BUSY),
    "57014": (Busy, _TOO_SLOW),
    "40001": (Busy, _BUSY),
    "40P01": (Busy, _BUSY),
    "54000": (CannotKeep, _TOO_LARGE),
    "42501": (CannotKeep, _FORBIDDEN),
}
_LOST = ("08", "57P", "53300", "28", "3D")  # the connection, the server, its limits, the password, the database


def explained(error: BaseException | None, where: str) -> TeachbackError | None:
    """The sentence for an error of the driver, or None if it is not a person's to mend."""
    reason = str(error).strip().partition("\n")[0]
    if isinstance(error, UnicodeDecodeError):  # names of tables in SQLite, an entry in PostgreSQL
        return NotAProject(_DAMAGED.format(where=where, reason="what should be text is none any more"))
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        refusal = None if code is None else _SQLITE.get(code & 0xFF)  # the low byte is the kind of error
        if reason.startswith("Could not decode"):  # Python's own words about text that is none
            refusal, reason = (NotAProject, _DAMAGED), "an entry is no text any more"
        elif reason.startswith(_DAMAGE):
            refusal = NotAProject, _DAMAGED
    else:
        refusal = _from_server(error)
    if refusal is None:
        return None
    kind, sentence = refusal
    return kind(sentence.format(where=where, reason=reason))


def _from_server(error: BaseException | None) -> tuple[type[TeachbackError], str] | None:
    state = getattr(error, "sqlstate", "")
    if state is None or (state and state.startswith(_LOST)):  # without a state the server was never reached, or left
        return CannotKeep, _UNREACHABLE
    return _POSTGRESQL.get(state)
