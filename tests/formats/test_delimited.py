from __future__ import annotations

import csv

import pandas
import pytest

from teachback.formats import (
    BadFile,
    BadRole,
    BadRows,
    Item,
    Prediction,
    delimited,
    inspect,
    read,
    write,
)
from teachback.record import Document, Label, NotAReason, Rationale, Word


@pytest.fixture
def table(tmp_path):
    def make(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


def texts(path, **asked):
    return [row.document.text for row in read(path, **asked)]


def test_cells_stay_what_they_are(table):
    path = table("id,text,label\n007,NA,null\n008,,\n1e3, nan ,007\n")
    rows = list(read(path))
    assert [(row.document.id, row.document.text, row.label) for row in rows] == [
        ("007", "NA", "null"),
        ("008", "", None),
        ("1e3", " nan ", "007"),
    ]


def test_line_ends_and_quotation_marks_inside_a_cell_stay(table):
    assert texts(table('text\n"a\r\nb\rc\nd ""e"""\n')) == ['a\r\nb\rc\nd "e"']


def test_a_text_of_many_lines_with_tabs_does_not_hide_what_separates_the_cells(table):
    text = "\n".join(f"\tthe {line}th line,\tand tabs" for line in range(30))
    path = table(f'id,subject,body\r\n1,hello,"{text}"\r\n2,again,"short, and ""quoted"""\r\n')
    assert texts(path, roles={"text": "body"}) == [text, 'short, and "quoted"']


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_any_separator_and_line_end_is_found_out(table, delimiter, end):
    lines = ["id,text,label", "1,what a day,good", "2,no; really | no,bad", ""]
    path = table(end.join(lines).replace(",", delimiter).replace(f"no{delimiter} ", "no "))
    if delimiter in ";|":
        path = table(end.join(["id,text,label", "1,what a day,good", "2,no,bad", ""]).replace(",", delimiter))
    assert [(row.document.id, row.label) for row in read(path)] == [("1", "good"), ("2", "bad")]


@pytest.mark.parametrize(
    ("content", "roles"),
    [
        ("Nr,Review,Sentiment\n1,x,y\n", {"text": "Review", "label": "Sentiment"}),
        ("doc_id;TEXT;Category\n1;x;y\n", {"id": "doc_id", "text": "TEXT", "label": "Category"}),
        ("a,b\nshort,a much longer cell\n", {"text": "b"}),
        ("text,document\n1,2\n", {"text": "text"}),
        ("text,time,rationale\nx,noon,because\n", {"text": "text"}),
        ("text,time,teacher\nx,2026-01-02,ines\n", {"text": "text", "teacher": "teacher", "time": "time"}),
        ("word,class\ncrash,bug\n", {"term": "word", "class": "class"}),
    ],
)
def test_roles_are_guessed_and_shown(table, content, roles):
    assert inspect(table(content)).roles == roles


def test_roles_that_are_asked_for_win(table):
    path = table("text,body,label,stars\nx,y,z,5\n")
    plan = inspect(path, roles={"text": "body", "label": "stars"})
    assert plan.roles == {"text": "body", "label": "stars"}
    assert (plan.rows[0].document.text, plan.rows[0].label) == ("y", "5")
    assert inspect(path, roles={"label": ""}).roles == {"text": "text"}
    with pytest.raises(BadRole, match=r"no column 'star' for the label. Did you mean stars\?"):
        inspect(path, roles={"label": "star"})
    with pytest.raises(BadRole, match=r"'lable' is not a role of a column. Did you mean label\?"):
        inspect(path, roles={"lable": "stars"})


def test_a_table_without_a_header_is_noticed(table):
    path = table("great fun,pos\nso dull,neg\nfun again,pos\n")
    plan = inspect(path)
    assert plan.roles == {"text": "column 1", "label": "column 2"}
    assert "read as data" in plan.doubts[0]
    assert [row.label for row in plan.rows] == ["pos", "neg", "pos"]
    assert len(inspect(path, header=True).rows) == 2


def test_a_name_that_ends_in_tsv_hides_no_other_separator(table):
    path = table("id;text;label\n1;Größe, Gewicht;Maß\n2;3,5 kg;Maß\n".encode("cp1252"), "table.tsv")
    assert texts(path) == ["Größe, Gewicht", "3,5 kg"]
    assert texts(table("text\nHello, world\nHi; there\nHi\n", "table.tsv")) == ["Hello, world", "Hi; there", "Hi"]


def test_bad_rows_are_listed_with_their_lines_and_nothing_is_imported(table):
    path = table('id,text\n1,"two\nlines"\n2\n,nameless\n1,again\n3,fine\n4,"a"b\n5,fine\n')
    seen = []
    with pytest.raises(BadRows) as refused:
        seen.extend(read(path))
    assert [problem.where for problem in refused.value.problems] == ["line 4", "line 5", "line 6", "line 8"]
    assert "4 rows cannot be imported, so nothing is." in str(refused.value)
    assert "line 4: it has 1 cell where the table has 2 columns" in str(refused.value)
    assert "line 5: it has no id." in str(refused.value)
    assert "line 6: the id '1' occurs twice, with different texts" in str(refused.value)
    assert [row.document.id for row in read(path, leave_out=lambda problem: None)] == ["1", "3", "5"]


def test_many_bad_rows_are_counted_and_some_are_shown(table):
    path = table("id,text\n" + "1\n" * 1234)
    with pytest.raises(BadRows, match=r"1,234 rows cannot(.|\n)*and 1,214 more"):
        list(read(path))


def test_a_document_comes_twice_only_for_another_teacher(table):
    path = table("id,text,label,annotator\n1,x,bug,ines\n1,x,praise,ben\n")
    assert [(row.document.id, row.lessons[0].teacher) for row in read(path)] == [("1", "ines"), ("1", "ben")]
    with pytest.raises(BadRows, match="line 3: the id '1' occurs twice; give each document its own id, or say which"):
        list(read(table("id,text,label\n1,x,bug\n1,x,praise\n")))


def test_words_are_read_from_a_table_of_words(table):
    path = table("word,class,reason\nrefund,billing,\nplease,,no\nthanks,billing,no\n")
    first, second, third = read(path)
    assert (first.kind, first.term, first.class_) == ("word", "refund", "billing")
    assert (second.kind, second.class_, third.class_) == ("not_a_reason", None, "billing")


# What spreadsheets and other programs see.


def test_a_spreadsheet_has_nothing_to_run(tmp_path):
    path = tmp_path / "out.csv"
    dangerous = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "＝1+1", "\n=1"]
    write(path, [Item(Document(f"d{n}", text), (Label(f"d{n}", "=bug"),)) for n, text in enumerate(dangerous)])
    with path.open(newline="", encoding="utf-8") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell[:1] in set("=+-@\t\r\n＝")]
    rows = list(read(path))
    assert [row.document.text for row in rows] == dangerous
    assert {row.label for row in rows} == {"=bug"}


