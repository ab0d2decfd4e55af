"""A small project that commands can be tried on."""

from __future__ import annotations

import shutil

import pytest

from teachback.project import Project
from teachback.record import Label, Word
from tests.cli.test_commands import run

MAILS = {
    "m1": "You charged my card twice, please refund the invoice.",
    "m2": "The app crashes when I press save.",
    "m3": "Where is the invoice for May? My card was charged.",
    "m4": "Since the update the calendar crashes and shows an error.",
    "m5": "A refund, please: I was charged after I cancelled.",
    "m6": "An error appears and the button does nothing.",
    "m7": "Send the invoice to our new address.",
    "m8": "It crashes, again.\nThe error is the same.",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Commands run in a folder of their own, and know nothing of who runs the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEACHBACK_TEACHER", raising=False)
    return tmp_path


@pytest.fixture
def inbox(folder):
    """The mails as a table."""
    return _write_inbox(folder)


def _write_inbox(folder):
    rows = "".join('{},"{}"\n'.format(id, text.replace('"', '""')) for id, text in MAILS.items())
    (folder / "inbox.csv").write_text("id,text\n" + rows, encoding="utf-8")
    return "inbox.csv"


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Files of which tests get copies: a project of the mails with two classes, and the same taught."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        _make("mails.teachback", _write_inbox(folder))
        shutil.copy("mails.teachback", "taught.teachback")
        _teach("taught.teachback")
    return folder


def _make(address, inbox):
    assert run("new", address, inbox, "--class", "billing", "--class", "bug").exit_code == 0


def _teach(address):
    words = (("invoice", "billing"), ("charged", "billing"), ("crashes", "bug"), ("error", "bug"))
    with Project.open(address) as opened:
        opened.teach(*(Word(term, class_) for term, class_ in words))
        opened.teach(Label("m1", "billing", teacher="ines"), Label("m2", "bug", teacher="ines"))
        opened.learn()


@pytest.fixture(params=["sqlite"])
def project(request, inbox, made):
    """A project of the mails, with two classes and nothing taught."""
    if request.param == "sqlite":
        return shutil.copy(made / "mails.teachback", "mails.teachback")
    address = request.getfixturevalue("server").new_place()
    _make(address, inbox)
    return address


@pytest.fixture
def taught(project, made):
    """A project with a few words and labels, and a model."""
    if project == "mails.teachback":
        shutil.copy(made / "taught.teachback", project)
    else:
        _teach(project)
    return project
