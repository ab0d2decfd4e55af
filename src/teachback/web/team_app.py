"""The app of a team: its gate knows accounts, and an audit log is kept."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI
from starlette.middleware import Middleware

from teachback.project import Project
from teachback.web.app import create_app
from teachback.web.proxy import Network
from teachback.web.team.gate import TeamGate
from teachback.web.team.provider import Provider
from teachback.web.team.team import Team
from teachback.web.team.trail import Trail


def create_team_app(
    projects: Mapping[str, Project],
    team: Team,
    *,
    proxies: tuple[Network, ...] = (),
    addresses: Mapping[str, str] | None = None,
    root_path: str = "",
    provider: Provider | None = None,
) -> FastAPI:
    """An app for the people of a team; the caller opens and closes the projects and the team.

    It answers to any name: a page that leads here under a name of its own (DNS rebinding) has no cookie of ours.

    Parameters
    ----------
    proxies
        From where a proxy may say who asked, by which name and whether encrypted.
    addresses
        Where the projects are kept; owners are told.
    root_path
        The path under which a proxy offers the app, such as ``/teachback``.
    provider
        By which people may sign in who were invited.
    """
    app = create_app(
        projects, gate=TeamGate(team, provider), hosts=None, addresses=addresses, root_path=root_path, proxies=proxies
    )
    app.user_middleware.append(Middleware(Trail, team=team))  # the innermost: what it answers is guarded as well
    return app