def test_an_apostrophe_in_somebody_elses_table_stays(table):
    assert texts(table("id,text\n1,'-tis the season\n2,'=1\n")) == ["'-tis the season", "'=1"]


def test_pandas_reads_what_we_write(tmp_path):
    rows = [
        Item(
            Document("007", 'a, "b"\r\nc'),
            (Label("007", "NA", seconds=2.5), Rationale("007", "NA", 0, 1)),
            Prediction("NA", {"NA": 0.75, "x": 0.25}, (("a",),), "nb"),
        )
    ]
    write(tmp_path / "out.csv", rows)
    frame = pandas.read_csv(tmp_path / "out.csv", dtype=str, keep_default_na=False)
    (row,) = frame.to_dict("records")
    assert (row["id"], row["text"], row["label"], row["seconds"]) == ("007", 'a, "b"\r\nc', "NA", "2.5")
    assert (row["prediction"], row["probability"], row["explanations"]) == ("NA", "0.75", '[["a"]]')
    assert row["rationales"] == '[{"start": 0, "end": 1, "label": "NA", "text": "a"}]'


def test_words_and_rejections_are_rows_of_their_own(tmp_path):
    write(tmp_path / "words.tsv", [Word("refund", "billing", 2), NotAReason("please")])
    lines = (tmp_path / "words.tsv").read_text().splitlines()
    assert lines[0].split("\t") == ["term", "class", "strength", "reason", "teacher", "seconds", "time"]
    assert [line.split("\t")[:4] for line in lines[1:]] == [
        ["refund", "billing", "2.0", "yes"],
        ["please", "", "", "no"],
    ]


# Hostile tables.


def test_a_quotation_mark_that_is_never_closed_is_named_by_its_line(table):
    with pytest.raises(BadFile, match=r"opened on line 3 and never closed; mend that row\."):
        texts(table('id,text\n1,a\n2,"b\n' + "3,c\n" * 100))


def test_a_line_without_end_is_refused_without_reading_it_all(table, monkeypatch):
    monkeypatch.setattr("teachback.formats.reading.reading.LONGEST_LINE", 1000)
    done = []
    path = table("text\n" + "a" * 5_000_000)
    with pytest.raises(BadFile, match="longer than 1,000 characters, so this is no table"):
        list(read(path, encoding="utf-8", progress=lambda now, total: done.append(now)))
    assert max(done) < 3_000_000


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.txt"])
def test_ten_gigabytes_of_one_line_are_refused_after_a_little(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        file.write(b'[{"text": "')
        file.truncate(10 * 2**30)  # nothing but NUL, and nothing on the disk
    done = []
    with pytest.raises(BadFile, match=r"longer than 16,777,216 characters|not JSON"):
        list(read(tmp_path / name, encoding="utf-8", progress=lambda now, total: done.append(now)))
    assert max(done, default=0) < 40_000_000


def test_a_million_columns_are_refused(table):
    with pytest.raises(BadFile, match="it has 1,000,001 columns, more than 10,000; is the table lying on its side"):
        texts(table("," * 1_000_000 + "\n"))


def test_an_empty_file_is_refused(table):
    with pytest.raises(BadFile, match="it is empty"):
        texts(table(""))


def test_nul_is_a_character_like_others(table):
    assert texts(table("text\na\x00b\n")) == ["a\x00b"]


def test_the_limit_of_a_cell_is_ours():
    assert csv.field_size_limit() == delimited.LONGEST_LINE
