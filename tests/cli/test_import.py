"""`teachback import`."""

import json

import click

from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def documents(project):
    with Project.open(project) as opened:
        return {document.id: document.text for document in opened.documents()}


def test_a_preview_shows_columns_and_rows_and_changes_nothing(project, folder):
    (folder / "more.csv").write_text("Message,Topic\nrefund!,billing\nit hangs,bug\n", encoding="utf-8")
    output = run("import", project, "more.csv", "--preview").output
    assert "text ← Message" in output
    assert "label ← Topic" in output
    assert "1 [billing]: refund!" in output
    assert documents(project) == MAILS


def test_a_preview_counts_the_documents_and_those_without_text(project, folder):
    (folder / "more.csv").write_text('id,text\na,refund!\nb,\nc,"  "\n', encoding="utf-8")
    assert "\n  documents: 3; 2 without text, which will not be asked\n" in run("import", project, "more.csv").output
    preview = json.loads(run("import", project, "more.csv", "--preview", "--json").stdout)
    assert (preview["documents"], preview["blank"], preview["whole"]) == (3, 2, True)
    (folder / "long.txt").write_text("a line\n" * 6000, encoding="utf-8")
    assert "\n  documents: at least 5,000\n" in run("import", project, "long.txt", "--preview").output


def test_columns_can_be_said_and_labels_become_lessons(project, folder):
    (folder / "more.csv").write_text("A,B\nrefund!,billing\nit hangs,bug\n", encoding="utf-8")
    reply = run("import", project, "more.csv", "--column", "text=A", "--column", "label=B", "--teacher", "ben")
    assert "Documents: 2; lessons: 2; bad rows left out: 0." in reply.output
    with Project.open(project) as opened:
        assert opened.teaching().labels == {"1": "billing", "2": "bug"}
        assert [entry.teacher for entry in opened.record[-3:]] == ["ben"] * 3  # who brought the documents, too


def test_ids_that_are_taken_are_not_given_again(project, folder):
    (folder / "a.txt").write_text("first\n", encoding="utf-8")
    (folder / "b.txt").write_text("second\n", encoding="utf-8")
    assert run("import", project, "a.txt").exit_code == run("import", project, "b.txt").exit_code == 0
    assert documents(project) == MAILS | {"1": "first", "2": "second"}


def test_lessons_about_documents_that_are_there_are_added_to_them(project, folder):
    lines = "".join(f"{json.dumps({'id': id, 'text': MAILS[id], 'label': 'bug'})}\n" for id in ("m2", "m4"))
    (folder / "ben.jsonl").write_text(lines, encoding="utf-8")
    reply = run("import", project, "ben.jsonl", "--teacher", "ben", "--json")
    counted = json.loads(reply.stdout)
    assert (counted["documents"], counted["lessons"], counted["roles"]["label"]) == (0, 2, "label")
    with Project.open(project) as opened:
        assert opened.teaching().labels == {"m2": "bug", "m4": "bug"}


def test_a_bad_row_keeps_everything_out_unless_it_is_left_out(project, folder):
    (folder / "more.csv").write_text("id,text\nn1,fine\nn1,twice\nn2,fine too\n", encoding="utf-8")
    reply = run("import", project, "more.csv")
    assert reply.exit_code == 1
    assert "1 row cannot be imported, so nothing is." in reply.stderr
    assert f"leave these rows out with: teachback import {project} more.csv --leave-out-bad-rows\n" in reply.stderr
    assert documents(project) == MAILS
    reply = run("import", project, "more.csv", "--leave-out-bad-rows")
    assert "bad: line 3" in reply.output
    assert "Documents: 2; lessons: 0; bad rows left out: 1." in reply.output
    assert documents(project) == MAILS | {"n1": "fine", "n2": "fine too"}


def test_another_text_under_a_known_id_is_refused(project, folder):
    (folder / "more.csv").write_text("id,text\nn1,new\nm1,something else\n", encoding="utf-8")
    reply = run("import", project, "more.csv")
    assert reply.exit_code == 1
    assert "m1" in reply.stderr
    assert documents(project) == MAILS


