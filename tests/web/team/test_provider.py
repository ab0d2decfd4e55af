"""Signing in by a provider of OpenID Connect: a real one, which the tests run, and forged answers."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from starlette.testclient import TestClient

from teachback.cli.projects.serving import ServerOptions, serve
from teachback.errors import TeachbackError
from teachback.web.errors import TooManyTries
from teachback.web.team.provider import NoProvider, NotConfirmed, Provider
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app
from tests.web.team.conftest import PASSWORDS

TOOL = Path(__file__).parents[3] / "frontend" / "tools" / "oidc_provider"
AT = "/api/v1"
TEAM = "http://team.example"
SECRET = "a secret of the tests alone"


@pytest.fixture(scope="module")
def issuer():
    """The address of a provider that signs everybody in as whom the cookie `who` names."""
    assert (TOOL / "node_modules").exists(), f"The tests run a provider of their own: cd {TOOL} && npm ci"
    command = ["node", "provider.mjs", f"{TEAM}/provider/return"]
    with subprocess.Popen(command, cwd=TOOL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@pytest.fixture
def opened(mails, small_team, issuer):
    """Opens browsers at a team with that provider."""
    app = create_team_app({"mails": mails}, small_team, provider=Provider(issuer, "teachback", SECRET))
    with TestClient(app, base_url=TEAM) as first:

        def browser():
            client = TestClient(app, base_url=TEAM, follow_redirects=False)
            client.portal = first.portal
            return client

        yield browser


def _sent_back(address, who):
    """Where the provider sends the browser of somebody back to."""
    with httpx2.Client(cookies={"who": who}) as provider:
        while not address.startswith(TEAM):
            reply = provider.get(address)
            assert reply.is_redirect, reply.text
            address = str(reply.url.join(reply.headers["location"]))
    return address


def _come_back(browser, who, **invitation):
    address = browser.post(f"{AT}/provider/begin", json=invitation).json()["address"]
    return browser.get(_sent_back(address, who))


def test_somebody_invited_joins_by_the_provider_and_signs_in_by_it_again(opened, small_team, issuer):
    olga, ines = opened(), opened()
    olga.post(f"{AT}/session", json={"name": "olga", "password": PASSWORDS["olga"]})
    assert ines.get(f"{AT}/session").json()["provider"] == "127.0.0.1"
    unknown = _come_back(ines, "subject1")
    assert (unknown.status_code, "Ask an owner for an invitation" in unknown.text) == (401, True)
    key = olga.post(f"{AT}/invitations", json={"role": "teacher"}).json()["link"].partition("key=")[2]
    joined = _come_back(ines, "subject1", key=key, name="ines")
    assert (joined.status_code, joined.headers["location"]) == (303, "../")
    assert ines.get(f"{AT}/me").json()["name"] == "ines"
    elsewhere = opened()
    assert _come_back(elsewhere, "subject1").status_code == 303
    assert elsewhere.get(f"{AT}/session").json()["user"] == {"name": "ines", "role": "teacher"}
    assert small_team.audit.entries(limit=1)[0].about == {"provider": issuer}
    assert opened().post(f"{AT}/session", json={"name": "ines", "password": ""}).status_code == 401
    small_team.change(ines.get(f"{AT}/me").json()["id"], Actor("olga"), disabled=True)
    assert _come_back(elsewhere, "subject1").status_code == 401


def test_somebody_with_a_password_gets_an_identity_by_a_link_and_nobody_elses(opened):
    olga = opened()
    olga.post(f"{AT}/session", json={"name": "olga", "password": PASSWORDS["olga"]})
    people = {each["name"]: each["id"] for each in olga.get(f"{AT}/people").json()}
    links = {
        name: olga.post(f"{AT}/people/{people[name]}/invitation").json()["link"].partition("key=")[2]
        for name in ("tom", "vera")
    }
    assert _come_back(opened(), "subject2", key=links["tom"]).status_code == 303
    taken = _come_back(opened(), "subject2", key=links["vera"])
    assert (taken.status_code, "Somebody else of the team" in taken.text) == (409, True)
    tom = opened()
    assert _come_back(tom, "subject2").status_code == 303
    assert tom.get(f"{AT}/me").json()["name"] == "tom"
    assert tom.post(f"{AT}/session", json={"name": "tom", "password": PASSWORDS["tom"]}).is_success


def test_what_one_browser_brings_back_does_not_sign_another_in(opened):
    mine, theirs = opened(), opened()
    address = mine.post(f"{AT}/provider/begin", json={}).json()["address"]
    back = _sent_back(address, "subject2")
    theirs.post(f"{AT}/provider/begin", json={})
    for browser in (theirs, opened()):
        refused = browser.get(back)
        assert (refused.status_code, "begun in another browser" in refused.text) == (401, True)
    denied = mine.get(f"/provider/return?error=access_denied&state={back.partition('state=')[2].partition('&')[0]}")
    assert (denied.status_code, "access_denied" in denied.text) == (401, True)


@pytest.mark.parametrize(
    "cookie",
    ["", "state", "state=&nonce=", "state=&nonce=&verifier=&more=1", "state=%ED%A0%80&nonce=&verifier=", "[" * 30_000],
)
def test_a_cookie_that_the_server_did_not_write_is_a_sentence(opened, cookie):
    headers = {"Cookie": f"teachback-errand-80={cookie}"}
    refused = opened().get("/provider/return", params={"code": "x", "state": "y"}, headers=headers)
    assert (refused.status_code, "begun in another browser" in refused.text) == (401, True)


def test_somebody_who_fails_to_sign_in_by_the_provider_locks_nobody_out_at_the_same_address(opened):
    stranger = opened()
    for _ in range(10):
        address = stranger.post(f"{AT}/provider/begin", json={}).json()["address"]
        state = address.partition("state=")[2].partition("&")[0]
        assert stranger.get("/provider/return", params={"code": "made up", "state": state}).status_code == 401
    other = _come_back(opened(), "subject1")
    assert (other.status_code, "Ask an owner for an invitation" in other.text) == (401, True)


def test_under_tls_no_other_host_of_the_domain_can_plant_what_a_browser_carries_to_the_provider(
    mails, small_team, issuer
):
    app = create_team_app({"mails": mails}, small_team, provider=Provider(issuer, "teachback", SECRET))
    with TestClient(app, base_url="https://team.example") as browser:
        cookie = browser.post(f"{AT}/provider/begin", json={}).headers["set-cookie"]
    assert cookie.startswith("__Host-teachback-errand-443=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))


def test_a_crowd_at_a_provider_that_does_not_answer_keeps_nobody_else_waiting(monkeypatch):
    provider, answers_come = Provider("https://id.example", "teachback"), Event()

    def silent(*asked, **how):
        answers_come.wait(60)
        raise httpx2.ConnectError("no answer")

    monkeypatch.setattr(httpx2, "request", silent)
    with ThreadPoolExecutor(40) as crowd:
        begun = as_completed([crowd.submit(provider.begin, f"{TEAM}/provider/return") for _ in range(40)], timeout=60)
        turned_away = [next(begun).exception() for _ in range(24)]
        answers_come.set()
        assert [type(each.exception()) for each in begun] == [NotConfirmed] * 16
    assert [type(each) for each in turned_away] == [TooManyTries] * 24


KEY, OTHER = (RSAKey.generate_key(2048, {"kid": "1"}) for _ in range(2))
CLAIMS = {"iss": "https://id.example", "aud": "teachback", "sub": "7", "nonce": "n"}


def _read(key=KEY, algorithm="RS256", **claims):
    times = {"iat": int(time.time()), "exp": int(time.time()) + 100}
    said = {name: value for name, value in (CLAIMS | times | claims).items() if value is not None}
    token = jwt.encode({"alg": algorithm, "kid": "1"}, said, key, algorithms=[algorithm])
    provider = Provider("https://id.example", "teachback")
    return provider.read(token, KeySet([KEY]).as_dict(private=False), "n")


def test_the_word_of_the_provider_is_taken():
    assert (_read().issuer, _read().subject) == ("https://id.example", "7")
    assert _read(aud=["teachback"]).subject == "7"


@pytest.mark.parametrize(
    "forged",
    [
        {"key": OTHER},
        {"iss": "https://evil.example"},
        {"aud": "another"},
        {"aud": ["another"]},
        {"nonce": "m"},
        {"nonce": None},
        {"sub": None},
        {"exp": 1},
        {"exp": None},
        {"key": OctKey.import_key("s" * 32), "algorithm": "HS256"},
    ],
)
def test_a_word_that_is_not_the_providers_for_us_and_now_is_not_taken(forged):
    with pytest.raises(NotConfirmed, match="cannot be trusted"):
        _read(**forged)


@pytest.mark.parametrize("token", ["", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
def test_what_is_no_signed_word_is_not_taken(token):
    with pytest.raises(NotConfirmed, match="cannot be trusted"):
        Provider("https://id.example", "teachback").read(token, KeySet([KEY]).as_dict(private=False), "n")


def test_a_provider_that_cannot_be_used_is_refused_with_a_sentence(monkeypatch):
    for bad in ("id.example", "http://id.example", "https://"):
        with pytest.raises(NoProvider, match="begins with https://"):
            Provider(bad, "teachback")
    with pytest.raises(NotConfirmed, match="gives no answer"):
        Provider("http://127.0.0.1:1", "teachback").begin(f"{TEAM}/provider/return")
    with pytest.raises(TeachbackError, match="give --oidc-issuer and --oidc-client"):
        serve({}, ServerOptions(team="nowhere", issuer="https://id.example"))
    with pytest.raises(TeachbackError, match="add --team"):
        serve({}, ServerOptions(issuer="https://id.example", client="teachback"))
    monkeypatch.setitem(sys.modules, "authlib.oidc.core", None)
    with pytest.raises(NoProvider, match=r"pip install 'teachback\[team\]'"):
        Provider("https://id.example", "teachback")


def test_a_server_without_a_provider_says_so(browser):
    reply = browser().post(f"{AT}/provider/begin", json={})
    assert (reply.status_code, reply.json()["error"]["kind"]) == (404, "NoSuchProvider")
    assert browser().get("/provider/return").status_code == 404
