"""Names of people: which a reader would take for one another, and which are nobody's to choose."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from teachback.errors import BadText
from teachback.record.machines import is_person
from teachback.record.texts import check_name
from teachback.web.team.problems import NameTaken

LONGEST_NAME = 100  # characters
_RESERVED = ("check", "importer", "search", "teacher")  # under these names projects write in their own records
_LOOK_ALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and Latin letters and digits, and what a reader takes them for.
    "АВЕІЈКМНОРЅСТУХЬавеіјкмнорѕстухһԁӏԛԝѵ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχγη" + "օսոհ" + "ıɑɡӀǀI01|",
    "abeijkmhopsctyxbabeijkmhopsctyxhdlqwv" + "abezhikmnoptyxaeikvoptuxyn" + "ouuh" + "iagllloll",
)
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


def folded(name: str) -> str:
    """A name as it is compared: neither case nor the way a character is composed makes another person.

    >>> folded("Zoë") == folded("ZOE\\u0308")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """What a reader sees of a name, roughly: letters that look alike are one, and what is not seen is left out.

    >>> skeleton("t\\u200dоm") == skeleton("TOM")  # with a Cyrillic о
    True
    """
    composed = unicodedata.normalize("NFKC", name)
    seen = "".join(each for each in composed if unicodedata.category(each) != "Cf" and not _is_unseen(each))
    return " ".join(folded(seen.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES).split())


def looks_like_one_of(name: str, others: Iterable[str]) -> bool:
    """Whether a reader could take the name for one of the others."""
    seen = _ways_to_read(name)
    return any(seen & _ways_to_read(other) for other in others)


def _ways_to_read(name: str) -> set[str]:
    """A capital I looks like an l, and a small one does not: both readings of the name."""
    return {skeleton(name), skeleton(folded(name))}


def check_new_name(name: str) -> None:
    """Refuse a name that could not be typed again, or that projects use themselves."""
    check_name(name, "a person's name")
    if len(name) > LONGEST_NAME:
        raise BadText(f"This name has {len(name)} characters; use at most {LONGEST_NAME}.")
    if looks_like_one_of(name, _RESERVED) or not is_person(folded(name).strip()):
        raise NameTaken(name)


def _is_unseen(character: str) -> bool:
    return character in _UNSEEN or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
