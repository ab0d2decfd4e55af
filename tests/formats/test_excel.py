from __future__ import annotations

import zipfile

import pytest

from teachback.formats import BadFile, CannotHold, Item, excel, inspect, read, write
from teachback.record import Document

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(path, sheet, strings="", head=""):
    """A workbook as Excel saves it: texts in a table of their own, numbers and formulas in place."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{MAIN}"/>')
        archive.writestr("xl/worksheets/sheet2.xml", f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>')
        archive.writestr(
            "xl/worksheets/sheet1.xml", f'{head}<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
        )
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{strings}</sst>')
    return path


def test_a_sheet_is_read_as_excel_saves_it(tmp_path):
    strings = (
        "<si><t>id</t></si><si><t>text</t></si><si><t>label</t></si>"
        "<si><r><t>rich </t></r><r><t>te_x000D_xt</t></r><rPh><t>furigana</t></rPh></si>"
    )
    sheet = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
        '<row r="3"><c r="A3"><v>7</v></c><c r="B3" t="s"><v>3</v></c></row>'
        '<row r="4"><c r="A4" t="inlineStr"><is><t>008</t></is></c><c r="B4" t="str"><f>A1</f><v>NA</v></c>'
        '<c r="C4" t="b"><v>1</v></c></row>'
    )
    path = workbook(tmp_path / "a.xlsx", sheet, strings)
    assert inspect(path).format == "excel"
    assert inspect(path).roles == {"id": "id", "text": "text", "label": "label"}
    rows = [(row.document.id, row.document.text, row.label) for row in read(path)]
    assert rows == [("7", "rich te\rxt", None), ("008", "NA", "true")]


def test_a_cell_of_excel_has_an_end(tmp_path):
    with pytest.raises(CannotHold, match="A cell of Excel holds 32,767 characters"):
        write(tmp_path / "a.xlsx", [Item(Document("d1", "x" * 32_768))])
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_of_excel_has_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(excel, "MOST_ROWS", 3)
    with pytest.raises(CannotHold, match="A sheet of Excel has 3 rows"):
        write(tmp_path / "a.xlsx", [Item(Document(f"d{n}", "x")) for n in range(3)])


def test_a_text_that_every_cell_repeats_is_counted_in_every_cell(tmp_path, monkeypatch):
    monkeypatch.setattr(excel, "MOST_BYTES", 10_000)
    path = workbook(tmp_path / "a.xlsx", '<row><c t="s"><v>0</v></c></row>' * 11, f"<si><t>{'x' * 1000}</t></si>")
    with pytest.raises(BadFile, match="its first sheet has more than 10,000 characters"):
        list(read(path))


@pytest.mark.parametrize(
    "sheet",
    [
        '<row><c t="s"><v>9</v></c></row>',
        '<row><c t="s"><v>x</v></c></row>',
        "<row>",
        '<row><c r="ZZZ1"><v>1</v></c></row>',
        '<row><c r="a1"><v>1</v></c></row><row><c><is/></c>',
    ],
)
def test_a_damaged_workbook_is_refused(tmp_path, sheet):
    with pytest.raises(BadFile, match=r"cannot be read as an Excel workbook|more than 10,000 columns"):
        list(read(workbook(tmp_path / "a.xlsx", sheet)))


def test_entities_that_multiply_are_refused(tmp_path):
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "{"ha" * 1000}">{entities}]>'
    sheet = '<row><c t="inlineStr"><is><t>&e11;</t></is></c></row>'
    with pytest.raises(BadFile, match="cannot be read as an Excel workbook"):
        list(read(workbook(tmp_path / "a.xlsx", sheet, head=bomb)))


def hostile(path, sheet, styles=""):
    """A small file with a large sheet."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>')
        archive.writestr("xl/workbook.xml", excel._PARTS["xl/workbook.xml"])
        with archive.open("xl/worksheets/sheet1.xml", "w") as file:
            for part in sheet:
                file.write(part)
    return path


