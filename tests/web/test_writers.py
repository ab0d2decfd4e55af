"""One caller cannot stop the others: writers have threads of their own, and each caller a number of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from http.client import HTTPConnection
from inspect import iscoroutinefunction
from threading import Event

import pytest

from teachback.web import writers
from teachback.web.routes import PROJECT_ROUTERS
from tests.web.conftest import AT
from tests.web.serving import served

CROWD = 100


def test_readers_do_not_wait_behind_lessons_that_wait_for_an_import(app, gate, project):
    def ask(port, method, path, body=None):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Authorization": f"Bearer {gate.token}", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        answer = reply.status, reply.headers["Retry-After"], json.loads(reply.read())
        connection.close()
        return answer

    def skip(port, number):
        lesson = {"kind": "skip", "id": f"s{number}", "document": "accounts-01"}
        return ask(port, "POST", f"{AT}/lessons", {"entries": [lesson]})

    with served(app) as port, ThreadPoolExecutor(CROWD) as threads:
        with project._ledger.turn:  # as long as an import has it
            lessons = [threads.submit(skip, port, number) for number in range(CROWD)]
            refused = set()
            while len(refused) < CROWD - writers.MOST_OF_ONE:
                refused |= wait(set(lessons) - refused, timeout=60, return_when=FIRST_COMPLETED).done
            assert ask(port, "GET", f"{AT}/documents/accounts-01")[0] == 200
            assert sum(lesson.done() for lesson in lessons) == CROWD - writers.MOST_OF_ONE
        replies = [lesson.result() for lesson in lessons]
    assert Counter(status for status, *_ in replies) == {201: writers.MOST_OF_ONE, 429: CROWD - writers.MOST_OF_ONE}
    _, come_back, answer = next(iter(refused)).result()
    assert (come_back, answer["error"]["kind"]) == ("2", "TooMuchAtOnce")
    assert "ines has 64 requests waiting" in answer["error"]["message"]
    assert sum(entry.kind == "skip" for entry in project.record) == writers.MOST_OF_ONE


def test_every_caller_has_a_share_and_a_request_that_ends_makes_room(monkeypatch):
    monkeypatch.setattr(writers, "MOST_OF_ONE", 2)
    open_ = Event()

    async def crowd():
        waiting = [asyncio.create_task(writers.write_for(who, lambda: open_.wait(30))) for who in ("a", "a", "b")]
        await asyncio.sleep(0)
        with pytest.raises(writers.TooMuchAtOnce):
            await writers.write_for("a", lambda: None)
        open_.set()
        await asyncio.wait(waiting)
        return await writers.write_for("a", lambda: "done")

    assert asyncio.run(crowd()) == "done"


def test_a_caller_who_reads_much_leaves_threads_to_the_others():
    open_, begun = Event(), Counter()

    def read(who):
        begun[who] += 1
        return open_.wait(30)

    async def crowd():
        waiting = [asyncio.create_task(writers.read_for("a", lambda: read("a"))) for _ in range(CROWD)]
        assert await writers.read_for("b", lambda: "done") == "done"
        assert begun["a"] <= writers.READ_AT_ONCE
        open_.set()
        await asyncio.gather(*waiting)
        return writers._queues[asyncio.get_running_loop()].turns

    assert asyncio.run(crowd()) == {}
    assert begun["a"] == CROWD


def test_every_route_of_a_project_works_in_the_name_of_its_caller():
    routes = [route for router in PROJECT_ROUTERS for route in router.routes]
    assert [route.path for route in routes if not iscoroutinefunction(route.endpoint)] == []
