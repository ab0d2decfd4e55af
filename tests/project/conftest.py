"""Small projects, in memory, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import pytest

from teachback.project import Project

TEXTS = {
    "d1": "please refund my last invoice",
    "d2": "the app crashed and crashed again",
    "d3": "a refund for the invoice of march",
    "d4": "it crashed after the update",
    "d5": "why was the refund so small",
    "d6": "update, then a crash: it crashed",
    "d7": "the invoice is wrong",
    "d8": "crashed on start",
}
CLASSES = ["billing", "bug"]


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request, tmp_path):
    """Where a project can be made."""
    if request.param == "postgresql":
        return request.getfixturevalue("server").new_place()
    return tmp_path / "mails.teachback" if request.param == "sqlite" else None


@pytest.fixture
def project(address):
    """A project of eight mails, wherever."""
    with Project.from_texts(TEXTS, classes=CLASSES, address=address) as project:
        yield project


@pytest.fixture
def mails(tmp_path):
    """A project of eight mails in a file."""
    with Project.from_texts(TEXTS, classes=CLASSES, address=tmp_path / "mails.teachback") as project:
        yield project
