"""Systems other than Linux: what they lack is not needed to import anything, nor to read, teach, learn and explain."""

from __future__ import annotations

import ast
import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import teachback
from teachback.store import staging
from tests import elsewhere

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "teachback"
OF_A_SYSTEM = ("/proc", "/dev", "/sys", "/tmp", "/etc", "/var", "/usr", "/bin", "/run")  # where files are on Linux
LOOK_WHETHER_IT_IS_THERE = {"cli/terminal/pipes.py", "confined/limits.py", "formats/plan/import_plan.py"}

PROGRAM = """
import asyncio, importlib, multiprocessing, os, pkgutil, signal, socket, sys
import numba, sklearn, sqlalchemy, uvicorn  # which have their own ways on other systems

for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for holder, name in ((os, "fork"), (os, "getuid"), (os, "geteuid"), (os, "sched_getaffinity"), (os, "register_at_fork"),
                     (socket, "send_fds"), (socket, "AF_UNIX"), (signal, "SIGCHLD"), (signal, "SIGXCPU")):
    vars(holder).pop(name, None)

import teachback
for module in pkgutil.walk_packages(teachback.__path__, "teachback."):
    if not module.name.endswith("__main__") and ".migrations." not in module.name:
        importlib.import_module(module.name)

from teachback import Label, Project, TextClassifier, Word, formats
rows = [item.document.text for item in formats.read("mails.csv")]
with Project.from_texts(rows, classes=["billing", "bug"], address="mails.teachback") as project:
    project.teach(Word("refund", "billing"), Word("crashed", "bug"), Label("2", "bug"))
with Project.open("mails.teachback") as project:
    project.learn().classifier.save("mails.model")
    print(len(rows), "refund" in str(project.explain("1")))
print(next(TextClassifier.load("mails.model").classify("it crashed")).class_)
"""


def test_every_module_is_imported_and_a_project_is_taught_without_what_only_linux_has(tmp_path):
    (tmp_path / "mails.csv").write_text("text,label\na refund,billing\nit crashed,bug\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(teachback.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2 True\nbug\n"


@pytest.mark.parametrize(("handle", "error", "dead"), [(7, 0, False), (0, 87, True), (0, 5, False)])
def test_on_windows_no_signal_is_sent_to_ask_whether_a_process_lives(monkeypatch, handle, error, dead):
    closed = []
    system = SimpleNamespace(OpenProcess=lambda *_: handle, CloseHandle=closed.append)
    monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: system, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: error, raising=False)
    monkeypatch.setattr(staging.os, "kill", lambda *_: pytest.fail("it would be interrupted"))
    monkeypatch.setattr(staging, "os", SimpleNamespace(name="nt"))
    assert staging.is_dead(staging.socket.gethostname(), 4711) is dead
    assert closed == [handle] * bool(handle)


def test_nothing_is_called_that_python_does_not_have_on_windows():
    """By the types of its library, which know of each name on which systems it is."""
    where = ["--cache-dir=.mypy_cache/win32", "src/teachback"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--platform=win32", "--no-warn-unreachable", *where],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_no_path_of_one_system_is_in_the_sources_but_where_its_absence_is_no_error():
    named = {
        file.relative_to(SOURCES).as_posix()
        for file in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if any(node.value == path or node.value.startswith(f"{path}/") for path in OF_A_SYSTEM)
    }
    assert named == LOOK_WHETHER_IT_IS_THERE


def test_a_file_that_is_open_is_not_moved_nor_removed_where_that_is_refused(tmp_path, monkeypatch):
    """What tests of other folders rely on."""
    elsewhere.refuse_to_move_what_is_open(monkeypatch)
    path = tmp_path / "folder" / "a.txt"
    path.parent.mkdir()
    with path.open("w", encoding="utf-8"):
        for act in (path.unlink, lambda: path.replace(tmp_path / "b"), lambda: path.parent.rename(tmp_path / "c")):
            with pytest.raises(PermissionError, match="Windows"):
                act()
    path.rename(tmp_path / "b:")
    assert elsewhere.names_that_windows_refuses(tmp_path) == ["b:"]
    shutil.rmtree(path.parent)
