"""A file is inspected once, into a plan that a person is shown and that an import follows."""

from __future__ import annotations

import os
import sys

import pytest
from typer.testing import CliRunner

from teachback import formats
from teachback.cli import app
from teachback.formats import BadFile, BadRows, Item, inspect
from teachback.project import Project

OPENED: list[str] = []  # every file that this process has opened, while somebody counts


@pytest.fixture(scope="session")
def _hook():
    watched = {"on": False}

    def hook(event, arguments):
        if watched["on"] and event == "open" and isinstance(arguments[0], str | os.PathLike):
            OPENED.append(os.fspath(arguments[0]))

    sys.addaudithook(hook)
    return watched


@pytest.fixture
def opens(_hook):
    """How often a file has been opened since the test began."""
    OPENED.clear()
    _hook["on"] = True
    yield lambda path: OPENED.count(os.fspath(path))
    _hook["on"] = False


@pytest.fixture
def mails(tmp_path):
    path = tmp_path / "mails.csv"
    lines = "".join(f"m{k};die Straße Nummer {k};{'bug' if k % 2 else 'billing'}\n" for k in range(50))
    path.write_bytes(("Nr;Nachricht;label\n" + lines).encode("cp1252"))
    return path


def test_inspecting_opens_a_file_once_and_reading_by_the_plan_once_more(mails, opens):
    plan = inspect(mails)
    assert opens(mails) == 1
    assert sum(isinstance(row, Item) for row in plan.read()) == plan.documents == 50
    assert opens(mails) == 2


def test_reading_alone_opens_a_file_once(mails, opens):
    assert sum(1 for _ in formats.read(mails)) == 50
    assert opens(mails) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"text": "one", "label": "bug"}\n'),
        ("a.json", '[{"text": "one", "label": "bug"}]'),
        ("a.txt", "one\ntwo\n"),
    ],
)
def test_other_text_files_are_opened_once_too(tmp_path, opens, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    OPENED.clear()
    plan = inspect(path)
    assert opens(path) == 1
    assert list(plan.read())
    assert opens(path) == 2


def test_an_import_on_the_command_line_opens_a_file_twice(mails, tmp_path, opens):
    project = str(tmp_path / "p.teachback")
    assert CliRunner().invoke(app, ["new", project, str(mails)]).exit_code == 0
    assert opens(mails) == 2
    more = tmp_path / "more.csv"
    more.write_bytes(mails.read_bytes().replace(b"m", b"n"))
    OPENED.clear()
    assert CliRunner().invoke(app, ["import", project, str(more)]).exit_code == 0
    assert opens(more) == 2
    with Project.open(project) as opened:
        assert opened.size == 100


def test_the_plan_reads_as_it_was_shown(mails):
    plan = inspect(mails, roles={"id": "Nr"})
    rows = list(plan.read(teacher="ines"))
    assert [row.document for row in rows[:20]] == [row.document for row in plan.rows]
    assert (rows[0].document.id, rows[0].document.text, rows[0].label) == ("m0", "die Straße Nummer 0", "billing")
    assert {row.lessons[0].teacher for row in rows} == {"ines"}
    assert [row.document.id for row in inspect(mails).read()][:3] == ["1", "2", "3"]


def test_a_plan_without_a_header_reads_the_first_line_too(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a text,1\nanother text,1\nthe third,2\n", encoding="utf-8")
    plan = inspect(path)
    assert plan.columns == ("column 1", "column 2")
    assert [row.document.text for row in plan.read()] == ["a text", "another text", "the third"]


def test_classes_that_became_known_after_the_inspection_count_when_it_is_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('text,label\none,"bug; billing"\n', encoding="utf-8")
    plan = inspect(path)
    assert plan.classes == ("bug; billing",)
    assert [row.label for row in plan.read()] == ["bug; billing"]
    with pytest.raises(BadRows, match="several classes"):
        list(plan.read(classes=["bug", "billing"]))


def test_a_file_that_has_changed_since_it_was_inspected_is_refused(mails):
    plan = inspect(mails)
    mails.write_text("text\nsomething else\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"has changed since it was inspected; import it again\."):
        plan.read()
