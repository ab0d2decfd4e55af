"""Small pieces of a page: static tables, every text escaped, colours left to the notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_BAR = "display:inline-block;height:.7em;background:currentColor;opacity:.45"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table; cells are HTML already.

    >>> table(["a"], [["1"]])
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def escaped_text(text: str) -> str:
    """A sentence, or a text as it stands.

    >>> escaped_text("<b>\\n")
    '<span style="white-space:pre-wrap;text-align:left">&lt;b&gt;\\n</span>'
    """
    return f'<span style="white-space:pre-wrap;text-align:left">{escape(text)}</span>'


def bar(share: float) -> str:
    """A share as a bar and a number."""
    drawn = f'<span style="{_BAR};width:{5 * share:.2f}em" aria-hidden="true"></span>'
    return f'<span style="white-space:nowrap">{drawn} {100 * share:.0f} %</span>'


def paragraphs(*sentences: str) -> str:
    """Sentences below each other."""
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
