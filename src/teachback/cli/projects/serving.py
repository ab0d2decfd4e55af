"""Projects in the browser: what `teachback serve` and `teachback demo` have in common."""

from __future__ import annotations

import getpass
import os
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from teachback.project import Project

_GIVE_UP = 0.3  # seconds after which learning that is under way is given up


@dataclass(frozen=True)
class ServerOptions:
    """Where and to whom projects are served.

    Attributes
    ----------
    host, port
        Where to listen; None for the projects' usual port.
    browser
        Whether to open one.
    teacher
        Who teaches when nobody signs in; None for the user of this machine.
    team
        The address of the project that the team belongs to; None for one person alone.
    certificate, key
        Files for TLS.
    proxies
        From where a proxy may say who asked.
    addresses
        Where each of the projects is, from which their usual port follows.
    """

    host: str = "127.0.0.1"
    port: int | None = None
    browser: bool = True
    teacher: str | None = None
    team: str | None = None
    certificate: Path | None = None
    key: Path | None = None
    proxies: str | None = None
    addresses: Mapping[str, str] = field(default_factory=dict)


def serve(projects: Mapping[str, Project], options: ServerOptions) -> None:
    """Serve the projects until somebody stops it, then close them."""
    from teachback.cli.projects.addresses import listen_for
    from teachback.web.server import check_host, listen
    from teachback.web.server import serve as serve_app

    check_host(options.host, team=options.team is not None)
    if options.proxies is not None and options.team is None:
        raise TeachbackError("Behind a proxy, other people reach the server; add --team, or leave --behind-proxy out.")
    tls = _tls(options)
    with ExitStack() as closing:
        for project in projects.values():
            closing.callback(project.close, _GIVE_UP)
        listening = closing.enter_context(
            listen_for(options.host, options.addresses.values())
            if options.port is None
            else listen(options.host, options.port)
        )
        port = listening.getsockname()[1]
        address = f"{'https' if tls else 'http'}://{_named(options.host)}:{port}/"
        app, link, shown = (
            _for_one(projects, options, address)
            if options.team is None
            else _for_team(projects, options, address, closing)
        )

        def ready() -> None:
            typer.echo(f"Open {link} (Ctrl-C stops)")
            if options.browser:
                threading.Thread(target=_show, args=(shown,), name="teachback-browser", daemon=True).start()

        serve_app(app, listening, ready, **tls)
        all_kept = _keep_all(projects, options)
    if all_kept:
        typer.echo("Stopped. Everything that was taught is kept.")
    _leave()


def _keep_all(projects: Mapping[str, Project], options: ServerOptions) -> bool:
    """Whether all projects are where they were; those that are not are saved elsewhere, and it is said where."""
    from teachback.project.transfer.rescue import rescue
    from teachback.store import FileChanged

    places = []
    for name, address in options.addresses.items():
        try:
            saved = rescue(projects[name], Path(address))
        except FileChanged as error:
            typer.echo(f"Stopped. {error} It could not be saved elsewhere.", err=True)
            places.append(address)
            continue
        if saved is not None:
            places.append(address)
            typer.echo(
                f"Stopped. {address} was removed, replaced or overwritten while it was served; all that was taught "
                f"until then is kept in {saved}, and later lessons wait in the browsers that have them.",
                err=True,
            )
    return not places


def _for_one(projects: Mapping[str, Project], options: ServerOptions, address: str) -> tuple[FastAPI, str, str]:
    """The app, the link to print, and the one that a browser is opened with."""
    from teachback.web.access import LaunchGate
    from teachback.web.app import create_app
    from teachback.web.server import launch_key

    port = int(address.rpartition(":")[2].rstrip("/"))
    gate = LaunchGate(options.teacher or _user(), port=port, key=launch_key())
    app = create_app(projects, gate=gate, addresses=_typeable(options))
    return app, f"{address}?token={gate.token}", f"{address}?token={gate.ticket}"


def _for_team(
    projects: Mapping[str, Project], options: ServerOptions, address: str, closing: ExitStack
) -> tuple[FastAPI, str, str]:
    """The team's app, and the link to print and to open; it holds no secret."""
    from teachback.web.security import LOOPBACK
    from teachback.web.team.invitations import link
    from teachback.web.team.opening import open_team
    from teachback.web.team.proxy import networks
    from teachback.web.team_app import create_team_app

    proxies = networks(options.proxies) if options.proxies else ()
    team = closing.enter_context(open_team(str(options.team)))
    app = create_team_app(projects, team, proxies=proxies, addresses=_typeable(options))
    if not address.startswith("https") and options.host not in LOOPBACK:
        typer.echo("Passwords cross the network readable; add --certificate and --key, or a proxy that encrypts.")
    if key := team.first_invitation():
        typer.echo("There are no accounts yet. The person who opens this link within a day becomes the owner:")
        typer.echo(link(address.rstrip("/"), key))
    return app, address, address


def _typeable(options: ServerOptions) -> dict[str, str]:
    """The projects' addresses as an owner can type them anywhere on this machine."""
    from teachback.cli.projects.addresses import where

    return {name: where(address).encode(errors="replace").decode() for name, address in options.addresses.items()}


def _named(host: str) -> str:
    """The host as others write it in a link; a server that listens everywhere is found by the machine's name."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - only compared
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _tls(options: ServerOptions) -> dict[str, str]:
    if (options.certificate is None) != (options.key is None):
        raise TeachbackError("TLS needs both files: give --certificate and --key.")
    if options.certificate is None or options.key is None:
        return {}
    for file in (options.certificate, options.key):
        if not file.is_file():
            raise TeachbackError(f"There is no file {file}; --certificate and --key are files in PEM form.")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(options.certificate, options.key)
    except (ssl.SSLError, OSError) as error:
        raise TeachbackError(
            f"{options.certificate} and {options.key} cannot be used for TLS ({error}). Give a certificate and its own "
            "key, both in PEM form and the key without a password."
        ) from None
    return {"ssl_certfile": str(options.certificate), "ssl_keyfile": str(options.key)}


def _user() -> str:
    """The name of this machine's user."""
    with suppress(OSError, KeyError, ImportError):  # the system has no name for this user
        return getpass.getuser()
    return "teacher"


def _show(link: str) -> None:
    """Open a browser where there is one; nothing is lost where there is none."""
    with suppress(Exception):
        webbrowser.open(link)


def _leave() -> None:
    """End at once when something is still being learned or compiled: it is not needed any more."""
    if any(thread.daemon and thread.name.startswith("teachback-") for thread in threading.enumerate()):
        sys.stdout.flush()
        os._exit(0)
