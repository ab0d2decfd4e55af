"""A report as one page that needs nothing else: no script, light and dark, to be printed; every text escaped."""

from __future__ import annotations

from collections.abc import Sequence

from teachback.explain.page import escaped_html as e
from teachback.project.report.blocks import Block, Gallery, Heading, Listing, Paragraph, Picture, Quoted, Table
from teachback.project.report.measures import ClassMeasures, ConfidenceBin

_SIDE, _MARGIN = 150, 28  # of a drawing
_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --paper: #fff; --soft: #5f5b56; --line: #d9d5cf; --mark: 40 96 168 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8e2; --paper: #141312; --soft: #a8a29a; --line: #45413c; --mark: 120 170 235 } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; max-width: 56rem;
  margin: 2rem auto; padding: 0 1.2rem; overflow-wrap: break-word }
h1 { font-size: 1.7rem; margin-bottom: .2rem }
h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem }
h3 { font-size: 1rem; margin-bottom: .3rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .92em }
caption, figcaption { text-align: start; color: var(--soft); padding-bottom: .3rem }
th, td { text-align: start; vertical-align: top; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600 }
.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
td.shade { padding-inline: .6rem; background: rgb(var(--mark) / var(--share)) }
blockquote { margin: .5rem 0 1rem; padding-inline-start: .9rem; border-inline-start: 3px solid var(--line);
  white-space: pre-wrap }
figure { margin: 0 0 1rem }
.gallery { display: flex; flex-wrap: wrap; gap: 1rem }
svg { max-width: 100%; height: auto }
svg text { font-size: 9px; fill: var(--soft) }
svg .frame { fill: none; stroke: var(--line) }
svg .line { fill: none; stroke: rgb(var(--mark)); stroke-width: 2; stroke-linejoin: round }
svg .even { stroke: var(--soft); stroke-dasharray: 3 3 }
svg .dot { fill: rgb(var(--mark) / .75) }
@media print {
  :root { --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; --mark: 40 96 168 }
  body { margin: 0; max-width: none; font-size: 10.5pt }
  h2, h3, caption { break-after: avoid } tr, figure, blockquote { break-inside: avoid }
  .shade { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
"""


def as_page(title: str, blocks: Sequence[Block]) -> str:
    """The report as a page."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{e(title)}</title><style>{_STYLE}</style></head><body><main>{''.join(map(_html, blocks))}</main>"
        "</body></html>\n"
    )


def _html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f'<h{level} dir="auto">{e(text)}</h{level}>'
        case Paragraph(text):
            return f'<p dir="auto">{e(text)}</p>'
        case Quoted(of, text):
            return f'<h3 dir="auto">{e(of)}</h3><blockquote lang="" dir="auto">{e(text)}</blockquote>'
        case Listing(items):
            inside = "".join(f'<li dir="auto">{e(item)}</li>' for item in items)
            return f"<ul>{inside}</ul>"
        case Table():
            return _table(block)
        case Picture(svg, table):
            return f"<figure><figcaption>{e(table.caption)}</figcaption>{svg}</figure>"
        case Gallery(caption, pictures):
            inside = "".join(_html(picture) for picture in pictures)
            return f'<figure><figcaption>{e(caption)}</figcaption><div class="gallery">{inside}</div></figure>'


def _table(table: Table) -> str:
    first = len(table.heads) - table.numbers
    heads = "".join(
        f'<th scope="col"{_class(place, first)} dir="auto">{e(head)}</th>' for place, head in enumerate(table.heads)
    )
    rows = "".join(
        f"<tr>{''.join(_cell(table, row, place, cell, first) for place, cell in enumerate(cells))}</tr>"
        for row, cells in enumerate(table.rows)
    )
    return (
        f'<div class="scroll"><table><caption>{e(table.caption)}</caption><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(table: Table, row: int, place: int, cell: str, first: int) -> str:
    if table.shares and place >= first:
        share = table.shares[row][place - first]
        return f'<td class="n shade" style="--share:{0.55 * share:.2f}">{e(cell)}</td>'
    return f'<td{_class(place, first)} dir="auto">{e(cell)}</td>'


def _class(place: int, first: int) -> str:
    return ' class="n"' if place >= first else ""


# Drawings, which take their colours from the style above.


def recall_curve(of: ClassMeasures) -> str:
    """Precision against recall of one class."""
    points = " ".join(f"{_x(recall):.1f},{_y(precision):.1f}" for recall, precision in of.curve)
    title = f"{of.name}: precision against recall, on average {of.average:.2f}"
    return _framed(title, "recall", "precision", f'<polyline class="line" points="{points}"/>')


def calibration_chart(bins: Sequence[ConfidenceBin]) -> str:
    """How many predictions are right, against how probable they were said to be."""
    most = max((each.documents for each in bins), default=1)
    marks = "".join(
        f'<circle class="dot" cx="{_x(each.said):.1f}" cy="{_y(each.right / each.documents):.1f}" '
        f'r="{2.5 + 5 * (each.documents / most) ** 0.5:.1f}"/>'
        for each in bins
    )
    even = f'<line class="even" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>'
    return _framed("Share that is right against what was said", "probability", "right", even + marks)


def _framed(title: str, across: str, up: str, inside: str) -> str:
    width = height = _SIDE + _MARGIN + 8
    frame = f'<rect class="frame" x="{_x(0)}" y="{_y(1)}" width="{_SIDE}" height="{_SIDE}"/>'
    ticks = "".join(
        f'<text x="{_x(at)}" y="{_y(0) + 12}" text-anchor="middle">{at:g}</text>'
        f'<text x="{_x(0) - 4}" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>'
        for at in (0, 0.5, 1)
    )
    names = (
        f'<text x="{_x(0.75)}" y="{_y(0) + 12}" text-anchor="middle">{across}</text>'
        f'<text x="{_x(0) + 5}" y="{_y(1) + 12}">{up}</text>'
    )
    return (
        f'<svg role="img" viewBox="0 0 {width} {height + 8}" width="{width}" height="{height + 8}">'
        f"<title>{e(title)}</title>{frame}{ticks}{names}{inside}</svg>"
    )


def _x(share: float) -> float:
    return _MARGIN + _SIDE * share


def _y(share: float) -> float:
    return 8 + _SIDE * (1 - share)
