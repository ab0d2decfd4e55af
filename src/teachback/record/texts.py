"""Which texts and names can be kept, shown and typed again."""

from __future__ import annotations

import unicodedata

from teachback.errors import BadText

_JOINERS = "\u200c\u200d"  # Persian and Indic words are spelled with these, and some emoji
_INVISIBLE = ("Cc", "Cf", "Co", "Zl", "Zp", "Zs")


def check_text(value: str, what: str) -> None:
    """Refuse a string that no database, file or browser could carry unchanged."""
    if not isinstance(value, str):
        raise BadText(f"{what} must be text, not {value!r:.80}. Decode bytes; convert a number with str().")
    if value.isascii():  # most of them, and quicker than encoding
        return
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadText(
            f"{what} holds a lone surrogate (U+{ord(value[error.start]):04X}) at position {error.start}: it is half a "
            "character, so the text was cut or decoded wrongly. Decode it again as UTF-8 or UTF-16."
        ) from None


def check_name(value: str, what: str) -> None:
    """Refuse an id or a name that is empty, padded or holds invisible characters: it could not be typed again."""
    check_text(value, what[0].upper() + what[1:])
    if value != value.strip().strip(_JOINERS) or not _is_visible(value):
        raise BadText(
            f"{value!r:.80} cannot be {what}: it must have at least one character, no space at either end and no "
            "control or invisible characters. Strip it first."
        )


def _is_visible(value: str) -> bool:
    if value.isprintable():
        return bool(value)
    unusual = set(value) - {" ", *_JOINERS}  # what is new in Unicode is not printable to an old Python, but visible
    return all(unicodedata.category(character) not in _INVISIBLE for character in unusual)
