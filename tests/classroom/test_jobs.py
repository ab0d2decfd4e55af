"""Work that takes a while, as listeners hear of it."""

import pytest

from teachback.classroom import Job, jobs


class Listeners:
    """What they were told, and who."""

    def __init__(self):
        self.heard = []

    def publish(self, event, data, *, to=None):
        self.heard.append((event, dict(data), to))


@pytest.fixture
def clock(monkeypatch):
    """The seconds of a clock that only the test moves."""
    now = [100.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    return now


def test_how_far_it_is_is_told_at_once_then_a_few_times_a_second_and_always_at_the_end(clock):
    listeners = Listeners()
    job = Job(listeners, "import-1", "Importing a.csv")
    assert not job.is_announced
    for done in range(4):
        job.advance(done, 10)
        clock[0] += 0.1
    job.end(result={"documents": 10})
    told = [(data["done"], data["finished"]) for _, data, _ in listeners.heard]
    assert told == [(0, False), (3, False), (10, True)]
    assert listeners.heard[-1] == (
        "progress",
        {
            "job": "import-1",
            "what": "Importing a.csv",
            "done": 10,
            "total": 10,
            "finished": True,
            "error": None,
            "result": {"documents": 10},
        },
        None,
    )


def test_one_that_fails_says_how_far_it_came_to_the_one_who_waits_for_it(clock):
    listeners = Listeners()
    job = Job(listeners, "classify-1", "Classifying a.csv", total=5, to="ines")
    job.advance(2, 5)
    job.end(error="The file is damaged.")
    _, data, to = listeners.heard[-1]
    assert (data["done"], data["total"], data["error"], to) == (2, 5, "The file is damaged.", "ines")
