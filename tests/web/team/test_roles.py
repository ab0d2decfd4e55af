"""Who may do what: every address of the API, asked by nobody, a viewer, a teacher and an owner."""

from __future__ import annotations

import pytest

from teachback.web.team_app import NOTED, READ

P = "/api/v1/projects/{project}"
EVERYBODY = {
    "GET /api/v1/session",
    "POST /api/v1/session",
    "POST /api/v1/invitations/look",
    "POST /api/v1/invitations/accept",
    "POST /api/v1/provider/begin",
}
VIEWERS = {
    "DELETE /api/v1/session",
    "GET /api/v1/me",
    "PUT /api/v1/me/password",
    "GET /api/v1/tokens",
    "POST /api/v1/tokens",
    "DELETE /api/v1/tokens/{id}",
    f"GET {P}",
    f"GET {P}/taught",
    f"GET {P}/events",
    f"GET {P}/documents",
    f"GET {P}/selection",
    f"GET {P}/documents/{{id}}",
    f"GET {P}/documents/{{id}}/explanation",
    f"GET {P}/documents/{{id}}/explanation.html",
    f"POST {P}/documents/{{id}}/try",
    f"GET {P}/documents/{{id}}/compare",
    f"GET {P}/documents/{{id}}/highlights",
    f"GET {P}/review/errors",
    f"GET {P}/review/disputes",
    f"GET {P}/lessons/{{id}}/effect",
    f"GET {P}/review/mislabelled",
    f"GET {P}/review/changes",
    f"GET {P}/descriptions",
    f"GET {P}/name-words",
    f"POST {P}/classify",
    f"POST {P}/classify/uploads",
    f"GET {P}/classify/uploads/{{file}}",
    f"GET {P}/rules",
    f"GET {P}/words",
    f"GET {P}/encoder",
    f"GET {P}/stop-words",
    f"GET {P}/learn-from",
    f"GET {P}/terms",
    f"GET {P}/progress",
    f"GET {P}/progress/facets",
    f"GET {P}/history",
    f"GET {P}/classes",
    f"GET {P}/classes/columns",
    f"GET {P}/guidelines",
    f"GET {P}/models",
    f"GET {P}/models/current",
    f"GET {P}/exports",
    f"GET {P}/exports/{{name}}",
    f"GET {P}/exports/{{name}}/sample",
    f"GET {P}/record",
    f"GET {P}/record/documents",
    f"GET {P}/record/document",
    f"GET {P}/record/search",
    f"GET {P}/record/settings",
    f"GET {P}/record/model",
}
TEACHERS = {
    f"POST {P}/lessons",
    f"POST {P}/acts",
    f"POST {P}/history/{{position}}/take-back",  # of what a teacher taught at once; the rest is an owner's
    f"GET {P}/questions",
    f"POST {P}/questions",
    f"POST {P}/words/passed-over",
    f"POST {P}/measure",
    f"PUT {P}/guidelines",
    f"POST {P}/study",
    f"GET {P}/study",
    f"GET {P}/study/known",
    f"DELETE {P}/study",
    f"POST {P}/record/learn",
}
OWNERS = {
    "POST /api/v1/invitations",
    "GET /api/v1/invitations",
    "DELETE /api/v1/invitations/{id}",
    "GET /api/v1/people",
    "PATCH /api/v1/people/{id}",
    "POST /api/v1/people/{id}/invitation",
    "GET /api/v1/audit",
    f"POST {P}/restore",
    f"GET {P}/history/{{position}}/goes-back",
    f"GET {P}/history/{{position}}/restores",
    f"POST {P}/documents/{{id}}/erase",
    f"PUT {P}/settings",
    f"PUT {P}/encoder",
    f"PUT {P}/stop-words",
    f"PUT {P}/learn-from",
    f"POST {P}/classes",
    f"POST {P}/held-out",
    f"DELETE {P}/held-out",
    f"POST {P}/uploads",
    f"POST {P}/uploads/{{upload}}/preview",
    f"POST {P}/uploads/{{upload}}/import",
    f"DELETE {P}/uploads/{{upload}}",
    f"POST {P}/sample",
    f"GET {P}/study/export",
    f"POST {P}/record/uploads",
}
RANKS = {None: EVERYBODY, "vera": VIEWERS, "tom": TEACHERS, "olga": OWNERS}  # who is let in, and by what from there on
ALL = sorted(set().union(*RANKS.values()))
ENDLESS = f"GET {P}/events"


def test_every_address_of_the_api_is_in_the_table(app, browser):
    paths = app.openapi()["paths"]
    operations = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert operations == set(ALL)
    assert sum(map(len, RANKS.values())) == len(ALL)


def test_what_the_audit_log_remembers_is_there():
    assert {f"{method} {P}{path}" for method, path in NOTED | READ} <= set(ALL)


@pytest.mark.parametrize("name", RANKS)
def test_every_address_lets_in_whom_it_should_and_nobody_else(browser, name):
    allowed = set().union(*list(RANKS.values())[: list(RANKS).index(name) + 1])
    refused = {}
    for operation in ALL:
        method, path = operation.split()
        if operation == ENDLESS and operation in allowed:
            continue
        path = path.format(project="mails", id="77", name="nothing", upload="nothing", file="nothing", position="99")
        status = browser(name).request(method, path).status_code
        assert status != 500, operation
        if status in (401, 403):
            refused[operation] = status
    assert refused == dict.fromkeys(set(ALL) - allowed, 401 if name is None else 403)


@pytest.mark.parametrize("name", [None, "vera", "tom", "olga"])
def test_a_project_that_is_not_there_is_named_only_to_those_who_are_known(browser, name):
    reply = browser(name).get("/api/v1/projects/secret")
    assert reply.status_code == (401 if name is None else 404)
    assert ("mails" in reply.text) == (name is not None)
