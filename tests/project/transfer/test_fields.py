"""A document keeps its row: the other columns of its file, typed, through every store and file."""

from __future__ import annotations

import csv
from datetime import date, datetime

import pytest

from teachback import formats
from teachback.errors import BadText
from teachback.formats import BadFile
from teachback.project import Project
from teachback.project.review.browsing import Filter
from teachback.project.transfer.exports import write_record
from teachback.project.transfer.gold import write_gold
from teachback.project.transfer.imports import bring_in
from teachback.record import Document, Fields, Rationale
from teachback.store import copy, create_store

TABLE = """Nr;Source;Message;Stars;Received;VIP;Tags;Category;Code
7;email;My bill is wrong;2;2026-03-01;true;"[""bill"", ""angry""]";billing;007
8;web form;It crashes;4.5;2026-03-02 12:30;FALSE;;bug;NA
9;;Nothing works;n/a;;true;;;12
"""


@pytest.fixture
def mails(tmp_path):
    path = tmp_path / "mails.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def imported(path, address=None):
    project = Project.create(address)
    bring_in(project, formats.inspect(path, roles={"id": "Nr"}))
    return project


def test_every_other_column_is_a_typed_field(mails):
    first, second, third = imported(mails).documents()
    assert dict(first.fields) == {
        "Source": "email",
        "Stars": 2,
        "Received": date(2026, 3, 1),
        "VIP": True,
        "Tags": ("bill", "angry"),
        "Code": "007",
    }
    assert second.fields["Stars"] == 4.5
    assert second.fields["Received"] == datetime(2026, 3, 2, 12, 30)
    assert dict(third.fields) == {"Stars": "n/a", "VIP": True, "Code": "12"}  # what is empty is not there


def test_the_project_knows_the_columns_in_the_order_of_the_file(mails):
    columns = imported(mails).columns
    assert [(column.name, column.kind, column.role) for column in columns] == [
        ("Nr", "text", "id"),
        ("Source", "text", None),
        ("Message", "text", "text"),
        ("Stars", "number", None),
        ("Received", "date", None),
        ("VIP", "boolean", None),
        ("Tags", "list", None),
        ("Category", "text", "label"),
        ("Code", "text", None),
    ]


def test_the_parts_of_a_text_are_known_found_and_exported_by_their_names(mails, tmp_path):
    project = Project.create()
    bring_in(project, formats.inspect(mails, roles={"id": "Nr"}, texts=["Source", "Message"]))
    page = project.review.documents(Filter("Message:my* stars:2"))
    assert ([listed.id for listed in page.documents], page.fields[-2:]) == (["7"], ("Source", "Message"))
    text, part = project.document("7").text, project.document("7").fields["Message"]
    start = text.index(part)  # a passage in a part is a passage in the text
    project.teach(Rationale("7", "billing", start, start + 7))
    write_gold(project, tmp_path / "gold.csv", "csv")
    with (tmp_path / "gold.csv").open(encoding="utf-8-sig", newline="") as file:
        gold = next(csv.DictReader(file))
    assert [gold["Source"], gold["Message"], gold["passages"]] == [
        "email",
        "My bill is wrong",
        "“My bill” for billing (teacher)",
    ]
    with pytest.raises(BadFile, match="'Message' is the text"):
        bring_in(project, formats.inspect(mails, texts=["Source", "Message"]), learn_from=["Message"])


def test_fields_come_through_a_file_a_backup_the_record_and_json_lines(mails, tmp_path):
    with imported(mails, tmp_path / "mails.teachback") as project:
        documents = list(project.documents())
        with create_store(tmp_path / "backup.teachback") as backup:
            copy(project.store, backup)
            assert list(backup.documents()) == documents
            assert backup.document("8") == documents[1]
            assert backup.settings()["columns"] == project.store.settings()["columns"]
        write_record(project, tmp_path / "record.jsonl")
        formats.write(tmp_path / "labels.jsonl", formats.items(project.record, project.documents()))
    for name in ("record.jsonl", "labels.jsonl"):
        assert [row.document for row in formats.read(tmp_path / name)] == documents


def test_a_field_that_is_called_like_one_of_our_columns_comes_back(tmp_path):
    document = Document("d1", "It crashes", Fields({"label": "urgent", "model": "T-1000", "source": "email"}))
    formats.write(tmp_path / "out.jsonl", [formats.Item(document)])
    (row,) = formats.read(tmp_path / "out.jsonl")
    assert row.document == document
    assert not row.lessons


def test_columns_of_the_same_name_are_all_kept(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("text,note,note,\nIt crashes,first,second,third\n", encoding="utf-8")
    (row,) = formats.read(path)
    assert dict(row.document.fields) == {"note": "first", "note (2)": "second", "column 4": "third"}


@pytest.mark.parametrize("value", [float("nan"), {"a": 1}, [[1]], b"bytes", "\ud800"])
def test_what_no_store_could_keep_is_refused(value):
    with pytest.raises(BadText, match="field"):
        Document("d1", "a text", {"odd": value})
