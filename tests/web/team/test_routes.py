"""Accounts over HTTP: cookies, links, tokens, and what each role may do at every address."""

from __future__ import annotations

import asyncio
import json
import shutil
from queue import Queue
from threading import current_thread
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from teachback.project import Project
from teachback.record import Label, Retract
from teachback.store import CannotKeep, NotAProject, open_store
from teachback.web.access import Caller, LaunchGate
from teachback.web.app import create_app
from teachback.web.routes import classified, events, imports
from teachback.web.team import attempts
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app
from tests.encoders.made import glove
from tests.web.every_answer import wait_until
from tests.web.team.conftest import PASSWORDS, ROLES

AT = "/api/v1"
MAILS = f"{AT}/projects/mails"


def _key(link):
    return parse_qs(urlsplit(urlsplit(link).fragment).query)["key"][0]


def _kind(reply):
    return reply.status_code, reply.json()["error"]["kind"]


def _label(id, document="d1", **more):
    return {"entries": [{"kind": "label", "id": id, "document": document, "class": "bug", **more}]}


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(browser):
    reply = browser().post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]})
    assert reply.json() == {"user": {"name": "tom", "role": "teacher"}}
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith("teachback-80=")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_under_tls_the_cookie_travels_encrypted_only(app):
    client = TestClient(app, base_url="https://team.example")
    reply = client.post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]})
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith("__Host-teachback-443=")
    assert {"HttpOnly", "SameSite=strict", "Path=/", "Secure"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert client.get(f"{AT}/session").json()["user"]["name"] == "tom"


def test_without_a_session_no_project_is_listed_and_the_page_asks_for_a_name(browser):
    assert browser().get(f"{AT}/session").json() | {"version": ""} == {
        "user": None, "team": True, "version": "", "projects": [], **_besides(browser)
    }  # fmt: skip
    assert [each["name"] for each in browser("vera").get(f"{AT}/session").json()["projects"]] == ["mails"]


def _besides(browser):
    return {
        key: value
        for key, value in browser().get(f"{AT}/session").json().items()
        if key not in ("user", "team", "version", "projects")
    }


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(browser):
    replies = [
        browser().post(f"{AT}/session", json={"name": name, "password": "wrong wrong wrong"})
        for name in ("tom", "nobody")
    ]
    assert replies[0].json() == replies[1].json()
    assert _kind(replies[0]) == (401, "WrongPassword")
    assert "set-cookie" not in replies[0].headers


def test_guessing_is_stopped_and_says_for_how_long(browser):
    guesser = browser()
    for _ in range(attempts.AT_ONCE):
        guesser.post(f"{AT}/session", json={"name": "tom", "password": "guess"})
    reply = guesser.post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]})
    assert _kind(reply) == (429, "TooManyTries")
    assert reply.headers["retry-after"] == "1"
    assert reply.json()["error"]["detail"] == {"seconds": 1}
    browser("vera")  # others are not held up


def test_a_session_that_somebody_planted_is_not_continued(browser):
    victim = browser()
    victim.cookies.set("teachback-80", "planted")
    assert victim.get(f"{AT}/me").status_code == 401
    victim.post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]})
    attacker = browser()
    attacker.cookies.set("teachback-80", "planted")
    assert attacker.get(f"{AT}/me").status_code == 401


def test_signing_out_ends_the_session_and_not_only_the_cookie(browser):
    tom = browser("tom")
    session = tom.cookies["teachback-80"]
    assert tom.delete(f"{AT}/session").status_code == 204
    assert "teachback-80" not in tom.cookies
    stolen = browser()
    stolen.cookies.set("teachback-80", session)
    assert _kind(stolen.get(f"{AT}/me")) == (401, "NotSignedIn")


