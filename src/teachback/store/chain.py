"""A chain of hashes over the documents and the record: a change of one of them changes every hash after it.

A document's text and fields are in the chain only as a digest with a random salt, from which they cannot be guessed.
Each entry's hash covers the entry, the hash before it and all documents that were there. So the last hash, the head,
stands for the whole project: kept elsewhere, it shows whether anything before it was changed since.

>>> first = entry_hash(START, START, '{"kind": "word"}')
>>> head = Head(1, first)
>>> Head.read(str(head)) == head
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from os import urandom
from typing import Self

from teachback.errors import TeachbackError

START = bytes(32)  # the hash before the first
ERASED = b"\xff"  # what is kept in place of a text that was erased: a byte that no text has
_SALT = 16  # bytes
_WRITTEN = re.compile(r"(\d{1,18})-([0-9a-f]{64})")


class BadHead(TeachbackError):
    """Something that is not a head as `teachback check` prints it."""


def new_salt() -> bytes:
    """Random bytes for one text."""
    return urandom(_SALT)


def digest(salt: bytes, text: bytes, fields: str | None) -> bytes:
    """The checksum of a text and the fields beside it, of which neither can be guessed without the salt.

    With a salt of another length it is none: the first words of a text, moved behind the salt, would not be missed.

    >>> digest(bytes(16), b"not guilty", None) == digest(bytes(16) + b"not ", b"guilty", None)
    False
    """
    if len(salt) != _SALT:
        return b""
    content = text if fields is None else text + b"\xff" + fields.encode()  # a byte that no text has
    return sha256(salt + content).digest()


def document_hash(before: bytes, id: str, text_digest: bytes) -> bytes:
    """The hash of a document: of the hash before it, its id and the digest of its content; none with no such digest."""
    if len(text_digest) != len(START):
        return b""
    return sha256(b"document\0" + before + text_digest + id.encode()).digest()


def entry_hash(before: bytes, documents: bytes, form: str) -> bytes:
    """The hash of an entry: of the hash before it, that of the last document that was there, and its JSON."""
    return sha256(b"entry\0" + before + documents + form.encode()).digest()


def line_hash(before: bytes, line: str) -> bytes:
    """The hash of a line of an audit log: of the hash before it and its content."""
    return sha256(b"line\0" + before + line.encode()).digest()


@dataclass(frozen=True)
class Head:
    """How many entries there are and the hash of the last, to be printed, kept elsewhere and compared."""

    position: int
    hash: bytes

    def __str__(self) -> str:
        return f"{self.position}-{self.hash.hex()}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A head that was printed."""
        matched = _WRITTEN.fullmatch(text.strip())
        if matched is None:
            raise BadHead(
                f"{text[:80]!r} is not a head; it looks like 17-9f86d0… (a number, a dash and 64 letters and digits). "
                "Print one with: teachback check PROJECT"
            )
        return cls(int(matched[1]), bytes.fromhex(matched[2]))
