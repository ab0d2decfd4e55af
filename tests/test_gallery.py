"""The gallery: every cell of every notebook runs, and shows what the page says it shows."""

from __future__ import annotations

import ast
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
SMALLER = {"ROWS = 1_000_000": "ROWS = 3_000"}
SHOWS = {
    "distinctions": r"ELSE|not\(milk\)",
    "five-minutes": r"9\d\.\d% of 1,017 mails",
    "highlights": r"labels alone \d\d\.\d%, with passages \d\d\.\d%",
    "million": r"3,000 texts in",
    "mislabelled": r"\b([6-9]|1\d|20) of the 20 wrong labels",
    "reproduce": r"decision tree",
    "sklearn": r"is removed then class changes|are removed then class changes",
    "teachers": r"14 documents are disputed; 0 after the owner has decided",
}


def cells_of(page: Path) -> list[str]:
    return re.findall(r"^```\{code-cell\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run(cell: str, names: dict[str, object]) -> object:
    """Run a cell, and answer with its last line where that is a value, as a notebook does."""
    for whole, smaller in SMALLER.items():
        cell = cell.replace(whole, smaller)
    body = ast.parse(cell).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def test_the_gallery_is_all_here():
    assert sorted(page.stem for page in GALLERY.glob("*.md") if page.stem != "README") == sorted(SHOWS)


@pytest.mark.parametrize("name", SHOWS)
def test_a_notebook_runs_and_shows_what_it_says(name):
    names: dict[str, object] = {}
    output = StringIO()
    with redirect_stdout(output):
        for cell in cells_of(GALLERY / f"{name}.md"):
            value = run(cell, names)
            if value is not None:
                output.write(f"{value._repr_html_() if hasattr(value, '_repr_html_') else value}\n")
    assert re.search(SHOWS[name], output.getvalue()), output.getvalue()
