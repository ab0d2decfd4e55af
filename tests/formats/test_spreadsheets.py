"""Old Excel workbooks and OpenDocument tables: read in a child, whose memory has a limit."""

from __future__ import annotations

import zipfile
from datetime import date
from pathlib import Path

import pytest

from teachback.confined import ChildLimits, call
from teachback.formats import BadFile, inspect
from teachback.formats.plan import import_plan

OLD_EXCEL = Path(__file__).parents[1] / "golden" / "old_excel.xls"  # by xlwt 1.3.0
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))


def cell(text, kind="string", **about):
    value = "".join(f' office:{name}="{each}"' for name, each in about.items())
    return f'<table:table-cell office:value-type="{kind}"{value}><text:p>{text}</text:p></table:table-cell>'


def row(*cells, repeated=1):
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


def write_ods(path, **sheets):
    tables = "".join(f'<table:table table:name="{name}">{"".join(rows)}</table:table>' for name, rows in sheets.items())
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>')
        archive.writestr("content.xml", f"<office:document-content {SPACES}>{body}</office:document-content>")
    return path


@pytest.fixture
def table(tmp_path):
    mails = [
        row(*map(cell, ("Nr", "text", "stars", "day"))),
        row(
            cell("7", "float", value=7),
            cell("a refund, please — café"),
            cell("4.5", "float", value=4.5),
            cell("1.3.", "date", **{"date-value": "2026-03-01"}),
        ),
    ]
    return write_ods(tmp_path / "table.bin", Mails=mails, Notes=[row(cell("text")), row(cell("another sheet"))])


@pytest.mark.parametrize("old", [True, False])
def test_numbers_and_dates_come_as_they_are_and_the_sheet_is_chosen(table, old):
    path = OLD_EXCEL if old else table
    plan = inspect(path)
    first = plan.rows[0].document
    assert (plan.format, plan.sheets) == ("spreadsheet", ("Mails", "Notes"))
    assert first.text == "a refund, please — café"
    assert [first.fields[name] for name in ("Nr", "stars", "day")] == [7, 4.5, date(2026, 3, 1)]
    assert [item.document.text for item in inspect(path, sheet="Notes").rows] == ["another sheet"]
    with pytest.raises(BadFile, match="Did you mean Notes"):
        inspect(path, sheet="Note")


def test_cells_that_are_far_apart_take_no_more_memory_than_a_child_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(import_plan, "call", call)  # in a child
    monkeypatch.setattr(import_plan.ChildLimits, "for_size", lambda size: ChildLimits(memory=256 << 20))
    nothing = '<table:table-cell table:number-columns-repeated="16383"/>'
    far = [row(cell("text")), row("<table:table-cell/>", repeated=500), row(nothing, cell("far"))]
    with pytest.raises(BadFile, match=r"needs more than 0\.2 GB of memory"):
        inspect(write_ods(tmp_path / "far.ods", Mails=far))


def test_a_file_that_is_no_spreadsheet_is_refused(tmp_path):
    (tmp_path / "a.xls").write_bytes(OLD_EXCEL.read_bytes()[:700])
    with pytest.raises(BadFile, match="cannot be read as a spreadsheet"):
        inspect(tmp_path / "a.xls")