def test_signing_out_everywhere_ends_the_sessions_of_that_person(browser):
    here, there, vera = browser("tom"), browser("tom"), browser("vera")
    assert here.get(f"{AT}/me").json()["sessions"] == 3  # with the one of joining
    here.delete(f"{AT}/session?everywhere=true")
    assert [client.get(f"{AT}/me").status_code for client in (here, there, vera)] == [401, 401, 200]


def test_another_site_cannot_act_for_somebody_who_is_signed_in(browser):
    tom = browser("tom")
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
    ):
        assert _kind(tom.delete(f"{AT}/session", headers=headers)) == (403, "NotAllowed")
        assert tom.post(f"{MAILS}/lessons", json=_label("a"), headers=headers).status_code == 403
    own = {"Origin": "http://team.example", "Sec-Fetch-Site": "same-origin"}
    assert tom.post(f"{MAILS}/lessons", json=_label("a"), headers=own).status_code == 201


def test_changing_the_password_keeps_this_browser_and_ends_the_others(browser):
    here, there = browser("tom"), browser("tom")
    reply = here.put(f"{AT}/me/password", json={"old": "no", "new": "a new and better one"})
    assert _kind(reply) == (401, "WrongPassword")
    reply = here.put(f"{AT}/me/password", json={"old": PASSWORDS["tom"], "new": "short"})
    assert _kind(reply) == (400, "WeakPassword")
    reply = here.put(f"{AT}/me/password", json={"old": PASSWORDS["tom"], "new": "a new and better one"})
    assert reply.status_code == 204
    assert (here.get(f"{AT}/me").status_code, there.get(f"{AT}/me").status_code) == (200, 401)


def test_somebody_invited_joins_once_and_is_signed_in(browser):
    olga = browser("olga")
    invitation = olga.post(f"{AT}/invitations", json={"role": "teacher"})
    assert invitation.status_code == 201
    link = invitation.json()["link"]
    assert link.startswith("http://team.example/#/join?key=")
    assert [each["id"] for each in olga.get(f"{AT}/invitations").json()] == [invitation.json()["id"]]
    assert "link" not in olga.get(f"{AT}/invitations").json()[0]
    new, key = browser(), _key(link)
    looked = new.post(f"{AT}/invitations/look", json={"key": key}).json()
    assert (looked["role"], looked["name"]) == ("teacher", None)
    body = {"key": key, "name": "nina", "password": "nine nice newts"}
    assert _kind(new.post(f"{AT}/invitations/accept", json=body | {"name": "Tom"})) == (409, "NameTaken")
    reply = new.post(f"{AT}/invitations/accept", json=body)
    assert (reply.status_code, reply.json()) == (201, {"user": {"name": "nina", "role": "teacher"}})
    assert new.get(f"{AT}/me").json()["name"] == "nina"
    again = browser().post(f"{AT}/invitations/accept", json=body | {"name": "nora"})
    assert _kind(again) == (404, "BadInvitation")
    assert _kind(browser().post(f"{AT}/invitations/look", json={"key": key})) == (404, "BadInvitation")


def test_a_link_for_a_forgotten_password_keeps_the_role(browser):
    olga = browser("olga")
    tom = next(person for person in olga.get(f"{AT}/people").json() if person["name"] == "tom")
    link = olga.post(f"{AT}/people/{tom['id']}/invitation").json()["link"]
    accepted = {"key": _key(link), "name": "olga", "password": "remember this one"}
    reply = browser().post(f"{AT}/invitations/accept", json=accepted)
    assert reply.json() == {"user": {"name": "tom", "role": "teacher"}}


