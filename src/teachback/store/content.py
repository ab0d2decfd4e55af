"""What every store refuses, wherever it keeps things."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any, TypeVar

from teachback.errors import BadLesson, BadText
from teachback.record import Document, Entry
from teachback.record.form import to_json
from teachback.record.texts import check_name, check_text
from teachback.store.failure import CannotKeep
from teachback.store.words import words_of

LONGEST_ID = 2000  # bytes: what PostgreSQL can index

Item = TypeVar("Item")


def check_key(key: str, what: str) -> None:
    """Refuse an id that not every engine could index."""
    if len(key) > LONGEST_ID // 4 and len(key.encode()) > LONGEST_ID:
        raise BadText(
            f"{key[:40]!r}… cannot be {what}: it has {len(key.encode()):,} bytes and {LONGEST_ID:,} are allowed. "
            "Give a shorter one."
        )


def check_resent(entry: Entry, earlier: Entry) -> None:
    """Refuse an entry under the id of another; the same one may come again, at another time."""
    if _said(entry) != _said(earlier):
        refused = BadLesson(
            f"An entry with the id {entry.id} is in the record already, and it says something else "
            f"(a {earlier.kind} by {earlier.teacher}); give each entry its own id."
        )
        refused.entry = entry.id
        raise refused


def check_unchanged(document: Document, stored: str) -> None:
    """Refuse another text for a document; lessons point at places in the one that is kept."""
    if document.text != stored:
        raise BadText(
            f"Document {document.id!r} is kept already, with another text; texts never change, so give the new text a "
            "new id."
        )


def text_key(text: str) -> bytes:
    """The digest by which an encoder's vector of a text is found."""
    return blake2b(text.encode(), digest_size=16).digest()


def text_keys(text: str) -> list[bytes]:
    """The digests of a text and of each of its words."""
    return list(map(text_key, dict.fromkeys([text, *text.split(), *words_of(text)])))


def setting_text(key: str, value: Any) -> str:
    """A setting as JSON, checked."""
    check_name(key, "a setting's key")
    check_key(key, "a setting's key")
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise CannotKeep(
            f"The setting {key!r} must be made of text, numbers, true, false, null, lists and objects ({error})."
        ) from None
    check_text(text, f"The setting {key}")
    return text


def batches(items: Iterable[Item], size: Callable[[Item], int], room: int) -> Iterator[list[Item]]:
    """The items in lists, each ended when the sizes of its items have filled the room.

    >>> list(batches(["aaa", "b", "cccccc", "d"], size=len, room=4))
    [['aaa', 'b'], ['cccccc'], ['d']]
    """
    batch, filled = [], 0
    for item in items:
        batch.append(item)
        filled += size(item)
        if filled >= room:
            yield batch
            batch, filled = [], 0
    if batch:
        yield batch


def _said(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in to_json(entry).items() if name not in ("time", "seconds")}
