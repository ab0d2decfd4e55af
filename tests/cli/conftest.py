"""A small project that commands can be tried on."""

from __future__ import annotations

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
    rows = "".join('{},"{}"\n'.format(id, text.replace('"', '""')) for id, text in MAILS.items())
    (folder / "inbox.csv").write_text("id,text\n" + rows, encoding="utf-8")
    return "inbox.csv"


@pytest.fixture(params=["sqlite"])
def project(request, inbox):
    """A project of the mails, with two classes and nothing taught."""
    address = "mails.teachback" if request.param == "sqlite" else request.getfixturevalue("server").new_place()
    assert run("new", address, inbox, "--class", "billing", "--class", "bug").exit_code == 0
    return address


@pytest.fixture
def taught(project):
    """The same with a few words and labels, and a model."""
    words = (("invoice", "billing"), ("charged", "billing"), ("crashes", "bug"), ("error", "bug"))
    with Project.open(project) as opened:
        opened.teach(*(Word(term, class_) for term, class_ in words))
        opened.teach(Label("m1", "billing", teacher="ines"), Label("m2", "bug", teacher="ines"))
        opened.learn()
    return project
