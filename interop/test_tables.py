"""Tables of other libraries come in with their types, and what we write is what other tools' readers find."""

from __future__ import annotations

import json
from datetime import date, datetime

import openpyxl
import pandas
import pytest
import xlwt
from label_studio_sdk.converter import Converter
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from teachback.formats import Item, inspect, write
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file
from teachback.project.transfer.gold import write_gold
from teachback.record import Document, Label, Word

HEADER = ["Nr", "text", "stars", "day"]
ROWS = [["007", "a refund, please — café", 4.5, date(2026, 3, 1)], ["8", "it crashed", 2, date(2026, 3, 9)]]


@pytest.fixture
def model():
    with Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"]) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        return project.learn().classifier


def write_xls(path):
    book = xlwt.Workbook()
    book.add_sheet("Notes").write(0, 0, "text")
    sheet = book.add_sheet("Mails")
    dated = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for at, row in enumerate([HEADER, *ROWS]):
        for place, value in enumerate(row):
            sheet.write(at, place, value, *([dated] if isinstance(value, date) else []))
    book.save(path)


def write_ods(path):
    document = OpenDocumentSpreadsheet()
    for name, rows in {"Notes": [["text"]], "Mails": [HEADER, *ROWS]}.items():
        table = Table(name=name)
        for row in rows:
            line = TableRow()
            for value in row:
                line.addElement(_ods_cell(value))
            table.addElement(line)
        document.spreadsheet.addElement(table)
    document.save(path)


def _ods_cell(value):
    if isinstance(value, date):
        cell = TableCell(valuetype="date", datevalue=value.isoformat())
    elif isinstance(value, str):
        cell = TableCell(valuetype="string")
    else:
        cell = TableCell(valuetype="float", value=value)
    cell.addElement(P(text=str(value)))
    return cell


@pytest.mark.parametrize(("write_table", "name"), [(write_xls, "a.xls"), (write_ods, "a.ods")])
def test_we_read_what_xlwt_and_odfpy_write(tmp_path, write_table, name):
    write_table(tmp_path / name)
    plan = inspect(tmp_path / name, sheet="Mails", roles={"id": "Nr"})
    assert plan.sheets == ("Notes", "Mails")
    assert [[item.document.id, item.document.text, *item.document.fields.values()] for item in plan.rows] == ROWS


def test_openpyxl_reads_a_classified_workbook_with_its_dates_and_other_sheets(tmp_path, model):
    book = openpyxl.Workbook()
    for row in (HEADER, *ROWS):
        book.active.append(row)
    book.create_sheet("Notes").append(["kept"])
    book.save(tmp_path / "a.xlsx")
    classify_file(model, tmp_path / "a.xlsx", tmp_path / "b.xlsx")
    found = openpyxl.load_workbook(tmp_path / "b.xlsx")
    header, *rows = found.worksheets[0].values
    assert header == (*HEADER, "class", "probability")
    assert [row[:5] for row in rows] == [
        (*ROWS[0][:3], datetime(2026, 3, 1), "billing"),
        (*ROWS[1][:3], datetime(2026, 3, 9), "bug"),
    ]
    assert found["Notes"]["A1"].value == "kept"


@pytest.mark.parametrize(("format", "name"), [("csv", "gold.csv"), ("excel", "gold.xlsx"), ("parquet", "gold.parquet")])
def test_pandas_reads_gold_with_its_fields(tmp_path, format, name):
    with Project.create(classes=["billing", "bug"]) as project:
        project.add_documents(Document(nr, text, {"stars": stars}) for nr, text, stars, _ in ROWS)
        project.teach(Label("007", "billing", teacher="ines"), Label("8", "bug", teacher="ben"))
        write_gold(project, tmp_path / name, format)
    readers = {"csv": pandas.read_csv, "excel": pandas.read_excel, "parquet": pandas.read_parquet}
    table = readers[format](tmp_path / name)
    assert table["text"].tolist() == [row[1] for row in ROWS]
    assert [float(stars) for stars in table["stars"]] == [4.5, 2.0]
    assert {"billing", "bug"} <= {cell for column in table for cell in table[column].astype(str)}


def test_label_studios_own_converter_finds_our_classes_and_times(tmp_path):
    item = Item(Document("7", "My bill"), (Label("7", "billing", teacher="ines", seconds=4.25),))
    write(tmp_path / "tasks.json", [item], format="label_studio", classes=["billing", "bug"])
    converter = Converter((tmp_path / "tasks.xml").read_text(encoding="utf-8"), str(tmp_path), download_resources=False)
    converter.convert_to_json_min(str(tmp_path / "tasks.json"), str(tmp_path / "out"), is_dir=False)
    (task,) = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert (task["text"], task["ref_id"], task["label"], task["lead_time"]) == ("My bill", "7", "billing", 4.25)
