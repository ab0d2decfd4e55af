"""How much a browser has to fetch before it shows the first screen."""

from __future__ import annotations

import gzip
import re
import time
from pathlib import Path

from teachback import web
from teachback.project import Project

SITE = Path(web.__file__).parent / "static"
LARGEST = 60_000  # bytes


def european(file):
    """One text with letters that English lacks."""
    Project.from_texts({"1": "Größe, Œuvre, Łódź, Škoda, €"}, classes=("ja", "nein"), address=file).close()


PROJECTS = {european: 1}


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


def test_letters_of_european_languages_are_set_in_the_face_of_the_page(house, visits):
    screen = visits.open(house.server, house.take("european")[0])
    screen.wait_for_text()
    session = screen.page.context.new_cdp_session(screen.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    text = session.send("DOM.querySelector", {"nodeId": root, "selector": ".text"})["nodeId"]
    end = time.monotonic() + 15
    while True:  # the letters are fetched once the first screen stands
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": text})["fonts"]
        if all(font["isCustomFont"] for font in fonts):
            break
        assert time.monotonic() < end, fonts
        screen.page.wait_for_timeout(50)
    assert {font["familyName"] for font in fonts} == {"Hanken Grotesk"}


def _scripts():
    return [path.name for path in (SITE / "assets").glob("*.js")]
