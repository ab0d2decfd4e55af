"""Argilla's own reader of records takes what we write, and we read what its writer writes."""

from __future__ import annotations

import argilla
from argilla.records._io import JsonIO

from teachback.formats import Item, Prediction, inspect, write
from teachback.record import Document, Label, Rationale

TEXT = "💩 Great pitcher,\r\nbad 👩🏽\u200d🚒 umpire."
ITEMS = [
    Item(
        Document("007", TEXT),
        (Label("007", "baseball", teacher="ines"), Rationale("007", "baseball", 2, 15, teacher="ines")),
        Prediction("été", {"été": 0.75}, (), "nb-12"),
    ),
    Item(Document("8", "NA"), (Label("8", "été", teacher="ben"),)),
    Item(Document("9", "=1+1")),
]


def test_argilla_reads_our_records(tmp_path):
    write(tmp_path / "ours.json", ITEMS, format="argilla", classes=["baseball", "été"])
    records = JsonIO._records_from_json(tmp_path / "ours.json")
    assert [(record.id, record.fields["text"]) for record in records] == [("007", TEXT), ("8", "NA"), ("9", "=1+1")]
    said = [[(each.question_name, each.value) for each in record.responses] for record in records]
    assert said[0] == [("label", "baseball"), ("rationale", [{"start": 2, "end": 15, "label": "baseball"}])]
    assert said[1:] == [[("label", "été")], []]
    (guess,) = records[0].suggestions
    assert (guess.question_name, guess.value, guess.score, guess.agent) == ("label", "été", 0.75, "nb-12")


def test_we_read_the_records_of_argilla(tmp_path):
    answer = argilla.Response("label", "bug", user_id="0f6c0d0c-6f0e-4b38-9a53-6a0a3a4a8f11")
    guess = argilla.Suggestion("label", "billing", score=0.6, agent="bert")
    record = argilla.Record(id="m1", fields={"text": TEXT}, responses=[answer], suggestions=[guess])
    plan = inspect(JsonIO.to_json([record], tmp_path / "theirs.json"))
    (item,) = plan.rows
    assert (plan.format, item.document.id, item.document.text) == ("argilla", "m1", TEXT)
    assert (item.label, item.prediction.class_, item.prediction.model) == ("bug", "billing", "bert")
