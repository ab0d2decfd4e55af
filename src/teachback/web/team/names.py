"""Names of people: which a reader would take for one another, and which may not be chosen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from teachback.errors import BadText
from teachback.record.entry import is_person
from teachback.record.texts import check_name
from teachback.web.team.problems import NameTaken

LONGEST_NAME = 100  # characters
_RESERVED = ("check", "importer", "search", "teacher")  # under these names projects write in their own records
_LOOK_ALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and Latin letters and digits, and what a reader takes them for.
    "АВЕЈКМНОРЅСТУХЬавеіјкмнорѕстухһԁӏԛԝѵгпшѡ"
    + "ΑΒΕΖΗΚΜΝΟΡΤΥΧαεικνορτυχγηςω"
    + "օսոհ"
    + "ıɑɡӀǀI01|"
    # Coptic, Lisu, Cherokee and Canadian ones.
    + "ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲣⲥ"
    + "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓳꓴ"
    + "ᎪᎬᎫᎻᎷᏞᏟᏢᏙᏚᎢᏔᎳᎡᏃᎠᏀᎥᏴᏦᎩᏁ"
    + "ᗩᗅᗷᑕᗪᗞᗴᖴᘜᕼᒍᒪᗰᑎᗝᑭᖇᔕᑌᐯᗯ᙭ᘔᑯᑲ"
    # Chinese characters that are Katakana, too, and two letters of Persian.
    + "工口力夕二八卜才千ーیک",
    "abejkmhopsctyxbabeijkmhopsctyxhdlqwvrnww" + "abezhkmnoptyxaeikvoptuxyncw" + "ouuh" + "iagllloll"
    "abezhikmnopctyxopc" + "bpdtgkjczfmnlsrvhwxyaeou" + "aejhmlcpvstwwrzdgibkyn"
    "aabcddefghjlmnoprsuvwxzdb" + "エロカタニハトオチ一يك",
)
_CAPITAL_I = str.maketrans(dict.fromkeys("ІΙꓲ", "I"))
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")
_WRITTEN_TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
_DRAWN = (  # letters that are signs: in a box or a disc, and those of flags
    "LATIN LETTER SMALL CAPITAL ",
    "NEGATIVE CIRCLED LATIN CAPITAL LETTER ",
    "NEGATIVE SQUARED LATIN CAPITAL LETTER ",
    "REGIONAL INDICATOR SYMBOL LETTER ",
)


def folded(name: str) -> str:
    """A name as it is compared: neither case nor the way a character is composed makes another person.

    >>> folded("Zoë") == folded("ZOE\\u0308")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """What a reader sees of a name, roughly: letters that look alike are one; signs and what is not seen are left out.

    Where a name mixes the letters of several scripts, she may take those that are not Latin for any letter: each is a
    question mark.

    >>> skeleton("t\\u200dоm.") == skeleton("TOM")  # with a Cyrillic о
    True
    >>> skeleton("t\\u0d20m"), skeleton("Юра") == skeleton("Ира")  # with a letter of Malayalam
    ('t?m', False)
    """
    composed = unicodedata.normalize("NFKC", name)
    seen = "".join(filter(_is_seen, map(_plain, composed))) or composed
    read = folded(seen.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")
    if len({_script(each) for each in seen if each.isalpha()}) < 2:
        return read
    return "".join("?" if each.isalpha() and _script(each) != "LATIN" else each for each in read)


def looks_like_one_of(name: str, others: Iterable[str]) -> bool:
    """Whether a reader could take the name for one of the others."""
    seen = _ways_to_read(name)
    return any(_is_alike(one, two) for other in others for two in _ways_to_read(other) for one in seen)


def _is_alike(one: str, two: str) -> bool:
    return len(one) == len(two) and all(a == b or "?" in (a, b) for a, b in zip(one, two, strict=True))


def _ways_to_read(name: str) -> set[str]:
    """A capital I looks like an l, and a small one does not; a sign stands for a letter, or is an ornament."""
    written = "".join(map(_plain, unicodedata.normalize("NFKC", name).translate(_CAPITAL_I)))
    without = written.translate(dict.fromkeys(map(ord, filter(_is_sign, written)), "\n"))
    return {"?".join(map(skeleton, each.split("\n"))) for each in {*map(folded, (written, without)), written, without}}


def _is_sign(character: str) -> bool:
    return character in "!¡" or unicodedata.category(character).startswith("S")


def check_new_name(name: str) -> None:
    """Refuse a name that could not be typed again, or that projects use themselves."""
    check_name(name, "a person's name")
    if len(name) > LONGEST_NAME:
        raise BadText(f"This name has {len(name)} characters; use at most {LONGEST_NAME}.")
    if looks_like_one_of(name, _RESERVED) or not is_person(folded(name).strip()):
        raise NameTaken(name)


def _is_seen(character: str) -> bool:
    """Whether it is a letter, a digit or a vowel; marks that no letter has, spaces and punctuation are not counted."""
    if character in _UNSEEN or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    is_vowel = unicodedata.category(character) in ("Mn", "Mc") and not unicodedata.combining(character)
    return is_vowel or (character.isalnum() and _script(character) != "MODIFIER")


def _script(character: str) -> str:
    """What the letter belongs to, by the first word of its name; those of Japan and Korea are written together."""
    script = unicodedata.name(character, "").partition(" ")[0]
    return "CJK" if script in _WRITTEN_TOGETHER else script


def _plain(character: str) -> str:
    """A digit of any script as ours, and a letter that is drawn as a sign as the letter that it is."""
    if unicodedata.category(character) == "Nd":
        return str(unicodedata.digit(character))
    name = unicodedata.name(character, "")
    return name[-1] if name[:-1] in _DRAWN else character
