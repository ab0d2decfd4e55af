"""A classified file: its own columns as they were, and what the model says behind them."""

from __future__ import annotations

import csv
import json
import zipfile
from datetime import date

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback import confined, formats
from teachback.classifier import TextClassifier
from teachback.distributed import open_engine
from teachback.errors import TeachbackError
from teachback.formats.excel import MAIN, sheet_cells, write_sheet
from teachback.formats.extending import Extension, extend_file
from teachback.formats.plan import import_plan
from teachback.formats.reading import Reading
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer import classified_files
from teachback.project.transfer.classified_files import AnswerColumns, classify_file
from teachback.project.transfer.classified_folders import classify_files
from teachback.project.transfer.imports import bring_in
from teachback.record import Word

TEXTS = ["a refund, please", "it crashed", 'refund\r\n"now"', "crashed – ünd refund refund"]


@pytest.fixture(scope="module")
def model():
    with Project.from_texts(TEXTS, classes=["billing", "=bug"]) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "=bug"))
        return project.learn().classifier


def answer_rows(model, **asked):
    return list(zip(*AnswerColumns(model, **asked).of(TEXTS), strict=True))


HEADER = ["Nr", "paid", " Text ", "day", "class"]
TABLE = [["007", "-5.00", text, "2026-03-01", ""] for text in TEXTS]


def write_csv(path, rows=(HEADER, *TABLE), delimiter=",", encoding="utf-8"):
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    return path


def read_csv(path, delimiter=",", encoding="utf-8-sig"):
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.reader(file, delimiter=delimiter))


@pytest.mark.parametrize(
    ("delimiter", "encoding", "name"), [(",", "utf-8", "a.csv"), (";", "cp1252", "b.csv"), ("\t", "utf-16", "c.tsv")]
)
def test_a_table_comes_back_with_its_own_cells_and_repeated_ids(model, tmp_path, delimiter, encoding, name):
    source = write_csv(tmp_path / name, delimiter=delimiter, encoding=encoding)
    out = tmp_path / f"out{source.suffix}"
    assert classify_file(model, source, out, reasons=True, probabilities=True) == len(TEXTS)
    header, *rows = read_csv(out, delimiter)
    assert header == [
        *HEADER,
        "predicted class",
        "probability",
        "reasons",
        "probability of billing",
        "probability of =bug",
    ]
    assert [row[:5] for row in rows] == TABLE
    for row, (class_, probability, why, *each) in zip(
        rows, answer_rows(model, reasons=True, probabilities=True), strict=True
    ):
        assert row[5] == {"billing": "billing", "=bug": "'=bug"}[class_]  # what we add is never run as a formula
        assert [float(row[6]), *map(float, row[8:])] == [probability, *each]
        assert row[7] == why
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([source.name, out.name])


def test_a_table_without_a_header_stays_one(model, tmp_path):
    source = write_csv(tmp_path / "in.csv", [["1", "a refund, please"], ["2", "it crashed, it crashed"]])
    classify_file(model, source, tmp_path / "out.csv")
    assert [row[:3] for row in read_csv(tmp_path / "out.csv")] == [
        ["1", "a refund, please", "billing"],
        ["2", "it crashed, it crashed", "'=bug"],
    ]


def test_json_keeps_what_is_inside_objects(model, tmp_path):
    rows = [{"meta": {"deep": [1, None]}, "text": text, "big": 12345678901234567890} for text in TEXTS]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "in.json").write_text(json.dumps(rows), encoding="utf-8")
    for kind in ("jsonl", "json"):
        out = tmp_path / f"out.{kind}"
        classify_file(model, tmp_path / f"in.{kind}", out, reasons=True)
        content = out.read_text(encoding="utf-8")
        records = json.loads(content) if kind == "json" else [json.loads(line) for line in content.splitlines()]
        added = [
            dict(zip(("class", "probability", "reasons"), each, strict=True))
            for each in answer_rows(model, reasons=True)
        ]
        assert records == [row | more for row, more in zip(rows, added, strict=True)]


