"""Values on a pipe: JSON, each with its length before it. Nothing that comes out of a child is ever executed."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTH = struct.Struct(">Q")
_encode = json.JSONEncoder(separators=(",", ":")).encode


class TooMuch(Exception):
    """A child that sends more than it may."""


def frame(value: Any) -> bytes:
    """A value as it is sent.

    >>> frame(["done"])
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x08["done"]'
    """
    content = _encode(value).encode()
    return _LENGTH.pack(len(content)) + content


def read_frame(file: IO[bytes], most: int) -> tuple[Any, int]:
    """The next value and its size in bytes; EOFError at the end, or where a frame breaks off."""
    (size,) = _LENGTH.unpack(_exactly(file, _LENGTH.size))
    if size > most:
        raise TooMuch
    return json.loads(_exactly(file, size)), size


def _exactly(file: IO[bytes], size: int) -> bytes:
    content = file.read(size)
    if len(content) < size:
        raise EOFError
    return content
