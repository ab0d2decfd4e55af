"""`teachback teach` as a conversation."""

import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.project import Project
from teachback.record import Label, NotAReason, Skip, Word
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def talk(project, *lines):
    reply = CliRunner().invoke(app, ["teach", project, "--teacher", "ines"], input="".join(f"{one}\n" for one in lines))
    assert reply.exception is None
    return reply.output


def entries(project):
    with Project.open(project) as opened:
        return [entry for entry in opened.record if entry.teacher == "ines"]


def test_a_text_is_shown_and_its_class_taken_by_number_or_by_name(project):
    output = talk(project, "2", "Billing", "q")
    first, second = entries(project)
    assert isinstance(first, Label)
    assert isinstance(second, Label)
    assert (first.class_, second.class_) == ("bug", "billing")
    assert first.document != second.document
    for lesson in (first, second):
        assert MAILS[lesson.document] in output
        assert lesson.seconds is not None
    assert "2 lessons taught in this conversation; all of them are kept." in output


def test_words_are_taught_with_a_plus_and_rejected_with_a_minus(project):
    run("classes", project, "add", "feature request")
    output = talk(
        project, "+invoice 1", "+wish feature request", "+crashes", "2", "+two words 1", "+2024 1", "-please", "q"
    )
    lessons = [(type(entry), entry.term, entry.class_) for entry in entries(project)]
    assert lessons == [
        (Word, "invoice", "billing"),
        (Word, "wish", "feature request"),
        (Word, "crashes", "bug"),
        (Word, "two words", "billing"),
        (NotAReason, "please", None),
    ]
    assert "Which class does 'crashes' speak for?" in output
    assert "'2024'" in output  # why it is no term here


def test_undo_takes_back_and_shows_the_text_again(project):
    output = talk(project, "1", "u", "2", "q")
    wrong, retraction, right = entries(project)
    assert (wrong.document, wrong.class_) == (right.document, "billing")
    assert retraction.lesson == wrong.id
    assert output.count(MAILS[wrong.document]) == 2
    assert "1 lesson taught in this conversation" in output


def test_a_text_can_be_skipped_and_what_is_not_understood_is_asked_again(project):
    output = talk(project, "7", "?", "", "s")
    assert "'7' is none of 1 billing, 2 bug. Type a number or a class, or ? for help." in output
    (skip,) = entries(project)
    assert isinstance(skip, Skip)


def test_what_a_text_is_not_can_be_said_before_what_it_is(project):
    output = talk(project, "!2", "!1", "!7", "1", "q")
    no, yes = entries(project)
    assert (no.kind, no.class_, yes.kind, yes.class_) == ("exclude", "bug", "label", "billing")
    assert no.document == yes.document
    assert f"Taught: exclude {no.document} bug" in output
    assert "would be of no class: not being 'billing' leaves none of billing, bug." in output
    assert "'7' is none of 1 billing, 2 bug." in output


def test_what_cannot_be_undone_is_said_and_the_conversation_goes_on(project):
    output = talk(project, "u", "1")
    assert "There is nothing to undo: nothing that ines taught counts now." in output
    assert len(entries(project)) == 1


def test_the_model_learns_while_one_talks_and_its_words_are_shown(project):
    output = talk(project, "+charged 1", "+crashes 2", "s", "w", "q")
    assert "\n  billing: " in output
    with Project.open(project) as opened:
        assert opened.learned is not None


@pytest.mark.parametrize(
    ("setting", "before", "after"),
    [("after", 0, 1), ("before", 1, 0), ("never", 0, 0)],
)
def test_the_models_guess_is_told_when_the_settings_say_so(taught, setting, before, after):
    with Project.open(taught) as opened:
        opened.prefer(guess=setting)
    output = talk(taught, "1")
    question, answered, rest = output.partition("\nTaught: ")
    assert answered
    assert question.count("The model says") == before
    assert rest.partition("\n\n")[0].count("The model would have said") == after


def test_it_ends_when_every_text_was_asked(project):
    output = talk(project, *["1"] * 20)
    assert len(entries(project)) == len(MAILS)
    assert output.endswith("8 lessons taught in this conversation; all of them are kept.\n")


def test_signs_that_a_terminal_obeys_are_not_shown(folder):
    (folder / "evil.jsonl").write_text('{"id": "e", "text": "a\\u001b]0;title\\u0007b\\nc"}\n', encoding="utf-8")
    run("new", "p.teachback", "evil.jsonl", "--class", "x")
    output = talk("p.teachback", "q")
    assert "a]0;titleb\nc" in output
    output += run("ask", "p.teachback").output + run("import", "p.teachback", "evil.jsonl", "--preview").output
    assert "\x1b" not in output


def test_a_project_without_classes_is_told_how_to_get_some(folder, inbox):
    run("new", "p.teachback", inbox)
    reply = run("teach", "p.teachback")
    assert reply.exit_code == 1
    assert "add some with: teachback classes PROJECT add NAME" in reply.stderr


def test_words_are_asked_again_and_others_come(project):
    output = talk(project, "w", "w", "q")
    offered = [line for line in output.splitlines() if line.startswith("  any class: ")]
    (passed,) = entries(project)
    assert offered[0] == f"  any class: {', '.join(passed.words)}"
    assert passed.kind == "words_passed_over"
