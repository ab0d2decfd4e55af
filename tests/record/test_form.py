from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson, TeachbackError
from teachback.record import (
    Adjudicate,
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Describe,
    Distinction,
    DocumentErased,
    DocumentsAdded,
    DocumentsDrawn,
    Exclude,
    Flag,
    HeldOutDrawn,
    Label,
    NotAReason,
    Rationale,
    Record,
    RestDeclared,
    Retract,
    Skip,
    Word,
    WordsPassedOver,
)
from teachback.record.entry import LARGEST
from teachback.record.form import KINDS, VERSION, from_json, read_lines, to_json, write_lines
from tests.record.strategies import TEXTS, observed, records

GOLDEN = Path(__file__).parent / "golden" / "entries_v1.jsonl"


def moment(second, microsecond=0):
    return datetime(2026, 1, 2, 3, 4, second, microsecond, tzinfo=UTC)


ENTRIES = [
    ClassesAdded(["bug", "billing", "می\u200cخرم"], id="e01", time=moment(1), teacher="owner"),
    ClassRenamed("bug", "defect", id="e02", time=moment(2, 1), teacher="owner"),
    ClassesMerged(["billing"], "defect", id="e03", time=moment(3), teacher="owner", seconds=0.0),
    ClassArchived("می\u200cخرم", id="e04", time=moment(4), teacher="owner"),
    DocumentsAdded(["d1", "d 2", "文書/3"], id="e05", time=moment(5), teacher="importer"),
    HeldOutDrawn(["d1"], id="e06", time=moment(6), teacher="owner"),
    Label("d1", "defect", id="e07", time=moment(7, 999999), teacher="ines", seconds=3.25),
    Skip("d 2", id="e08", time=moment(8), teacher="ines", seconds=1e-07),
    Word("credit card", "defect", id="e09", time=moment(9), teacher="ines"),
    Word("🙂", "defect", 2.5, id="e10", time=moment(10), teacher="ines", seconds=12345678.9),
    NotAReason('"quoted" \\ and e\u0301', id="e11", time=moment(11), teacher="بن"),
    NotAReason("crash", "defect", id="e12", time=moment(12), teacher="بن"),
    Rationale("文書/3", "defect", 0, 17, id="e13", time=moment(13), teacher="ines"),
    Distinction("d1", "defect", "d 2", "crash", id="e14", time=moment(14), teacher="ines"),
    Distinction("d 2", "defect", "d1", ":-)", present=False, id="e15", time=moment(15), teacher="ines"),
    Flag("d1", id="e16", time=moment(16), teacher="ines"),
    Flag("d1", "two\nlines\t\x00 \u2028 </script> \x7f", id="e17", time=moment(17), teacher="ines"),
    Adjudicate("d1", "defect", id="e18", time=moment(18), teacher="owner"),
    Retract("e18", id="e19", time=moment(19), teacher="owner", seconds=1.0),
    Exclude("d 2", "defect", id="e20", time=moment(20), teacher="ines", seconds=2.5),
    RestDeclared("defect", id="e21", time=moment(21), teacher="owner"),
    RestDeclared(None, id="e22", time=moment(22), teacher="owner"),
    WordsPassedOver(["crash", ":-)"], "defect", id="e23", time=moment(23), teacher="ines"),
    WordsPassedOver(["🙂"], id="e24", time=moment(24), teacher="ines"),
    Describe("defect", "Crashes, “errors”.\nNot: refunds 🙂", id="e25", time=moment(25), teacher="ines", seconds=5.9),
    DocumentsDrawn(["d1", "文書/3"], 0.025, id="e26", time=moment(26), teacher="check"),
    DocumentErased("d 2", keep_lessons=True, id="e27", time=moment(27), teacher="owner"),
]


def lines_of(path):
    with path.open(encoding="utf-8", newline="\n") as file:
        return list(file)


# The golden file: version 1 is read and written like this forever. A new kind adds lines at its end; a new form is a
# new version.


def test_the_golden_file_has_every_kind():
    assert {entry.kind for entry in read_lines(lines_of(GOLDEN))} == KINDS.keys()


def test_the_golden_file_means_what_it_always_meant():
    assert list(read_lines(lines_of(GOLDEN))) == ENTRIES


def test_the_golden_file_is_written_as_it_always_was():
    assert list(write_lines(ENTRIES)) == lines_of(GOLDEN)
    assert "".join(write_lines(read_lines(lines_of(GOLDEN)))).encode() == GOLDEN.read_bytes()


# Round trips.


