"""Writing a file or a folder so that it is there whole or not at all."""

from __future__ import annotations

import io
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TextIO

from teachback.formats.rows.problems import BadFile


@dataclass(frozen=True)
class Target:
    """Where rows are written to."""

    path: Path
    classes: Sequence[str] = ()  # the project's classes, for formats that name them beforehand

    @contextmanager
    def bytes(self, path: Path | None = None) -> Iterator[IO[bytes]]:
        """A file that takes its place when all of it is written; what was there before is there until then."""
        with self.beside(path) as temporary, temporary.open("xb") as file:
            yield file

    @contextmanager
    def beside(self, path: Path | None = None) -> Iterator[Path]:
        """Where it is, as a path, for what opens files itself."""
        path = path or self.path
        try:
            temporary = _beside(path)
            try:
                yield temporary
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as error:
            raise BadFile(path, f"it cannot be written ({error.strerror or error}).") from None

    @contextmanager
    def text(self, *, newline: str = "\n") -> Iterator[TextIO]:
        """A file of text in UTF-8 that takes its place when all of it is written."""
        with self.bytes() as file:
            text = io.TextIOWrapper(file, "utf-8", newline=newline)
            yield text
            text.flush()
            text.detach()

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """A folder that takes its place when all of it is written; one that has something in it is left alone."""
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise BadFile(self.path, "there is something already; choose a new or an empty folder.")
        try:
            temporary = _beside(self.path)
            try:
                temporary.mkdir()
                yield temporary
                temporary.replace(self.path)
            finally:
                shutil.rmtree(temporary, ignore_errors=True)
        except OSError as error:
            raise BadFile(self.path, f"it cannot be written ({error.strerror or error}).") from None


def _beside(path: Path) -> Path:
    """A new name in the same folder, so that moving to the final one is a step that cannot half happen."""
    path = path.absolute()
    return path.with_name(f".{path.name[:60]}-{secrets.token_hex(4)}")