def test_an_owner_changes_roles_and_shuts_people_out(browser):
    olga, tom = browser("olga"), browser("tom")
    people = {person["name"]: person for person in olga.get(f"{AT}/people").json()}
    assert {name: person["role"] for name, person in people.items()} == ROLES
    assert all(person["seen"] and not person["disabled"] for person in people.values())
    changed = olga.patch(f"{AT}/people/{people['tom']['id']}", json={"role": "viewer"})
    assert changed.json()["role"] == "viewer"
    assert tom.post(f"{MAILS}/lessons", json=_label("a")).status_code == 403
    olga.patch(f"{AT}/people/{people['tom']['id']}", json={"disabled": True})
    assert tom.get(MAILS).status_code == 401
    own = olga.patch(f"{AT}/people/{people['olga']['id']}", json={"disabled": True})
    assert _kind(own) == (409, "LastOwner")
    assert _kind(olga.patch(f"{AT}/people/999", json={"role": "viewer"})) == (404, "NotInTeam")
    assert olga.patch(f"{AT}/people/{people['tom']['id']}", json={"role": "king"}).status_code == 422


def test_a_token_teaches_in_its_persons_name_and_manages_nothing(browser, mails):
    tom = browser("tom")
    made = tom.post(f"{AT}/tokens", json={"name": "notebook"}).json()
    program = browser()
    program.headers["Authorization"] = f"Bearer {made['token']}"
    assert program.post(f"{MAILS}/lessons", json=_label("a")).status_code == 201
    assert mails.record[-1].teacher == "tom"
    assert program.get(f"{AT}/me").json()["name"] == "tom"
    for method, path in (
        ("post", "/tokens"), ("get", "/tokens"), ("put", "/me/password"), ("post", "/invitations"), ("get", "/people"),
        ("delete", "/session"), ("get", "/audit"),
    ):  # fmt: skip
        assert _kind(program.request(method, AT + path)) == (403, "NotAllowed")
    (listed,) = tom.get(f"{AT}/tokens").json()
    assert listed["used"] is not None
    assert "token" not in listed
    assert browser("vera").get(f"{AT}/tokens").json() == []
    assert browser("vera").delete(f"{AT}/tokens/{made['id']}").status_code == 404
    assert [token["person"] for token in browser("olga").get(f"{AT}/tokens").json()] == ["tom"]
    assert tom.delete(f"{AT}/tokens/{made['id']}").status_code == 204
    assert program.get(MAILS).status_code == 401


def test_a_token_does_what_its_scope_says_in_its_project_until_its_day(browser, clock):
    olga, program = browser("olga"), browser()
    token = olga.post(f"{AT}/tokens", json={"name": "a", "scope": "read", "project": "mails", "days": 30}).json()
    assert (token["scope"], token["project"]) == ("read", "mails")
    program.headers["Authorization"] = f"Bearer {token['token']}"
    assert program.get(MAILS).json()["role"] == "viewer"
    assert _kind(program.post(f"{MAILS}/lessons", json=_label("a"))) == (403, "NotAllowed")
    clock.turn(days=31)
    assert _kind(program.get(MAILS)) == (401, "NotSignedIn")
    assert _kind(browser("olga").post(f"{AT}/tokens", json={"name": "b", "project": "secret"})) == (
        404,
        "UnknownProject",
    )


@pytest.fixture
def two_projects(mails, small_team):
    """A browser of somebody at a server with the projects `mails` and `letters`."""
    with Project.from_texts({"d1": "dear sir"}, classes=["private", "business"]) as letters:
        app = create_team_app({"mails": mails, "letters": letters}, small_team)
        with TestClient(app, base_url="http://team.example") as first:

            def opened(name):
                client = TestClient(app, base_url="http://team.example")
                client.portal = first.portal
                assert client.post(f"{AT}/session", json={"name": name, "password": PASSWORDS[name]}).is_success
                return client

            yield opened


