"""Which lessons of one teacher count: cases that the page's rule reads too (frontend/tests/state/counting.test.ts)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from teachback.record import ClassesAdded, Document, DocumentsAdded, Record
from teachback.record.form import VERSION, from_json

CASES = json.loads((Path(__file__).parent / "golden" / "counting.json").read_text("utf-8"))["cases"]
TEXTS = {id: Document(id, "one goal on the ice") for id in ("d1", "d2", "d3")}
PARTS = (
    "labels",
    "skips",
    "exclusions",
    "words",
    "not_a_reason",
    "rationales",
    "distinctions",
    "flags",
    "descriptions",
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_record_comes_to_what_the_case_says(case):
    begin = (ClassesAdded(["a", "b", "c"]), DocumentsAdded(list(TEXTS)))
    mark = {"v": VERSION, "time": "2026-01-02T03:04:05.000000Z", "teacher": "ines", "seconds": None}
    record = Record(TEXTS, (*begin, *(from_json(mark | entry) for entry in case["entries"])))
    taught = record.teaching(teacher="ines")
    assert {
        "labels": dict(taught.labels),
        "skips": sorted(taught.skips),
        "exclusions": {id: sorted(classes) for id, classes in taught.exclusions.items()},
        "words": {term: sorted(classes) for term, classes in taught.words.items()},
        "not_a_reason": {term: sorted(classes, key=str) for term, classes in taught.not_a_reason.items()},
        "rationales": {id: [passage.id for passage in passages] for id, passages in taught.rationales.items()},
        "distinctions": [distinction.id for distinction in taught.distinctions],
        "descriptions": {class_: [each.text for each in texts] for class_, texts in taught.descriptions.items()},
        "flags": {id: list(notes) for id, notes in taught.flags.items()},
    } == {part: case.get(part, [] if part in ("skips", "distinctions") else {}) for part in PARTS}
