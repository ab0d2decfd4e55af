"""What the server refuses to hear, and what it keeps to itself."""

import json

import pytest
from opentelemetry import metrics, trace
from starlette.testclient import TestClient

from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from teachback.web.routes import record
from teachback.web.security import LARGEST_BODY
from teachback.web.server import exchange_mark
from tests.web.conftest import AT, PORT, URL

LESSON = {"entries": [{"kind": "word", "id": "w1", "term": "refund", "class": "billing"}]}


def test_the_link_is_exchanged_for_a_cookie_and_leaves_the_address(stranger, gate):
    opened = stranger.get(f"/?token={gate.token}", follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, "./")
    cookie = opened.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert gate.token not in opened.headers["set-cookie"]
    assert stranger.get(AT).status_code == 200


@pytest.mark.parametrize("address", ["/", "/?token=wrong", "/?token="])
def test_without_the_right_token_there_is_a_sentence_and_no_cookie(stranger, address):
    response = stranger.get(address)
    assert response.status_code == 401
    assert "printed" in response.text
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("cookie", ["", "wrong", "é"])
def test_a_wrong_cookie_opens_nothing(stranger, gate, cookie):
    headers = {"Cookie": f"{gate.cookie}={cookie}".encode()}
    assert stranger.get(AT, headers=headers).status_code == 401
    error = stranger.post(f"{AT}/lessons", json=LESSON, headers=headers).json()["error"]
    assert error["kind"] == "NotSignedIn"


def test_the_cookie_of_one_server_does_not_open_another(project, client):
    other = create_app({"inbox": project}, gate=LaunchGate("ines", port=PORT))
    with TestClient(other, base_url=URL, cookies=dict(client.cookies)) as mine:
        assert mine.get(AT).status_code == 401


def _started_again(project, first, port=PORT):
    gate = LaunchGate("ines", port=port)
    gate.before = first.mark()
    return gate, create_app({"inbox": project}, gate=gate)


def test_an_open_page_is_known_across_a_restart_and_gets_the_new_cookie(project, gate):
    again, app = _started_again(project, gate)
    assert gate.pass_ != again.pass_
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as page:
        assert page.get(AT).headers["set-cookie"].startswith(f"{gate.cookie}={again.pass_};")
        page.cookies.clear()
        page.cookies.set(gate.cookie, again.pass_)
        assert "set-cookie" not in page.get(AT).headers


def test_the_cookie_of_two_starts_ago_or_of_another_port_opens_nothing(project, gate):
    again, _ = _started_again(project, gate)
    _, app = _started_again(project, again)
    _, elsewhere = _started_again(project, gate, port=PORT + 1)
    for server, name in ((app, gate.cookie), (elsewhere, f"teachback-{PORT + 1}")):
        with TestClient(server, base_url=URL, cookies={name: gate.pass_}) as page:
            assert page.get(AT).status_code == 401


def test_after_some_minutes_the_cookie_of_the_start_before_opens_nothing(project, gate, monkeypatch):
    monkeypatch.setattr("teachback.web.access._ACROSS_A_RESTART", -1)
    _, app = _started_again(project, gate)
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as page:
        assert page.get(AT).status_code == 401


def test_a_start_finds_the_mark_of_the_one_before_on_its_port(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert [exchange_mark(port, mark) for port, mark in ((1, "a"), (1, "b"), (2, "c"), (1, "d"))] == [
        None,
        "a",
        None,
        "b",
    ]
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "teachback").iterdir()} == {0o600}
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "teachback" / "cookie-1"))  # a file: nothing can be kept there
    assert exchange_mark(1, "e") is None


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::1", "localhost@evil"]
)
def test_a_name_that_leads_here_from_elsewhere_is_refused(client, host):
    for address in ("/", AT, "/assets/app.js"):
        assert client.get(address, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:9", "[::1]:8000"])
def test_the_names_of_this_machine_are_its_own(client, host):
    assert client.get(AT, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
    ],
)
def test_what_another_site_sends_is_refused_even_with_the_cookie(client, project, headers):
    before = len(project.record)
    assert client.post(f"{AT}/lessons", json=LESSON, headers=headers).status_code == 403
    assert client.get(AT, headers=headers).status_code == 403
    assert len(project.record) == before


def test_our_own_page_and_programs_are_heard(client):
    own = {"Sec-Fetch-Site": "same-origin", "Origin": URL}
    assert client.post(f"{AT}/lessons", json=LESSON, headers=own).status_code == 201
    assert client.get(AT, headers={"Sec-Fetch-Site": "none"}).status_code == 200