def test_a_role_in_a_project_counts_there_and_a_project_without_one_is_not_there(two_projects):
    olga, tom = two_projects("olga"), two_projects("tom")
    toms = next(each["id"] for each in olga.get(f"{AT}/people").json() if each["name"] == "tom")
    changed = olga.patch(f"{AT}/people/{toms}", json={"role": "viewer", "roles": {"mails": "owner", "letters": "none"}})
    assert changed.json()["roles"] == {"letters": "none", "mails": "owner"}
    assert tom.get(MAILS).json()["role"] == "owner"
    assert tom.post(f"{MAILS}/classes", json={"add": ["other"]}).is_success
    assert _kind(tom.get(f"{AT}/people")) == (403, "NotAllowed")  # an owner of a project, not of the server
    hidden, missing = tom.get(f"{AT}/projects/letters"), tom.get(f"{AT}/projects/nothing")
    assert _kind(hidden) == _kind(missing) == (404, "UnknownProject")
    assert hidden.json()["error"]["message"].replace("letters", "") == missing.json()["error"]["message"].replace(
        "nothing", ""
    )
    assert [each["name"] for each in tom.get(f"{AT}/session").json()["projects"]] == ["mails"]
    assert tom.get(f"{AT}/me").json()["roles"] == changed.json()["roles"]
    assert _kind(olga.patch(f"{AT}/people/{toms}", json={"roles": {"nothing": "owner"}})) == (404, "UnknownProject")


def test_somebody_who_is_invited_to_one_project_sees_no_other(two_projects):
    olga, guest = two_projects("olga"), two_projects("vera")
    invitation = olga.post(f"{AT}/invitations", json={"role": "none", "roles": {"letters": "teacher"}}).json()
    key = invitation["link"].partition("key=")[2]
    assert guest.post(f"{AT}/invitations/look", json={"key": key}).json()["roles"] == {"letters": "teacher"}
    assert guest.post(
        f"{AT}/invitations/accept", json={"key": key, "name": "gus", "password": "glum gulls in gardens"}
    ).is_success
    now = guest.get(f"{AT}/session").json()
    assert (now["user"], [each["name"] for each in now["projects"]]) == (
        {"name": "gus", "role": "viewer"},
        ["letters"],
    )
    assert guest.get(f"{AT}/projects/letters").json()["role"] == "teacher"
    assert _kind(olga.post(f"{AT}/invitations", json={"role": "none"})) == (400, "NoProject")


def test_a_malformed_host_header_is_refused(browser):
    for host in ("team.example:port", "team.example:99999", "[", "a:b:c", ""):
        assert browser().get(f"{AT}/me", headers={"Host": host}).status_code in (400, 401, 403)


def test_a_bad_token_is_not_rescued_by_a_good_cookie(browser):
    tom = browser("tom")
    for bad in ("Bearer wrong", "Bearer ", "bearer tb_", "Bearer \xff"):
        for path in (f"{AT}/me", MAILS):
            reply = tom.get(path, headers={"Authorization": bad.encode("latin-1")})
            assert reply.status_code == 401
            assert "This API token is unknown, was revoked or has expired." in reply.json()["error"]["message"]


def test_every_lesson_is_attributed_and_teachers_cannot_write_in_anothers_name(browser, mails):
    tom = browser("tom")
    tom.post(f"{MAILS}/lessons", json=_label("a"))
    assert mails.record[-1].teacher == "tom"
    reply = tom.post(f"{MAILS}/lessons", json=_label("b", teacher="olga"))
    assert _kind(reply) == (403, "NotAllowed")
    mails.teach(Label("d2", "bug", id="hers", teacher="olga"))
    back = {"entries": [{"kind": "retract", "id": "c", "lesson": "hers"}]}
    assert _kind(tom.post(f"{MAILS}/lessons", json=back)) == (403, "NotAllowed")
    assert len(mails.record) == 4


def test_taking_back_a_change_of_the_project_is_the_owners_whatever_a_teacher_is_called(browser, mails, small_team):
    mails.add_classes("praise", teacher="tom")
    mails.undo("tom")
    event, back = mails.record[-2], mails.record[-1]
    mails.teach(Retract(back.id, teacher="tom", id="forth"))
    tom = browser("tom")
    for lesson in (event.id, "forth"):
        body = {"entries": [{"kind": "retract", "id": f"not {lesson}", "lesson": lesson}]}
        reply = tom.post(f"{MAILS}/lessons", json=body)
        assert _kind(reply) == (403, "NotAllowed")
        assert "is the owner's" in reply.json()["error"]["message"]
    assert mails.classes == ("billing", "bug", "praise")
    assert browser("olga").post(f"{MAILS}/lessons", json=body).status_code == 201
    assert mails.classes == ("billing", "bug")


