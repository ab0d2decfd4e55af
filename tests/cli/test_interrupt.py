"""Ctrl-C on a real process leaves a usable project."""

import signal

import pytest

from teachback.errors import TeachbackError
from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run
from tests.forked import Forked

STOPPED = "teachback: stopped; what was under way is not kept, and all that was kept before is.\n"
PATIENCE = 600  # seconds after which a process is taken to hang; no test waits for a time to pass
# The program, whose import stops once a part of it is in the write-ahead log, says so, and waits for Ctrl-C.
PAUSED = f"""
import sys, time
from pathlib import Path
from teachback.cli import main
from teachback.store.sql import SqlWriter

append, log = SqlWriter.append, Path(sys.argv[2] + "-wal")

def append_and_pause(self, entries):
    positions = append(self, entries)
    if log.stat().st_size > 1 << 20:
        print("paused", flush=True)
        time.sleep({PATIENCE})
    return positions

SqlWriter.append = append_and_pause
main()
"""


class Started(Forked):
    """A command that is read and interrupted."""

    def read_until(self, words):
        """Wait until it prints a line with these words."""
        while words not in (line := self.output.readline()):
            assert line, self.errors.read_text(encoding="utf-8")

    def interrupt(self):
        """Press Ctrl-C: the exit code, and what is printed from then on."""
        self.send_signal(signal.SIGINT)
        return self.wait(PATIENCE), self.output.read(), self.errors.read_text(encoding="utf-8")


@pytest.fixture
def start(tmp_path_factory):
    """Starts commands, which are ended and put away."""
    errors, started = tmp_path_factory.mktemp("errors") / "errors", []

    def start(*words, **how):
        process = Started(*words, errors=errors, **how)
        process.errors = errors
        started.append(process)
        return process

    yield start
    for process in started:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        process.output.close()


@pytest.fixture
def large(folder):
    (folder / "large.txt").write_text(
        "".join(f"document number {k} {'word ' * 40}\n" for k in range(20_000)), encoding="utf-8"
    )
    return "large.txt"


def test_an_import_that_is_interrupted_leaves_the_project_as_it_was(project, large, start):
    process = start("import", project, large, program=PAUSED)
    process.read_until("paused")
    assert process.interrupt() == (130, "", STOPPED)
    with Project.open(project) as opened:
        assert {document.id: document.text for document in opened.documents()} == MAILS
    assert run("teach", project, "label", "m1", "billing").output == "1 lesson taught.\n"
    assert run("learn", project).exit_code == 0


def test_a_new_project_that_is_interrupted_leaves_no_file(folder, large, start):
    process = start("new", "p.teachback", large, program=PAUSED)
    process.read_until("paused")
    assert process.interrupt() == (130, "", STOPPED)
    assert [path.name for path in folder.iterdir()] == [large]


def test_a_conversation_that_is_interrupted_keeps_what_was_taught(project, start):
    process = start("teach", project, typed="1\n")
    process.read_until("Taught: label")
    process.read_until("1 billing  2 bug")  # it waits for the next answer
    code, output, errors = process.interrupt()
    assert (code, errors) == (0, "")
    assert output.endswith("1 lesson taught in this conversation; all of them are kept.\n")
    with Project.open(project) as opened:
        assert len(opened.teaching().labels) == 1


def test_what_an_interruption_led_to_is_not_taken_for_a_mistake(monkeypatch):
    def interrupted(*arguments, **more):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise TeachbackError("the file could not be closed")  # noqa: B904 - this is what is tested

    monkeypatch.setattr(Project, "open", interrupted)
    result = run("status", "p.teachback")
    assert (result.exit_code, result.stderr) == (130, STOPPED)