@pytest.mark.parametrize("address", ["/", "/api", AT, f"{AT}/nothing", "/assets/none.js", "/api/v1/openapi.json"])
def test_every_answer_tells_the_browser_what_to_refuse(client, address):
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"


def test_what_the_api_says_is_stored_nowhere(client):
    assert client.get(AT).headers["cache-control"] == "no-store"


def test_a_body_that_is_too_large_is_refused_declared_or_not(client):
    large = json.dumps({"entries": [{"kind": "flag", "id": "f", "document": "d", "note": "x" * LARGEST_BODY}]}).encode()
    headers = {"Content-Type": "application/json"}
    parts = (large[start : start + 65536] for start in range(0, len(large), 65536))
    for body in (large, parts):
        response = client.post(f"{AT}/lessons", content=body, headers=headers)
        assert (response.status_code, response.json()["error"]["kind"]) == (413, "TooLarge")


def test_a_crash_is_a_number_and_no_more(client, project, monkeypatch, caplog):
    def broken(*lessons):
        raise RuntimeError("the secret path /var/lib/x")

    monkeypatch.setattr(project, "teach", broken)
    response = client.post(f"{AT}/lessons", json=LESSON)
    error = response.json()["error"]
    assert (response.status_code, error["kind"]) == (500, "Crash")
    assert "secret" not in response.text
    assert error["detail"]["reference"] in error["message"]
    assert f"crash {error['detail']['reference']}" in caplog.text


def test_nothing_is_measured_or_sent(client, app, monkeypatch):
    """Not even when the process has somewhere to send it."""
    made = []

    class Provider(trace.TracerProvider, metrics.MeterProvider):
        def get_tracer(self, *args, **kwargs):
            made.append(args)
            return trace.NoOpTracer()

        def get_meter(self, name, *args, **kwargs):
            made.append(name)
            return metrics.NoOpMeter(name)

    monkeypatch.setattr(trace, "get_tracer_provider", Provider)
    monkeypatch.setattr(metrics, "get_meter_provider", Provider)
    assert client.get(AT).status_code == 200
    assert made == []
    assert not app._native_telemetry.enabled()


def test_no_page_loads_anything_from_elsewhere(client):
    for address in ("/", "/api"):
        text = client.get(address).text
        assert "http://" not in text
        assert "https://" not in text
        assert "<style" not in text


@pytest.mark.parametrize("number", ["1e308", "1e13", "NaN", "Infinity", "-1"])
def test_a_lesson_with_an_absurd_number_cannot_spoil_what_is_added_up(client, project, number):
    entries = [
        f'{{"kind": "word", "id": "w{field}", "term": "refund", "class": "billing", "{field}": {number}}}'
        for field in ("seconds", "strength")
    ]
    for entry in entries:
        content = f'{{"entries": [{entry}]}}'
        refused = client.post(f"{AT}/lessons", content=content, headers={"Content-Type": "application/json"})
        assert refused.status_code == 400
        assert client.post(f"{AT}/record/uploads", content=f'{{"entry": {entry}}}').status_code == 400
    assert not project.teaching().words


def test_a_line_of_an_upload_is_not_read_without_end(client, project, monkeypatch):
    monkeypatch.setattr(record, "_LONGEST", 1000)
    before = project.store.size
    long = json.dumps({"document": {"id": "long", "text": "a" * 1000}})
    refused = client.post(f"{AT}/record/uploads", content=long)
    assert refused.status_code == 400
    assert "Line 1: It is longer than the 1,000 bytes" in refused.json()["error"]["message"]
    assert project.store.size == before


@pytest.mark.parametrize(
    "column",
    [{"name": 5}, {"name": "a", "kind": []}, {"name": "a", "role": 7}, {"name": ""}, {"kind": "text"}, "a", None],
)
def test_columns_that_are_none_are_not_kept_where_everybody_reads_them(client, project, column):
    refused = client.post(f"{AT}/record/uploads", content=json.dumps({"columns": [column]}))
    assert refused.status_code == 400
    assert project.columns == ()
    assert client.get(f"{AT}/documents?limit=1").status_code == 200


@pytest.mark.parametrize("content", [b"[" * 1_000_000, b'{"entries": ' + b"1" * 10_000 + b"}", b"\xff"])
def test_json_that_is_too_deep_or_too_long_for_a_number_is_refused(client, content):
    response = client.post(f"{AT}/lessons", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)
    assert set(response.json()["error"]) == {"kind", "message", "detail"}
