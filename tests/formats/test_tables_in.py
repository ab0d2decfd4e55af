"""Tables as people have them: texts in several columns, sheets and dates of Excel, headers, many encodings."""

from __future__ import annotations

import json
import zipfile

import pytest

from teachback.formats import BadFile, inspect
from teachback.formats.excel import write_sheet
from teachback.formats.rows.problems import BadRole
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file
from teachback.project.transfer.imports import bring_in
from teachback.record import Word

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def test_several_columns_make_the_text(tmp_path):
    (tmp_path / "a.csv").write_text("title,body,stars\nBill,It is wrong,2\n,Only a body,3\n", encoding="utf-8")
    plan = inspect(tmp_path / "a.csv", texts=["title", "body"])
    assert [row.document.text for row in plan.read()] == ["Bill\n\nIt is wrong", "Only a body"]
    fields = [{"title": "Bill", "body": "It is wrong", "stars": 2}, {"body": "Only a body", "stars": 3}]
    assert [dict(row.document.fields) for row in plan.rows] == fields  # each part is known by its name
    assert [(column.name, column.role) for column in plan.table] == [
        ("title", "part"),
        ("body", "part"),
        ("stars", None),
    ]
    (tmp_path / "a.jsonl").write_text('{"subject": "Bill", "body": "It is wrong", "n": 1}\n', encoding="utf-8")
    (row,) = inspect(tmp_path / "a.jsonl", texts=["body", "subject"], between=" — ").rows
    assert (row.document.text, dict(row.document.fields)) == (
        "It is wrong — Bill",
        {"subject": "Bill", "body": "It is wrong", "n": 1},
    )
    with pytest.raises(BadRole, match=r"no column 'bdoy' for the text\. Did you mean body"):
        inspect(tmp_path / "a.csv", texts=["title", "bdoy"])


def test_a_header_with_empty_names_is_a_header_and_a_person_can_say_so(tmp_path):
    (tmp_path / "a.csv").write_text("Nachricht,,Quelle\nzu teuer,1,Web\nkaputt,2,Mail\n", encoding="utf-8")
    plan = inspect(tmp_path / "a.csv")
    assert plan.columns == ("Nachricht", "column 2", "Quelle")
    assert plan.documents == 2
    assert inspect(tmp_path / "a.csv", header=False).documents == 3


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-16", "Größe"),
        ("cp1251", "Привет, мой счёт неверный"),
        ("koi8_r", "Привет, мой счёт неверный"),
        ("cp932", "請求書が間違っています"),
        ("cp932", "注文した商品がまだ届きません。確認してください。"),
        ("euc_jp", "アプリが起動しません。助けてください。"),
        ("iso2022_jp", "アプリが起動しません。助けてください。"),
        ("iso2022_kr", "청구서가 잘못되었습니다"),
        ("hz", "我的订单还没有到，请帮我查一下。"),
        ("utf-16-le", "我的订单还没有到，请帮我查一下。"),
        ("utf-16-be", "앱이 실행되지 않습니다."),
        ("gb18030", "我的账单有错误，应用程序崩溃了"),
        ("big5", "我的帳單有錯誤應用程式當機了"),
        ("cp949", "청구서가 잘못되었습니다"),
        ("cp1253", "Ο λογαριασμός μου είναι λάθος"),
        ("cp1250", "Mój rachunek jest błędny, proszę o zwrot"),
        ("cp1252", "Le café est fermé à midi, où êtes-vous"),
        ("cp1250", "Már két hete várok, őszintén bosszantó, űr"),
        ("cp1254", "Siparişim nerede? İki haftadır bekliyorum, paramı geri istiyorum"),
        ("cp1255", "איפה ההזמנה שלי? אני מחכה שבועיים. אני רוצה את הכסף בחזרה"),
        ("cp1256", "أين طلبي؟ أنتظر منذ أسبوعين"),
        ("cp1257", "Kur mano užsakymas? Laukiu jau dvi savaites, ačiū už žinią"),
        ("cp1257", "Kur ir mans pasūtījums? Lūdzu palīdziet, viss ir salūzis, nedēļas"),
        ("cp874", "คำสั่งซื้อของฉันอยู่ที่ไหน"),
    ],
)
def test_encodings_are_recognised_and_never_in_silence(tmp_path, encoding, text):
    (tmp_path / "a.csv").write_bytes(f'id;text\n1;"{text}"\n2;"{text}"\n'.encode(encoding))
    plan = inspect(tmp_path / "a.csv")
    assert (plan.encoding, plan.rows[0].document.text) == (encoding, text)
    assert encoding == "utf-16" or "If letters look wrong, say which encoding it has" in plan.doubts[0]
    assert inspect(tmp_path / "a.csv", encoding=encoding).rows[0].document.text == text


