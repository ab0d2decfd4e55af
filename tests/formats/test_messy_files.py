"""Files as people have them: titles above tables, cells that say nothing, lists in cells, sheets that are hidden."""

from __future__ import annotations

import json
import math
import zipfile
from datetime import time, timedelta
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.formats import inspect
from teachback.formats.excel import MAIN, write_sheet
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file
from teachback.project.transfer.imports import bring_in
from tests.formats.test_tables_in import _model


def rows(path, **how):
    """The texts and labels of a file."""
    return [(row.document.text, row.label) for row in inspect(path, **how).read()]


def changed_workbook(path, changes):
    """A workbook whose parts are changed, each by what to put for what."""
    new = path.with_name("changed.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(new, "w") as archive:
        for name in old.namelist():
            content = old.read(name).decode()
            for before, after in changes:
                content = content.replace(before, after)
            archive.writestr(name, content)
    return new


def test_no_number_is_no_class(tmp_path):
    pq.write_table(pa.table({"text": ["a b", "c d"], "label": [math.nan, 2.0]}), tmp_path / "in.parquet")
    assert rows(tmp_path / "in.parquet") == [("a b", None), ("c d", "2.0")]
    lines = tmp_path / "in.jsonl"
    lines.write_text('{"text": "a b", "label": NaN}\n{"text": "refund", "label": "bug"}\n')
    assert rows(lines) == [("a b", None), ("refund", "bug")]
    classify_file(_model(), lines, tmp_path / "out.jsonl")
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])["label"] is None


