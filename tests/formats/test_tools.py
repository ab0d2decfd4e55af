"""Other tools' files, as they write them; what we write for them has the same shape."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.formats import BadRows, CannotHold, Item, Prediction, read, write
from teachback.record import Document, Label, Rationale, Skip, Word

GOLDEN = Path(__file__).parents[1] / "golden"
TEXT = "💩 Great pitcher,\nbad umpire."


def lessons(item):
    return [(one.kind, one.teacher, getattr(one, "class_", None), *span(one)) for one in item.lessons]


def span(lesson):
    return (lesson.start, lesson.end) if isinstance(lesson, Rationale) else ()


def taught(id="7", teacher="ines"):
    mark = {"teacher": teacher, "time": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)}
    rationale = Rationale(id, "baseball", 2, 15, **mark)
    guess = Prediction("hockey", {"hockey": 0.61}, model="mnb-v12")
    return Item(Document(id, TEXT), (Label(id, "baseball", seconds=4.29, **mark), rationale), guess)


def written(tmp_path, rows, format):
    write(tmp_path / "out", rows, format=format, classes=["baseball", "hockey"])
    return (tmp_path / "out").read_text(encoding="utf-8")


# Label Studio.


def test_label_studio_is_read():
    first, second = read(GOLDEN / "label_studio.json")
    assert first.document == Document("7", TEXT, {"source": "forum"})
    assert lessons(first) == [
        ("label", "1", "baseball"),
        ("rationale", "1", "baseball", 2, 15),
        ("rationale", "1", "baseball", 21, 27),  # the file counts UTF-16 there, and quotes the passage
        ("skip", "ben@example.org", None),
    ]
    assert first.lessons[0].seconds == 4.29
    assert first.lessons[0].time == datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    assert first.prediction == Prediction("hockey", {"hockey": 0.61}, model="mnb-v12")
    assert (second.document, second.lessons, second.prediction) == (Document("8", "unlabelled"), (), None)


def test_label_studio_is_written_in_its_shape(tmp_path):
    (task,) = json.loads(written(tmp_path, [taught()], "label_studio"))
    (theirs, _) = json.loads((GOLDEN / "label_studio.json").read_text(encoding="utf-8"))
    assert task["data"] == {"text": TEXT, "ref_id": "7"}
    assert task["annotations"][0]["result"] == theirs["annotations"][0]["result"][:2]
    assert task["annotations"][0]["lead_time"] == 4.29
    assert "completed_by" not in task["annotations"][0]  # people whom Label Studio does not know are refused by it
    assert task["predictions"] == theirs["predictions"]


def test_the_interface_of_label_studio_has_every_class(tmp_path):
    write(tmp_path / "out.json", [taught()], format="label_studio", classes=['<b> & "c"'])
    interface = ElementTree.parse(tmp_path / "out.xml")
    assert [choice.get("value") for choice in interface.iter("Choice")] == ['<b> & "c"', "baseball"]
    assert "pre-wrap" in interface.find("View").get("style")


def test_a_passage_that_is_nowhere_is_refused(tmp_path):
    value = {"start": 0, "end": 3, "text": "gone", "labels": ["x"]}
    task = {"data": {"text": "a text"}, "annotations": [{"result": [{"value": value}]}]}
    (tmp_path / "a.json").write_text(json.dumps([task]))
    with pytest.raises(BadRows, match="the passage 0 to 3 is 'a t' in the text, and 'gone' in the file"):
        list(read(tmp_path / "a.json"))


# doccano.


def test_doccano_is_read():
    rows = list(read(GOLDEN / "doccano.jsonl"))
    label, marked = ("label", "importer", "baseball"), ("rationale", "importer", "baseball", 2, 15)
    assert [lessons(row) for row in rows] == [[label], [marked], [label, marked], [marked], []]
    assert [row.document.id for row in rows] == list("12345")


def test_doccano_is_written_in_its_shape(tmp_path):
    ours = json.loads(written(tmp_path, [taught("3")], "doccano"))
    theirs = json.loads((GOLDEN / "doccano.jsonl").read_text(encoding="utf-8").splitlines()[2])
    assert ours == theirs | {"id": "3", "label": theirs["cats"]}  # what projects of two of its types read


# Prodigy.


def test_prodigy_is_read():
    rows = list(read(GOLDEN / "prodigy.jsonl"))
    assert [(row.document.text, lessons(row)) for row in rows] == [
        ("Great pitcher", [("label", "games-ines", "baseball")]),
        ("Great pitcher", [("label", "games-ben", "hockey")]),
        ("Slow game", [("label", "games-ines", "baseball")]),
        ("Fast game", [("exclude", "games-ines", "baseball")]),
        ("What game", [("skip", "games-ines", None)]),
        ("💩 Great pitcher", [("rationale", "games-ines", "baseball", 2, 15)]),
    ]
    assert rows[0].document.id == rows[1].document.id == "-1548274412"
    assert rows[0].lessons[0].time == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_patterns_of_prodigy_are_words():
    left_out = []
    words = list(read(GOLDEN / "prodigy_patterns.jsonl", leave_out=left_out.append))
    assert [(word.term, word.class_) for word in words] == [
        ("pitcher", "baseball"),
        ("power play", "hockey"),
        ("slap shot", "hockey"),
    ]
    assert "is not told by its words" in left_out[0].sentence


def test_prodigy_is_written_in_its_shape(tmp_path):
    skipped = Item(Document("8", "What game"), (Skip("8", teacher="ben"),))
    first, second = map(json.loads, written(tmp_path, [taught(), skipped], "prodigy").splitlines())
    theirs = json.loads((GOLDEN / "prodigy.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for name in ("options", "accept", "config", "answer", "_view_id", "_timestamp"):
        assert first[name] == theirs[name]
    assert first["spans"] == [{"start": 2, "end": 15, "label": "baseball"}]
    assert (second["answer"], second["accept"], second["_annotator_id"]) == ("ignore", [], "ben")


def test_words_are_written_as_patterns(tmp_path):
    lines = written(tmp_path, [Word("pitcher", "baseball"), Word("power play", "hockey")], "prodigy").splitlines()
    assert lines == (GOLDEN / "prodigy_patterns.jsonl").read_text().splitlines()[:2]


# Argilla.


def test_argilla_is_read():
    first, second = read(GOLDEN / "argilla.json")
    user = "0f6c0d0c-6f0e-4b38-9a53-6a0a3a4a8f11"
    assert first.document == Document("7", TEXT)
    assert lessons(first) == [("label", user, "baseball"), ("rationale", user, "baseball", 2, 15)]
    assert first.prediction == Prediction("hockey", {"hockey": 0.61}, model="mnb-v12")
    assert (second.lessons, second.prediction) == ((), None)


def test_argilla_is_written_in_its_shape(tmp_path):
    (ours,) = json.loads(written(tmp_path, [taught()], "argilla"))
    theirs, _ = json.loads((GOLDEN / "argilla.json").read_text(encoding="utf-8"))
    (user,) = ours["metadata"]
    theirs["metadata"] = {user: "ines"}
    for question in theirs["responses"].values():
        question[0]["user_id"] = user
    assert ours == theirs


# What they have no place for.


@pytest.mark.parametrize("format", ["label_studio", "doccano", "argilla", "folder", "zip", "lines", "brat", "sklearn"])
def test_words_are_refused_where_there_is_no_place_for_them(tmp_path, format):
    with pytest.raises(CannotHold, match="has a place for documents only; write words and rules as csv"):
        write(tmp_path / "out", [Word("pitcher", "baseball")], format=format)
    assert list(tmp_path.iterdir()) == []


# Files that only look like theirs.


STRANGE = [None, True, 7, -1, 1e300, float("nan"), "text", [], [7], [[7]], {}, {"a": 7}, [None, "x"]]


def damaged(value, draw, depth):
    """The value with one part of it replaced by something of another kind."""
    if depth and isinstance(value, dict) and value and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(value)))
        return value | {key: damaged(value[key], draw, depth - 1)}
    if depth and isinstance(value, list) and value and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], damaged(value[at], draw, depth - 1), *value[at + 1 :]]
    return draw(st.sampled_from(STRANGE))


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json*")), ids=lambda file: file.name)
@settings(deadline=None, derandomize=True, max_examples=80)
@given(data=st.data())
def test_a_damaged_file_is_refused_in_sentences(file, data, tmp_path_factory):
    content = file.read_text(encoding="utf-8")
    values = json.loads(content) if file.suffix == ".json" else [json.loads(line) for line in content.splitlines()]
    broken = [damaged(value, data.draw, 6) for value in values]
    path = tmp_path_factory.mktemp("damaged") / "a.json"
    path.write_text(json.dumps(broken))
    for format in (file.stem.split("_p")[0], "json"):
        problems = []
        list(read(path, format=format, leave_out=problems.append))
        assert all(len(problem.sentence.split()) > 2 for problem in problems)
