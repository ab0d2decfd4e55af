"""A report as Markdown: every text escaped, pictures as the tables behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from teachback.project.report.blocks import Block, Gallery, Heading, Listing, Paragraph, Picture, Quoted, Table

_MARKED = re.compile(r"[\\`*_{}\[\]#|~$^]|:(?=//)|(?<=www)\.|^[-+](?=\s|$)|(?<=-)-")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")  # a list, where a line begins so
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def as_markdown(blocks: Sequence[Block]) -> str:
    """The report as Markdown, with tables as GitHub and pandoc read them."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def plain(text: str) -> str:
    r"""A text that Markdown shows as it is, on one line; what marks nothing where it stands is left alone.

    >>> print(plain("<b>*bold*</b>"), plain("82 % (of 28), Fleiss' kappa 1.00."), plain("- 1"), plain("12. or"))
    &lt;b&gt;\*bold\*&lt;/b&gt; 82 % (of 28), Fleiss' kappa 1.00. \- 1 12\. or
    """
    marked = _MARKED.sub(r"\\\g<0>", " ".join(text.split()))
    return _NUMBERED.sub(r"\1\\\2", marked).translate(_ENTITIES)


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {plain(text)}"
        case Paragraph(text):
            return plain(text)
        case Quoted(of, text):
            return "\n".join([f"### {plain(of)}", "", *(f"> {plain(line)}" for line in text.splitlines())])
        case Listing(items):
            return "\n".join(f"- {plain(item)}" for item in items)
        case Table():
            return _table(block)
        case Picture(_, table):
            return _table(table)
        case Gallery(caption, pictures):
            return "\n\n".join([plain(caption), *(_table(picture.table) for picture in pictures)])


def _table(table: Table) -> str:
    first = len(table.heads) - table.numbers
    rules = ["---" if place < first else "---:" for place in range(len(table.heads))]
    lines = [table.heads, rules, *table.rows]
    written = ["| " + " | ".join(cells if cells is rules else map(plain, cells)) + " |" for cells in lines]
    return "\n".join([plain(table.caption), "", *written])
