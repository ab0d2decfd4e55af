"""By what an encoder is known again: its files' contents."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

_LENGTH = 32  # hexadecimal digits


def fingerprint_of(*files: Path) -> str:
    """A digest of the contents in their order, whatever the files are called.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_text("one")
    ...     fingerprint_of(Path(folder, "a.txt"))
    '5c24b9834d8865fd44e21efb841fcd67'
    """
    digests = []
    for file in files:
        with file.open("rb") as stream:
            digests.append(hashlib.file_digest(stream, "sha256").digest())
    return digest_of(digests)


def digest_of(parts: Sequence[bytes]) -> str:
    """One digest of several pieces."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:_LENGTH]
