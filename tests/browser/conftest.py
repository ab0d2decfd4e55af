"""A real server, a real browser, and a look at what the page must never do."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.process import Teachback
from tests.browser.projects import Copies
from tests.browser.visits import FLAGS, PATIENCE, House, Visits


@pytest.fixture(scope="package")  # no longer: while it runs, nothing else in the process may run an event loop
def browser():
    """Debian's chromium, without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def copies(tmp_path_factory):
    """Prepared projects, made when the first test needs one."""
    return Copies(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="module")
def house(request, copies, tmp_path_factory):
    """A server with the projects that the module asks for in PROJECTS: how many of which kind."""
    folder = tmp_path_factory.mktemp("house")
    wanted = [(make, number) for make, number in request.module.PROJECTS.items()]
    files = [
        copies.copy(make, folder / f"{make.__name__}-{at}.teachback")
        for make, number in wanted
        for at in range(1, number + 1)
    ]
    server = Teachback("serve", *map(str, files), "--teacher", "ines", home=folder / "home")
    server.start()
    yield House(server, files)
    server.stop()
    assert "Traceback" not in server.errors, server.errors


@pytest.fixture
def visits(browser):
    """Opens pages, and asserts in the end that they made no error and called nobody but their server."""
    visits = Visits(browser)
    yield visits
    visits.close()
    assert visits.troubles() == []