def test_parquet_keeps_its_types(model, tmp_path):
    table = pa.table(
        {
            "day": pa.array([date(2026, 3, 1)] * 4),
            "text": pa.array(TEXTS).dictionary_encode(),
            "tags": pa.array([["a"], [], None, ["b", "c"]]),
            "n": pa.array([1, 2, None, 4], pa.int16()),
        }
    )
    pq.write_table(table, tmp_path / "in.parquet")
    classify_file(model, tmp_path / "in.parquet", tmp_path / "out.parquet")
    answered = pq.read_table(tmp_path / "out.parquet")
    assert answered.column_names == ["day", "text", "tags", "n", "class", "probability"]
    assert [answered.schema.field(name).type for name in ("day", "tags", "n")] == [
        table[name].type for name in ("day", "tags", "n")
    ]
    assert answered.select(["day", "tags", "n"]).equals(table.select(["day", "tags", "n"]))
    assert answered["text"].to_pylist() == TEXTS
    assert list(zip(answered["class"].to_pylist(), answered["probability"].to_pylist(), strict=True)) == answer_rows(
        model
    )


SHEET = (
    '<?xml version="1.0" encoding="UTF-8"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/'
    'main"><x:cols><x:col min="1" max="1" width="30"/></x:cols><x:sheetData>'
    '<x:row r="1" spans="1:2"><x:c r="A1" t="inlineStr"><x:is><x:t>text</x:t></x:is></x:c>'
    '<x:c r="B1" t="inlineStr"><x:is><x:t>day</x:t></x:is></x:c></x:row><x:row r="2"/>'
    '<x:row r="3" spans="1:4"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="B3" s="1"><x:v>46082</x:v></x:c>'
    '<x:c r="D3" s="2"/></x:row>'
    '<x:row r="5"><x:c r="A5" t="inlineStr"><x:is><x:r><x:t>it </x:t></x:r><x:r><x:t>crashed</x:t></x:r></x:is></x:c>'
    '<x:c r="B5"><x:f>SUM(B3)</x:f><x:v>46082</x:v></x:c></x:row></x:sheetData></x:worksheet>'
)


