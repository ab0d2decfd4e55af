"""Running prose out of news and mail: sentences as lists of words and signs, all else left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_MAIL_HEADER = re.compile(r"From: (?:.+\n)+\s*\n")
_SIGNATURE = re.compile(r"^-- ?\n(?s:.*)", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^(?:\s*(?:\w{0,8}>|[|:}#]).*"  # quoted from another mail
    r"|In article .*|.*\b(?:writes|wrote|said) ?:\s*"  # and who is quoted
    r"|[^a-z\n]*)$",  # headlines, figures, rules
    re.MULTILINE,
)
_ADDRESS = re.compile(r"<[^<>\n]*>|\S*@\S*|\S+://\S+")
_PARAGRAPH = re.compile(r"\n(?=\s*\n|[ \t]{3})")
_TOKEN = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof|Gen|Sen|Rep|Gov|Lt|Col|Capt|Rev|Jr)\.(?=\s)"
    r"|(?:[A-Z]\.)+(?:[A-Z]\b)?"  # U.S., J.
    r"|[^\W\d_]+(?:[&/-][^\W_]+|'(?!s\b)[^\W\d_]+)*"
    r"|'s\b"
    r"|\d+(?:[:.,]\d+)*(?:st|nd|rd|th|s)?"
    r"|[^\w\s]"
)
_END = frozenset(".?!")
_CLOSING = frozenset("\"')")


def sentences(text: str) -> Iterator[list[str]]:
    """The sentences that end as sentences do, as tokens without the last full stop.

    Mail headers, quoted lines, signatures, headlines in capitals, addresses and tables are left out.

    >>> list(sentences("DEAN FOODS <DF> SEES GAIN\\nDean Foods Co expects a gain, Mr. Dean said. Sales rose\\n"))
    [['Dean', 'Foods', 'Co', 'expects', 'a', 'gain', ',', 'Mr', 'Dean', 'said']]
    """
    text = _SIGNATURE.sub("", text[header.end() :] if (header := _MAIL_HEADER.match(text)) else text)
    text = _ADDRESS.sub(" ", _NOT_PROSE.sub("", text))
    for paragraph in _PARAGRAPH.split(text):
        yield from _split(_TOKEN.findall(paragraph))


def _split(tokens: Iterable[str]) -> Iterator[list[str]]:
    """A stop ends a sentence unless a small letter follows; what has no stop at its end is no sentence."""
    sentence: list[str] = []
    ended = False
    for token in tokens:
        if ended and token not in _CLOSING:
            if token[0].islower():
                sentence.append(".")
            else:
                yield sentence
                sentence = []
            ended = False
        if token in _END and sentence:
            ended = True
        if not ended:
            sentence.append(token[:-1] if len(token) > 2 and token[-1] == "." and token[1] != "." else token)
    if ended:
        yield sentence
