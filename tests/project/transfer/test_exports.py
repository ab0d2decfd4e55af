"""Every file that can be made of a project, read again."""

from __future__ import annotations

import json

import pytest

from teachback import formats
from teachback.classifier import TextClassifier
from teachback.formats import Item
from teachback.project import Project
from teachback.project.transfer.exports import EXPORTS, CannotExport, find_export, rows, sample, why_not, write
from teachback.record import Distinction, Exclude, Label, NotAReason, Rationale, Skip, Word
from tests.project.conftest import CLASSES, TEXTS


@pytest.fixture
def taught():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing", teacher="ines"), Label("d2", "bug"), Skip("d3"), NotAReason("update"))
        project.teach(Rationale("d1", "billing", 7, 13, teacher="ines"), Word("refund", "billing"))
        project.teach(Distinction("d2", "bug", "d1", "crashed", True))
        project.learn("DistinctionList")
        yield project


READABLE = [
    export
    for export in EXPORTS
    if export.what <= {"labels", "predictions", "words"} and formats.FORMATS[export.format].read is not None
]


@pytest.mark.parametrize("export", READABLE, ids=lambda export: export.name)
def test_what_is_written_can_be_read_again(taught, export, tmp_path):
    path = tmp_path / f"file{export.suffix}"
    write(taught, export, path)
    rows = list(formats.read(path))
    if export.what == {"words"}:
        assert [row.term for row in rows] == ["update", "refund"]
        return
    labels = {row.document.text: row.label for row in rows if isinstance(row, Item)}
    assert labels[TEXTS["d1"]] == "billing"
    assert labels[TEXTS["d2"]] == "bug"
    assert len(labels) == (8 if "predictions" in export.what else len(labels))


@pytest.mark.parametrize("export", EXPORTS, ids=lambda export: export.name)
def test_a_sample_is_the_beginning_of_the_file(taught, export, tmp_path):
    if export.format == "spacy":
        assert why_not(taught, export) in (None, "The server lacks the library spaCy.")
        return
    if export.name == "onnx":
        assert why_not(taught, export) == "The model is a DistinctionList, which is no sum over terms."
        taught.learn()
    lines = sample(taught, export).splitlines()
    assert 1 <= len(lines) <= 3
    if export.suffix in (".csv", ".jsonl", ".txt"):
        path = tmp_path / f"file{export.suffix}"
        write(taught, export, path)
        written = path.read_text(encoding="utf-8").splitlines()
        assert lines == [line[:400] for line in written[: len(lines)]]


def test_predictions_and_reasons_are_the_models(taught, tmp_path):
    taught.learn()
    write(taught, find_export("explanations"), tmp_path / "why.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "why.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["prediction"] for line in lines] == [guess.class_ for _, guess in taught.predictions()]
    for line in lines:
        explanation = taught.explain(line["id"])
        assert line.get("explanations", []) == [list(one.words) for one in explanation.sets]


def test_the_model_the_record_and_the_backup_are_whole(taught, tmp_path):
    for name in ("model", "record", "project"):
        write(taught, find_export(name), tmp_path / f"{name}.file")
    model = TextClassifier.load(tmp_path / "model.file")
    assert [guess.class_ for guess in model.classify(["crashed"])] == ["bug"]
    with Project.open(tmp_path / "project.file") as copy:
        assert list(copy.history()) == list(taught.history())
    lines = (tmp_path / "record.file").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[-1]) == {"kind": "end", "documents": 8, "entries": len(taught.record)}


def test_what_is_not_there_yet_says_so():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        missing = {export.name: why_not(project, export) for export in EXPORTS}
        assert missing["labels"] == "No document has a label yet."
        assert missing["words"] == "No word was taught yet."
        assert missing["predictions"] == missing["model"] == "There is no model yet; teach something first."
        assert missing["record"] is None
        with pytest.raises(CannotExport, match="No document has a label"):
            sample(project, find_export("labels"))
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        assert "LessonRegression, which has no rules" in why_not(project, find_export("rules"))
        with pytest.raises(CannotExport, match="learn a list of rules first"):
            list(rows(project, {"rules"}))


def test_an_unknown_export_and_a_mixture_are_refused(taught):
    with pytest.raises(CannotExport, match="Did you mean labels"):
        find_export("lables")
    with pytest.raises(CannotExport, match="words holds nothing else"):
        rows(taught, {"labels", "words"})


def test_what_documents_are_not_comes_over_in_a_table_and_is_learned_from_by_the_default_learner_only(tmp_path):
    texts = {"d1": "a refund please", "d2": "it crashed", "d3": "the refund crashed"}
    with Project.from_texts(texts, classes=["billing", "bug", "how-to"]) as old:
        old.teach(Label("d1", "billing", teacher="ines"), Label("d2", "bug", teacher="ines"))
        old.teach(Exclude("d3", "bug", teacher="ines"), Exclude("d3", "how-to", teacher="ben"))
        write(old, find_export("labels"), tmp_path / "labels.csv")
        expected = old.teaching()
        assert "what documents are not" not in str(old.status())
        old.learn("LabelledWordNB")
        assert "it does not learn from what documents are not" in str(old.status())
    with Project.from_texts(texts, classes=["billing", "bug", "how-to"]) as new:
        new.add_rows(formats.read(tmp_path / "labels.csv"))
        assert (new.teaching().labels, new.teaching().exclusions) == (expected.labels, expected.exclusions)
        assert new.teaching_of("ben").exclusions == {"d3": {"how-to"}}
