"""Texts as people have them: a list, a mapping from ids, a column or a frame of pandas or polars, or one text alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from teachback.errors import TeachbackError, listed, near_miss


class Frame(Protocol):
    """A table of pandas or polars."""

    @property
    def columns(self) -> Any:
        """The names of its columns."""

    def __getitem__(self, column: Any, /) -> Any:
        """One of its columns."""


_LOOKED_AT = 20  # rows of a table

TextsLike = str | Iterable[str] | Mapping[str, str] | Frame


class BadTexts(TeachbackError):
    """Texts that were given in a form in which they cannot be taken."""


@dataclass(frozen=True)
class GivenTexts:
    """Texts, and what they are called where they have names."""

    texts: Iterable[str]  # may be any number, read once
    # The keys of a mapping, or the index of a column of pandas; None where texts have no names
    ids: Sequence[Any] | None = None
    size: int | None = None  # how many there are, where that is known before they are read

    @classmethod
    def of(cls, texts: TextsLike, column: str | None = None) -> GivenTexts:
        """The texts as they were given; of a frame the column that holds them.

        >>> list(GivenTexts.of("one text").texts)
        ['one text']
        >>> GivenTexts.of({"m1": "a text"}).ids
        ['m1']
        """
        if isinstance(texts, str):
            texts = [texts]
        if hasattr(texts, "collect"):  # LazyFrame of polars
            raise BadTexts(f"A {type(texts).__name__} has no rows until it is run. Give what .collect() returns.")
        if is_frame(texts):
            texts = frame_column(texts, column)
        elif column is not None:
            raise BadTexts(f"text={column!r} names a column of a table, and no table was given. Leave it out.")
        if isinstance(texts, Mapping):
            return cls(_checked(texts.values()), list(texts), len(texts))
        if not isinstance(texts, Iterable):
            raise BadTexts(
                f"{texts!r:.80} is no text and no list of texts. Give a text, a list, a mapping from ids to texts, or "
                "a column of pandas or polars."
            )
        index = getattr(texts, "index", None)
        is_column = hasattr(texts, "dtype") and getattr(texts, "ndim", 1) == 1 and hasattr(texts, "to_numpy")
        named = is_column and index is not None and not callable(index)
        return cls(_checked(texts), index if named else None, len(texts) if isinstance(texts, Sized) else None)

    def named(self) -> Iterator[tuple[str, str]]:
        """Each text with its id; without one they are numbered from 1."""
        if self.ids is None:
            return ((str(place), text) for place, text in enumerate(self.texts, 1))
        names = [str(id) for id in self.ids]
        if len(set(names)) < len(names):
            seen: set[str] = set()
            twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
            raise BadTexts(
                f"The index has {twice!r} more than once, and each document needs an id of its own. Number the rows "
                "first: .reset_index(drop=True)"
            )
        return zip(names, self.texts, strict=True)


def is_frame(value: object) -> bool:
    """Whether it is a table of pandas or polars."""
    return hasattr(value, "columns") and hasattr(value, "__getitem__") and not isinstance(value, Mapping)


def frame_column(frame: Any, column: str | None) -> Any:
    """A column of a table; one that is not there, or there twice, is refused."""
    names = [str(name) for name in frame.columns]
    if column is None:
        letters = {name: _letters(frame, name) for name in names}
        raise BadTexts(
            f"A table was given, with the columns {listed(names)}. Say which of them holds the texts: "
            f"text={max(filter(letters.get, names), key=letters.__getitem__, default='NAME')!r}."
        )
    if column not in names:
        raise BadTexts(f"The table has no column {column!r}: it has {listed(names)}.{near_miss(column, names)}")
    texts = frame[column]
    if is_frame(texts):
        raise BadTexts(f"The table has more than one column {column!r}. Give them names of their own first.")
    return texts


def _letters(frame: Any, column: str) -> int:
    """How much text is in the first rows of a column: most in the one that was meant, rather than in ids and dates."""
    cells = islice(frame[column], _LOOKED_AT) if column in frame.columns else ()
    return sum(len(cell) for cell in cells if isinstance(cell, str))


def field_value(value: Any) -> Any:
    """A cell of a table as a plain value; nothing for what is missing."""
    value = value.item() if hasattr(value, "item") else value
    return None if value is None or value != value else value


def _checked(texts: Iterable[Any]) -> Iterator[str]:
    for place, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise BadTexts(
                f"Text {place} is {text!r:.80}, which is no text. Leave rows without a text out (pandas: .dropna(), "
                "polars: .drop_nulls()), decode bytes, and make texts of other values by str()."
            )
        yield text
