"""A crowd of teachers on a real server that is killed in the middle of their work: nothing is lost, pages recover."""

import time

import pytest

from teachback import corpora
from teachback.project import Project
from tests.browser.process import Teachback
from tests.web.crowd import Crowd, join_team, lesson_ids

CORPUS = corpora.load("demo")
TEACHERS = {"sqlite": 4, "postgresql": 6}
SPEED = 40.0  # times a person's
PATIENCE = 60.0  # seconds


@pytest.fixture(params=TEACHERS)
def place(request, tmp_path):
    """Where the project is, and how many teachers it has."""
    if request.param == "sqlite":
        return tmp_path / "inbox.teachback", TEACHERS["sqlite"]
    return request.getfixturevalue("server").new_place(), TEACHERS["postgresql"]


@pytest.fixture
def teachback(place, tmp_path):
    """A server of the demo corpus for a team."""
    address, _ = place
    texts = {document.id: document.text for document in CORPUS.documents}
    Project.from_texts(texts, classes=CORPUS.classes, address=address).close()
    server = Teachback("serve", str(address), "--team", home=tmp_path / "home")
    server.start()
    yield server
    server.stop()


def wait_for(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it does not go on"
        time.sleep(0.02)


def test_a_killed_server_loses_doubles_and_reorders_no_lesson_of_many_teachers(place, teachback):
    address, number = place
    sessions = join_team(address, number)
    crowd = Crowd(int(teachback.origin.rpartition(":")[2]), sessions, CORPUS.labels, SPEED)
    with crowd:
        wait_for(lambda: crowd.answers > 5 * number)
        teachback.kill()
        before = crowd.answers
        teachback.start()
        wait_for(lambda: crowd.answers > before + 5 * number)
    assert sum(page.lost for page in crowd.pages.values()) > 0  # it was killed while they taught
    lessons = sum(len(page.log) for page in crowd.pages.values())
    wait_for(lambda: all(page.heard >= lessons for page in crowd.pages.values()))
    teachback.stop()
    assert lesson_ids(address, sessions) == {name: page.log for name, page in crowd.pages.items()}
    assert "Traceback" not in teachback.errors
