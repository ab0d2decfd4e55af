"""The glossary: every noun once, every kind of entry and every command in it, and nothing in it that is not there."""

import pkgutil
import re
from pathlib import Path

import pytest

import teachback
from teachback import Project, record
from teachback.record.form import KINDS
from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from tests.cli.test_commands import COMMANDS

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.partition("## Old names")[0].splitlines()
    if line.startswith("| *")
]
NAMES = [name for row in ROWS for name in re.findall(r"`([^`]+)`", row[2])]
PATHS = [path for row in ROWS if len(row) == 6 for path in re.findall(r"`(…?/[^`]+)`", row[3])]


def test_every_row_has_a_cell_for_every_door():
    assert {len(row) for row in ROWS} == {4, 6}  # research has neither JSON nor a page
    assert all(cell for row in ROWS for cell in row)


def test_every_noun_is_there_once():
    nouns = [row[0] for row in ROWS]
    assert len(nouns) > 60
    assert sorted(nouns) == sorted(set(nouns))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_of_entry_has_a_row_with_its_class_and_its_json(kind):
    rows = [row for row in ROWS if f"`{kind.__name__}`" in row[2]]
    assert [f"`{kind.kind}`" in row[3] for row in rows] == [True]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_belongs_to_a_noun(words):
    assert re.search(rf"`teachback {' '.join(words)}\b", PAGE)


@pytest.mark.parametrize("name", sorted({name for name in NAMES if name.startswith("teachback.")}))
def test_every_python_name_can_be_imported(name):
    assert pkgutil.resolve_name(name)


@pytest.mark.parametrize("name", sorted({name for name in NAMES if name[0].isupper()}))
def test_a_class_without_a_module_is_public_or_an_event(name):
    assert name in teachback.__all__ or issubclass(getattr(record, name), record.Event)


@pytest.mark.parametrize("name", sorted({name.split(".")[1] for name in NAMES if name.startswith("project.")}))
def test_every_attribute_of_a_project_is_there(name):
    assert hasattr(Project, name.removesuffix("()"))


@pytest.fixture(scope="module")
def served():
    return list(create_app({}, gate=LaunchGate("ines", port=8000)).openapi()["paths"])


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_every_path_is_served(path, served):
    whole = path.replace("…", "/api/v1") if path.startswith("…") else f"/api/v1/projects/{{project}}{path}"
    assert any(other == whole or other.startswith(f"{whole}/") for other in served)