@settings(deadline=None, derandomize=True, max_examples=40)
@given(records)
def test_a_record_is_written_and_read_exactly(record):
    lines = list(write_lines(record))
    again = Record(TEXTS, read_lines(lines))
    assert list(write_lines(again)) == lines
    assert observed(again) == observed(record)


@given(
    st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.timezones() | st.just(UTC)),
    st.floats(0, LARGEST),
    st.floats(0, LARGEST, exclude_min=True),
)
@settings(deadline=None, derandomize=True)
def test_times_and_numbers_are_exact(time, seconds, strength):
    word = Word("crash", "bug", strength, time=time, seconds=seconds)
    again = from_json(json.loads(json.dumps(to_json(word))))
    assert again == word
    moment = time.astimezone(UTC)  # an hour that a zone's clock went through twice equals nothing in another zone
    assert (again.time, again.strength, again.seconds) == (moment, strength, seconds)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_line_is_one_line_whatever_is_in_it(note):
    (line,) = write_lines([Flag("d1", note)])
    assert line.index("\n") == len(line) - 1
    assert "\r" not in line
    (flag,) = read_lines([line])
    assert flag.note == note


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_fields_are_in_the_order_of_the_dataclass_after_what_every_entry_has(entry):
    form = to_json(entry)
    assert list(form)[:6] == ["v", "kind", "id", "time", "teacher", "seconds"]
    assert form["v"] == VERSION == 1
    assert not any(name.endswith("_") for name in form)


def test_what_may_be_left_out_may_be_left_out():
    form = to_json(ENTRIES[8])
    del form["seconds"], form["strength"]
    assert from_json(form) == ENTRIES[8]


# What is refused.


def form(**changes):
    base = {"v": 1, "kind": "label", "id": "a", "time": "2026-01-02T03:04:05.000000Z", "teacher": "ines"}
    both = base | {"document": "d1", "class": "bug"} | changes
    return {name: value for name, value in both.items() if value is not ...}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            form(v=2),
            r"version 2 and this teachback reads version 1; open it with the teachback that wrote it, or a newer",
        ),
        (form(v=...), "version None"),
        (form(kind="lable"), "'lable' is not a kind of entry; the kinds are label, exclude, skip, word"),
        (form(kind=["label"]), "is not a kind of entry"),
        (
            form(klass="bug"),
            r"A label has no field 'klass'. Did you mean class\? It has id, time, teacher, seconds, doc",
        ),
        (form(class_="bug"), r"A label has no field 'class_'. Did you mean class\?"),
        (form(id=..., document=...), "This label lacks document, id; it needs class, document, id, teacher, time"),
        (form(time="yesterday"), "'yesterday' is not a time; write it like 2026-01-02T03:04:05.000000Z"),
        (form(time=5), "5 is not a time"),
        (form(time="2026-01-02"), "has no time zone"),
        (form(time="0001-01-01T00:00:00+05:00"), "outside the years 1 to 9999"),
        (form(document=5), "A document's id must be text, not 5"),
        (form(document=["d1"]), "A document's id must be text"),
        (form(seconds=10**400), "The seconds of a label must be a number"),
        ([form()], "An entry is a JSON object"),
        (None, "An entry is a JSON object"),
    ],
)
def test_a_wrong_form_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(TeachbackError, match=sentence):
        from_json(wrong)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.sampled_from(ENTRIES), st.data())
def test_whatever_stands_in_a_field_is_kept_or_refused_with_a_sentence(entry, data):
    form = to_json(entry)
    form[data.draw(st.sampled_from(list(form)))] = data.draw(anything)
    try:
        read = from_json(form)
    except TeachbackError:
        return  # any other error is our bug
    assert from_json(json.loads(json.dumps(to_json(read)))) == read


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", r"^Line 2 is not JSON \(Expecting property name.*\): '\{'$"),
        ("", r"^Line 2 is not JSON"),
        ("[" * 100_000, r"^Line 2 is not JSON"),
        ("9" * 10_000, r"^Line 2 is not JSON"),
        ("7", r"^Line 2: An entry is a JSON object"),
        (json.dumps(form(v=3)), r"^Line 2: This entry is of version 3"),
        (json.dumps(form(document="\ud83d")), r"^Line 2: A document's id holds a lone surrogate"),
        (json.dumps(form(document=" d1")), r"^Line 2: ' d1' cannot be a document's id"),
        (json.dumps(form(seconds=float("nan"))), r"^Line 2: The seconds of a label"),
    ],
    ids=range(9),
)
def test_a_bad_line_is_named_by_its_number(line, sentence):
    lines = [*write_lines([Skip("d1")]), line]
    with pytest.raises(BadLesson, match=sentence):
        list(read_lines(lines))