def test_a_new_teacher_cannot_call_herself_by_a_name_in_the_record(browser, mails):
    mails.teach(Label("d1", "billing", teacher="ines"))
    olga = browser("olga")
    stranger = browser()
    key = olga.post(f"{AT}/invitations", json={"role": "teacher"}).json()["link"].rpartition("=")[2]
    for name in ("ines", "\u0456nes", "teacher"):
        body = {"key": key, "name": name, "password": "quiet quails quarrel"}
        assert stranger.post(f"{AT}/invitations/accept", json=body).status_code == 409
    invitation = olga.post(f"{AT}/invitations", json={"role": "teacher", "name": "ines"}).json()
    key = invitation["link"].rpartition("=")[2]
    seen = stranger.post(f"{AT}/invitations/look", json={"key": key}).json()
    assert (invitation["name"], seen["name"], seen["known"]) == ("ines", "ines", False)
    reply = stranger.post(f"{AT}/invitations/accept", json={"key": key, "password": "quiet quails quarrel"})
    assert reply.json()["user"]["name"] == "ines"


def test_what_another_server_kept_a_moment_ago_is_taken_back_only_by_its_teacher(tmp_path, small_team):
    address = tmp_path / "shared.teachback"
    elsewhere = Project.from_texts({"d1": "refund me", "d2": "it crashed"}, classes=["billing", "bug"], address=address)
    with elsewhere, Project(open_store(address, patience=600)) as here:
        tom = TestClient(create_team_app({"mails": here}, small_team), base_url="http://team.example")
        tom.post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]})
        assert tom.get(MAILS).json()["position"] == 2  # which is believed for a while
        elsewhere.teach(Label("d1", "billing", id="hers", teacher="olga"), Label("d2", "bug", id="his", teacher="tom"))
        hers, his = ({"kind": "retract", "id": f"not {id}", "lesson": id} for id in ("hers", "his"))
        assert _kind(tom.post(f"{MAILS}/lessons", json={"entries": [hers]})) == (403, "NotAllowed")
        assert tom.post(f"{MAILS}/lessons", json={"entries": [his]}).status_code == 201
        assert elsewhere.teaching().labels == {"d1": "billing"}


def test_an_owner_reads_the_log_page_by_page_and_it_knows_of_exports(browser):
    olga = browser("olga")
    entry = {"kind": "classes_added", "id": "c1", "classes": ["praise"]}
    assert olga.post(f"{MAILS}/record/uploads", content=json.dumps({"entry": entry})).status_code == 201
    browser("tom").post(f"{MAILS}/record/uploads", content=b"")
    newest = olga.get(f"{AT}/audit?limit=2").json()
    assert [(line["who"], line["what"]) for line in newest["entries"]] == [("tom", "signed in"), ("olga", "imported")]
    assert newest["entries"][1]["about"] == {"project": "mails"}
    assert newest["entries"][1]["address"] == "testclient"
    older = olga.get(f"{AT}/audit?before={newest['next']}").json()
    assert older["entries"][0]["number"] == newest["next"] - 1
    assert older["next"] is None


def test_without_a_line_in_the_log_there_is_no_answer_but_a_sentence(browser, small_team, monkeypatch, caplog):
    def fail(*given, **told):
        raise CannotKeep("postgresql://db.internal/mails could not be reached")

    olga = browser("olga")
    monkeypatch.setattr(small_team.audit, "note", fail)
    for _ in range(2):
        reply = olga.get(f"{MAILS}/record/documents")
        assert _kind(reply) == (503, "NotNoted")
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "refund" not in reply.text
    assert "db.internal" not in reply.text
    assert "db.internal" in caplog.text
    assert olga.get(MAILS).status_code == 200


