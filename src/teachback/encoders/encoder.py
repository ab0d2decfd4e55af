"""What an encoder is, and what is said when there is none."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from teachback.errors import TeachbackError

Vectors = NDArray[np.float32]


class BadEncoder(TeachbackError, ValueError):
    """Files or numbers that are not what an encoder's would be."""


class NoEncoder(TeachbackError):
    """An encoder that is not on this machine, or the packages that it needs."""


@runtime_checkable
class Encoder(Protocol):
    """Texts as vectors.

    Attributes
    ----------
    name
        What was asked for: a name, or the path of a folder or file.
    fingerprint
        The same for the same files, and for no others.
    size
        How many numbers a vector has.
    is_additive
        Whether a text's vector is the mean of its words' vectors.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def is_additive(self) -> bool: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text, of any length; of zeros where a text is empty."""


_LARGEST = 1e15  # number that any vector has: squares and sums of these are finite


def are_sound(vectors: NDArray[Any]) -> bool:
    """Whether these numbers can be computed with: all of them are finite, and so are sums of their squares.

    >>> are_sound(np.array([0.5, -1e6])), are_sound(np.array([1e38])), are_sound(np.array([np.nan]))
    (True, False, False)
    """
    return bool((np.abs(vectors) <= _LARGEST).all())


def halves(vectors: Vectors) -> NDArray[np.float16]:
    """The numbers with half as many bytes, the largest that these can hold where they are larger.

    >>> halves(np.array([1e9, -0.5], dtype=np.float32)).tolist()
    [65504.0, -0.5]
    """
    most = float(np.finfo(np.float16).max)
    return np.clip(vectors, -most, most).astype("<f2")


def needed(module: str, extra: str, what: str) -> Any:
    """A module that is not always installed."""
    try:
        return import_module(module)
    except ImportError:
        raise NoEncoder(
            f"{what} needs the package {module}, which is not installed; install it with: "
            f"pip install 'teachback[{extra}]'"
        ) from None


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
