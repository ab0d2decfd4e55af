"""What comes through a pipe, as a file: a file is read more than once, and by another process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory


@contextmanager
def as_file(path: Path) -> Iterator[Path]:
    """The file or folder itself, or what comes through a pipe such as `/dev/stdin`, kept until the end of the block."""
    if path.is_dir() or not path.exists() or (path.is_file() and not path.is_relative_to("/dev")):
        yield path
        return
    with TemporaryDirectory(prefix="teachback-") as folder:
        copy = Path(folder, path.name)
        with path.open("rb") as pipe, copy.open("wb") as file:
            copyfileobj(pipe, file)
        yield copy
