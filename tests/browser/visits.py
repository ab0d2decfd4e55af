"""Visits of the page: each in a browser window of its own, and everything that went wrong in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request

from teachback.project import Project
from tests.browser.process import Teachback
from tests.browser.screen import Screen

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong


class House:
    """A server and its projects; each test takes one of its own."""

    def __init__(self, server: Teachback, files: list[Path]) -> None:
        self.server = server
        self._free = {file.stem: file for file in files}

    def take(self, kind: str) -> tuple[str, Path]:
        """The name and the file of a project that no test has used."""
        name = next((name for name in self._free if name.startswith(f"{kind}-")), None)
        assert name is not None, f"the module asks for too few projects {kind}"
        return name, self._free.pop(name)


class Visits:
    """Opens pages of a server and listens to them.

    A page must not write an error to its console, throw, or ask anybody but its own server for anything; what a test
    brings about on purpose (a server that is gone) it allows by name.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._heard: list[str] = []
        self._allowed: list[str] = []

    def open(
        self, server: Teachback, project: str = "", at: str = "teach", *, link: str = "", **options: Any
    ) -> Screen:
        """A window of its own: first the link that the server printed, then the screen of a project."""
        context = self.window(server, **options)
        screen = Screen(context.new_page())
        screen.page.goto(link or server.link)
        if project:
            screen.page.goto(f"{server.origin}/#/{at}{'&' if '?' in at else '?'}project={project}")
        return screen

    def window(self, server: Teachback, **options: Any) -> BrowserContext:
        """A window without a page, with nobody signed in."""
        context = self._browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        context.set_default_timeout(PATIENCE)
        context.on("console", self._hear_console)
        context.on("weberror", lambda error: self._heard.append(f"thrown: {error.error}"))
        context.on("request", lambda request: self._hear_request(request, server.origin))
        self._contexts.append(context)
        return context

    def allow(self, *patterns: str) -> None:
        """Errors that the test brings about."""
        self._allowed += patterns

    def troubles(self) -> list[str]:
        """What went wrong, without what was allowed."""
        return [heard for heard in self._heard if not any(re.search(pattern, heard) for pattern in self._allowed)]

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._heard.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _hear_request(self, request: Request, origin: str) -> None:
        if not request.url.startswith((origin, "data:", "blob:")):
            self._heard.append(f"asked somebody else: {request.url}")


def record_of(file: Path) -> list[Any]:
    """The lessons in a project's file, in order, as an independent reader finds them."""
    with Project.open(file) as project:
        return list(project.record)
