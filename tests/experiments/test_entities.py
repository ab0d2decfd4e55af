"""Table 2 on a few invented phrases: the replayed session, the sample, precision and what is not judged."""

import csv
import json
from importlib.resources import files

import pytest

from teachback.corpora import Corpus
from teachback.experiments.settles2011 import entities
from teachback.experiments.settles2011.entities import (
    CLASSES,
    TABLE2,
    TaughtPhrases,
    drawn,
    measured,
    read_classes,
    teach,
)
from teachback.record.document import Document

PATTERNS = {
    "_ told": "person",
    "live in _": "location",
    "shares of _": "organization",
    "SHAPE=0": "date/time",
    "a _": "other",
}


def lines(each=6):
    return [
        f"{name}{number}\t{context}||3"
        for name, context in (("Ann", "_ told"), ("Erie", "live in _"), ("Acme", "shares of _"), ("box", "a _"))
        for number in range(each)
    ] + [f"{year}\tsince _||3" for year in range(1980, 1980 + each)]


def truth(phrase):
    starts = {"Ann": "person", "Eri": "location", "Acm": "organization", "box": "other"}
    return starts.get(phrase[:3], "date/time")


def test_patterns_and_answers_teach_the_classes():
    answers = {line.partition("\t")[0]: truth(line) for line in lines()}
    taught = teach(lines(), {**PATTERNS, "never seen _": "other"}, answers, asked=15)
    assert taught.predicted == answers
    assert len(taught.answered) == 15
    assert not taught.skipped
    assert taught.words == PATTERNS


def test_a_phrase_without_an_answer_is_skipped_and_not_asked_again():
    answers = {f"Ann{number}": "person" for number in range(6)}
    taught = teach(lines(), PATTERNS, answers, asked=29)
    assert set(taught.answered) <= set(answers)
    assert len(taught.answered) + len(taught.skipped) == 29
    assert not set(taught.skipped) & set(answers)


def test_the_session_is_the_same_every_time():
    assert teach(lines(), PATTERNS, {}, asked=12) == teach(lines(), PATTERNS, {}, asked=12)


def test_a_sample_keeps_its_phrases_when_others_come():
    phrases = [f"phrase {number}" for number in range(300)]
    before, after = drawn(phrases), drawn([*phrases, "another"])
    assert len(before) == len(after) == 100
    assert len(set(before) & set(after)) >= 99


def session():
    predicted = {f"Ann{number}": "person" for number in range(12)} | {"Erie": "location"}
    return TaughtPhrases(predicted, {"Ann10": "person", "Ann11": "person"}, [], {"_ told": "person"})


def test_precision_counts_judged_phrases_that_were_not_taught():
    judged = {f"Ann{number}": "person" if number < 6 else "other" for number in range(12) if number not in (8, 9)}
    measures = {one.metric: one.ours for one in measured(session(), "person", judged)}
    low, high = measures.pop("precision, low"), measures.pop("precision, high")
    assert measures == {
        "precision": 75.0,
        "judged": 8,
        "unjudged": 2,
        "extracted": 12,
        "words": 1,
        "documents": 2,
    }
    assert (low, high) == (pytest.approx(40.9, abs=0.05), pytest.approx(92.9, abs=0.05))  # Wilson, 6 of 8


def test_a_class_without_verdicts_has_no_precision():
    measures = {one.metric: one.ours for one in measured(session(), "location", {})}
    assert measures == {"judged": 0, "unjudged": 1, "extracted": 1, "words": 0, "documents": 0}


def test_the_experiment_goes_from_texts_to_rows(monkeypatch, tmp_path):
    text = (
        "We live in Paris. We live in Erie. He sold shares of Acme Inc. It fell on April 1. Mr. Dean told Reuters so. "
    )

    def load(name, data):
        return Corpus(name, [Document(str(place), text * 4) for place in range(2)], CLASSES, {})

    monkeypatch.setattr(entities.corpora, "load", load)
    entities._session.cache_clear()
    rows = [row for rows in TABLE2.run(TABLE2.cases, tmp_path) for row in rows]
    entities._session.cache_clear()
    asked = [(row.metric, row.ours) for row in rows if not row.setting]
    assert [metric for metric, _ in asked] == ["asked", "asked, without an answer"]
    extracted = {row.setting["class"]: row.ours for row in rows if row.metric == "extracted"}
    assert list(extracted) == list(CLASSES)
    assert sum(extracted.values()) == 6
    assert sum(row.ours for row in rows if row.metric in ("judged", "unjudged")) <= 6


def test_the_files_that_are_kept_name_known_classes_and_agree_with_themselves():
    assert set(read_classes("settles2011_patterns.csv", "term", "class").values()) == set(CLASSES)
    assert set(read_classes("settles2011_answers.csv", "phrase", "class").values()) == set(CLASSES)
    text = (files("teachback.experiments") / "published" / "settles2011_judgements.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert len({row["phrase"] for row in rows}) == len(rows)
    for row in rows:
        assert {row["predicted"], row["judged_class"]} <= set(CLASSES)
        assert row["verdict"] == ("right" if row["predicted"] == row["judged_class"] else "wrong")


def test_the_kept_table_is_of_a_session_in_which_every_question_was_answered(pytestconfig):
    table = pytestconfig.rootpath / "docs" / "tables" / "settles2011-table2.json"
    rows = json.loads(table.read_text(encoding="utf-8"))
    assert [row["ours"] for row in rows if row["metric"] in ("asked", "asked, without an answer")] == [145, 0]
    assert [row["ours"] for row in rows if row["metric"] == "unjudged"] == [0] * len(CLASSES)
