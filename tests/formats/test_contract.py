"""Every format keeps the contract, every check of it can fail, and texts of every kind survive."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.checks import BrokenContract, format_checks
from teachback.checks import format as contract
from teachback.formats import FORMATS, CannotHold, Item, Prediction, read, write
from teachback.record import Document, Label, Word
from tests.formats.strategies import CLASSES, lists_of_items, one_line, taught_by

HERE = [format for format in FORMATS.values() if format.name != "spacy"]  # spaCy is tried where it is installed
EVERY_CHECK = {check for name, check in vars(contract).items() if name.startswith("check_")} - {contract.check_format}


@pytest.mark.parametrize(
    ("format", "check"),
    [(format, check) for format in HERE for check in format_checks(format)],
    ids=lambda part: getattr(part, "__name__", None) or part.name,
)
def test_our_formats_keep_the_contract(format, check):
    check(format)


def test_a_format_that_carries_everything_gets_every_check():
    assert set(format_checks(FORMATS["jsonl"])) == EVERY_CHECK


# Formats that break the contract, each in one way.


JSONL = FORMATS["jsonl"]


def spoiled(change):
    """JSON lines whose rows are changed on the way in."""
    return replace(JSONL, read=lambda reading: map(change, JSONL.read(reading)))


def trimmed(row):
    return replace(row, document=Document(row.document.id, row.document.text.strip())) if isinstance(row, Item) else row


def renamed(row):
    return replace(row, document=Document("other", row.document.text)) if isinstance(row, Item) else row


def without(kind):
    return lambda row: replace(row, lessons=tuple(lesson for lesson in row.lessons if lesson.kind != kind))


def anonymous(row):
    return replace(row, lessons=tuple(replace(lesson, teacher="somebody") for lesson in row.lessons))


def halfway(target, rows):
    with target.path.open("w") as file:
        for row in rows:
            file.write(repr(row))


def only_documents(target, rows):
    JSONL.write(target, [row for row in rows if isinstance(row, Item)])


def explosive(reading):
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("format", "check"),
    [
        (spoiled(trimmed), contract.check_texts_come_back),
        (spoiled(renamed), contract.check_texts_come_back),
        (spoiled(without("label")), contract.check_labels_come_back),
        (spoiled(without("rationale")), contract.check_rationales_come_back),
        (spoiled(without("skip")), contract.check_every_teacher_comes_back),
        (spoiled(anonymous), contract.check_every_teacher_comes_back),
        (spoiled(lambda row: replace(row, class_="bug")), contract.check_words_come_back),
        (spoiled(lambda row: replace(row, conditions=())), contract.check_rules_come_back),
        (spoiled(lambda row: replace(row, prediction=Prediction("bug"))), contract.check_predictions_come_back),
        (replace(JSONL, write=halfway), contract.check_writes_all_or_nothing),
        (replace(JSONL, write=only_documents, carries=frozenset()), contract.check_refuses_what_it_cannot_hold),
        (replace(JSONL, read=explosive), contract.check_refuses_noise),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_broken_format_is_caught(format, check):
    with pytest.raises(BrokenContract, match="The format jsonl"):
        check(format)


# Round trips of whatever people may have.

EXACT = [format for format in HERE if format.read and "teachers" in format.carries]


@pytest.mark.parametrize("format", EXACT, ids=lambda format: format.name)
@settings(deadline=None, derandomize=True, max_examples=40)
@given(items=lists_of_items())
def test_everything_that_was_said_comes_back(format, items, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / f"rows{(*format.suffixes, '')[0]}"
    write(path, items, format=format.name, classes=CLASSES)
    rows = list(read(path, format=format.name))
    # Formats with one line a teacher give a document back once for each.
    together = [list(same) for _, same in groupby(rows, key=lambda row: row.document)]
    again = [Item(same[0].document, tuple(lesson for row in same for lesson in row.lessons)) for same in together]
    assert taught_by(again) == taught_by(items)


@pytest.mark.parametrize("name", ["folder", "zip", "brat"])
@settings(deadline=None, derandomize=True, max_examples=30)
@given(items=lists_of_items())
def test_texts_and_classes_come_back_from_files(name, items, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows"
    write(path, items, format=name, classes=CLASSES)
    rows = {(row.document.text, row.label) for row in read(path, format=name)}
    assert rows == {(item.document.text, item.label) for item in items}


@settings(deadline=None, derandomize=True, max_examples=30)
@given(texts=st.lists(one_line, min_size=1))
def test_lines_come_back(texts, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.txt"
    write(path, [Item(Document(f"d{number}", text)) for number, text in enumerate(texts)])
    assert [row.document.text for row in read(path)] == texts


@pytest.mark.parametrize(
    "format",
    [format for format in HERE if format.write and format.name != "teachback"],  # whose events have new ids
    ids=lambda format: format.name,
)
def test_the_same_rows_give_the_same_bytes(format, tmp_path):
    rows = [Item(Document(f"d{n}", f"text {n}"), (Label(f"d{n}", CLASSES[n % 2], id=f"l{n}"),)) for n in range(5)]
    prints = []
    for path in (tmp_path / "one", tmp_path / "two"):
        write(path, rows, format=format.name, classes=CLASSES)
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        prints.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()])
    assert prints[0] == prints[1]


def test_words_and_documents_do_not_share_a_file(tmp_path):
    with pytest.raises(CannotHold, match="not several of them: this one began with words"):
        write(tmp_path / "x.csv", [Word("crash", "bug"), Item(Document("d1", "…"))])
    assert list(tmp_path.iterdir()) == []
