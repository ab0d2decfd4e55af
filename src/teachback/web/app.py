"""The app: projects, a gate, and the routes between them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from teachback import __version__
from teachback.classroom import Classroom
from teachback.project import Project
from teachback.web import errors
from teachback.web.access import CookieRenewal, Gate, LaunchGate
from teachback.web.errors import Crashes
from teachback.web.paths import EscapedSlashes
from teachback.web.proxy import Forwarded, Network, RootPath
from teachback.web.routes import PROJECT_ROUTERS, ROUTERS
from teachback.web.security import LOOPBACK, Guard
from teachback.web.uploads import Uploads

_THREADS = 200  # for requests that only read; those that write have their own
_STOP = 1.0  # seconds that stopping waits for questions that are being worked out


def create_app(
    projects: Mapping[str, Project],
    *,
    gate: Gate,
    hosts: frozenset[str] | None = LOOPBACK,
    addresses: Mapping[str, str] | None = None,
    root_path: str = "",
    proxies: tuple[Network, ...] = (),
) -> FastAPI:
    """An app that serves the projects under their names; the caller opens and closes the projects.

    Parameters
    ----------
    gate
        How callers are known.
    hosts
        The names under which the server may be addressed; None for any, where a proxy in front of it checks them.
    addresses
        Where the projects are kept, for owners who use them in a terminal or a notebook too.
    root_path
        The path under which a proxy offers the app, such as ``/teachback``.
    proxies
        From where a proxy may say who asked, by which name and whether encrypted.
    """
    classrooms = {name: Classroom(name, project, (addresses or {}).get(name)) for name, project in projects.items()}
    off = dict.fromkeys(("tracing", "metrics", "logs", "operation_spans", "auto_configure"), False)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        app.state.uploads = Uploads()
        for classroom in classrooms.values():
            classroom.start()
        yield
        app.state.uploads.close()
        for classroom in classrooms.values():
            classroom.close()
        end = time.monotonic() + _STOP
        for classroom in classrooms.values():
            classroom.join(end - time.monotonic())

    app = FastAPI(
        title="teachback",
        version=__version__,
        description="Text classifiers you teach with reasons, and that give their reasons back.",
        lifespan=lifespan,
        openapi_url=None,  # its page would be written anew for everybody, and load scripts from elsewhere; see pages
        telemetry=TelemetryConfig(**off),  # type: ignore[typeddict-item]
        servers=[{"url": root_path}] if root_path else None,
        middleware=[
            *([Middleware(Forwarded, proxies=proxies)] if proxies else []),
            *([Middleware(RootPath, path=root_path)] if root_path else []),
            Middleware(Guard, hosts=hosts),
            *([Middleware(CookieRenewal, gate=gate)] if isinstance(gate, LaunchGate) else []),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(Crashes),
            Middleware(EscapedSlashes),
        ],
    )
    app.state.classrooms, app.state.gate, app.state.root_path = classrooms, gate, root_path
    errors.install(app)
    for router in (*ROUTERS, *PROJECT_ROUTERS):
        app.router.routes += router.routes  # included, they would be made anew, in the first seconds of every app
    return app
