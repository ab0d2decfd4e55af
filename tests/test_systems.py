"""Systems other than Linux: what they lack is not needed to import anything, nor to read, teach, learn and explain."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import teachback
from teachback.store import staging

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
