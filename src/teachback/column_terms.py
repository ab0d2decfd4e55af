"""Columns beside a text as terms such as ``source=email``, for models that learn from them.

A text and what stands beside it travel as one string, so that both are always handed on together: behind the text
comes a line for each term, which begins with a sign that is on no keyboard.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

_MARK = "\n\u2063"  # the invisible separator, at the beginning of a line
_BEHIND = re.compile(rf"(?:{_MARK}[^\n]*)+\Z")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?")


def text_beside(text: str, fields: Mapping[str, object]) -> str:
    """A text with these fields behind it."""
    return text + "".join(f"{_MARK}{term}" for term in column_terms(fields, fields))


def text_alone(text: str) -> str:
    """The text without what stands beside it."""
    return _BEHIND.sub("", text) if _MARK in text else text


def taken_apart(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text alone, and the lines behind it with where each of them begins.

    >>> taken_apart(text_beside("Refund me!", {"source": "email"}))
    ('Refund me!', [(12, 'source=email')])
    """
    alone = text_alone(text)
    if len(alone) == len(text):
        return text, []
    at, lines = len(alone), []
    for line in text[at + len(_MARK) :].split(_MARK):
        at += len(_MARK)
        lines.append((at, line))
        at += len(line)
    return alone, lines


def column_terms(columns: Iterable[str], fields: Mapping[str, object]) -> Iterator[str]:
    """The terms of a row: one for each column that has a value, of a list one for each of its members.

    A number is the same however a file writes it.

    >>> list(column_terms(["source", "stars", "tags", "note"], {"source": "email", "stars": "4.0", "tags": ["a", "b"]}))
    ['source=email', 'stars=4', 'tags=a', 'tags=b']
    """
    for column in columns:
        value = fields.get(column)
        for each in value if isinstance(value, list | tuple) else (value,):
            if written := value_text(each):
                yield f"{on_a_line(column)}={written}"


def value_text(value: Any) -> str:
    """A value of a column as terms write it; nothing for what is empty or no number.

    >>> value_text(" Web  form"), value_text("4.50"), value_text(True), value_text("TRUE"), value_text(float("nan"))
    ('Web form', '4.5', 'true', 'true', '')
    """
    value = value.item() if hasattr(value, "item") else value  # of NumPy
    if isinstance(value, str):
        text = on_a_line(value)
        if text.casefold() in ("true", "false"):
            return text.casefold()
        return value_text(float(text)) if _NUMBER.fullmatch(text) else text
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, date):
        return "" if value != value else value.isoformat()
    if isinstance(value, int | float):
        if not math.isfinite(value):
            return ""
        return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
    return on_a_line(str(value))


def on_a_line(text: str) -> str:
    """The text on one line, with single spaces."""
    return " ".join(text.replace("\u2063", " ").split())
