"""Ctrl-C on a real process leaves a usable project."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teachback.errors import TeachbackError
from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run

STOPPED = "teachback: stopped; what was under way is not kept, and all that was kept before is.\n"
BEGUN = 1 << 20  # bytes in the write-ahead log: the import is under way


def start(*words, **pipes):
    return subprocess.Popen(
        [sys.executable, "-m", "teachback", *words], stderr=subprocess.PIPE, text=True, encoding="utf-8", **pipes
    )


def interrupt(process, project):
    """Press Ctrl-C while the import writes."""
    log = Path(f"{project}-wal")
    while not (log.exists() and log.stat().st_size > BEGUN):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


@pytest.fixture
def large(folder):
    line = "many words that make a document and take a while to import\n"
    (folder / "large.txt").write_text("".join(f"{k} {line}" for k in range(300_000)), encoding="utf-8")
    return "large.txt"


def test_an_import_that_is_interrupted_leaves_the_project_as_it_was(project, large):
    code, errors = interrupt(start("import", project, large), project)
    assert (code, errors) == (130, STOPPED)
    with Project.open(project) as opened:
        assert {document.id: document.text for document in opened.documents()} == MAILS
    assert run("teach", project, "label", "m1", "billing").output == "1 lesson taught.\n"
    assert run("learn", project).exit_code == 0


def test_a_new_project_that_is_interrupted_leaves_no_file(folder, large):
    code, errors = interrupt(start("new", "p.teachback", large), "p.teachback")
    assert (code, errors) == (130, STOPPED)
    assert [path.name for path in folder.iterdir()] == [large]


def test_a_conversation_that_is_interrupted_keeps_what_was_taught(project):
    process = start("teach", project, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write("1\n")
    process.stdin.flush()
    while "Taught: label" not in process.stdout.readline():
        assert process.poll() is None
    while "1 billing  2 bug" not in process.stdout.readline():  # it waits for the next answer
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert output.endswith("1 lesson taught in this conversation; all of them are kept.\n")
    with Project.open(project) as opened:
        assert len(opened.teaching().labels) == 1


def test_what_an_interruption_led_to_is_not_taken_for_a_mistake(monkeypatch):
    def interrupted(*given, **more):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise TeachbackError("the file could not be closed")  # noqa: B904 - this is what is tested

    monkeypatch.setattr(Project, "open", interrupted)
    result = run("status", "p.teachback")
    assert (result.exit_code, result.stderr) == (130, STOPPED)
