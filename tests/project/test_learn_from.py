"""Columns beside the text that a model learns from, by every door."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.classifier import TextClassifier
from teachback.column_terms import column_terms, taken_apart, text_alone, text_beside
from teachback.errors import TeachbackError
from teachback.formats import inspect, items
from teachback.formats.excel import sheet_cells, write_sheet
from teachback.formats.reading import Reading
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file
from teachback.project.transfer.imports import bring_in
from teachback.record import Distinction, Document, Label, Rationale, Word
from teachback.text import analyzer
from teachback.text.analyzers import learning_from

TEXTS = ["please look into it", "this is not right", "please help me with it", "what is this"]
ROWS = [
    (str(n), TEXTS[n % 4], ["web form", "phone"][n // 4 % 2], n % 3, ["bug", "billing"][n // 4 % 2]) for n in range(40)
]


def written(path: Path, rows=ROWS, columns=("id", "text", "source", "stars", "label")) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return path


@pytest.fixture
def project(tmp_path):
    with Project.create() as project:
        bring_in(project, inspect(written(tmp_path / "in.csv")), learn_from=["source"])
        project.learn()
        yield project


def test_a_column_is_a_term_only_where_somebody_says_so(tmp_path, project):
    assert project.learn_from == ("source",)
    assert project.has_term("source=phone")
    assert not project.has_term("stars=1")
    with Project.create() as plain:
        brought = bring_in(plain, inspect(tmp_path / "in.csv"))
        assert brought.learned_from == {}
        assert not plain.has_term("source=phone")


def test_the_same_text_is_what_its_column_says(project):
    model, document = project.learned.classifier, Document("x", "please look", {"source": "phone"})
    guesses = [next(model.classify([model.text_of(each)])) for each in (document, Document("y", "please look"))]
    assert guesses[0].class_ == "billing"
    assert guesses[0].probability > guesses[1].probabilities["billing"]


def test_an_explanation_names_the_term_and_without_it_the_class_is_another(project):
    id = next(each.id for each in project.documents() if each.text == TEXTS[0])
    phoned = [Document(f"more{n}", TEXTS[0], {"source": "phone"}) for n in range(10)]  # so that its text says billing
    project.add_documents(phoned)
    project.teach(*(Label(each.id, "billing") for each in phoned))
    project.learn()
    card = project.review.card(id)
    assert card.words[0] == "source=web form"
    assert (card.class_, card.without.class_) == ("bug", "billing")
    assert {TEXTS[0][slice(*span)] for span in card.spans} == {*card.words[1:]}
    explanation = project.explain(id)
    assert text_alone(explanation.text) == TEXTS[0]
    assert "source=web form" in explanation.to_html()
    before, after = project.classify([explanation.text])[0], project.review.without(id, terms=["source=web form"])
    assert after.probabilities["bug"] < before.probabilities["bug"] - 0.2


def test_a_saved_model_carries_it_and_classifies_tables_of_every_kind_alike(tmp_path, project):
    path = tmp_path / "saved.model"
    project.learned.classifier.save(path)
    model = TextClassifier.load(path)
    assert model.analyzer == project.learned.classifier.analyzer
    rows = [{"text": TEXTS[0], "source": source} for source in ("phone", "web form", " phone")]
    written(tmp_path / "t.csv", [tuple(row.values()) for row in rows], ("text", "source"))
    written(tmp_path / "t.tsv", [(f"{row['text']}\t{row['source']}",) for row in rows], ("text\tsource",))
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "t.parquet")
    write_sheet(Target(tmp_path / "t.xlsx"), [["text", "source"], *(list(row.values()) for row in rows)])
    answers = []
    for ending, target in [("csv", "csv"), ("tsv", "tsv"), ("jsonl", "csv"), ("parquet", "csv"), ("xlsx", "csv")]:
        out = tmp_path / f"out-{ending}.{target}"
        assert classify_file(model, tmp_path / f"t.{ending}", out, reasons=True) == 3
        with out.open(encoding="utf-8-sig", newline="") as file:
            answers.append([row["class"] for row in csv.DictReader(file, delimiter="\t" if target == "tsv" else ",")])
    for ending in ("parquet", "xlsx", "jsonl"):
        classify_file(model, tmp_path / f"t.{ending}", tmp_path / f"same.{ending}", reasons=True)
    answers.append(pq.read_table(tmp_path / "same.parquet")["class"].to_pylist())
    cells = [cells for _, cells in sheet_cells(Reading(tmp_path / "same.xlsx"))]
    answers.append([row[2] for row in cells[1:]])
    assert "source=phone" in cells[1][4]
    answers.append([json.loads(line)["class"] for line in (tmp_path / "same.jsonl").read_text().splitlines()])
    answers.append([guess.class_ for guess in model.classify(pd.DataFrame(rows), text="text")])
    assert answers == [["billing", "bug", "billing"]] * len(answers)


def test_a_missing_column_is_a_sentence(tmp_path, project):
    table = written(tmp_path / "other.csv", [("please", "x")], ("text", "sources"))
    with pytest.raises(TeachbackError, match=r"no column 'source', which the model learned from.*sources"):
        classify_file(project.learned.classifier, table, tmp_path / "out.csv")
    with pytest.raises(TeachbackError, match="no column 'source'"):
        project.classify(pd.DataFrame({"text": ["please"]}), text="text")
    assert "learns from source, too, and the file has nothing of it" in bring_in(project, inspect(table)).notes[-1]


@pytest.mark.parametrize(
    ("column", "cells", "why"),
    [
        ("day", lambda n: f"2026-03-{n % 28 + 1:02}", "holds dates"),
        ("amount", lambda n: f"{n}.5", "more than 100 different values"),
        ("text", lambda n: f"text {n}", "'text' is the text"),
        ("sauce", lambda n: "", "no column 'sauce'"),
    ],
)
def test_what_is_no_category_is_refused_and_nothing_changes(tmp_path, column, cells, why):
    name = "source" if column == "sauce" else column
    rows = [(f"text {n}", cells(n)) for n in range(200)] if name != "text" else [(f"text {n}", "x") for n in range(3)]
    plan = inspect(written(tmp_path / "t.csv", rows, ("text", "other" if name == "text" else name)))
    with Project.create() as project:
        with pytest.raises(TeachbackError, match=why):
            bring_in(project, plan, learn_from=[column])
        assert project.size == 0
        assert project.learn_from == ()


def test_a_project_keeps_it_and_others_who_have_it_open_see_it(tmp_path):
    path = tmp_path / "p.teachback"
    Project.create(path).close()
    with Project.open(path) as served, Project.open(path) as other:
        served.read()
        bring_in(other, inspect(written(tmp_path / "in.csv")), learn_from=["source", "stars"])
        assert served.has_term("source=phone")
        assert served.has_term("stars=2")
        assert served.analyzer.columns == ("source", "stars")
    with Project.open(path) as again:
        again.let_learn_from("stars")
        assert again.has_term("stars=2")
        assert not again.has_term("source=phone")


def test_it_is_taught_like_a_word_and_told_apart_by(project):
    first, second = (
        next(each.id for each in project.documents() if each.fields["source"] == s) for s in ("phone", "web form")
    )
    project.teach(
        Word("source=phone", "billing"),
        Word("source= web  form", "bug"),
        Distinction(first, "billing", second, "source=phone"),
        Rationale(first, "billing", 0, 4),
    )
    assert {"source=phone", "source=web form"} <= set(project.teaching().words)
    assert project.learn().unheard == ()
    assert [words for item in items(project.record, project.documents()) for words in item.teachers][:1]
    project.learn("DistinctionList")
    project.learn("ContrastSVM")


def test_a_table_of_pandas_is_learned_from(tmp_path):
    frame = pd.DataFrame({"body": TEXTS * 5, "source": ["web", "phone"] * 10, "stars": [1.0, None] * 10})
    project = Project.from_texts(frame, text="body", classes=["bug", "billing"], learn_from=["source", "stars"])
    project.teach(*(Label(str(n), ["bug", "billing"][n % 2]) for n in range(20)))
    project.learn()
    assert project.has_term("stars=1")
    assert not project.has_term("stars=nan")
    assert [each.class_ for each in project.classify(frame[:4], text="body")] == ["bug", "billing"] * 2
    assert project.classify(frame[:1], text="body").texts == TEXTS[:1]


@pytest.mark.parametrize("name", ["words", "lines", "tweets", "tokens", "attributes"])
def test_terms_of_the_text_are_what_they_are_without_columns(name):
    plain = analyzer(name)
    beside = learning_from(plain, ["source"])
    texts = [*TEXTS, "", "two\nlines \u2063 here"]
    assert [beside(text) for text in texts] == [plain(text) for text in texts]
    read = [beside.with_fields(text, {"source": "a b", "other": 1}) for text in texts]
    assert list(map(text_alone, read)) == texts
    for text, whole in zip(texts, read, strict=True):
        assert [token.term for token in beside(whole)] == [*(token.term for token in plain(text)), "source=a b"]
        (span,) = beside.spans(whole, "source=a b")
        assert whole[slice(*span)] == "source=a b"
        assert span[0] > len(text)


def test_a_value_is_written_alike_from_every_kind_of_file():
    values = [
        {"n": 4, "b": True, "t": "a\nb"},
        {"n": "4.0", "b": "TRUE", "t": " a  b"},
        {"n": 4.0, "b": "true", "t": "a b"},
    ]
    assert {tuple(column_terms("nbt", each)) for each in values} == {("n=4", "b=true", "t=a b")}
    assert taken_apart(text_beside("x", {"n": None, "b": ""})) == ("x", [])