def test_a_list_that_was_written_into_a_cell_is_a_list(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("text,labels\na b,['bug']\nc d,[]\ne f,\"['bug', 'billing']\"\n")
    plan = inspect(path, several="first")
    assert [row.label for row in plan.read()] == ["bug", None, "bug"]
    assert plan.several == 1


def test_doccanos_classes_in_a_cell_are_several(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("id,text,label\n1,a b,bug\n2,c d,billing\n3,e f,bug#billing\n4,g h,C#\n")
    plan = inspect(path)
    assert plan.several == 1
    assert "C#" in plan.classes
    assert "bug#billing" not in plan.classes


def test_empty_cells_behind_a_table_and_empty_rows_below_it_are_nothing(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("text,label\nrefund now,billing,,\n,\n,\n")
    assert rows(path) == [("refund now", "billing")]
    doubts: list[str] = []
    classify_file(_model(), path, out, doubted=doubts.append)
    assert [line.split(",")[:3] for line in out.read_text().splitlines()] == [
        ["text", "label", "class"],
        ["refund now", "billing", "billing"],
        ["", "", ""],
        ["", "", ""],
    ]
    assert doubts == ["2 rows have no text, and no class."]


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".jsonl", ".parquet"])
def test_rows_of_which_the_model_knows_nothing_are_told_of_and_empty_ones_have_no_class(tmp_path, ending):
    path, out, notes = tmp_path / "in.jsonl", tmp_path / f"out{ending}", list[str]()
    path.write_text(
        "".join(json.dumps({"id": str(at), "text": text}) + "\n" for at, text in enumerate(["refund", " ", "qqq"]))
    )
    classify_file(_model(), path, out, reasons=True, probabilities=True, doubted=notes.append)
    assert notes[:2] == [
        "1 row has no text, and no class.",
        "1 row has no word that the model knows; the answer is a guess.",
    ]
    plan = inspect(out)
    assert [row.prediction and row.prediction.class_ for row in plan.rows][:2] == ["billing", None]
    again = tmp_path / f"again{ending}"
    classify_file(_model(), out, again)  # the same kind of file
    assert "predicted class" in inspect(again).columns


@pytest.mark.parametrize("title", [["Mails of March"], ["Mails of March", "", "", "by Ines"], ["Mail", "Coding"]])
def test_a_title_above_a_sheet_stays_above_it(tmp_path, title):
    path, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    write_sheet(Target(path), [title, ["Nr", "text", "day", "label"], ["1", "refund now", "", "billing"]])
    plan = inspect(path)
    assert plan.columns == ("Nr", "text", "day", "label")
    assert "are in row 2" in plan.doubts[0]
    assert rows(path) == [("refund now", "billing")]
    assert classify_file(_model(), path, out) == 1
    assert inspect(out).columns == ("Nr", "text", "day", "label", "class", "probability")
    classify_file(_model(), path, tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1].startswith("1,refund now,,billing,billing,0.")


def test_a_hidden_sheet_is_not_the_first(tmp_path):
    path = tmp_path / "in.xlsx"
    write_sheet(Target(path), [["text"], ["a secret"]])
    two = '<sheet name="teachback" state="hidden" sheetId="1" r:id="rId1"/><sheet name="seen" sheetId="2" r:id="rId2"/>'
    place = '<Relationship Id="rId2" Type="worksheet" Target="worksheets/sheet2.xml"/></Relationships>'
    with_two = changed_workbook(
        path,
        [('<sheet name="teachback" sheetId="1" r:id="rId1"/>', two), ("</Relationships>", place)],
    )
    with zipfile.ZipFile(with_two, "a") as archive:
        cell = '<row><c t="inlineStr"><is><t>{}</t></is></c></row>'
        inside = cell.format("text") + cell.format("a mail")
        archive.writestr(
            "xl/worksheets/sheet2.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{inside}</sheetData></worksheet>'
        )
    assert inspect(with_two).sheets == ("seen", "teachback")
    assert rows(with_two) == [("a mail", None)]


def test_formulas_without_a_value_are_counted(tmp_path):
    path = tmp_path / "in.xlsx"
    write_sheet(Target(path), [["text", "sum"], ["a mail", 7.5]])
    plan = inspect(changed_workbook(path, [("<v>7.5</v>", "<f>B1+1</f><v></v>")]))
    assert list(plan.not_taken.items()) == [
        ("formulas that were never computed (open the file in Excel, and save it)", 1)
    ]


def test_values_of_a_table_that_json_lacks_are_fields(tmp_path):
    path = tmp_path / "in.parquet"
    table = {"text": ["a b"], "price": [Decimal("1.10")], "took": [timedelta(hours=1)], "at": [time(1, 2)]}
    pq.write_table(pa.table(table), path)
    assert dict(inspect(path).rows[0].document.fields) == {"price": 1.1, "took": "1:00:00", "at": "01:02:00"}


def test_a_field_that_comes_late_is_found_and_one_inside_an_object_can_be_the_text(tmp_path):
    late, inner = tmp_path / "late.jsonl", tmp_path / "inner.jsonl"
    late.write_text(
        "".join(json.dumps({"text": "a b", **({"label": "bug"} if at > 40 else {})}) + "\n" for at in range(50))
    )
    assert rows(late)[-1] == ("a b", "bug")
    inner.write_text('{"mail": {"body": "it crashes"}, "said": {"class": "bug", "by": "ines"}}\n' * 2)
    plan = inspect(inner, roles={"label": "said.class"})
    assert plan.columns == ("mail.body", "said.class", "said.by")
    assert plan.fields == {"said.by": "text"}
    assert rows(inner, roles={"label": "said.class"}) == [("it crashes", "bug")] * 2


@pytest.mark.parametrize(
    "content",
    [
        {"data": [{"text": "a b", "label": "bug"}, {"text": "c d", "label": "ham"}]},
        {"text": {"0": "a b", "1": "c d"}, "label": {"0": "bug", "1": "ham"}},
        {"0": {"text": "a b", "label": "bug"}, "1": {"text": "c d", "label": "ham"}},
        {"columns": ["text", "label"], "index": [0, 1], "data": [["a b", "bug"], ["c d", "ham"]]},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_table_in_one_object_is_read_row_by_row(tmp_path, content, indent):
    path = tmp_path / "in.json"
    path.write_text(json.dumps(content, indent=indent))
    assert rows(path) == [("a b", "bug"), ("c d", "ham")]


def test_the_fields_of_a_tools_file_come_along_when_it_is_classified(tmp_path):
    path = tmp_path / "in.json"
    results = [{"from_name": "topic", "to_name": "text", "type": "choices", "value": {"choices": ["bug", "billing"]}}]
    annotations = [{"result": results}]
    path.write_text(
        json.dumps([{"id": 1, "data": {"text": "refund now", "source": "email"}, "annotations": annotations}])
    )
    classify_file(_model(), path, tmp_path / "out.json")
    (record,) = json.loads((tmp_path / "out.json").read_text())
    assert (record["source"], record["label"], record["class"]) == ("email", "billing + bug", "billing")


def test_argillas_metadata_and_brats_other_marks_are_not_lost(tmp_path):
    path, folder = tmp_path / "in.json", tmp_path / "brat"
    responses = {"label": [{"value": "bug", "user_id": "u1"}]}
    record = {"id": "1", "fields": {"text": "a b", "title": "c"}, "metadata": {"year": 2026, "u1": "ines"}}
    path.write_text(json.dumps([{**record, "responses": responses}]))
    (item,) = inspect(path).rows
    assert dict(item.document.fields) == {"year": 2026, "title": "c"}
    assert item.lessons[0].teacher == "ines"
    folder.mkdir()
    (folder / "a.txt").write_text("it crashes")
    (folder / "a.ann").write_text("T1\tbug 3 10\tcrashes\nA1\tNegated T1\n#1\tAnnotatorNotes T1\tsure\n")
    assert inspect(folder).not_taken == {"attributes of passages": 1, "notes": 1}


def test_where_a_document_begins_in_conll_is_no_bad_row(tmp_path):
    path = tmp_path / "in.conll"
    path.write_text("-DOCSTART- -X- O O\n\nEU NNP B-NP B-ORG\n\n")
    plan = inspect(path)
    assert plan.documents == 1
    assert not plan.problems


def test_western_letters_that_could_be_central_european_are_read_as_western(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(("text;label\n" + "schöne Grüße, fährt ab;bug\n" * 8).encode("cp1252"))
    assert inspect(path).encoding == "cp1252"


def test_what_names_stand_for_counts_for_all_that_is_said_with_them(tmp_path):
    path = tmp_path / "in.jsonl"
    lessons = {"label": ["Spam", "spam"], "excluded": ["HAM"], "rationales": [{"start": 0, "end": 1, "label": "Spam"}]}
    path.write_text(json.dumps({"text": "a b", **lessons}) + "\n" + json.dumps({"text": "c d", "label": "n/a"}) + "\n")
    plan = inspect(path, classes_as={"Spam": "spam", "HAM": "ham", "n/a": ""})
    assert plan.classes == ("spam", "ham")
    assert [lesson.class_ for row in plan.read() for lesson in row.lessons] == ["spam", "ham", "spam"]


def test_a_name_that_comes_too_late_to_be_asked_about_is_told_of_afterwards(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("text,label\n" + "it crashes,bug\n" * 3 + "so what,n/a\n")
    plan = inspect(path, most=2)
    assert plan.class_questions([]) == []
    with Project.create() as project:
        assert "New classes that may be none, or others: 'n/a'." in bring_in(project, plan).notes[-1]
    with Project.create() as project:
        assert bring_in(project, inspect(path, most=2, classes_as={"n/a": "n/a"})).notes == []
