"""Files by their paths, or by addresses of other stores, such as ``s3://bucket/in/*.parquet``, which fsspec reads."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from teachback.errors import TeachbackError, require

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # of s3, gs, https …; one letter is a drive


def is_address(name: str | Path) -> bool:
    """Whether it is an address and no path.

    >>> is_address("s3://bucket/in/*.parquet"), is_address("in/*.parquet"), is_address("C:/in/*.parquet")
    (True, False, False)
    """
    return bool(_ADDRESS.match(str(name)))


def matching_files(pattern: str) -> list[str]:
    """The paths or addresses of the files that a pattern finds, in order."""
    if not is_address(pattern):
        names = sorted(glob.iglob(pattern, recursive=True))  # noqa: PTH207 - the pattern may be absolute
        return [each for each in names if Path(each).is_file()]
    store, path = _store_of(pattern)
    try:
        names = store.glob(path, detail=True)
        return sorted(store.unstrip_protocol(name) for name, about in names.items() if about["type"] == "file")
    except Exception as error:  # each store has its own
        raise TeachbackError(f"{pattern} cannot be looked at ({_told(error)}).") from None


def spelled_out(pattern: str) -> str:
    """A pattern as :func:`matching_files` writes addresses: ``memory://in/*.csv`` is ``memory:///in/*.csv`` there."""
    if not is_address(pattern):
        return pattern
    store, path = _store_of(pattern)
    return str(store.unstrip_protocol(path))


def state_of(source: str) -> tuple[int, int]:
    """How many bytes a file has, and a number that changes when the file does: of a path, when it was changed."""
    if not is_address(source):
        about = Path(source).stat()
        return about.st_size, about.st_mtime_ns
    store, path = _store_of(source)
    with _as_read(source):
        return int(store.info(path)["size"]), int(sha256(str(store.ukey(path)).encode()).hexdigest()[:14], 16)


def digest_of(source: str) -> str:
    """The SHA-256 of what is in a file; for an address, the mark of its store, so that it is not read again."""
    if is_address(source):
        store, path = _store_of(source)
        with _as_read(source):
            return str(store.ukey(path))
    digest = sha256()
    with Path(source).open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def readable(source: str) -> Iterator[str | BinaryIO]:
    """What Arrow reads a file by: its path, or what an address leads to."""
    if not is_address(source):
        yield source
        return
    store, path = _store_of(source)
    with _as_read(source), store.open(path, "rb") as file:
        yield file


@contextmanager
def on_this_disk(source: str) -> Iterator[Path]:
    """A file as a path: that of a copy, as long as it is needed, of what an address leads to."""
    if not is_address(source):
        yield Path(source)
        return
    store, path = _store_of(source)
    with TemporaryDirectory(prefix="teachback-") as folder:
        copy = Path(folder) / Path(source).name
        try:
            store.get_file(path, str(copy))
        except Exception as error:  # each store has its own
            raise TeachbackError(f"{source}: it cannot be copied here ({_told(error)}).") from None
        yield copy


@contextmanager
def _as_read(source: str) -> Iterator[None]:
    """Turn every error of a store into an error of reading."""
    try:
        yield
    except (OSError, ValueError, TeachbackError):
        raise
    except Exception as error:  # each store has its own
        raise OSError(f"{source}: {_told(error)}") from None


def _store_of(address: str) -> tuple[Any, str]:
    """The store that an address leads to, and the path in it."""
    require("fsspec", "dask", "An address of files")
    from fsspec.core import url_to_fs

    try:
        store, path = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise TeachbackError(
            f"{address} cannot be read ({error}). Install the package of fsspec for such addresses, here and where "
            "workers are; or copy the files to a disk that all workers see, and give their path."
        ) from None
    return store, str(path)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
