"""Ways in which a file is damaged, each following from a seed."""

from __future__ import annotations

import copy
import io
import random
from pathlib import Path
from typing import Any

import numpy as np


def damaged(content: bytes, seed: int) -> bytes:
    """The content with one to four kinds of damage; the same seed damages it in the same way."""
    chance = random.Random(seed)
    changed = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        chance.choice(_WAYS)(changed, chance)
    return bytes(changed)


def damage_one_of(folder: Path, seed: int) -> None:
    """Damage one of the files in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    path = random.Random(seed).choice(files)
    path.write_bytes(damaged(path.read_bytes(), seed))


def forged(value: Any, seed: int) -> Any:
    """JSON with another value somewhere."""
    chance, changed = random.Random(seed), copy.deepcopy(value)
    place: Any = changed
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = chance.choice(keys)
        if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.3:
            if chance.random() < 0.2:
                del place[key]
            else:
                place[key] = chance.choice(_VALUES)
            break
        place = place[key]
    return changed


def forged_array(content: bytes, seed: int) -> bytes:
    """The content of a NumPy file with another shape, of another kind, or with other numbers."""
    chance, array = random.Random(seed), np.load(io.BytesIO(content))
    other = chance.choice(
        [
            lambda: array[:-1],
            lambda: array.reshape(-1),
            lambda: array[np.newaxis],
            lambda: np.concatenate([array, array]),
            lambda: array.astype(np.float16),
            lambda: array.astype(np.int8),
            lambda: np.full_like(array, -1),
            lambda: np.full_like(array, np.iinfo(array.dtype).max if array.dtype.kind in "iu" else np.inf),
            lambda: np.zeros_like(array),
            lambda: np.full(array.shape, np.nan),
        ]
    )()
    file = io.BytesIO()
    np.save(file, other)
    return file.getvalue()


def _flip(content: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice([1, 1, 8, 100])):
        if content:
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content) + 1) :]


def _erase(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content) + 1)
    length = chance.choice([1, 16, 512, 4096])
    content[start : start + length] = bytes(len(content[start : start + length]))


def _repeat(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content) + 1)
    content[start:start] = content[start : start + chance.choice([1, 10, 200])] * chance.choice([2, 50])


def _exchange(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content) + 1)
    content[start : start + chance.randint(0, 4)] = chance.choice(_PIECES)


_WAYS = (_flip, _flip, _cut, _erase, _repeat, _exchange)
_PIECES = (
    *(
        b"\x00",
        b"\xff",
        b"\xed\xa0\x80",
        b"\r",
        b'"',
        b"[" * 2000,
        b"{",
        b"]",
        b"1e999",
        b"-1",
        b"9" * 30,
        b"NaN",
        b"<",
    ),
    *(b"&#0;", b"\xef\xbb\xbf", b"\x80\x00\x00\x00", b"\xff\xff\xff\x7f", "\u202e\u200d".encode(), b"null", b"\t\t"),
)
_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**9, 2**63, 10**30, -0.5, 1e308, float("nan"), float("inf"), "", "x", "\ud800"),
    *([], {}, [[]], [None], "a" * 5000, {"x": 1}, {"tuple": []}, {"array": "x"}, {"array": "array0"}, {"objects": [1]}),
)
