"""Ctrl-C on a real process leaves a usable project."""

import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from teachback.errors import TeachbackError
from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run

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


@contextmanager
def started(*command):
    """A process that is ended and put away when its block ends."""
    how = {"text": True, "encoding": "utf-8", **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)}
    how["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background ignore Ctrl-C
    with subprocess.Popen([sys.executable, *command], **how) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process, words):
    """Wait until it prints a line with these words."""
    while words not in (line := process.stdout.readline()):
        assert line, process.stderr.read()


def interrupt(process):
    """Press Ctrl-C: the exit code, and what is printed from then on."""
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, output, errors


@pytest.fixture
def large(folder):
    (folder / "large.txt").write_text(
        "".join(f"document number {k} {'word ' * 40}\n" for k in range(20_000)), encoding="utf-8"
    )
    return "large.txt"


def test_an_import_that_is_interrupted_leaves_the_project_as_it_was(project, large):
    with started("-c", PAUSED, "import", project, large) as process:
        read_until(process, "paused")
        assert interrupt(process) == (130, "", STOPPED)
    with Project.open(project) as opened:
        assert {document.id: document.text for document in opened.documents()} == MAILS
    assert run("teach", project, "label", "m1", "billing").output == "1 lesson taught.\n"
    assert run("learn", project).exit_code == 0


def test_a_new_project_that_is_interrupted_leaves_no_file(folder, large):
    with started("-c", PAUSED, "new", "p.teachback", large) as process:
        read_until(process, "paused")
        assert interrupt(process) == (130, "", STOPPED)
    assert [path.name for path in folder.iterdir()] == [large]


def test_a_conversation_that_is_interrupted_keeps_what_was_taught(project):
    with started("-m", "teachback", "teach", project) as process:
        process.stdin.write("1\n")
        process.stdin.flush()
        read_until(process, "Taught: label")
        read_until(process, "1 billing  2 bug")  # it waits for the next answer
        code, output, errors = interrupt(process)
    assert (code, errors) == (0, "")
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
