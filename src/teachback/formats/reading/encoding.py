"""How the bytes of a file become text: a byte-order mark, UTF-8, UTF-16, or else what its letters speak for.

Bytes that are wrong in the encoding become lone surrogates, which no document accepts: so the row that holds them is
the one that is refused, by its line.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from teachback.formats.rows.problems import BadFile

_LATIN = (  # an encoding and a language's letters beyond ASCII, the most frequent first; Western ones win a tie
    ("cp1252", "üäöß"),  # German
    ("cp1252", "éèàâæçêëîïôœùûüÿ"),  # French
    ("cp1252", "óíáéñúü¿¡ªº"),  # Spanish
    ("cp1252", "ãçáâàéêíóôõúüªº"),  # Portuguese
    ("cp1252", "èàùéìíîòó"),  # Italian
    ("cp1252", "äåøöæéü"),  # Nordic
    ("cp1250", "łęąćńóśźż"),  # Polish
    ("cp1250", "íáěäčďéľĺňóôřŕšťúůýž"),  # Czech, Slovak
    ("cp1250", "áéőíóöúüű"),  # Hungarian
    ("cp1250", "ăşţâî"),  # Romanian
    ("cp1250", "čšžćđ"),  # Croatian, Slovene
    ("cp1254", "ışüçğiöâî\u0307"),  # Turkish
    ("cp1257", "ėšžąčęįųū"),  # Lithuanian
    ("cp1257", "āīēčģķļņšūž"),  # Latvian
    ("cp1257", "äõüöšž"),  # Estonian
    ("cp1258", "\u0300\u0301đàáâăèéêìíòóôơùúưý\u0303\u0309\u0323"),  # Vietnamese
    ("cp1252", "íáðéóúýþæö"),  # Icelandic
)
_FREQUENT, _BONUS = 3, 0.1
LATIN = frozenset(encoding for encoding, _ in _LATIN)
_TYPOGRAPHIC = frozenset("’‘“”„«»‹›–—…•€£©®™°§·\xa0\xad´`")  # typographic, in every one of them
_KANA = 0.15  # of the characters beyond ASCII in Japanese texts, at least


def latin(sample: bytes) -> str:
    """The encoding in which most letters beyond ASCII are those of one language; Windows-1252 where none tells.

    >>> latin("Żółć i gęś już śpią".encode("cp1250")), latin("déjà très énervant".encode("cp1252"))
    ('cp1250', 'cp1252')
    """
    shares = [(encoding, _share(sample, encoding, letters)) for encoding, letters in _LATIN]
    return max(shares, key=lambda each: each[1])[0]


def japanese(sample: bytes) -> str:
    """The encoding in which the bytes are a text with kana, which other languages lack; else empty.

    >>> japanese("アプリが起動しません".encode("cp932")), japanese("我的订单还没有到".encode("gb18030"))
    ('cp932', '')
    """
    return next((name for name in ("cp932", "euc_jp") if _kana(sample, name) >= _KANA), "")


def _beyond_ascii(sample: bytes, encoding: str) -> str:
    return "".join(letter for letter in sample.decode(encoding, "replace") if ord(letter) > 127)


def _share(sample: bytes, encoding: str, letters: str) -> float:
    beyond = [letter for letter in _beyond_ascii(sample, encoding).lower() if letter not in _TYPOGRAPHIC]
    often = sum(letter in letters[:_FREQUENT] for letter in beyond)
    return (sum(letter in letters for letter in beyond) + _BONUS * often) / max(1, len(beyond))


def _kana(sample: bytes, encoding: str) -> float:
    try:
        sample.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    beyond = _beyond_ascii(sample, encoding)
    return sum("\u3041" <= letter <= "\u30fe" for letter in beyond) / max(1, len(beyond))


_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark is the beginning of this one
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_OTHERS = "cp1251 koi8_r cp1253 cp1255 cp1256 cp874 cp932 gb18030 big5 cp949 euc_jp"
_LEGACY = (*sorted(LATIN), *_OTHERS.split())
_READABLE = {
    "cp932": "Shift-JIS",
    "cp949": "EUC-KR",
    "euc_jp": "EUC-JP",
    "koi8_r": "KOI8-R",
    "gb18030": "GB18030",
    "big5": "Big5",
    "iso2022_jp": "ISO-2022-JP",
    "iso2022_kr": "ISO-2022-KR",
    "hz": "HZ",
}
_SAMPLE = 1 << 15  # bytes of lines with letters beyond ASCII
_ENOUGH = 8  # bytes beyond ASCII: fewer speak for no language
_IF_WRONG = "If letters look wrong, say which encoding it has"
_UNUSED = b"\x81\x8d\x8f\x90\x9d"  # no characters in Windows-1252
_ESCAPES = {  # how encodings of seven bits switch to their letters
    "iso2022_jp": re.compile(rb"\x1b\$[B@]"),
    "iso2022_kr": re.compile(rb"\x1b\$\)C"),
    "hz": re.compile(rb"~\{(?:[!-w][!-~])+~\}"),
}
_CHUNK = 1 << 20
_LOOKED_AT = 256 * _CHUNK


class Encoding(NamedTuple):
    """An encoding, and why it was chosen: a sentence for the preview, empty when there is no doubt."""

    name: str
    doubt: str = ""

    @property
    def errors(self) -> str:
        """What Python should do with wrong bytes, so that they can be found again in the text."""
        return "surrogatepass" if self.name.startswith(("utf-16", "utf-32")) else "surrogateescape"

    def decode(self, content: bytes) -> str:
        """The content of a small file as text."""
        return content.decode(self.name, self.errors)


def encode(text: str) -> bytes:
    """The text in UTF-8, marked as such if it would be taken for something else."""
    content = text.encode()
    is_clear = detect_in(io.BytesIO(content)).name == "utf-8"
    return content if is_clear else codecs.BOM_UTF8 + content


def named(encoding: str) -> Encoding:
    """The encoding that a person named."""
    try:
        "".encode(encoding)
    except (LookupError, ValueError):
        raise BadFile(
            Path(encoding), "this is not an encoding; give one like utf-8, utf-16, windows-1252, latin-1 or shift_jis."
        ) from None
    return Encoding(codecs.lookup(encoding).name)


def detect_in(file: IO[bytes]) -> Encoding:
    """The encoding of an open file, by its first bytes, or else by its first 256 MB: the first accent may come late."""
    head = file.read(_CHUNK)
    for mark, name in _MARKS.items():
        if head.startswith(mark):
            return Encoding(name)
    if name := _utf16_without_mark(head):
        return Encoding(name, f"It has no byte-order mark; its zero bytes are where {name} has them. {_IF_WRONG}.")
    if escaped := _by_escapes(head):
        return escaped
    right, wrong, unused = _utf8_evidence(head, file)
    if not wrong:
        return Encoding("utf-8")
    if right >= wrong:
        return Encoding("utf-8", f"It is UTF-8 with {wrong:,} wrong bytes.")
    return _by_letters(head, could_be_western=not unused)


def _by_escapes(head: bytes) -> Encoding | None:
    """The encoding whose escapes there are, where they lead to letters; it is doubted where they do not."""
    for name in (name for name, escape in _ESCAPES.items() if escape.search(head)):
        try:
            text = codecs.getincrementaldecoder(name)().decode(head)
        except UnicodeDecodeError:
            doubt = f"It switches to other letters as {_readable(name)} does, but is not that, and is read as UTF-8."
            return Encoding("utf-8", f"{doubt} {_IF_WRONG}.")
        if not text.isascii():
            return Encoding(name, f"It switches to other letters as {_readable(name)} does. {_IF_WRONG}.")
    return None


def _by_letters(head: bytes, *, could_be_western: bool) -> Encoding:
    """The encoding in which the letters look most like a language; always with a doubt, which names the others."""
    from charset_normalizer import from_bytes

    sample = b"".join(line for line in head.splitlines(keepends=True) if not line.isascii())[:_SAMPLE]
    candidates = [name for name in _LEGACY if could_be_western or name != "cp1252"]
    enough = sum(byte > 127 for byte in sample) >= _ENOUGH
    matches = list(from_bytes(sample, cp_isolation=candidates)) if enough else []
    if not matches:
        if could_be_western:
            return Encoding("cp1252", f"It is not UTF-8, so it is read as Windows-1252. {_IF_WRONG}.")
        return Encoding("utf-8", "It is neither UTF-8 nor UTF-16 nor Windows-1252; say which encoding it has.")
    best = matches[0].encoding
    name = japanese(sample) or (latin(sample) if best in LATIN else best)
    others = [_readable(each.encoding) for each in matches if each.encoding != name]
    could = f"; it could also be {', '.join(others)}" if others else ""
    return Encoding(name, f"It is not UTF-8, so it is read as {_readable(name)}. {_IF_WRONG}{could}.")


def _readable(name: str) -> str:
    """What people call an encoding; Python knows it by that name, too."""
    return _READABLE.get(name, name.replace("cp125", "Windows-125"))


def _utf16_without_mark(head: bytes) -> str:
    """Ends of lines, digits and Latin letters have a zero byte in UTF-16, on one side; elsewhere nothing has one."""
    start = head[: min(4096, len(head) - len(head) % 2)]
    even, odd = start[::2], start[1::2]
    if start.count(0) < max(4, len(start) / 100):
        return ""
    ends = sum(one == 10 and not two for one, two in zip(even, odd, strict=True))
    other_ends = sum(two == 10 and not one for one, two in zip(even, odd, strict=True))
    little = ends > other_ends or (ends == other_ends and odd.count(0) > even.count(0))
    name, share = ("utf-16-le", odd.count(0)) if little else ("utf-16-be", even.count(0))
    try:
        text = start[:-2].decode(name)  # the last may be half of a pair
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError as error:
        return name if error.encoding == "utf-8" and "\0" not in text else ""
    return name if share > 0.7 * len(odd) and "\0" not in text else ""  # it could be UTF-8 just as well


def _utf8_evidence(head: bytes, file: IO[bytes]) -> tuple[int, int, int]:
    """How many characters beyond ASCII are right in UTF-8, how many bytes are wrong, how many Windows-1252 lacks."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    right = wrong = unused = 0
    for chunk in _chunks(head, file):
        if not chunk.isascii() or decoder.getstate()[0]:
            text = decoder.decode(chunk, final=not chunk)
            whole = text.encode("utf-8", "ignore").decode()  # without the surrogates that stand for wrong bytes
            right += len(whole) - len(whole.encode("ascii", "ignore"))
            if len(text) > len(whole):
                wrong += len(text) - len(whole)
                unused += sum(chunk.count(byte) for byte in _UNUSED)
    return right, wrong, unused


def _chunks(head: bytes, file: IO[bytes]) -> Iterator[bytes]:
    """What is looked at; an empty chunk says that the file ends there."""
    yield head
    for _ in range(0, _LOOKED_AT, _CHUNK):
        yield (chunk := file.read(_CHUNK))
        if not chunk:
            return