def test_a_workbook_keeps_its_dates_formulas_and_other_sheets(model, tmp_path):
    with zipfile.ZipFile(tmp_path / "in.xlsx", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/sharedStrings.xml", f"<sst xmlns='{MAIN}'><si><t>a refund, please</t></si></sst>")
        archive.writestr("xl/styles.xml", "<styleSheet>dates</styleSheet>")
        archive.writestr("xl/worksheets/sheet1.xml", SHEET)
        archive.writestr("xl/worksheets/sheet2.xml", "<worksheet>another</worksheet>")
    classify_file(model, tmp_path / "in.xlsx", tmp_path / "out.xlsx")
    with zipfile.ZipFile(tmp_path / "in.xlsx") as old, zipfile.ZipFile(tmp_path / "out.xlsx") as new:
        assert new.namelist() == old.namelist()
        same = [name for name in old.namelist() if old.read(name) == new.read(name)]
        assert same == [name for name in old.namelist() if not name.endswith("sheet1.xml")]
        sheet = new.read("xl/worksheets/sheet1.xml").decode()
    billing, bug = (each[1] for each in answer_rows(model)[:2])
    text = '<x:c r="{}" t="inlineStr"><x:is><x:t xml:space="preserve">{}</x:t></x:is></x:c>'
    added = {
        "1": text.format("C1", "class") + text.format("D1", "probability"),
        "3": text.format("C3", "billing") + f'<x:c r="D3"><x:v>{billing}</x:v></x:c>',
        "5": text.format("C5", "=bug") + f'<x:c r="D5"><x:v>{bug}</x:v></x:c>',
    }
    expected = SHEET.replace(' spans="1:2"', "").replace(' spans="1:4"', "").replace('<x:c r="D3" s="2"/>', "")
    rows = expected.split("</x:row>")
    expected = "</x:row>".join([rows[0] + added["1"], rows[1] + added["3"], rows[2] + added["5"], rows[3]])
    assert sheet == expected


def test_a_large_workbook_is_answered_in_the_right_rows(model, tmp_path):
    words = ["refund", "crashed"]
    rows = [[f"{number}", words[number % 2] + " " + "x" * (number % 50)] for number in range(5001)]
    write_sheet(Target(tmp_path / "in.xlsx"), [["id", "text"], *rows])
    assert classify_file(model, tmp_path / "in.xlsx", tmp_path / "out.xlsx") == 5001
    written = [cells for _, cells in sheet_cells(Reading(tmp_path / "out.xlsx"))]
    assert written[0] == ["id", "text", "class", "probability"]
    assert [cells[:3] for cells in written[1:]] == [
        [*row, ["billing", "=bug"][place % 2]] for place, row in enumerate(rows)
    ]


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.jsonl", "out.json", "out.xlsx", "out.parquet"])
@pytest.mark.parametrize("source", ["in.csv", "in.jsonl", "in.xlsx", "in.parquet", "in.txt"])
def test_any_table_can_be_written_as_any_other(model, tmp_path, source, name):
    texts = [text.replace("\r\n", " ") for text in TEXTS]
    path = tmp_path / source
    if source == "in.txt":
        path.write_text("\n".join(texts), encoding="utf-8")
    elif source == "in.csv":
        write_csv(path, [["Nr", "text"], *(["007", text] for text in texts)])
    elif source == "in.jsonl":
        path.write_text("".join(json.dumps({"Nr": "007", "text": text}) + "\n" for text in texts), encoding="utf-8")
    elif source == "in.xlsx":
        write_sheet(Target(path), [["Nr", "text"], *(["007", text] for text in texts)])
    else:
        pq.write_table(pa.table({"Nr": ["007"] * 4, "text": texts}), path)
    classify_file(model, path, tmp_path / name)
    plan = formats.inspect(tmp_path / name)
    assert plan.columns == ("id" if source == "in.txt" else "Nr", "text", "class", "probability")
    read = list(formats.read(tmp_path / name, roles={"label": "class"}))
    assert [item.document.text for item in read] == texts
    expected = [
        class_.replace("=", "'=") if name.endswith(("csv", "tsv")) else class_ for class_, _ in answer_rows(model)
    ]
    assert [item.label for item in read] == expected


def test_a_run_that_was_killed_goes_on_where_it_was(model, tmp_path, monkeypatch):
    rows = [["0", "qwerty"], *([str(number), f"refund {number}"] for number in range(1, 4099)), ["4099", "asdf"]]
    source = write_csv(tmp_path / "in.csv", [["id", "text"], *rows])
    asked, first = [], AnswerColumns.of

    def killed(self, texts):
        asked.append(len(texts))
        if len(asked) == 2:
            raise KeyboardInterrupt
        return first(self, texts)

    monkeypatch.setattr(AnswerColumns, "of", killed)
    with pytest.raises(KeyboardInterrupt):
        classify_file(model, source, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()
    with (tmp_path / "out.csv.unfinished").open("ab") as file:
        file.write(b'[["bill')  # the line that it was writing
    resumed, doubts = [], []
    classify_file(model, source, tmp_path / "out.csv", resumed=resumed.append, doubted=doubts.append)
    assert (resumed, asked) == ([2000], [2000, 2000, 2000, 100])
    assert [row[:3] for row in read_csv(tmp_path / "out.csv")[2:-1]] == [[*row, "billing"] for row in rows[1:-1]]
    assert doubts[0] == "2 rows have no word that the model knows; the answer is a guess."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]


def test_bad_rows_are_refused_or_left_out_and_nothing_half_done_stays(model, tmp_path):
    (tmp_path / "in.csv").write_bytes(b"id,text\n1,refund\n2,crashed,again\n3,\xff\xc3\x28 bytes\n4,crashed\n")
    with pytest.raises(formats.BadRows, match="line 3: it has 3 cells") as refused:
        classify_file(model, tmp_path / "in.csv", tmp_path / "out.csv", encoding="utf-8")
    assert "line 4: some of its bytes are no letters" in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]
    problems = []
    classify_file(model, tmp_path / "in.csv", tmp_path / "out.csv", encoding="utf-8", leave_out=problems.append)
    assert [problem.where for problem in problems] == ["line 3", "line 4"]
    assert [row[0] for row in read_csv(tmp_path / "out.csv")] == ["id", "1", "4"]
    with pytest.raises(formats.CannotHold, match="is the file itself"):
        classify_file(model, tmp_path / "in.csv", tmp_path / "in.csv")


def test_reasons_are_those_of_the_explanation(model):
    for text, words in zip(TEXTS, model.reasons(TEXTS), strict=True):
        assert words == model.explain(text).removed
    assert classified_files.fingerprint(model) == classified_files.fingerprint(model)


