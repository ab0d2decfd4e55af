"""The gold standard: one row a document, with who said what, why, and every field."""

from __future__ import annotations

import csv
import json

import pyarrow.parquet as pq
import pytest

from teachback.project import Project
from teachback.project.transfer.exports import EXPORTS, find_export, sample, write
from teachback.record import Adjudicate, Distinction, Document, Exclude, Flag, Label, Rationale, Skip, Word

TEXTS = ["a refund, please", "it crashed", "refund me", "what is this", "crashed twice", "hello"]


@pytest.fixture(scope="module")
def project():
    with Project.create(classes=["billing", "bug"]) as project:
        project.add_documents(
            Document(f"d{k}", text, {"stars": k, "class": "old", "tags": ("a", "b")}) for k, text in enumerate(TEXTS)
        )
        project.teach(Word("refund", "billing"), Label("d0", "billing", teacher="ines"))
        project.teach(Label("d0", "billing", teacher="ben"), Rationale("d0", "billing", 2, 8, teacher="ben"))
        project.teach(
            Label("d1", "bug", teacher="ines"), Distinction("d1", "bug", "d0", "crashed", True, teacher="ines")
        )
        project.teach(*(Label("d2", class_, teacher=who) for who, class_ in (("ines", "billing"), ("ben", "bug"))))
        project.teach(Adjudicate("d2", "billing", teacher="owner"), Flag("d2", "odd", teacher="ben"))
        project.teach(Exclude("d3", "bug", teacher="ben"), Skip("d3", teacher="ines"))
        project.teach(*(Label("d4", class_, teacher=who) for who, class_ in (("ines", "billing"), ("ben", "bug"))))
        yield project


def test_each_document_has_one_row_with_everything_that_was_said(project, tmp_path):
    write(project, find_export("gold"), tmp_path / "gold.csv")
    with (tmp_path / "gold.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["d0", "d1", "d2", "d3", "d4"]  # nobody spoke of d5
    assert {id: (row["class"], row["status"], row["agreement"]) for id, row in rows.items()} == {
        "d0": ("billing", "agreed", "1.0"),
        "d1": ("bug", "single", "1.0"),
        "d2": ("billing", "adjudicated", str(2 / 3)),
        "d3": ("", "unlabelled", ""),
        "d4": ("", "disputed", ""),
    }
    first = rows["d0"]
    assert (first["said"], first["teachers"]) == ("ines: billing; ben: billing", "2")
    assert (first["stars"], first["class (of the file)"], first["tags"]) == ("0", "old", "a; b")
    assert first["words"] == "refund"
    assert first["passages"] == "“refund” for billing (ben)"
    assert rows["d1"]["distinctions"] == "unlike d0 it has “crashed” (ines)"
    assert rows["d2"]["flags"] == "odd (ben)"
    assert rows["d2"]["said"] == "ines: billing; ben: bug; owner: billing"
    assert rows["d3"]["not"] == "ben: bug"
    assert not any(cell.startswith(("[", "{")) for row in rows.values() for cell in row.values())


@pytest.mark.parametrize("name", ["gold_jsonl", "gold_excel", "gold_parquet"])
def test_gold_has_all_fields_in_every_format(project, name, tmp_path):
    export = find_export(name)
    write(project, export, tmp_path / f"gold{export.suffix}")
    assert sample(project, export).count("\n") == 2
    if name == "gold_jsonl":
        lines = (tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["class"] for line in lines] == ["billing", "bug", "billing", "", ""]
    elif name == "gold_parquet":
        table = pq.read_table(tmp_path / "gold.parquet")
        assert table["agreement"].to_pylist()[:2] == [1.0, 1.0]
        assert table["stars"].to_pylist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_labels_say_that_they_have_a_row_for_each_teacher():
    assert "a row for each teacher" in next(export.about for export in EXPORTS if export.name == "labels")
