"""Plain text: one document a line, or a whole file as one document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from teachback.formats.reading import LONGEST_LINE, Reading
from teachback.formats.rows import Item, Row, Rule
from teachback.formats.rows.problems import BadFile, CannotHold, Problem
from teachback.formats.tables.records import documents_of
from teachback.formats.writing import Target

_LABEL = "__label__"
_LABELLED = re.compile(r"(?<!\S)__label__(\S+)\s?")


def read_lines(reading: Reading) -> Iterator[Row | Problem]:
    """A document for each line that has something on it."""
    reading.doubts.append("One line is one document; empty lines are left out.")
    with reading.text() as text:
        stripped = (line.removesuffix("\n").removesuffix("\r") for line in reading.lines(text))
        numbered = ((number, line) for number, line in enumerate(stripped, start=1) if line)
        yield from reading.rows(numbered, lambda line: reading.draft(line).item())


def is_fasttext(line: str) -> bool:
    """Whether a line is one of fastText's: one of its words is a label.

    >>> is_fasttext("__label__bug it crashes"), is_fasttext("it crashes __label__bug"), is_fasttext("it crashes")
    (True, True, False)
    """
    return any(word.startswith(_LABEL) for word in line.split())


def read_fasttext(reading: Reading) -> Iterator[Row | Problem]:
    """A document for each line, with the classes among its words, wherever they stand, as fastText has it."""
    with reading.text() as text:
        lines = (line.rstrip("\r\n") for line in reading.lines(text))
        numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
        yield from reading.rows(numbered, partial(_labelled_line, reading))


def _labelled_line(reading: Reading, line: str) -> Item:
    labels = [mark[1] for mark in _LABELLED.finditer(line)]
    draft = reading.draft(_LABELLED.sub("", line).rstrip() if labels else line)
    draft.label(labels)
    return draft.item()


def read_text(reading: Reading) -> Iterator[Row | Problem]:
    """The whole file as one document, which has the file's name."""
    with reading.text() as text:
        content = text.read(LONGEST_LINE)
        if text.read(1):
            raise BadFile(reading.path, f"it is longer than {LONGEST_LINE:,} characters, too long for one document.")
    yield from reading.rows([(1, content)], lambda whole: reading.draft(whole, reading.path.name).item())


def write_lines(target: Target, rows: Iterable[Row]) -> None:
    """Write the texts alone, one a line; a text of several lines, or of none, has no place there."""
    with target.text() as file:
        for number, item in enumerate(documents_of(rows, "lines")):
            text = item.document.text
            if not text or "\n" in text or "\r" in text:
                raise CannotHold(
                    f"Document {item.document.id} cannot be one line, because its text has "
                    f"{'several' if text else 'none'}; write csv, jsonl or a folder."
                )
            if not number and text[0] == "\ufeff":  # a text's own mark must not be taken for the file's
                file.write("\ufeff")
            file.write(f"{text}\n")


def write_rules(target: Target, rows: Iterable[Row]) -> None:
    """Write rules as people read them, one a line, of which the first that holds decides."""
    with target.text() as file:
        file.writelines(f"{_rule_line(row)}\n" for row in rows if isinstance(row, Rule))


def _rule_line(rule: Rule) -> str:
    """A rule in one line.

    >>> _rule_line(Rule("hockey", (("puck", True), ("bat", False)), "d17")), _rule_line(Rule("baseball"))
    ('puck AND not(bat) ⇒ hockey (d17)', 'ELSE: baseball')
    """
    says = f"{rule.class_} ({rule.example})" if rule.example else rule.class_
    if not rule.conditions:
        return f"ELSE: {says}"
    return " AND ".join(term if held else f"not({term})" for term, held in rule.conditions) + f" ⇒ {says}"
