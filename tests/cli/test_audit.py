"""`teachback audit`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teachback import formats
from teachback.cli import app
from teachback.project import Project
from tests.cli.test_commands import run


@pytest.fixture
def sheet(taught):
    reply = run("audit", taught, "draw", "sheet.csv", "-n", "2")
    assert reply.output.startswith("sheet.csv: 4 predictions to judge")
    return "sheet.csv"


def judge(project, sheet, judge, *lines):
    words = ["audit", project, "judge", sheet, "--teacher", judge]
    return CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in lines)).output


def test_the_sheet_has_predictions_of_each_class_on_documents_that_nobody_labelled(taught, sheet):
    items = list(formats.read(sheet))
    with Project.open(taught) as opened:
        guesses = dict(opened.predictions())
    assert sorted(item.prediction.class_ for item in items) == ["billing", "billing", "bug", "bug"]
    assert all(guesses[item.document.id].class_ == item.prediction.class_ for item in items)
    assert {"m1", "m2"}.isdisjoint(item.document.id for item in items)
    run("audit", taught, "draw", "same.csv", "-n", "2")
    assert [item.document for item in formats.read("same.csv")] == [item.document for item in items]


def test_judges_are_asked_and_their_verdicts_reported(taught, sheet):
    predicted = [item.prediction.class_ for item in formats.read(sheet)]
    other = {"billing": "bug", "bug": "billing"}
    assert "4 verdicts of ines" in judge(taught, sheet, "ines", "y", "maybe", "n", predicted[2], "y")
    assert "3 verdicts of ben" in judge(taught, sheet, "ben", "y", "n", "s", other[predicted[3]])
    assert "0 verdicts of ben" in judge(taught, sheet, "ben", "q")
    report = json.loads(run("audit", taught, "report", sheet, "--json").stdout)
    assert report["judges"] == [
        {"judge": "ben", "right": 1, "judged": 3},
        {"judge": "ines", "right": 3, "judged": 4},
    ]
    assert sum(each["right"] for each in report["classes"]) == 2  # both on the first, ines alone on the third
    assert sum(each["tied"] for each in report["classes"]) == 1  # the fourth
    assert report["pairs"][0]["judged"] == 3
    text = run("audit", taught, "report", sheet).output
    assert "ben finds 1 of 3 right." in text
    assert "ben and ines agree with kappa" in text


@pytest.mark.parametrize("name", ["sheet.xlsx", "sheet.jsonl", "sheet.parquet"])
def test_sheets_of_several_judges_in_any_format_are_read_together(taught, name):
    run("audit", taught, "draw", name, "-n", "1")
    items = list(formats.read(name))
    for who, verdict in (("ines", "yes"), ("ben", "No")):
        lines = [
            {"id": item.document.id, "text": item.document.text, "prediction": item.prediction.class_, "label": verdict}
            for item in items
        ]
        Path(f"{who}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    report = json.loads(run("audit", taught, "report", "ines.jsonl", "ben.jsonl", name, "--json").stdout)
    assert [(each["judged"], each["tied"], each["precision"]) for each in report["classes"]] == [(1, 1, None)] * 2
    assert [(each["judge"], each["right"]) for each in report["judges"]] == [("ben", 0), ("ines", 2)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["draw", "sheet.csv"], "sheet.csv is there already, perhaps with verdicts in it"),
        (["draw", "sheet.txt"], "lines has no place for predictions"),
        (["draw", "a.csv", "b.csv"], "draw takes one sheet, not 2"),
        (["report", "inbox.csv"], "inbox.csv has no prediction for m1"),
        (["report", "odd.csv"], "'perhaps' is no verdict; write yes, no or one of billing, bug."),
        (["judge", "words.csv"], "words.csv is no sheet of predictions"),
    ],
)
def test_what_is_no_audit_is_refused_with_a_sentence(taught, sheet, folder, words, sentence):
    (folder / "odd.csv").write_text("id,text,prediction,label\nm1,x,bug,perhaps\n", encoding="utf-8")
    (folder / "words.csv").write_text("term,class\ninvoice,billing\n", encoding="utf-8")
    reply = run("audit", taught, *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
