"""Reading, previewing and writing in every format."""

from __future__ import annotations

import gc
import json
import re
import subprocess
import sys
import tracemalloc
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import load_npz

from teachback.errors import MissingLibrary
from teachback.formats import (
    FORMATS,
    BadFile,
    BadRows,
    CannotHold,
    Item,
    UnknownFormat,
    find,
    inspect,
    read,
    write,
)
from teachback.record import Document, Label


def labelled(number, class_="bug"):
    return Item(Document(f"d{number}", f"text {number}"), (Label(f"d{number}", class_),))


def test_a_preview_shows_what_an_import_would_bring(tmp_path):
    path = tmp_path / "mails.csv"
    path.write_bytes("Nr;Nachricht;label\n1;größer;bug\n2;zu wenig\n3;gut;praise\n".encode("cp1252"))
    plan = inspect(path, rows=3)
    assert (plan.format, plan.encoding, plan.columns) == ("csv", "cp1252", ("Nr", "Nachricht", "label"))
    assert plan.roles == {"text": "Nachricht", "label": "label"}
    assert [(row.document.text, row.label) for row in plan.rows] == [("größer", "bug"), ("gut", "praise")]
    assert [problem.where for problem in plan.problems] == ["line 3"]
    assert "Windows-1252" in plan.doubts[0]
    assert list(tmp_path.iterdir()) == [path]


def test_a_preview_shows_the_first_rows_and_finds_what_is_wrong_further_down(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "a"}\n' * 100 + "broken\n")
    plan = inspect(path, rows=5)
    assert (len(plan.rows), [problem.where for problem in plan.problems]) == (5, ["line 101"])
    with pytest.raises(BadRows, match="line 101: it is not JSON"):
        list(read(path))


def test_a_preview_looks_at_the_beginning_of_a_long_file_and_says_so(tmp_path):
    path = tmp_path / "a.jsonl"
    row = '{"text": "a", "label": "bug"}\n'
    path.write_text(row * 5000)
    assert inspect(path).doubts == ()
    path.write_text(row * 5000 + "broken\n")
    plan = inspect(path)
    assert (plan.problems, plan.classes) == ((), ("bug",))
    assert plan.doubts[0].startswith("Only its first 5,000 rows were looked at here")


