"""How much a browser has to fetch before it shows the first screen."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from teachback import web

SITE = Path(web.__file__).parent / "static"
LARGEST = 60_000  # bytes


def first_files():
    """The scripts and style sheets that the page asks for at once."""
    return re.findall(r'(?:href|src)="(assets/[^"]+)"', (SITE / "index.html").read_text("utf-8"))


def test_the_first_screen_is_small():
    assert {name.rpartition(".")[2] for name in first_files()} == {"js", "css"}
    size = sum(len(gzip.compress((SITE / name).read_bytes(), 9)) for name in ("index.html", *first_files()))
    assert size < LARGEST


def test_charts_are_fetched_where_they_are_shown():
    scripts = {name: (SITE / "assets" / name).read_text("utf-8") for name in _scripts()}
    charts = {name for name, script in scripts.items() if "u-legend" in script}
    assert charts
    assert not charts & {name.removeprefix("assets/") for name in first_files()}


def _scripts():
    return [path.name for path in (SITE / "assets").glob("*.js")]