def test_a_row_of_millions_of_cells_is_refused_while_it_is_read(tmp_path, monkeypatch):
    pieces = []
    counted = excel._Counted.read
    monkeypatch.setattr(excel._Counted, "read", lambda *size: pieces.append(counted(*size)) or pieces[-1])
    monkeypatch.setattr(excel, "_MOST_ELEMENTS", 5000)
    parts = [f'<worksheet xmlns="{MAIN}"><sheetData><row>'.encode(), *[b"<c/>" * 10_000] * 10]
    with pytest.raises(BadFile, match="has more than 5,000 parts"):
        list(read(hostile(tmp_path / "a.xlsx", parts), format="excel"))
    assert sum(map(len, pieces)) < 200_000  # of twice as many


@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        (b"x" * 1000, "has more than 100,000 bytes"),  # one endless text
        (b"<other>" * 100, "has more than 5,000 parts"),  # inside each other
        (b"<other/>" * 100, "has more than 100,000 bytes"),  # after each other
    ],
)
def test_foreign_xml_before_the_rows_has_an_end(tmp_path, monkeypatch, piece, sentence):
    monkeypatch.setattr(excel, "_MOST_OF_ONE", 100_000)
    monkeypatch.setattr(excel, "_MOST_ELEMENTS", 5000)
    parts = [f'<worksheet xmlns="{MAIN}"><other>'.encode(), *[piece] * 300]
    with pytest.raises(BadFile, match=sentence):
        list(read(hostile(tmp_path / "a.xlsx", parts), format="excel"))


def test_a_file_of_texts_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(excel, "_MOST_TEXTS", 100)
    with pytest.raises(BadFile, match="share more than 100 texts"):
        list(read(workbook(tmp_path / "a.xlsx", "", "<si><t/></si>" * 101)))


def test_styles_without_end_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(excel, "_MOST_ELEMENTS", 5000)
    styles = f"<cellXfs>{'<xf/>' * 6000}</cellXfs>"
    with pytest.raises(BadFile, match="has more than 5,000 parts"):
        list(read(hostile(tmp_path / "a.xlsx", [f'<worksheet xmlns="{MAIN}"/>'.encode()], styles), format="excel"))


@pytest.mark.parametrize(("length", "read_as"), [(200, "2026-03-01"), (300, "46082")])
def test_a_format_of_numbers_is_looked_at_as_far_as_excel_writes_one(tmp_path, length, read_as):
    code = f"&quot;{'x' * length}&quot;yyyy"
    styles = f'<numFmts><numFmt numFmtId="200" formatCode="{code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>'
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData><row><c><v>text</v></c></row><row><c s="0"><v>46082</v></c></row>'
    path = hostile(tmp_path / "a.xlsx", [f"{sheet}</sheetData></worksheet>".encode()], styles)
    assert [row.document.text for row in read(path, format="excel")] == [read_as]


def test_cells_that_are_said_to_be_merged_are_counted_as_far_as_excel_has_rows(tmp_path):
    rows = "<row><c t='inlineStr'><is><t>text</t></is></c></row><row><c t='inlineStr'><is><t>a b</t></is></c></row>"
    merged = f'<mergeCell ref="A1:A3"/><mergeCell ref="A1:A{"9" * 5000}"/>{"<mergeCell " * 1000}'
    path = hostile(tmp_path / "a.xlsx", [f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{merged}'.encode()])
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/_rels/workbook.xml.rels", excel._PARTS["xl/_rels/workbook.xml.rels"])
    plan = inspect(path)
    assert (plan.documents, list(plan.not_taken.values())) == (1, [2])


def test_what_follows_the_rows_is_not_read(tmp_path):
    rows = "<row><c t='inlineStr'><is><t>text</t></is></c></row><row><c t='inlineStr'><is><t>a b</t></is></c></row>"
    sheet = [f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData><mergeCells><'.encode()]
    assert [row.document.text for row in read(hostile(tmp_path / "a.xlsx", sheet), format="excel")] == ["a b"]
