"""Behind a proxy, and with a certificate of our own."""

from __future__ import annotations

import ssl
import subprocess
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.testclient import TestClient

from teachback.project import Project
from teachback.project.remote.connection import Unreachable
from teachback.web.proxy import BadNetwork, Forwarded, networks
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app
from tests.web.serving import served
from tests.web.team.conftest import PASSWORDS

_PATH = "/hub/teachback"


async def _seen(scope, receive, send):
    request = Request(scope)
    answer = JSONResponse([request.client.host, request.url.scheme, request.url.netloc])
    await answer(scope, receive, send)


def _asked(sender, **headers):
    app = Forwarded(_seen, networks("10.1.0.0/16,::1"))
    client = TestClient(app, base_url="http://inside:8000", client=(sender, 5000))
    return client.get("/", headers={name.replace("_", "-"): value for name, value in headers.items()}).json()


SAID = {"x_forwarded_for": "203.0.113.5", "x_forwarded_proto": "https", "x_forwarded_host": "team.example"}


def test_a_trusted_proxy_says_who_asked_and_how():
    assert _asked("10.1.2.3", **SAID) == ["203.0.113.5", "https", "team.example"]
    assert _asked("::1", **SAID) == ["203.0.113.5", "https", "team.example"]
    assert _asked("::ffff:10.1.2.3", **SAID) == ["203.0.113.5", "https", "team.example"]


def test_anybody_else_is_not_believed():
    assert _asked("10.2.0.1", **SAID) == ["10.2.0.1", "http", "inside:8000"]
    assert _asked("testclient", **SAID) == ["testclient", "http", "inside:8000"]


def test_an_address_that_the_asker_made_up_is_not_taken():
    assert _asked("10.1.0.1", x_forwarded_for="1.1.1.1, 203.0.113.5, 10.1.9.9")[0] == "203.0.113.5"
    assert _asked("10.1.0.1", x_forwarded_for="rubbish")[0] == "10.1.0.1"
    assert _asked("10.1.0.1", x_forwarded_for="1.1.1.1, 203.0.113.5:4711")[0] == "10.1.0.1"
    assert _asked("10.1.0.1", x_forwarded_host="evil.example, team.example")[2] == "team.example"
    assert _asked("10.1.0.1", x_forwarded_proto="javascript")[1] == "http"


@pytest.mark.parametrize("bad", ["", "proxy.example", "10.1.0.1/16", "10.0.0.0/99"])
def test_a_proxy_is_named_by_its_address(bad):
    with pytest.raises(BadNetwork, match="does not say where the proxy is"):
        networks(bad)


def test_a_browser_behind_an_encrypting_proxy_gets_an_encrypted_cookie_and_links(mails, small_team):
    app = create_team_app({"mails": mails}, small_team, proxies=networks("10.1.0.1"))
    client = TestClient(app, base_url="http://inside:8000", client=("10.1.0.1", 5000))
    client.headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "team.example", "X-Forwarded-For": "192.0.2.9"}
    own = {"Origin": "https://team.example"}
    reply = client.post("/api/v1/session", json={"name": "olga", "password": PASSWORDS["olga"]}, headers=own)
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith("__Host-teachback-443=")
    assert "; Secure" in cookie
    client.headers["Cookie"] = cookie.partition(";")[0]
    response = client.post("/api/v1/invitations", json={"role": "viewer"}, headers=own)
    assert response.json()["link"].startswith("https://team.example/#/join?key=")
    assert small_team.audit.entries(limit=1)[0].address == "192.0.2.9"


def test_a_teams_links_and_cookies_are_of_the_path(mails, small_team):
    app = create_team_app({"mails": mails}, small_team, proxies=networks("10.1.0.1"), root_path=_PATH)
    client = TestClient(app, base_url="http://inside:8000", client=("10.1.0.1", 5000))
    client.headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "hub.example"}
    reply = client.post("/api/v1/session", json={"name": "olga", "password": PASSWORDS["olga"]})
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith("__Secure-teachback-443=")
    assert f"; Path={_PATH};" in cookie
    client.headers["Cookie"] = cookie.partition(";")[0]
    invitation = client.post("/api/v1/invitations", json={"role": "viewer"}).json()
    assert invitation["link"].startswith(f"https://hub.example{_PATH}/#/join?key=")
    client.delete("/api/v1/session")
    assert client.get("/api/v1/me").status_code == 401


@pytest.fixture
def certificate(tmp_path):
    """A certificate for this machine that nobody else has signed."""
    files = {"ssl_certfile": str(tmp_path / "certificate.pem"), "ssl_keyfile": str(tmp_path / "key.pem")}
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    ]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    command += ["-out", files["ssl_certfile"], "-keyout", files["ssl_keyfile"]]
    subprocess.run(command, check=True, capture_output=True)
    return files


def test_the_server_encrypts_and_clients_check_its_certificate(mails, small_team, certificate, monkeypatch, parsed):
    tom = small_team.people.named("tom")[0]
    _, token = small_team.make_token(tom, "notebook", Actor("tom"))
    with served(create_team_app({"mails": mails}, small_team), **certificate) as port:
        trusting = ssl.create_default_context(cafile=certificate["ssl_certfile"])
        with urlopen(f"https://localhost:{port}/api/v1/session", context=trusting) as reply:
            assert reply.status == 200
        with pytest.raises(HTTPError, match="422"):
            urlopen(f"https://localhost:{port}/api/v1/session", data=bytes(1_000_000), context=trusting)
        assert max(parsed) <= 32768  # whole records of 16 KiB
        with pytest.raises(Unreachable, match="certificate verify failed"):
            Project.open(f"https://localhost:{port}/projects/mails", token=token)
        monkeypatch.setenv("SSL_CERT_FILE", certificate["ssl_certfile"])
        with Project.open(f"https://localhost:{port}/projects/mails", token=token) as project:
            assert project.classes == ("billing", "bug")