def workbook(path, sheets, styles="", properties=""):
    """A workbook with these rows of cells in XML."""
    with zipfile.ZipFile(path, "w") as archive:
        named = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">{properties}<sheets>{named}</sheets></workbook>',
        )
        links = "".join(
            f'<Relationship Id="r{n}" Target="worksheets/sheet{n}.xml"/>' for n in range(1, len(sheets) + 1)
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>')
        archive.writestr("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>')
        for n, rows in enumerate(sheets.values(), 1):
            lines = "".join(f"<row>{row}</row>" for row in rows)
            archive.writestr(
                f"xl/worksheets/sheet{n}.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'
            )
    return path


def cells(*texts):
    return "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts)


def test_a_sheet_is_chosen_by_its_name_and_all_are_named(tmp_path):
    rows = {"Read me": [cells("text"), cells("hello")], "Mails": [cells("text"), cells("It hangs"), cells("My bill")]}
    path = workbook(tmp_path / "a.xlsx", rows)
    assert inspect(path).sheets == ("Read me", "Mails")
    assert [row.document.text for row in inspect(path).rows] == ["hello"]
    plan = inspect(path, sheet="Mails")
    assert [row.document.text for row in plan.read()] == ["It hangs", "My bill"]
    with pytest.raises(BadFile, match=r"no sheet 'Mail'\. Did you mean Mails"):
        inspect(path, sheet="Mail")


def test_dates_of_a_workbook_are_dates(tmp_path):
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>'
        '<numFmt numFmtId="165" formatCode="0.0&quot;m&quot;"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
    )
    row = (
        cells("It hangs")
        + '<c s="1"><v>46082</v></c><c s="2"><v>46082.5</v></c><c s="3"><v>46082</v></c><c><v>46082</v></c>'
    )
    rows = {"Mails": [cells("text", "day", "at", "metres", "plain"), row]}
    (item,) = inspect(workbook(tmp_path / "a.xlsx", rows, styles)).rows
    fields = {name: str(value) for name, value in item.document.fields.items()}
    assert fields == {"day": "2026-03-01", "at": "2026-03-01 12:00:00", "metres": "46082", "plain": "46082"}


def test_a_problem_in_json_on_one_line_says_which_object_it_is(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps([{"text": "a"}, {"text": "b"}, {"text": None}]), encoding="utf-8")
    (problem,) = inspect(tmp_path / "a.json").problems
    assert str(problem) == "line 1 (object 3 of the list): it has no text."


def test_what_excel_writes_of_the_separator_is_no_row(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b"\xef\xbb\xbfsep=;\r\nid;text;label\r\n1;refund, now;billing\r\n2;a;b;c\r\n")
    plan = inspect(path)
    assert plan.columns == ("id", "text", "label")
    assert [row.document.text for row in plan.rows] == ["refund, now"]
    assert str(plan.problems[0]).startswith("line 4")
    path.write_text("sep=;\nid;text\n7;it crashed\n")
    out = tmp_path / "out.csv"
    classify_file(_model(), path, out)
    assert out.read_text().splitlines()[:2] == ["sep=;", "id;text;class;probability"]


def test_a_title_above_the_names_of_columns_is_told_of_and_left_alone(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("Export of 2026,,\n,,\nid,text,label\n1,refund now,billing\n")
    plan = inspect(path)
    assert plan.doubts == (
        "The names of its columns are in line 3; what stands above them is no document: 'Export of 2026'.",
    )
    assert [(row.document.id, row.label) for row in plan.read()] == [("1", "billing")]
    doubts: list[str] = []
    classify_file(_model(), path, out, doubted=doubts.append)
    assert doubts == list(plan.doubts)
    assert [line.split(",")[:4] for line in out.read_text().splitlines()] == [
        ["Export of 2026", "", ""],
        ["id", "text", "label", "class"],
        ["1", "refund now", "billing", "billing"],
    ]


def test_cells_that_are_merged_over_rows_are_counted(tmp_path):
    path, merged = tmp_path / "plain.xlsx", tmp_path / "merged.xlsx"
    write_sheet(Target(path), [["id", "text", "label"], ["1", "refund now", "billing"], ["2", "money back", ""]])
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(merged, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/"):
                ranges = b'<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>'
                content = content.replace(b"</sheetData>", b"</sheetData>" + ranges)
            new.writestr(name, content)
    assert inspect(path).not_taken == {}
    assert list(inspect(merged).not_taken.values()) == [1]
    with Project.create() as project:
        assert "merged over several rows" in bring_in(project, inspect(merged)).notes[-1]


def _model():
    project = Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"])
    project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    return project.learn().classifier
