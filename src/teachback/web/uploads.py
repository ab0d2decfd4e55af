"""Files on their way into a project: kept in a folder of the server's until they are imported or dropped."""

from __future__ import annotations

import re
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from fastapi.concurrency import run_in_threadpool

from teachback.web.errors import NotThere

_MOST = 20  # files that wait at a time; the oldest makes room
_UNSAFE = re.compile(r"[^\w.\- ]+")


@dataclass(frozen=True)
class Upload:
    """A file that was sent, for one project."""

    id: str
    project: str
    path: Path


class Uploads:
    """The files that wait to be imported, in a temporary folder."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="teachback-uploads-")
        self._lock = Lock()
        self._kept: dict[str, Upload] = {}

    def close(self) -> None:
        """Delete them all."""
        self._folder.cleanup()

    async def receive(self, project: str, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Write what is sent to disk as it comes; how much that may be, the app's guard says."""
        id = uuid.uuid4().hex
        path = Path(self._folder.name) / id / (_UNSAFE.sub("_", name)[-80:].strip(". ") or "upload")
        path.parent.mkdir()
        try:
            with path.open("xb") as file:
                async for chunk in chunks:
                    await run_in_threadpool(file.write, chunk)
        except BaseException:
            shutil.rmtree(path.parent, ignore_errors=True)
            raise
        upload = Upload(id, project, path)
        with self._lock:
            self._kept[id] = upload
            old = list(self._kept)[:-_MOST]
        for each in old:
            self.drop(each)
        return upload

    def find(self, project: str, id: str) -> Upload:
        """The file that was sent to this project under that id."""
        upload = self._kept.get(id)
        if upload is None or upload.project != project:
            raise NotThere("There is no such upload, or it was dropped; send the file again.")
        return upload

    def drop(self, id: str) -> None:
        """Delete a file."""
        with self._lock:
            upload = self._kept.pop(id, None)
        if upload is not None:
            shutil.rmtree(upload.path.parent, ignore_errors=True)
