"""The documentation: figures come from the tables, links lead somewhere, nothing speaks of a machine."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_readme_quotes_table_1():
    rows = json.loads((ROOT / "docs" / "tables" / "settles2011-table1.json").read_text(encoding="utf-8"))
    ours = [row for row in rows if (row["method"], row["metric"]) == ("ours", "accuracy")]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, field in (("DUALIST, as published", "paper"), ("`LabelledWordNB`", "ours")):
        line = next(line for line in readme.splitlines() if line.startswith(f"| {name} |"))
        assert re.findall(r"\d+\.\d", line) == [f"{row[field]:.1f}" for row in ours]


def test_no_page_names_a_place_on_a_machine():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert not re.search(r"(?<![\w.])/(home|root|work|tmp|usr)/", text)
