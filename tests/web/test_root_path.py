"""Under a path of a proxy: the link, the page, the API and the events are found from the first click on."""

from __future__ import annotations

import json
import re
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest
from starlette.testclient import TestClient

from teachback.project import Project
from teachback.web.app import create_app
from teachback.web.proxy import BadRootPath, root_path
from tests.web.conftest import URL
from tests.web.prefix_proxy import nginx
from tests.web.serving import served

PATH = "/hub/teachback"


@pytest.mark.parametrize("strips", [True, False])
def test_behind_nginx_everything_is_found_from_the_link_on(project, gate, strips):
    app = create_app({"inbox": project}, gate=gate, hosts=None, root_path=PATH)
    cookies = CookieJar()
    browser = build_opener(HTTPCookieProcessor(cookies))
    with served(app) as port, nginx(port, PATH, strips=strips) as address:
        with browser.open(f"{address}/?token={gate.token}") as page:
            at, html = page.url, page.read().decode()
        assert at == f"{address}/"
        assert [(cookie.name, cookie.path) for cookie in cookies] == [(gate.cookie, PATH)]
        named = re.findall(r'(?:href|src|content)="([^"]+\.(?:js|css|svg)|api/[^"]+)"', html)
        assert len(named) > 4
        for each in named:
            browser.open(urljoin(at, each)).close()
        with browser.open(urljoin(at, "api")) as reference:
            links = re.findall(r'href="([^"#]+)"', reference.read().decode())
            described = [json.load(browser.open(urljoin(reference.url, each))) for each in links if "json" in each]
        assert [each["servers"] for each in described] == [[{"url": PATH}]]
        with browser.open(urljoin(at, "api/v1/projects/inbox/events")) as events:
            assert events.readline() == b"event: hello\n"
        with Project.open(f"{address}/projects/inbox?token={gate.token}") as notebook:
            assert notebook.classes == project.classes
        with pytest.raises(HTTPError, match="401"):
            urlopen(f"{address}/api/v1/projects/inbox")


def test_without_its_slash_the_path_leads_to_the_page(project, gate):
    app = create_app({"inbox": project}, gate=gate, root_path=PATH)
    with TestClient(app, base_url=URL, follow_redirects=False) as client:
        assert client.get(f"{PATH}?token=a").headers["location"] == f"{PATH}/?token=a"
        assert client.get(f"{PATH}s/").status_code == 404


@pytest.mark.parametrize(
    "bad", ["teachback", "/a b", "/a//b", "/a/../b", "/a?b", "/api", "/api/x", "/assets", "/é", "//a"]
)
def test_a_path_that_no_proxy_can_offer_is_refused_with_a_sentence(bad):
    with pytest.raises(BadRootPath, match="is no path under which a proxy can offer"):
        root_path(bad)


@pytest.mark.parametrize("good", ["/teachback", "/user/ann%40example.org/proxy/8123", "/a.b/c_d-e"])
def test_a_path_is_taken_with_or_without_a_slash_at_its_end(good):
    assert root_path(f"{good}/") == root_path(good) == good
