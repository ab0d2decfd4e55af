"""Where a passage may begin and end, and how positions in a browser become positions in the record.

The record counts code points; browsers count UTF-16 units. A passage may not begin or end inside what a person sees
as one character. The test is deliberately mild: every boundary that a browser's own segmentation makes is accepted
(libraries disagree about Indic and Khmer clusters, so those are left to the browser).
"""

from __future__ import annotations

import unicodedata

from teachback.errors import BadSpan

_JOINER, _NON_JOINER = "\u200d", "\u200c"
_CONTROLS = ("Cc", "Cf", "Cn", "Zl", "Zp")  # nothing combines with these; Cn: not in this Python's Unicode yet
_JOINABLE = "↔↕♀♂⚕⚖✈➡❤⬛"  # signs outside the emoji blocks that joined emoji are made with


def is_boundary(text: str, at: int) -> bool:
    """Whether a passage may begin or end before position `at` of the text.

    >>> is_boundary("cafe\u0301", 4)               # between e and its accent
    False
    >>> is_boundary("\U0001f1eb\U0001f1ee\U0001f1f8\U0001f1ea", 1)  # inside the flag of Finland
    False
    >>> is_boundary("\U0001f1eb\U0001f1ee\U0001f1f8\U0001f1ea", 2)  # between Finland and Sweden
    True
    """
    if not 0 < at < len(text):
        return at in (0, len(text))
    before, after = text[at - 1], text[at]
    if after.isascii() or _is_control(before):
        return True
    if after == _JOINER or _extends(after):
        return False
    if before == _JOINER and _is_joinable(after):
        return not _ends_joinable(text, at - 1)
    if _is_regional(before) and _is_regional(after):
        return _regionals_before(text, at) % 2 == 0
    return True


def check_span(text: str, start: int, end: int, document: str) -> None:
    """Refuse a passage that is not inside the text or that cuts a character in two."""
    if end > len(text):
        raise BadSpan(
            f"The passage {start} to {end} is outside document {document}, which has {len(text)} code points "
            "(positions count code points, not bytes or UTF-16 units)."
        )
    for at in (start, end):
        if not is_boundary(text, at):
            raise BadSpan(
                f"Position {at} of document {document} is inside a character ({text[at - 1 : at + 1]!r} belongs "
                "together); move it to either side."
            )


def from_utf16(text: str, at: int) -> int:
    """The record's position for a position of the browser; half of a pair is refused.

    >>> from_utf16("🙂 fine", 3)
    2
    """
    units = text.encode("utf-16-le", "surrogatepass")
    if not 0 <= 2 * at <= len(units):
        raise BadSpan(f"Position {at} is outside the text, which has {len(units) // 2} UTF-16 units.")
    try:
        return len(units[: 2 * at].decode("utf-16-le"))
    except UnicodeDecodeError:
        raise BadSpan(f"Position {at} (UTF-16) is inside a surrogate pair; move it to either side.") from None


def _is_control(character: str) -> bool:
    joins = character in (_JOINER, _NON_JOINER) or _is_tag(character)
    return not joins and unicodedata.category(character) in _CONTROLS


def _extends(character: str) -> bool:
    is_skin_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return unicodedata.category(character) in ("Mn", "Me") or is_skin_tone or _is_tag(character)


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007f"  # the flags of England, Scotland and Wales are spelled with these


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regionals_before(text: str, at: int) -> int:
    first = at
    while first > 0 and _is_regional(text[first - 1]):
        first -= 1
    return at - first


def _is_joinable(character: str) -> bool:
    pictorial = "\U0001f300" <= character <= "\U0001faff" and unicodedata.east_asian_width(character) == "W"
    return pictorial or character in _JOINABLE


def _ends_joinable(text: str, end: int) -> bool:
    while end > 0 and _extends(text[end - 1]):
        end -= 1
    return end > 0 and _is_joinable(text[end - 1])