@pytest.mark.parametrize("source", ["a.csv", "a.jsonl", "a.parquet", "a.xlsx"])
@pytest.mark.parametrize("out", ["own", "out.csv"])
def test_several_columns_make_the_text(model, tmp_path, source, out):
    titles, bodies = ["refund", "", "crashed"], ["please", "it crashed", "again"]
    path, rows = tmp_path / source, [["title", "body", "n"], *map(list, zip(titles, bodies, "123", strict=True))]
    if source == "a.csv":
        write_csv(path, rows)
    elif source == "a.xlsx":
        write_sheet(Target(path), rows)
    elif source == "a.parquet":
        pq.write_table(pa.table({"title": titles, "body": bodies, "n": list("123")}), path)
    else:
        path.write_text(
            "\n".join(json.dumps(dict(zip(rows[0], row, strict=True))) for row in rows[1:]), encoding="utf-8"
        )
    target = tmp_path / (f"out{path.suffix}" if out == "own" else out)
    asked = []
    answer = AnswerColumns.of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AnswerColumns, "of", lambda self, texts: asked.extend(texts) or answer(self, texts))
        classify_file(model, path, target, texts=["title", "body"], between=" / ")
    assert asked == ["refund / please", "it crashed", "crashed / again"]
    written = list(formats.read(target, texts=["title", "body"]))
    assert [str(row.document.fields["n"]) for row in written] == ["1", "2", "3"]
    assert [row.prediction.class_.lstrip("'") for row in written] == ["billing", "=bug", "=bug"]


def test_the_text_is_in_the_columns_of_the_texts_that_the_model_learned_from(tmp_path):
    rows = [["title", "body", "note"], ["refund", "please", "a long remark on nothing"], ["crashed", "now", ""]]
    source = write_csv(tmp_path / "a.csv", rows)
    with Project.create(classes=["billing", "bug"]) as project:
        bring_in(project, formats.inspect(source, texts=["title", "body"]))
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn().classifier.save(tmp_path / "a.model")
    model, doubts = TextClassifier.load(tmp_path / "a.model"), []
    classify_file(model, source, tmp_path / "out.csv", doubted=doubts.append)
    assert [row[3] for row in read_csv(tmp_path / "out.csv")[1:]] == ["billing", "bug"]
    assert doubts[0] == "The text is made of title, body."
    shorter = write_csv(tmp_path / "b.csv", [[row[0], row[2]] for row in rows])
    classify_file(model, shorter, tmp_path / "b.out.csv", doubted=doubts.append)
    assert "The text is made of title; the texts that the model learned from have body, too." in doubts
    with pytest.raises(TeachbackError, match="made of title, body"):
        classify_files(model, source, tmp_path / "folder", open_engine(None, 1))


def test_columns_of_an_import_that_was_taken_back_are_no_part_of_the_text(tmp_path):
    source = write_csv(tmp_path / "a.csv", [["title", "body"], ["refund", "crashed"], ["crashed", "refund"]])
    with Project.create(classes=["billing", "bug"]) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))

        def texts():
            return project.learn().classifier.about["texts"]

        bring_in(project, formats.inspect(source, texts=["title", "body"]))
        both = len(project.record)
        bring_in(project, formats.inspect(source, roles={"text": "title"}))
        assert texts() == ["title", "body"]
        project.take_back(both)
        assert texts() == ["title"]
        project.take_back(len(project.record))  # so that the first import counts again
        assert texts() == ["title", "body"]


def test_another_sheet_of_a_workbook_is_classified_and_old_ones_become_new(model, tmp_path):
    from tests.formats.test_spreadsheets import OLD_EXCEL

    new = tmp_path / "new.xlsx"
    assert classify_file(model, OLD_EXCEL, new) == 2
    rows = [cells for _, cells in sheet_cells(Reading.of(new))]
    assert rows[0] == ["Nr", "text", "stars", "day", "urgent", "class", "probability"]
    assert rows[1][:6] == ["7", "a refund, please — café", "4.5", "2026-03-01", "true", "billing"]
    assert classify_file(model, OLD_EXCEL, tmp_path / "notes.csv", sheet="Notes") == 1
    with pytest.raises(formats.BadFile, match="it has no sheet 'Other'"):
        classify_file(model, new, tmp_path / "other.xlsx", sheet="Other")


def test_parquet_is_read_in_a_child_whose_memory_has_a_limit(tmp_path, monkeypatch):
    pq.write_table(pa.table({"text": TEXTS}), tmp_path / "a.parquet")
    plan = formats.inspect(tmp_path / "a.parquet")
    monkeypatch.setattr(import_plan, "call", confined.call)
    monkeypatch.setattr(import_plan.ChildLimits, "for_size", lambda size: confined.ChildLimits(memory=1 << 20))
    ends = r"malloc|memory|failed to map|worker thread|ends the program that reads it"
    with pytest.raises(formats.BadFile, match=ends):
        extend_file(plan, tmp_path / "out.parquet", Extension([], lambda texts: []), format="parquet")
    assert not (tmp_path / "out.parquet").exists()
