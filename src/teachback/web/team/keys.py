"""Secrets that open something: made at random, shown once, kept only as a digest."""

from __future__ import annotations

import hashlib
import secrets

LONGEST = 100  # characters of a key that is worth looking up


def new_key(prefix: str = "") -> str:
    """256 random bits that can stand in a link or a header; a prefix lets scanners of leaked files notice a token.

    >>> len(new_key()), new_key("tb_")[:3], new_key() == new_key()
    (43, 'tb_', False)
    """
    return prefix + secrets.token_urlsafe(32)


def digest(key: str) -> str:
    """What is kept of a key. A key is random, so one quick hash without salt is enough: it cannot be guessed back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
