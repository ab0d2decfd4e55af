"""Cells that list several classes, where a teacher gives a document one."""

from __future__ import annotations

import re
from collections.abc import Collection

_BETWEEN = re.compile(r"[,;|]")


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
