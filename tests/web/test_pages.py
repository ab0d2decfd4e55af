"""The page, and the reference of the API."""

import json
import re

import pytest
from starlette.testclient import TestClient

from teachback.project import Project
from teachback.web import description
from teachback.web.app import create_app
from teachback.web.routes import pages
from tests.web.conftest import AT, URL


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A front end as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script type="module" src="assets/app-1.js"></script>', encoding="utf-8")
    (tmp_path / "assets" / "app-1.js").write_text("export const x = 1;\n" * 200, encoding="utf-8")
    (tmp_path / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for you", encoding="utf-8")
    monkeypatch.setattr(pages, "SITE", tmp_path)
    return tmp_path


def test_the_page_is_always_looked_for_again_and_its_assets_never(client, site):
    page = client.get("/")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    script = client.get("/assets/app-1.js", headers={"Accept-Encoding": "gzip"})
    assert script.text.startswith("export")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert "javascript" in script.headers["content-type"]
    assert client.get("/icon.svg").headers["content-type"].startswith("image/svg")


def test_a_file_is_sent_as_the_browser_can_read_it_and_anew_when_it_was_built_again(client, site):
    script = site / "assets" / "app-1.js"
    for encoding in ("gzip", "identity"):
        response = client.get("/assets/app-1.js", headers={"Accept-Encoding": encoding})
        assert response.text == script.read_text(encoding="utf-8")
        assert ("content-encoding" in response.headers) == (encoding == "gzip")
        assert response.headers["vary"] == "Accept-Encoding"
    (site / "index.html").write_text("built again", encoding="utf-8")
    assert client.get("/").text == "built again"


@pytest.mark.parametrize(
    "name", ["none.js", "..%2fsecret.txt", "%2e%2e/secret.txt", "../secret.txt", "", "a%00b", ".", "a" * 300]
)
def test_nothing_else_is_served(client, site, name):
    response = client.get(f"/assets/{name}")
    assert response.status_code == 404
    assert response.json()["error"]["kind"] == "NotThere"


def test_without_a_front_end_the_page_says_how_to_build_it(client, tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "SITE", tmp_path)
    response = client.get("/")
    assert response.status_code == 503
    assert "make frontend" in response.text


def test_the_reference_names_every_address_and_needs_no_script(client):
    described = client.get("/api/v1/openapi.json").json()
    text = client.get("/api").text
    for path, methods in described["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in text
    for name in described["components"]["schemas"]:
        assert f'id="{name}"' in text
    assert "<script" not in text
    assert not set(re.findall(r'href="#([^"]+)"', text)) - set(re.findall(r'id="([^"]+)"', text))
    assert client.get("/api.css").headers["content-type"].startswith("text/css")


def test_the_reference_is_written_once_however_many_strangers_ask(stranger, monkeypatch):
    written = []
    monkeypatch.setattr(pages, "reference", lambda openapi: written.append(openapi) or "the reference")
    assert {stranger.get("/api").text for _ in range(3)} == {"the reference"}
    assert len(written) == 1


def test_every_refusal_is_described_in_one_shape(client):
    described = client.get("/api/v1/openapi.json").json()
    for methods in described["paths"].values():
        for operation in methods.values():
            assert "HTTPValidationError" not in str(operation)
            assert "4XX" in operation["responses"]


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nope", 404),
        ("GET", "/api/v1/nope", 404),
        ("PUT", f"{AT}/lessons", 405),
        ("GET", f"{AT}/questions?n=x", 422),
    ],
)
def test_even_what_no_route_answers_is_refused_in_that_shape(client, method, address, status):
    response = client.request(method, address)
    assert response.status_code == status
    assert set(response.json()["error"]) == {"kind", "message", "detail"}


def test_a_probe_is_told_whether_the_server_runs_and_whether_projects_can_be_read(stranger, tmp_path, gate):
    for path in ("/health", "/ready"):
        assert stranger.get(path).status_code == stranger.head(path).status_code == 200
    with Project.from_texts(["a text"], address=tmp_path / "p.teachback") as project:
        client = TestClient(create_app({"p": project}, gate=gate), base_url=URL)
        assert client.get("/ready").text == "ready\n"
        (tmp_path / "p.teachback").unlink()
        assert (client.get("/ready").status_code, client.get("/ready").text) == (503, "not ready\n")
        assert client.get("/health").text == "running\n"


def test_the_page_can_be_asked_for_its_head(client):
    assert client.head("/").status_code == client.get("/").status_code
    assert client.head("/").content == b""


def test_the_description_for_tools_is_that_of_the_server(app, capsys):
    description.main()
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(app.openapi()))
    assert f"{AT.replace('inbox', '{project}')}/lessons" in printed["paths"]
