"""Cells that list several classes, where a teacher gives a document one, and cells that hold no class at all."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Collection, Sequence

_BETWEEN = re.compile(r"[,;|#]")  # doccano's tables have a # between classes
_SIDE_BY_SIDE = re.compile(r"""(['"])\s+(['"])""")  # as NumPy writes lists
_CHOICES = '{"choices":'  # in Label Studio's CSV
_LONGEST_LIST = 10_000  # characters
_SENTENCE = re.compile(r"[.?!。？！…](?:\W|$)")
_FEWEST, _LONG, _VERY_LONG = 5, 10, 80  # labels that tell; characters of sentences and of others, on average


def names_several(cell: str, classes: Collection[str]) -> bool:
    """Whether a cell is a list of these classes, and not one of them itself; capitals do not count.

    >>> names_several("billing; Bug", ["billing", "bug"]), names_several("food, drinks", ["food", "travel"])
    (True, False)
    >>> names_several("food, drinks", ["food", "drinks", "food, drinks"])
    False
    """
    if not _BETWEEN.search(cell) or cell in classes:
        return False
    known = {name.casefold() for name in classes}
    return all(part.strip().casefold() in known for part in _BETWEEN.split(cell))


def unpacked(cell: str) -> object:
    """The classes in a cell that Python, JSON or Label Studio wrote a list into; any other cell as it is.

    >>> unpacked("['bug', 'billing']"), unpacked('["bug"]'), unpacked("['bug' 'billing']"), unpacked("[urgent]")
    (['bug', 'billing'], ['bug'], ['bug', 'billing'], '[urgent]')
    >>> unpacked('{"choices": ["bug", "billing"]}')
    ['bug', 'billing']
    """
    cell = cell[len(_CHOICES) : -1].strip() if cell.startswith(_CHOICES) and cell.endswith("}") else cell
    if not (cell.startswith("[") and cell.endswith("]") and len(cell) < _LONGEST_LIST):
        return cell
    try:
        content = literal_eval(_SIDE_BY_SIDE.sub(r"\1, \2", cell))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return cell
    return content if isinstance(content, list) and all(isinstance(name, str | int) for name in content) else cell


def single_classes(named: Collection[str], known: Collection[str]) -> frozenset[str]:
    """The classes that are known or named, without names that are lists of the others.

    >>> sorted(single_classes(["bug", "bug; billing"], ["billing"]))
    ['billing', 'bug']
    """
    single, names = frozenset(known), {*known, *named}
    return single.union(name for name in named if not names_several(name, names - {name} | single))


def classes_of(label: object, classes: Collection[str]) -> list[object]:
    """The classes that a cell or a list names; a cell that is a list of known classes names each of them.

    >>> classes_of("billing; bug", ["billing", "bug"]), classes_of(["bug"], []), classes_of("food, drinks", [])
    (['billing', 'bug'], ['bug'], ['food, drinks'])
    """
    if isinstance(label, list | tuple):
        return list(label)
    if isinstance(label, str) and names_several(label.strip(), classes):
        return [part.strip() for part in _BETWEEN.split(label)]
    return [label]


def are_free_texts(labels: Sequence[str]) -> bool:
    """Whether labels are what people wrote (answers, summaries, translations) and no classes.

    No two of them are the same, and they are sentences, or longer than any name.

    >>> are_free_texts([f"The customer of parcel {number} wants the money back." for number in range(5)])
    True
    >>> are_free_texts(["billing", "bug", "question", "spam", "other"])
    False
    """
    if len(labels) < _FEWEST or len(set(labels)) < len(labels):
        return False
    length = sum(map(len, labels)) / len(labels)
    sentences = sum(_SENTENCE.search(label) is not None for label in labels)
    return length > _VERY_LONG or (length > _LONG and 2 * sentences > len(labels))