def test_a_preview_names_the_bad_rows_and_the_classes_that_would_be_new(project, folder):
    rows = ['refund!,"billing, bug"', "it hangs,Bug", "how?,how-to", "and?,how-to,what"]
    (folder / "more.csv").write_text("text,label\n" + "\n".join(rows), encoding="utf-8")
    output = run("import", project, "more.csv", "--preview").output
    assert "  new classes, 2: Bug, how-to\n" in output
    assert "'Bug' would be a class of its own beside 'bug'. Are they the same? If so: --class-as Bug=bug" in output
    assert "bad: line 2: 'billing, bug' are several classes" in output
    assert "bad: line 5: it has 3 cells" in output
    assert json.loads(run("import", project, "more.csv", "--preview", "--json").stdout)["new_classes"] == [
        "Bug",
        "how-to",
    ]


def test_names_that_may_be_no_classes_are_asked_about_before_anything_is_written(project, folder):
    (folder / "more.csv").write_text("text,label\nit hangs,Bug\nand now?,n/a\nwhat,billing\n", encoding="utf-8")
    reply = run("import", project, "more.csv")
    assert reply.exit_code == 1
    assert "'n/a' would be a class. Does it say that a document has none?" in reply.stderr
    assert f"If so: teachback import {project} more.csv --class-as Bug=bug --class-as n/a=\n" in reply.stderr
    assert documents(project) == MAILS
    reply = run("import", project, "more.csv", "--class-as", "Bug=bug", "--class-as", "n/a=n/a")
    assert "Documents: 3; lessons: 3;" in reply.output
    with Project.open(project) as opened:
        assert opened.classes == ("billing", "bug", "n/a")
    reply = run("new", "other.teachback", "more.csv", "--class-as", "n/a=")
    assert "3 documents; classes: Bug, billing." in reply.output


def test_texts_that_are_there_are_counted_when_they_come_without_ids(project, folder):
    (folder / "more.txt").write_text(f"{MAILS['m1']}\nsomething new\n", encoding="utf-8")
    assert "1 of 2 texts were there already and are now there twice" in run("import", project, "more.txt").output
    assert len(documents(project)) == len(MAILS) + 2
    reply = json.loads(run("import", project, "more.txt", "--json").stdout)
    assert reply["notes"][0].startswith("2 of 2 texts were there already")


def test_what_a_teacher_has_taught_is_not_taught_again_by_a_second_import(project, folder):
    marked = '[{""start"": 0, ""end"": 3, ""label"": ""billing""}]'
    rows = [f'm1,"{MAILS["m1"]}",billing,false,"{marked}"', f'm2,"{MAILS["m2"]}",,true,']
    table = "id,text,label,skipped,rationales\n" + "\n".join(rows)
    (folder / "more.csv").write_text(table, encoding="utf-8")
    assert "lessons: 3; " in run("import", project, "more.csv").output
    output = run("import", project, "more.csv").output
    assert "Documents: 0; lessons: 0; " in output
    assert "3 of the lessons were known already and were not taught again." in output
    assert "lessons: 3; " in run("import", project, "more.csv", "--teacher", "ben").output
    (folder / "more.csv").write_text(table.replace("billing,", "bug,"), encoding="utf-8")
    assert "lessons: 1; " in run("import", project, "more.csv").output
    with Project.open(project) as opened:
        assert opened.teaching_of("importer").labels == {"m1": "bug"}


def test_the_encoding_can_be_said(project, folder):
    (folder / "more.csv").write_bytes("id,text\nn1,Gebühr\n".encode("cp1252"))
    assert run("import", project, "more.csv", "--encoding", "cp1252").exit_code == 0
    assert documents(project)["n1"] == "Gebühr"


def test_a_column_without_an_equals_sign_is_explained(project, inbox):
    reply = run("import", project, inbox, "--column", "text")
    assert (reply.exit_code, reply.stderr) == (
        1,
        "teachback: --column takes ROLE=NAME, not 'text'; for example text=Review.\n",
    )


def test_a_project_that_is_not_there_is_named():
    reply = run("status", "nothing.teachback")
    assert reply.exit_code == 1
    assert "There is no file nothing.teachback" in reply.stderr


def test_a_bar_is_drawn_on_standard_error_where_it_is_a_terminal(project, folder):
    (folder / "more.txt").write_text("first\n", encoding="utf-8")
    reply = run("import", project, "more.txt", env={"FORCE_COLOR": "1", "TERM": "xterm"})
    assert "more.txt ━" in click.unstyle(reply.stderr)
    (folder / "again.txt").write_text("second\n", encoding="utf-8")
    assert run("import", project, "again.txt").stderr == ""
