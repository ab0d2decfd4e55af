"""Which encoding bytes are in, by the letters that they would be: what a general detector takes for something else."""

from __future__ import annotations

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
_MARKS = frozenset("’‘“”„«»‹›–—…•€£©®™°§·\xa0\xad´`")  # typographic, in every one of them
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
    told = [letter for letter in _beyond_ascii(sample, encoding).lower() if letter not in _MARKS]
    often = sum(letter in letters[:_FREQUENT] for letter in told)
    return (sum(letter in letters for letter in told) + _BONUS * often) / max(1, len(told))


def _kana(sample: bytes, encoding: str) -> float:
    try:
        sample.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    told = _beyond_ascii(sample, encoding)
    return sum("\u3041" <= letter <= "\u30fe" for letter in told) / max(1, len(told))