def test_reading_a_whole_project_is_in_the_log_once_a_day(browser, clock):
    olga, tom = browser("olga"), browser("tom")
    for _ in range(3):
        assert tom.get(f"{MAILS}/record/documents").json()["documents"]
        assert tom.get(f"{MAILS}/record").json()["entries"]
    clock.turn(days=1)
    tom, olga = browser("tom"), browser("olga")
    assert tom.get(f"{MAILS}/record/documents?after=1").status_code == 200
    lines = olga.get(f"{AT}/audit").json()["entries"]
    read = [(line["who"], line["what"], line["about"]) for line in lines if line["what"].endswith("read")]
    mails = {"project": "mails"}
    assert read == [
        ("tom", "documents read", mails), ("tom", "lessons read", mails), ("tom", "documents read", mails),
    ]  # fmt: skip


def _name(event):
    return event.decode().splitlines()[0].removeprefix("event: ")


def test_somebody_shut_out_hears_no_more_of_what_happens(app, small_team, monkeypatch):
    monkeypatch.setattr(events, "_TRUST", -1.0)
    vera, session = small_team.sign_in("vera", PASSWORDS["vera"], Actor(None))
    headers = [(b"host", b"team.example"), (b"cookie", f"teachback-80={session}".encode())]
    scope = {"type": "http", "app": app, "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    classroom = app.state.classrooms["mails"]

    async def heard():
        stream = (await events.events(Request(scope), classroom, Caller("vera", "viewer"))).body_iterator
        yield _name(await anext(stream))
        classroom.events.publish("taught", {})
        yield _name(await anext(stream))
        small_team.change(vera.id, Actor("olga"), disabled=True)
        classroom.events.publish("taught", {})
        async for event in stream:
            yield _name(event)

    async def all_of_it():
        return [name async for name in heard()]

    assert asyncio.run(all_of_it()) == ["hello", "taught"]
    assert classroom.events.streams("vera") == 0


@pytest.mark.parametrize("kind", [CannotKeep, NotAProject])
def test_where_projects_are_kept_is_for_the_servers_log(browser, mails, monkeypatch, caplog, kind):
    def fail(*given, **options):
        raise kind("postgresql://db.internal/mails could not be reached")

    vera = browser("vera")
    monkeypatch.setattr(mails.review, "documents", fail)
    reply = vera.get(f"{MAILS}/documents")
    assert _kind(reply) == (503, kind.__name__)
    assert "db.internal" not in reply.text
    assert "db.internal" in caplog.text


def test_listeners_are_not_told_the_servers_address_when_an_import_fails(browser, app, monkeypatch, caplog):
    def fail(*given, **options):
        raise CannotKeep("postgresql://db.internal/mails could not be written: the disk is full")

    announcements = Queue()
    monkeypatch.setattr(imports, "bring_in", fail)
    events = app.state.classrooms["mails"].events
    monkeypatch.setattr(events, "publish", lambda event, data, **to: announcements.put(data))
    olga = browser("olga")
    upload = olga.post(f"{MAILS}/uploads?name=a.csv", content=b"text\nhello\n").json()["upload"]
    job = olga.post(f"{MAILS}/uploads/{upload}/import", json={}).json()["job"]
    heard = next(data for data in iter(lambda: announcements.get(timeout=20), None) if data.get("job") == job)
    assert "the server's log says why" in heard["error"]
    assert "db.internal" not in heard["error"]
    assert "db.internal" in caplog.text


def test_only_owners_are_told_where_a_project_is_kept(browser):
    addresses = {name: browser(name).get(MAILS).json()["address"] for name in ROLES}
    assert addresses == {"olga": "/srv/mails.teachback", "tom": None, "vera": None}


def test_where_an_encoder_is_on_the_servers_disk_is_not_told_nor_is_one_chosen_by_its_place(
    browser, mails, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    glove(tmp_path / "vectors.txt")
    reply = browser("olga").put(f"{MAILS}/encoder", json={"encoder": "vectors.txt"})  # which could be a name
    assert _kind(reply) == (403, "NotAllowed")
    mails.use_encoder(tmp_path / "vectors.txt")
    vera = browser("vera")
    assert vera.get(f"{MAILS}/encoder").json()["encoder"]["name"] == "vectors.txt"
    (tmp_path / "vectors.txt").unlink()
    mails._encoder._opened = None  # as after a restart
    now = vera.get(f"{MAILS}/encoder")
    assert str(tmp_path) not in now.text
    assert now.json()["encoder"]["problem"].startswith("Its encoder vectors.txt cannot be used on this server")


def test_what_is_sent_to_be_classified_is_the_senders_alone(browser, app, mails, monkeypatch):
    mails.teach(Label("d1", "billing"), Label("d2", "bug"))
    mails.learn()

    def copied(kept, *how):
        shutil.copy(kept.path, classified._out(kept))

    monkeypatch.setattr(classified, "_run", copied)
    vera, tom, announcements = browser("vera"), browser("tom"), app.state.classrooms["mails"].events
    file = vera.post(f"{MAILS}/classify/uploads?name=a.csv", content=b"text\na private refund\n").json()["file"]
    where = f"{MAILS}/classify/uploads/{file}"
    wait_until(lambda: vera.get(where).status_code == 200)
    assert "a private refund" in vera.get(where).text
    assert _kind(tom.get(where)) == _kind(browser("olga").get(where)) == (404, "NotThere")
    wait_until(lambda: any("a private refund" in each.json for each in announcements._kept))
    assert {each.to for each in announcements._kept if "a.csv" in each.json} == {"vera"}


def test_what_takes_an_owner_is_said_to_others(browser):
    reply = browser("vera").put(f"{MAILS}/settings", json={})
    assert _kind(reply) == (403, "NotAllowed")
    assert reply.json()["error"]["message"].startswith("vera is a viewer here, and this takes an owner;")


def test_a_server_without_accounts_says_so(mails):
    gate = LaunchGate("ines", port=80)
    with TestClient(create_app({"mails": mails}, gate=gate), base_url="http://localhost") as client:
        client.cookies.set(gate.cookie, gate.pass_)
        for method, path in (("post", "/invitations"), ("get", "/people"), ("get", "/me"), ("get", "/tokens")):
            assert _kind(client.request(method, AT + path)) == (404, "NoTeam")
        body = {"name": "x", "password": "y"}
        assert _kind(client.post(f"{AT}/session", json=body)) == (404, "NoTeam")


def test_a_program_on_this_machine_shows_the_token_of_the_link(mails):
    gate = LaunchGate("ines", port=80)
    with TestClient(create_app({"mails": mails}, gate=gate), base_url="http://localhost") as client:
        assert client.get(MAILS, headers={"Authorization": f"Bearer {gate.token}"}).status_code == 200
        for wrong in ("Bearer x", f"Basic {gate.token}", "Bearer "):
            assert client.get(MAILS, headers={"Authorization": wrong}).status_code == 401


def test_a_key_that_is_no_invitation_reads_no_record(browser, mails, monkeypatch):
    whole = type(mails).record

    def record(project):
        if not current_thread().name.endswith("-learning"):  # which reads it whenever it has something to learn
            pytest.fail("the record was read")
        return whole.__get__(project)

    monkeypatch.setattr(type(mails), "record", property(record))
    body = {"key": "made up", "name": "ines", "password": "a blue whale sings"}
    reply = browser().post(f"{AT}/invitations/accept", json=body)
    assert _kind(reply) == (404, "BadInvitation")
