"""The import of another process, read while it comes in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from threading import Lock

from teachback.errors import TeachbackError
from teachback.garbage import young_garbage_only
from teachback.project.history.texts import Texts
from teachback.record import Branch, Policy, Record
from teachback.store import Reader, Store

_OTHERS, _MANY = 1000, 5000  # entries that others may write meanwhile, and that are read at once


class ComingImport:
    """What a record will be when the import of another process is over.

    Reading 200,000 entries takes seconds. They are in the store long before they are part of the record, and are read
    then; at the end little is left to do.
    """

    def __init__(self, branch: Callable[[Texts], Branch], store: Store, policy: Policy) -> None:
        self.texts, self._policy = Texts(store), policy
        self._branch = branch(self.texts)
        self._branch.teaching(policy=policy)
        self._before = len(self._branch)
        self._lock = Lock()
        self._is_lost = False

    def read(self, coming: Reader) -> bool:
        """Read what has come since the last time; False where it is no longer what was read before."""
        number = len(self._branch) - self._before
        with young_garbage_only():
            entries = list(islice(coming.entries(after=max(number - 1, 0)), _MANY))
            with self._lock, self.texts.read_by(coming):
                if self._is_lost:
                    return True
                if number:
                    # An import that begins again leaves out what others have written meanwhile, and adds nothing:
                    # where the last one has its number still, all before it have.
                    if not entries or entries[0].id != self._branch[-1].id:
                        return False
                    del entries[0]
                try:
                    self._branch.append(*entries)
                except TeachbackError:
                    self._is_lost = True
                self._branch.teaching(policy=self._policy)
        return True

    def joined(self, record: Record, reader: Reader) -> Branch | None:
        """The record with what others wrote meanwhile and the import as far as it was read, if that is over."""
        with self._lock:
            own = self._branch[self._before :]
            if self._is_lost or not own or reader.position - len(record) < len(own):
                return None
            others = []
            for entry in islice(reader.entries(after=len(record)), _OTHERS):
                if entry.id == own[0].id:
                    break
                others.append(entry)
            last = next(reader.entries(after=len(record) + len(others) + len(own) - 1), None)
            if last is None or last.id != own[-1].id:
                return None
            self._is_lost = True  # it is read no further
            record.append(*others)
            return self._branch if self._branch.let_in(record, self._before) else None
