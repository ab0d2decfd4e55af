"""Files on their way into a project or to be classified: each in a folder of its own, and only its sender's."""

from __future__ import annotations

import re
import shutil
import tempfile
import uuid
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from teachback.formats import ImportPlan
from teachback.web.errors import Conflict, NotThere, TooManyTries

_MOST, _MOST_BYTES = 20, 2 << 30  # files of one sender that wait at a time; the oldest makes room
_AT_ONCE = 8  # files of one sender that come, are imported or are classified at a time
_COME_BACK = 10  # seconds
_LONGEST = 80  # bytes of a name: file systems count bytes
Work = Literal["look", "job"]  # looks do not wait for what goes on in the background
_UNSAFE = re.compile(r"[^\w.\- ]+")


@dataclass
class Upload:
    """A file that was sent, for one project; and how it is read, with the plan of that, once it was inspected."""

    id: str
    project: str
    sender: str
    path: Path
    plan: tuple[dict[str, Any], ImportPlan] | None = None


def uploads_of(request: Request) -> Uploads:
    """What was sent to the app that a request asks."""
    uploads: Uploads = request.app.state.uploads
    return uploads


class Uploads:
    """The files that wait to be imported, where only the user who runs the server can read them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, Upload] = {}
        self._in_use: set[str] = set()
        self._coming = Counter[str]()  # by sender
        self._turns: defaultdict[tuple[str, Work], Lock] = defaultdict(Lock)

    def close(self) -> None:
        """Delete them all."""
        for id in list(self._kept):
            self._delete(id)

    async def receive(self, project: str, sender: str, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Write a file to disk as it arrives; the app's guard limits its size."""
        with self._lock:
            self._check_room(sender)
            self._coming[sender] += 1
        path = Path(tempfile.mkdtemp(prefix="teachback-upload-")) / _safe(name)
        try:
            with path.open("xb") as file:
                async for chunk in chunks:
                    await run_in_threadpool(file.write, chunk)
        except BaseException:
            shutil.rmtree(path.parent, ignore_errors=True)
            raise
        finally:
            with self._lock:
                self._coming[sender] -= 1
        upload = Upload(uuid.uuid4().hex, project, sender, path)
        with self._lock:
            self._kept[upload.id] = upload
            old = self._surplus(sender)
        for id in old:
            self._delete(id)
        return upload

    def find(self, project: str, sender: str, id: str) -> Upload:
        """The file that this sender has sent to this project under that id."""
        upload = self._kept.get(id)
        if upload is None or (upload.project, upload.sender) != (project, sender):
            raise NotThere("There is no such upload, or it was dropped; send the file again.")
        return upload

    def claim(self, project: str, sender: str, id: str) -> Upload:
        """The file, to be imported: until it is released it can neither be imported again nor dropped."""
        with self._lock:
            upload = self.find(project, sender, id)
            self._check_idle(id)
            self._check_room(sender)
            self._in_use.add(id)
        return upload

    def in_use(self, id: str) -> bool:
        """Whether the file is claimed."""
        return id in self._in_use

    def turn_of(self, sender: str, work: Work) -> Lock:
        """Held while a file of this sender is looked at or worked on: that takes a process, with gigabytes perhaps."""
        with self._lock:
            return self._turns[sender, work]

    def release(self, id: str) -> None:
        """End a claim."""
        with self._lock:
            self._in_use.discard(id)

    def drop(self, id: str) -> None:
        """Delete a file."""
        with self._lock:
            self._check_idle(id)
        self._delete(id)

    def _check_idle(self, id: str) -> None:
        if id in self._in_use:
            raise Conflict("This file is being imported; the project's events tell when it is done.")

    def _check_room(self, sender: str) -> None:
        """Refuse a sender who has as much under way as the server takes from one."""
        busy = sum(self._kept[id].sender == sender for id in self._in_use)
        if self._coming[sender] + busy >= _AT_ONCE:
            raise TooManyTries(
                f"{sender} has {_AT_ONCE} files under way, and more are not taken from one caller at once; send this "
                "one when another is done.",
                seconds=_COME_BACK,
            )

    def _surplus(self, sender: str) -> list[str]:
        """Which files of a sender are more than she may have here; never the newest."""
        theirs = [each for each in reversed(self._kept.values()) if each.sender == sender]
        sizes = accumulate(sum(file.stat().st_size for file in each.path.parent.iterdir()) for each in theirs)
        fitting = sum(size <= _MOST_BYTES for size in sizes)
        return [each.id for each in theirs[max(1, min(fitting, _MOST)) :] if each.id not in self._in_use]

    def _delete(self, id: str) -> None:
        with self._lock:
            upload = self._kept.pop(id, None)
        if upload is not None:
            shutil.rmtree(upload.path.parent, ignore_errors=True)


def _safe(name: str) -> str:
    """The end of a file's name, without what a file system may not take.

    >>> _safe("../../etc/passwd"), _safe("..."), len(_safe("\U00020000" * 100 + ".csv").encode())
    ('_.._etc_passwd', 'upload', 80)
    """
    return _UNSAFE.sub("_", name).encode()[-_LONGEST:].decode(errors="ignore").strip(". ") or "upload"
