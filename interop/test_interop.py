"""Other tools read what we write, by their own libraries, and we read what they write. Run by `make interop`."""

from __future__ import annotations

import json

import datasets
import openpyxl
import pytest
import spacy
from label_studio_sdk.label_interface import LabelInterface
from spacy.tokens import DocBin

from teachback.checks import check_format
from teachback.formats import FORMATS, Item, Prediction, read, write
from teachback.formats.label_studio import interface
from teachback.record import Document, Label, Rationale, Skip

CLASSES = ["baseball", "feature request", "été"]
TEXT = "💩 Great pitcher,\r\nbad 👩🏽\u200d🚒 umpire."
ITEMS = [
    Item(
        Document("007", TEXT),
        (Label("007", "baseball", teacher="ines", seconds=4.25), Rationale("007", "baseball", 2, 15, teacher="ines")),
        Prediction("été", {"été": 0.75, "baseball": 0.25}, (("pitcher",), ("bad", "umpire")), "nb-12"),
    ),
    Item(Document("8", "NA"), (Skip("8", teacher="ines"), Label("8", "été", teacher="ben"))),
    Item(Document("9", "=1+1")),
]
ALONE = [Item(item.document, item.lessons[:2] if item.document.id == "007" else ()) for item in ITEMS]


@pytest.fixture
def tasks(tmp_path):
    write(tmp_path / "tasks.json", ITEMS, format="label_studio", classes=CLASSES)
    return json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))


def test_label_studio_accepts_our_interface_and_tasks(tasks, tmp_path):
    theirs = LabelInterface((tmp_path / "tasks.xml").read_text(encoding="utf-8"))
    theirs.validate()
    assert theirs.get_control("label").labels == CLASSES
    assert all(theirs.validate_task({"data": task["data"]}) for task in tasks)
    annotations = [annotation for task in tasks for annotation in task["annotations"]]
    predictions = [prediction for task in tasks for prediction in task.get("predictions", ())]
    assert (len(annotations), len(predictions)) == (3, 1)
    assert all(map(theirs.validate_annotation, annotations))
    assert all(map(theirs.validate_prediction, predictions))


def test_label_studio_refuses_a_class_that_its_interface_lacks(tasks):
    """Its validator can refuse, so that its silence above means something."""
    assert not LabelInterface(interface(["hockey"])).validate_annotation(tasks[0]["annotations"][0])


def test_datasets_loads_our_parquet(tmp_path):
    write(tmp_path / "a.parquet", ALONE)
    found = datasets.Dataset.from_parquet(str(tmp_path / "a.parquet"), cache_dir=str(tmp_path / "cache"))
    assert found["text"][:] == [TEXT, "NA", "=1+1"]
    assert found["label"][:] == ["baseball", None, None]
    assert found[0]["rationales"] == [{"start": 2, "end": 15, "label": "baseball", "text": "Great pitcher"}]


def test_datasets_loads_our_dataset(tmp_path):
    write(tmp_path / "set", ALONE, format="huggingface", classes=CLASSES)
    found = datasets.load_from_disk(str(tmp_path / "set"))
    assert found.features["label"] == datasets.ClassLabel(names=CLASSES)
    assert found["label"][:] == [0, None, None]
    assert found.filter(lambda row: row["label"] == 0)[0]["text"] == TEXT


def test_we_read_what_datasets_saves(tmp_path):
    features = datasets.Features({"text": datasets.Value("string"), "label": datasets.ClassLabel(names=CLASSES)})
    one = datasets.Dataset.from_dict({"text": [TEXT, "NA"], "label": [2, -1]}, features=features)
    datasets.DatasetDict({"train": one, "test": one}).save_to_disk(str(tmp_path / "set"))
    assert [(row.document.text, row.label) for row in read(tmp_path / "set")] == [(TEXT, "été"), ("NA", None)] * 2
    one.to_parquet(str(tmp_path / "a.parquet"))
    assert [row.label for row in read(tmp_path / "a.parquet")] == ["été", None]


def test_spacy_loads_our_docs(tmp_path):
    write(tmp_path / "a.spacy", ALONE, classes=CLASSES)
    docs = list(DocBin().from_disk(tmp_path / "a.spacy").get_docs(spacy.blank("xx").vocab))
    assert [doc.text for doc in docs] == [TEXT, "NA", "=1+1"]
    assert docs[0].cats == {"baseball": 1.0, "feature request": 0.0, "été": 0.0}
    assert [(span.text, span.label_) for span in docs[0].spans["rationale"]] == [("Great pitcher", "baseball")]
    assert [doc.user_data["id"] for doc in docs] == ["007", "8", "9"]


def test_the_spacy_format_keeps_the_contract():
    check_format(FORMATS["spacy"])


def test_openpyxl_reads_our_workbook(tmp_path):
    write(tmp_path / "a.xlsx", ALONE)
    rows = list(openpyxl.load_workbook(tmp_path / "a.xlsx").active.iter_rows(values_only=True))
    assert rows[0][:3] == ("id", "text", "label")
    assert [row[:3] for row in rows[1:]] == [("007", TEXT, "baseball"), ("8", "NA", None), ("9", "=1+1", None)]


def test_we_read_the_workbook_of_openpyxl(tmp_path):
    book = openpyxl.Workbook()
    for row in (["id", "text", "label"], ["007", TEXT, "été"], [8, "=1+1", None], ["9", 7.5, True]):
        book.active.append(row)
    book.active["B3"].data_type = "s"
    book.save(tmp_path / "a.xlsx")
    rows = [(row.document.id, row.document.text, row.label) for row in read(tmp_path / "a.xlsx")]
    assert rows == [("007", TEXT, "été"), ("8", "=1+1", None), ("9", "7.5", "true")]
