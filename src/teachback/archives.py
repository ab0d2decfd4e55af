"""Reading other people's archives: member by member, in memory, within bounds, never unpacked to disk."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from teachback.errors import TeachbackError

MOST_MEMBERS = 100_000
MOST_BYTES = 1_000_000_000  # unpacked; the largest original, Sentiment140, has a quarter of it

_FAULTS = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)


class BadArchive(TeachbackError):
    """A file that is not the zip or tar archive that it should be."""

    def __init__(self, path: Path, problem: object) -> None:
        super().__init__(
            f"{path} cannot be read as an archive: {problem}. Download it again, and look whether it is the archive "
            "itself and not a web page about it."
        )


class Member(NamedTuple):
    """A file inside an archive; its stream can be read until the next member is asked for."""

    name: str
    stream: IO[bytes]


@contextmanager
def opened(path: Path, *, most_members: int = MOST_MEMBERS, most_bytes: int = MOST_BYTES) -> Iterator[Iterator[Member]]:
    """The files inside a zip or tar archive, in its order, whatever the path is called.

    A member's name is only ever looked at, so it cannot make us write anywhere. An archive that unpacks to more
    than the bounds, or that breaks while it is read, is refused in one sentence.
    """
    try:
        zipped = zipfile.is_zipfile(path)
        yield (_zip_members if zipped else _tar_members)(path, most_members, most_bytes)
    except _FAULTS as error:
        raise BadArchive(path, error) from None


def _zip_members(path: Path, most_members: int, most_bytes: int) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
        if len(infos) > most_members:
            raise BadArchive(path, f"it has {len(infos):,} members, more than {most_members:,}")
        # zipfile never yields more than the size a member declares, so the declared sizes bound the real ones.
        if (total := sum(info.file_size for info in infos)) > most_bytes:
            raise BadArchive(path, f"it unpacks to {total:,} bytes, more than {most_bytes:,}")
        for info in infos:
            try:
                stream = archive.open(info)
            except UnicodeDecodeError:
                raise BadArchive(path, f"the name of a member, {info.filename!r:.80}, is damaged") from None
            with stream:
                yield Member(info.filename, stream)


def _tar_members(path: Path, most_members: int, most_bytes: int) -> Iterator[Member]:
    with path.open("rb") as packed:
        is_gzip = packed.read(2) == b"\x1f\x8b"
        packed.seek(0)
        unpacked = _Bounded(gzip.GzipFile(fileobj=packed) if is_gzip else packed, path, most_bytes)
        with tarfile.open(fileobj=unpacked, mode="r|") as archive:
            for number, info in enumerate(archive, start=1):
                if number > most_members:
                    raise BadArchive(path, f"it has more than {most_members:,} members")
                if (stream := archive.extractfile(info) if info.isfile() else None) is not None:
                    yield Member(info.name, stream)


class _Bounded(io.BufferedIOBase):
    """A stream that ends in an error beyond `most_bytes`: a few kilobytes of gzip can unpack to a full disk."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, path: Path, most_bytes: int) -> None:
        super().__init__()
        self._stream, self._path, self._most, self._left = stream, path, most_bytes, most_bytes

    def read(self, size: int | None = -1, /) -> bytes:
        content = self._stream.read(-1 if size is None else size)
        self._left -= len(content)
        if self._left < 0:
            raise BadArchive(self._path, f"it unpacks to more than {self._most:,} bytes")
        return content
