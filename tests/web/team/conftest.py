"""A team on SQLite and on PostgreSQL, with a clock that the tests turn, and the app in front of it."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import profiles
from argon2.profiles import CHEAPEST
from starlette.testclient import TestClient

from teachback.project import Project
from teachback.web.team.opening import open_team
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app

PASSWORDS = {
    "olga": "olive groves in october",
    "tom": "twelve tin trumpets",
    "vera": "violet velvet valley",
}
ROLES = {"olga": "owner", "tom": "teacher", "vera": "viewer"}
NOBODY = Actor(None, "192.0.2.1")


class Clock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def turn(self, **by: float) -> None:
        self.time += timedelta(**by)


@pytest.fixture
def cheap_passwords(monkeypatch):
    """Hashes that take no time, for tests of something else."""
    monkeypatch.setattr(profiles, "RFC_9106_LOW_MEMORY", CHEAPEST)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Where a project with a team is kept."""
    if request.param == "postgresql":
        return request.getfixturevalue("server").new_place()
    return str(tmp_path / "mails.teachback")


@pytest.fixture
def team(address, clock, cheap_passwords):
    """A team without people."""
    with open_team(address, clock=clock) as team:
        yield team


def joined(team, name):
    """Somebody who accepts an invitation to her role; the person and her session."""
    key = team.first_invitation() or team.invite(ROLES[name], 7, Actor("olga"))[1]
    return team.join(key, name, PASSWORDS[name], NOBODY)


@pytest.fixture
def olga(team):
    """The first owner."""
    return joined(team, "olga")[0]


@pytest.fixture
def mails():
    """A project of two mails."""
    texts = {"d1": "please refund my last invoice", "d2": "the app crashed and crashed again"}
    with Project.from_texts(texts, classes=["billing", "bug"]) as project:
        yield project


@pytest.fixture
def small_team(tmp_path, clock, cheap_passwords):
    """An owner, a teacher and a viewer, in a file."""
    with open_team(tmp_path / "mails.teachback", clock=clock) as team:
        for name in ROLES:
            joined(team, name)
        yield team


@pytest.fixture
def app(mails, small_team):
    """The app of that team, with the project `mails`."""
    return create_team_app({"mails": mails}, small_team, addresses={"mails": "/srv/mails.teachback"})


@pytest.fixture
def browser(app):
    """Opens browsers, each with its own cookies: one that is not signed in, or somebody's."""
    with ExitStack() as stack:
        first = stack.enter_context(TestClient(app, base_url="http://team.example"))

        def opened(name=None):
            client = TestClient(app, base_url="http://team.example")
            client.portal = first.portal
            if name is not None:
                reply = client.post("/api/v1/session", json={"name": name, "password": PASSWORDS[name]})
                assert reply.status_code == 200, reply.text
            return client

        yield opened
