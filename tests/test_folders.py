"""A user without a home folder, as services and containers have one: nothing is kept for her, and everything works."""

from __future__ import annotations

import pytest

from teachback import corpora, kernels
from teachback.cli import demo
from teachback.folders import user_folder
from teachback.project.machines import Machine, known_machines, remember_machine
from teachback.project.machines.machine import BadMachine
from teachback.web.server import exchange_mark


@pytest.fixture
def nobody(monkeypatch, tmp_path):
    """A process of a user whom the system does not know, in an empty folder."""
    for name in ("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_nothing_can_be_kept_in_the_folder_of_a_user_without_a_home(nobody):
    with pytest.raises(OSError, match="directory"):
        user_folder("XDG_CACHE_HOME").mkdir(parents=True)
    assert exchange_mark(8123, "mark") is None
    assert exchange_mark(8123, "another") is None
    assert known_machines() == {}
    with pytest.raises(BadMachine, match="say by the variable XDG_CONFIG_HOME"):
        remember_machine(Machine("phi", address="http://localhost:1", model="phi"))


def test_the_demo_is_among_the_temporary_files_then(nobody):
    assert len(corpora.load("demo").documents) > 1000
    file, project = demo._project()
    project.close()
    assert file.is_relative_to(nobody / "temporary")


def double(x):
    return 2 * x


def test_compiled_loops_are_not_kept_in_a_folder_that_is_called_like_the_home_of_others(nobody):
    compiled = kernels._compiled(double)
    assert compiled(3.0) == 6.0
    assert compiled.stats.cache_path is None
    assert list((nobody / "work").iterdir()) == []
