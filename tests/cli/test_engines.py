"""Commands answer alike on SQLite and on a real PostgreSQL; a backup of either restores on both."""

import json

import pytest

from teachback.project import Project
from teachback.store import everything, open_store
from tests.cli.test_commands import run

ENGINES = pytest.mark.parametrize("project", ["sqlite", "postgresql"], indirect=True)


def contents(address):
    with open_store(address) as store, store.reading() as reader:
        return list(everything(reader))


@ENGINES
def test_the_whole_loop_works(taught):
    status = json.loads(run("status", taught, "--json").stdout)
    assert (status["documents"], status["lessons"]) == (8, {"label": 2, "word": 4})
    assert run("ask", taught, "-n", "1").exit_code == 0
    assert run("undo", taught).output == "Taken back: label m2 bug\n"
    assert run("export", taught, "labels.csv").exit_code == 0
    assert run("explain", taught, "m7").stdout.startswith("billing (")


@ENGINES
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_restores_an_identical_project_on_either_engine(taught, target, request, folder):
    assert run("export", taught, "backup.teachback", "--all").output == "backup.teachback is written.\n"
    assert [path.name for path in folder.iterdir() if "backup" in path.name] == ["backup.teachback"]
    address = "again.teachback" if target == "sqlite" else request.getfixturevalue("server").new_place()
    assert run("new", address, "--from", "backup.teachback").output.endswith("8 documents; classes: billing, bug.\n")
    assert contents(taught) == contents("backup.teachback") == contents(address)
    with Project.open(taught) as one, Project.open(address) as other:
        assert one.record.teaching() == other.record.teaching()
        assert list(one.predictions()) == list(other.predictions())


def test_a_password_is_never_printed(inbox):
    reply = run("new", "postgresql+psycopg://ines:secret@localhost:1/none", inbox)
    assert reply.exit_code == 1
    assert "could not be reached" in reply.stderr
    assert "secret" not in reply.output
