"""`teachback teach`, one lesson or a file of them."""

import json

import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.project import Project
from teachback.record import Adjudicate, Describe, Distinction, Exclude, Flag, Label, NotAReason, Rationale, Skip, Word
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def last(project):
    with Project.open(project) as opened:
        return opened.record[-1]


def content(entry):
    return type(entry), *(
        getattr(entry, name)
        for name in type(entry).__dataclass_fields__
        if name not in ("id", "time", "teacher", "seconds")
    )


LESSONS = {
    "label m1 billing": Label("m1", "billing"),
    "exclude m1 billing": Exclude("m1", "billing"),
    "word Invoice billing": Word("invoice", "billing"),
    "word invoice billing --strength 2.5": Word("invoice", "billing", 2.5),
    "not-a-reason card": NotAReason("card"),
    "not-a-reason card billing": NotAReason("card", "billing"),
    "rationale m1 billing --start 4 --end 11": Rationale("m1", "billing", 4, 11),
    "rationale m1 billing --quote charged": Rationale("m1", "billing", 4, 11),
    "distinction m1 billing --versus m2 --has refund": Distinction("m1", "billing", "m2", "refund"),
    "distinction m2 bug --versus m1 --lacks refund": Distinction("m2", "bug", "m1", "refund", present=False),
    "describe billing Invoices and refunds.": Describe("billing", "Invoices and refunds."),
    "skip m3": Skip("m3"),
    "flag m3": Flag("m3"),
    "flag m3 odd": Flag("m3", "odd"),
    "adjudicate m3 billing": Adjudicate("m3", "billing"),
}


@pytest.mark.parametrize(("typed", "lesson"), LESSONS.items(), ids=LESSONS)
def test_a_lesson_is_taught_as_typed_with_who_and_how_long(project, typed, lesson):
    reply = run("teach", project, *typed.split(), "--teacher", "ines", "--seconds", "3.5")
    assert reply.output == "1 lesson taught.\n"
    taught = last(project)
    assert content(taught) == content(lesson)
    assert (taught.teacher, taught.seconds) == ("ines", 3.5)


def test_the_teacher_may_come_from_the_environment(project):
    run("teach", project, "label", "m1", "billing", env={"TEACHBACK_TEACHER": "ben"})
    assert last(project).teacher == "ben"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["word", "invoice"], "This is no word lesson; write: word TERM CLASS"),
        (["label", "m1", "billing", "bug"], "This is no label lesson; write: label DOCUMENT CLASS"),
        (["label", "m1", "biling"], "'biling' is not a class of this project. Its classes are billing, bug."),
        (["exclude", "m1"], "This is no exclude lesson; write: exclude DOCUMENT CLASS"),
        (["label", "m9", "bug"], "'m9' is not a document of this project"),
        (["label", "m1", "bug", "--strength", "2"], "--strength means nothing to a label lesson"),
        (["rationale", "m1", "bug"], "This is no rationale lesson; write: rationale DOCUMENT CLASS --quote"),
        (["rationale", "m1", "bug", "--quote", "e"], "'e' stands 7 times in m1"),
        (["rationale", "m1", "bug", "--quote", ""], "'' stands 0 times in m1"),
        (["rationale", "m1", "bug", "--start", "4"], "This is no rationale lesson"),
        (["distinction", "m1", "bug", "--versus", "m2"], "--has TERM (or --lacks TERM)"),
        (["--quote", "charged"], "Give a kind of lesson with its options"),
        (["label", "m1", "bug", "--lessons", "x.jsonl"], "Give a kind of lesson with its options"),
        (["--lessons", "x.jsonl"], "x.jsonl cannot be read (No such file or directory); give"),
    ],
)
def test_what_is_no_lesson_is_refused_with_a_sentence(project, words, sentence):
    before = last(project)
    reply = run("teach", project, *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    assert last(project) == before


def test_lessons_come_from_a_file_with_or_without_who_and_when(project, folder):
    lines = [
        {"kind": "word", "term": "refund", "class": "billing"},
        {"kind": "label", "document": "m2", "class": "bug", "id": "a1", "teacher": "ben", "seconds": 2},
    ]
    (folder / "lessons.jsonl").write_text("\n\n".join(map(json.dumps, lines)), encoding="utf-8")
    for _ in range(2):  # the second lesson has an id, so it is taught once
        reply = run("teach", project, "--lessons", "lessons.jsonl", "--teacher", "ines")
        assert reply.output == "2 lessons taught.\n"
    with Project.open(project) as opened:
        assert [(entry.kind, entry.teacher) for entry in opened.record[2:]] == [
            ("word", "ines"),
            ("label", "ben"),
            ("word", "ines"),
        ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "Line 2 is not JSON"),
        ("7", "Line 2: An entry is a JSON object"),
        ('{"kind": "labl"}', "Line 2: 'labl' is not a kind of entry"),
        ('{"kind": "classes_added", "classes": ["x"]}', "Line 2: a classes_added is no lesson"),
        ('{"kind": "label", "document": "m99", "class": "bug"}', "'m99' is not a document"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_taught(project, line, sentence):
    good = '{"kind": "label", "document": "m1", "class": "bug"}'
    reply = CliRunner().invoke(app, ["teach", project, "--lessons", "-"], input=f"{good}\n{line}\n")
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    with Project.open(project) as opened:
        assert not opened.teaching().labels
        assert len(MAILS) == opened.store.size
