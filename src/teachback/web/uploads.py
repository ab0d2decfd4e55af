"""Files on their way into a project: each in a folder of its own until it is imported or dropped."""

from __future__ import annotations

import re
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from fastapi.concurrency import run_in_threadpool

from teachback.formats import ImportPlan
from teachback.web.errors import Conflict, NotThere

_MOST = 20  # files that wait at a time; the oldest makes room
_LONGEST = 80  # bytes of a name: file systems count bytes
_UNSAFE = re.compile(r"[^\w.\- ]+")


@dataclass
class Upload:
    """A file that was sent, for one project; and how it is read, with the plan of that, once it was inspected."""

    id: str
    project: str
    path: Path
    plan: tuple[dict[str, Any], ImportPlan] | None = None


class Uploads:
    """The files that wait to be imported, where only the user who runs the server can read them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, Upload] = {}
        self._in_use: set[str] = set()

    def close(self) -> None:
        """Delete them all."""
        for id in list(self._kept):
            self._delete(id)

    async def receive(self, project: str, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Write a file to disk as it arrives; the app's guard limits its size."""
        path = Path(tempfile.mkdtemp(prefix="teachback-upload-")) / _safe(name)
        try:
            with path.open("xb") as file:
                async for chunk in chunks:
                    await run_in_threadpool(file.write, chunk)
        except BaseException:
            shutil.rmtree(path.parent, ignore_errors=True)
            raise
        upload = Upload(uuid.uuid4().hex, project, path)
        with self._lock:
            self._kept[upload.id] = upload
            old = [id for id in list(self._kept)[:-_MOST] if id not in self._in_use]
        for id in old:
            self._delete(id)
        return upload

    def find(self, project: str, id: str) -> Upload:
        """The file that was sent to this project under that id."""
        upload = self._kept.get(id)
        if upload is None or upload.project != project:
            raise NotThere("There is no such upload, or it was dropped; send the file again.")
        return upload

    def claim(self, project: str, id: str) -> Upload:
        """The file, to be imported: until it is released it can neither be imported again nor dropped."""
        with self._lock:
            upload = self.find(project, id)
            self._check_idle(id)
            self._in_use.add(id)
        return upload

    def in_use(self, id: str) -> bool:
        """Whether the file is claimed."""
        return id in self._in_use

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