def test_a_file_that_cannot_be_read_to_its_end_is_previewed_with_a_doubt(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n" + "".join(f"{number},fine\n" for number in range(30)) + '31,"never closed\n')
    plan = inspect(path)
    assert len(plan.rows) == 20
    assert plan.doubts == (
        "It cannot be imported as it is: a quotation mark is opened on line 32 and never closed; mend that row.",
    )


@pytest.mark.parametrize("cell", ["billing, bug", "bug;Billing", "bug | billing | how-to"])
def test_a_cell_that_lists_classes_of_the_file_or_the_project_is_a_bad_row(tmp_path, cell):
    path = tmp_path / "a.jsonl"
    labels = [cell, "billing", "bug", "food, drinks"]
    path.write_text("".join(f'{{"text": "a", "label": "{label}"}}\n' for label in labels))
    plan = inspect(path, classes=["how-to"])
    assert plan.classes == ("billing", "bug", "food, drinks")
    (problem,) = plan.problems
    assert problem.where == "line 1"
    assert f"'{cell}' are several classes" in problem.sentence
    with pytest.raises(BadRows, match=r"line 1: .* are several classes"):
        list(read(path, classes=["how-to", *plan.classes]))


def test_a_class_that_the_project_has_may_look_like_a_list(tmp_path):
    (tmp_path / "a.csv").write_text('text,label\na,"food, drinks"\nb,food\nc,drinks\n')
    plan = inspect(tmp_path / "a.csv", classes=["food, drinks"])
    assert (plan.problems, plan.classes) == ((), ("food, drinks", "food", "drinks"))


def test_documents_without_ids_are_numbered_as_asked(tmp_path):
    (tmp_path / "a.txt").write_text("one\n\ntwo\n")
    assert [row.document.id for row in read(tmp_path / "a.txt")] == ["1", "2"]
    assert [row.document.id for row in read(tmp_path / "a.txt", unnamed=map("mail-{}".format, count(7)))] == [
        "mail-7",
        "mail-8",
    ]


def test_a_text_file_is_lines_or_one_document(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"one\r\ntwo\n")
    assert [row.document.text for row in read(tmp_path / "a.txt")] == ["one", "two"]
    (whole,) = read(tmp_path / "a.txt", format="text")
    assert whole.document == Document("a.txt", "one\r\ntwo\n")


def test_who_taught_can_be_said(tmp_path):
    write(tmp_path / "a.csv", [Item(Document("d1", "x"))])
    (tmp_path / "b.csv").write_text("text,label\nx,bug\n")
    (row,) = read(tmp_path / "b.csv", teacher="ines")
    assert row.lessons[0].teacher == "ines"


def test_a_long_table_is_read_in_little_memory_and_tells_how_far_it_is(tmp_path):
    path = tmp_path / "long.csv"
    with path.open("w") as file:
        file.write("text,label\n")
        for number in range(2_000):
            file.write(f'"{number} {"many words " * 750}","{number % 3}"\n')
    done = []
    tracemalloc.start()
    assert sum(1 for _ in read(path, progress=lambda now, total: done.append((now, total)))) == 2_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    size = path.stat().st_size
    assert size > 16_000_000
    assert peak < 8_000_000
    assert done[-1] == (size, size)
    assert len(done) > 10


@pytest.mark.parametrize("name", ["csv", "jsonl", "json", "parquet", "excel", "zip", "label_studio", "teachback"])
def test_many_documents_are_written_in_little_memory(name, tmp_path):
    documents = 6000 if name in ("parquet", "teachback") else 2000  # these two write some thousands at a time
    text = "a few words " * (600_000 // documents)

    def peak(out):
        rows = (Item(Document(f"d{n}", f"{n} {text}"), (Label(f"d{n}", "bug"),)) for n in range(documents))
        gc.collect()  # what other tests left to be cleared away takes memory when it is
        tracemalloc.start()
        try:
            write(out, rows, format=name, classes=["bug"])
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    write(tmp_path / "first", [labelled(1)], format=name)  # whatever has to be imported is imported now
    peaks = (peak(tmp_path / f"out{n}") for n in range(3))  # and what they left running
    assert any(most < 6_000_000 for most in peaks)  # the texts alone are more than seven


def test_rows_come_one_by_one():
    """The first rows of a file without end are there at once."""
    code = "import sys; sys.stdout.write('x'); [sys.stdout.write(f'text {n}\\n') for n in range(10**9)]"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as endless:
        try:
            rows = read(f"/proc/self/fd/{endless.stdout.fileno()}", format="lines", encoding="utf-8")
            assert [row.document.text for row in islice(rows, 3)] == ["xtext 0", "text 1", "text 2"]
            rows.close()
        finally:
            endless.kill()


def test_what_was_there_stays_until_all_is_written(tmp_path):
    write(tmp_path / "a.csv", [labelled(1)])
    before = (tmp_path / "a.csv").read_bytes()

    def broken():
        yield labelled(2)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write(tmp_path / "a.csv", broken())
    assert (tmp_path / "a.csv").read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / "a.csv"]


@pytest.mark.parametrize(
    ("attempt", "error", "sentence"),
    [
        (lambda at: find("cvs"), UnknownFormat, r"'cvs' is not a format that teachback knows. Did you mean csv\?"),
        (lambda at: inspect(at / "a.docx"), BadFile, "there is no such file or folder"),
        (lambda at: list(read(at / "none.csv")), BadFile, "there is no such file or folder"),
        (lambda at: write(at / "a.docx", []), UnknownFormat, r"'.docx' is not a format .* end in .csv, .* .spacy;"),
        (lambda at: write(at / "a.txt", [], format="text"), CannotHold, "text is a format to read only"),
        (lambda at: list(read(at, format="sklearn")), CannotHold, "sklearn is a format to write only"),
        (lambda at: write(at / "no" / "a.csv", []), BadFile, "it cannot be written .No such file"),
        (lambda at: write(at, [], format="csv"), BadFile, "it cannot be written"),
        (lambda at: write(at / "a.txt", [Item(Document("d1", "a\nb"))]), CannotHold, "cannot be one line"),
        (lambda at: write(at / "a.txt", [Item(Document("d1", ""))]), CannotHold, "cannot be one line"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(tmp_path, attempt, error, sentence):
    with pytest.raises(error, match=sentence):
        attempt(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_an_unknown_ending_is_told_which_endings_can_be_read(tmp_path):
    (tmp_path / "a.cvs").write_text("text\na\n")
    with pytest.raises(UnknownFormat, match=r"Did you mean .csv\? .* in .csv, .tsv, .* .txt, .zip, .*; for another"):
        inspect(tmp_path / "a.cvs")


def test_spacy_is_asked_for_when_it_is_needed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingLibrary, match=r"needs spacy, which is not installed\. Run: pip install spacy"):
        write(tmp_path / "a.spacy", [labelled(1)])


def test_a_file_is_recognised_by_what_is_in_it(tmp_path):
    for name in ("parquet", "zip", "excel"):
        write(tmp_path / "misnamed.csv", [labelled(1)], format=name)
        assert inspect(tmp_path / "misnamed.csv").format == name


def test_scikit_learn_gets_matrices(tmp_path):
    rows = [labelled(1, "bug"), labelled(2, "praise"), Item(Document("d3", "text text more"))]
    write(tmp_path / "out", rows, format="sklearn", classes=["praise", "bug", "other"])
    names = json.loads((tmp_path / "out" / "names.json").read_text())
    assert (names["y"], names["documents"], names["pool"]) == (["bug", "praise"], ["d1", "d2"], ["d3"])
    assert names["classes"] == ["praise", "bug", "other"]
    X, pool = load_npz(tmp_path / "out" / "X.npz"), load_npz(tmp_path / "out" / "pool.npz")
    assert X.shape == (2, len(names["terms"]))
    np.testing.assert_array_equal(pool.toarray()[0, names["terms"].index("text")], 2)


def test_the_formats_are_there_without_learners():
    code = "import sys, teachback.formats; print({'sklearn', 'numba', 'spacy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_every_format_says_what_it_is():
    assert all(format.about and (format.read or format.write) for format in FORMATS.values())


def test_the_documentation_lists_every_format():
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:] for line in page.splitlines() if line.startswith("| `")]
    named = [(name, cells) for cells in rows for name in re.findall(r"`(\w+)`", cells[0])]
    both = {name: (bool(cells[2].strip()), bool(cells[3].strip())) for name, cells in named}
    assert both == {format.name: (format.read is not None, format.write is not None) for format in FORMATS.values()}
