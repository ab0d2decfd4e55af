"""Whatever is sent to the programming interface, nothing crashes, and every answer is as its description says."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from teachback import corpora
from teachback.project import Project
from teachback.record import Label
from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from teachback.web.team.opening import open_team
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app
from tests.web.serving import served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FUZZ = int(os.environ.get("FUZZ_EXAMPLES", "0"))  # `make fuzz` sends more, by chance, and to a team's server too
EXAMPLES = FUZZ or 8
HEALTHY = list(HealthCheck)
LONGEST = 5000  # characters behind an address: a server hangs up on far longer ones, some of which become 12 bytes each
ENDLESS = "/api/v1/projects/{project}/events"
SCHEMA = schemathesis.openapi.from_dict(create_app({}, gate=LaunchGate("ines", port=8000)).openapi())
OPERATIONS = [each.ok() for each in SCHEMA.get_all_operations() if each.ok().path != ENDLESS]
NAMES = ("project", "id", "document", "versus", "class", "name")  # in whose place stands what is there
SENT = Counter()  # requests, by the kind of server and caller
DONE = defaultdict(set)  # operations of which at least one did what was asked


def _cases():
    """Every operation as described and otherwise; what has nothing but names cannot be sent otherwise."""
    for operation in OPERATIONS:
        yield pytest.param(operation, GenerationMode.POSITIVE, id=f"{operation.label}-as described")
        free = [*operation.query, *operation.headers, *operation.cookies, *operation.body]
        named = "{project}" in operation.path and all(each.name in NAMES for each in operation.path_parameters)
        if free or not named:
            yield pytest.param(operation, GenerationMode.NEGATIVE, id=f"{operation.label}-otherwise")


@pytest.fixture(scope="module", params=["alone", "team by token", "team by session"] if FUZZ else ["alone"])
def server(request, tmp_path_factory):
    """A small project on a real server: its address, what opens it, what is there, and of which kind it is."""
    corpus = corpora.load("demo")
    documents = corpus.documents[::20]
    texts = {document.id: document.text for document in documents}
    gate = LaunchGate("ines", port=8000)
    with Project.from_texts(texts, classes=corpus.classes) as project:
        project.teach(*(Label(id, corpus.labels[id], teacher="ines", seconds=5.0) for id in list(texts)[:20]))
        project.learn()
        with ExitStack() as closing:
            app, headers = create_app({"inbox": project}, gate=gate), lambda port: _bearer(gate.token)
            if request.param != "alone":
                team = closing.enter_context(open_team(tmp_path_factory.mktemp("team") / "inbox.teachback"))
                ines, _ = team.join(team.first_invitation() or "", "ines", "olive groves in october", Actor(None))
                app, token = create_team_app({"inbox": project}, team), team.make_token(ines, "fuzz", Actor("ines"))[1]
                by_token = request.param == "team by token"
                headers = lambda port: _bearer(token) if by_token else _session(team, ines, port)  # noqa: E731
            port = closing.enter_context(served(app))
            yield f"http://127.0.0.1:{port}", lambda: headers(port), _known(project, list(texts)), request.param
    if FUZZ:
        with Path(os.environ["FUZZ_SENT"]).open("a", encoding="utf-8") as file:
            missed = sorted({operation.label for operation in OPERATIONS} - DONE[request.param])
            reached = f"{len(OPERATIONS) - len(missed)} of {len(OPERATIONS)} operations did what was asked"
            file.write(f"{request.param:40} {SENT[request.param]:6} requests; {reached}; not {', '.join(missed)}\n")


def _bearer(token):
    return {"Authorization": f"Bearer {token}"}


def _session(team, person, port):
    """A session of its own for every test: one of the requests signs out."""
    with team._database.writing() as connection:
        return {"Cookie": f"teachback-{port}={team._sessions.begin(person.id, connection)}"}


def _known(project, documents):
    """What is there, by the name that a path or a lesson has for it, and now and then what is not."""
    there = (
        ["inbox"],
        [*documents[:3], "nowhere"],
        [*documents[:5], "nowhere"],
        documents[5:8],
        [*project.classes, "nothing"],
        ["labels", "predictions", "label_studio", "record", "nothing"],
    )
    return {name: cycle(things) for name, things in zip(NAMES, there, strict=True)}


@pytest.mark.parametrize(("operation", "mode"), list(_cases()))
def test_nothing_crashes_and_every_answer_is_as_described(operation, mode, server):
    address, headers, known, kind = server
    shown = headers()

    @settings(max_examples=EXAMPLES, derandomize=not FUZZ, deadline=None, database=None, suppress_health_check=HEALTHY)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case):
        _name_things(case, known)
        assume(len(str(case.query)) < LONGEST)
        SENT[kind] += 1
        reply = case.call_and_validate(base_url=address, headers=shown, checks=CHECKS, timeout=60)
        if reply.status_code < 300:
            DONE[kind].add(operation.label)

    with suppress(Unsatisfiable):  # there is nothing that could be sent otherwise
        check()


def _name_things(case, known):
    """Put what is there in the place of names made up; now and then one stays."""
    given = case.path_parameters or {}
    for name in known.keys() & given.keys() if "{project}" in case.path else ():
        given[name] = next(known[name])
    entries = case.body.get("entries") if isinstance(case.body, dict) else None
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict):
            entry.update({name: next(known[name]) for name in ("document", "class", "versus") if name in entry})
