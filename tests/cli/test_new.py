"""`teachback new`."""

import shlex

import pytest

from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def test_a_project_has_the_documents_and_classes_that_it_was_made_with(project):
    with Project.open(project) as opened:
        assert {document.id: document.text for document in opened.documents()} == MAILS
        assert opened.classes == ("billing", "bug")


def test_it_says_what_the_columns_were_taken_for(folder):
    (folder / "reviews.csv").write_text("Nr,Review,Stars\n1,great fun,5\n2,so dull,1\n", encoding="utf-8")
    output = run("new", "reviews.teachback", "reviews.csv").output
    assert "text ← Review" in output
    assert (
        "kept as fields: Nr (number), Stars (number) (for another use: --column id=NAME or --column label=NAME)\n"
        in output
    )
    assert "reviews.teachback: 2 documents; classes: none yet." in output


def test_columns_can_be_said_as_for_an_import(folder):
    (folder / "tickets.csv").write_text("Ticket-Nr,Nachricht,Kategorie\nT7,zu teuer,Rechnung\n", encoding="utf-8")
    options = ["--column", "id=Ticket-Nr", "--column", "label=Kategorie"]
    output = run("new", "p.teachback", "tickets.csv", *options).output
    assert "not used" not in output
    with Project.open("p.teachback") as project:
        assert project.teaching().labels == {"T7": "Rechnung"}
    refused = run("new", "q.teachback", "tickets.csv", "--column", "label=Sorte")
    assert (refused.exit_code, (folder / "q.teachback").exists()) == (1, False)
    assert "There is no column 'Sorte' for the label." in refused.stderr


def test_documents_without_ids_of_several_files_get_different_ones(folder):
    (folder / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    (folder / "b.txt").write_text("three\n", encoding="utf-8")
    run("new", "p.teachback", "a.txt", "b.txt")
    with Project.open("p.teachback") as project:
        assert [(each.id, each.text) for each in project.documents()] == [("1", "one"), ("2", "two"), ("3", "three")]


def test_the_settings_reach_the_project(folder):
    (folder / "a.txt").write_text("how to pay\n", encoding="utf-8")
    options = ["--analyzer", "lines", "--stop-words", "none", "--policy", "latest", "--hold-out", "1"]
    assert run("new", "p.teachback", "a.txt", *options).exit_code == 0
    with Project.open("p.teachback") as project:
        assert project.analyzer.name == "lines"
        assert project.store.settings()["policy"] == "latest"
        assert project.teaching().held_out == {"1"}
        assert project.store.settings()["stop_words"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.csv"], "nowhere.csv: there is no such file or folder."),
        (["twice.csv"], "line 3: the id '1' occurs twice"),
        (["--analyzer", "letters"], "letters"),
        (["--stop-words", "germn"], "There is no list of stop words for 'germn'. Did you mean german?"),
        (["--class", " "], "' ' cannot be a class"),
        (["--from", "nowhere.teachback"], "There is no file nowhere.teachback"),
        (["good.csv", "--from", "backup"], "give --from without files, classes or --encoder"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence_and_leaves_no_file(folder, words, sentence):
    (folder / "good.csv").write_text("id,text\n1,a\n", encoding="utf-8")
    (folder / "twice.csv").write_text("id,text\n1,a\n1,b\n", encoding="utf-8")
    reply = run("new", "p.teachback", *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    assert [path.name for path in folder.iterdir() if path.name.startswith("p.")] == []


@pytest.mark.parametrize("in_a_file", [True, False])
def test_the_way_out_of_bad_rows_is_a_command_that_works(in_a_file, request, folder):
    (folder / "two words.csv").write_text("key,text\n1,a\n1,b\n2,c\n", encoding="utf-8")
    address = "p.teachback" if in_a_file else request.getfixturevalue("server").new_place()
    reply = run("new", address, "two words.csv", "--class", "bug", "--column", "id=key")
    assert reply.exit_code == 1
    command = reply.stderr.rstrip("\n").rpartition("with: ")[2]
    assert command.endswith("--leave-out-bad-rows")
    reply = run(*shlex.split(command)[1:])
    assert reply.exit_code == 0
    assert "bad: line 3: the id '1' occurs twice" in reply.output
    with Project.open(address) as opened:
        assert ([each.id for each in opened.documents()], opened.classes) == (["1", "2"], ("bug",))


def test_a_project_that_is_there_is_left_alone(project, inbox, folder):
    before = (folder / project).read_bytes()
    reply = run("new", project, inbox)
    assert reply.exit_code == 1
    assert "holds a project already" in reply.stderr
    assert (folder / project).read_bytes() == before
