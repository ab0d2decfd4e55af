"""Projects in the browser: what `teachback serve` and `teachback demo` have in common."""

from __future__ import annotations

import getpass
import hashlib
import os
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import typer

from teachback.errors import TeachbackError, counted

if TYPE_CHECKING:
    from fastapi import FastAPI

    from teachback.project import Project
    from teachback.web.proxy import Network
    from teachback.web.team.provider import Provider


_PORTS = range(20_000, 32_768)  # below those that systems take for connections of programs, and hold for a minute after


def where(address: str) -> str:
    """The address of a project as it can be typed in any folder, always written alike and without a password.

    >>> where("postgresql://ines:secret@db/mails")
    'postgresql+psycopg://ines@db/mails'
    """
    from sqlalchemy import URL

    from teachback.store.engine import is_file, server_url

    if is_file(address):
        return str(Path(address).resolve())
    url = server_url(address)
    query = {name: value for name, value in url.query.items() if name != "password"}
    return URL.create(url.drivername, url.username, None, url.host, url.port, url.database, query).render_as_string()


def listen_for(host: str, addresses: Iterable[str]) -> socket.socket:
    """A socket on the usual port of these projects, or on a free one if another program has it."""
    from teachback.web.server import CannotListen, listen

    with suppress(CannotListen):
        return listen(host, usual_port(addresses))
    return listen(host, None)


def usual_port(addresses: Iterable[str]) -> int:
    """A port that follows from where the projects are, and not from the order or folder in which they are named.

    >>> usual_port(["a.teachback", "b.teachback"]) == usual_port(["./b.teachback", "a.teachback"])
    True
    >>> usual_port(["postgresql://ines:secret@db/mails"]) == usual_port(["postgresql+psycopg://ines@db/mails"])
    True
    """
    places = "\n".join(sorted(set(map(where, addresses))))
    digest = hashlib.sha256(places.encode(errors="surrogateescape")).digest()
    return _PORTS[int.from_bytes(digest) % len(_PORTS)]


_GIVE_UP = 0.3  # seconds after which learning that is under way is given up


class Behind(TypedDict):
    """The settings of an app behind a proxy."""

    root_path: str
    proxies: tuple[Network, ...]


@dataclass(frozen=True)
class ServerOptions:
    """Where and to whom projects are served."""

    # Where to listen; None for the projects' usual port
    host: str = "127.0.0.1"
    port: int | None = None
    browser: bool = True  # whether to open one
    teacher: str | None = None  # who teaches where there is no sign-in; None for the user of this machine
    team: str | None = None  # the address of the project that the team belongs to; None for one person alone
    # Files for TLS
    certificate: Path | None = None
    key: Path | None = None
    proxies: str | None = None  # from where a proxy may say who asked
    root_path: str = ""  # the path under which a proxy offers the server
    # Of the provider by which people may sign in; the secret is in the environment
    issuer: str | None = None
    client: str | None = None
    # Where each of the projects is, from which their usual port follows
    addresses: Mapping[str, str] = field(default_factory=dict)


def serve(projects: Mapping[str, Project], options: ServerOptions) -> None:
    """Serve the projects until the server is stopped, then close them."""
    from teachback.web.proxy import networks
    from teachback.web.proxy import root_path as root_path_of
    from teachback.web.server import check_host, listen
    from teachback.web.server import serve as serve_app

    check_host(options.host, team=options.team is not None)
    if options.proxies is not None and options.team is None and not options.root_path:
        raise TeachbackError("Behind a proxy, other people reach the server; add --team, or leave --behind-proxy out.")
    root_path, proxies = root_path_of(options.root_path), networks(options.proxies) if options.proxies else ()
    if options.team is None and (options.issuer or options.client):
        raise TeachbackError("Only people with accounts sign in by a provider; add --team.")
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
        origin = f"{'https' if tls else 'http'}://{_named(options.host)}:{port}{root_path}"
        behind: Behind = {"root_path": root_path, "proxies": proxies}
        app, link, address_to_open = (
            _for_one(projects, options, origin, port, behind)
            if options.team is None
            else _for_team(projects, options, origin, closing, behind)
        )

        def ready() -> None:
            typer.echo(f"Open {link} (Ctrl-C stops)")
            if options.browser:
                threading.Thread(target=_show, args=(address_to_open,), name="teachback-browser", daemon=True).start()

        serve_app(app, listening, ready, **tls)
        all_kept = _keep_all(projects, options)
    if all_kept:
        typer.echo("Stopped. Everything that was taught is kept.")
    _leave()


def _keep_all(projects: Mapping[str, Project], options: ServerOptions) -> bool:
    """Whether all projects are where they were; those that are not are saved elsewhere, and a line says where."""
    from teachback.project.transfer.salvage import rescue
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
            what = (
                f"all but {counted(saved.lost, 'entry', 'entries')}, whose documents are gone," if saved.lost else "all"
            )
            typer.echo(
                f"Stopped. {address} was removed, replaced or overwritten while it was served; {what} that was taught "
                f"until then is kept in {saved.path}, and later lessons wait in the browsers that have them.",
                err=True,
            )
    return not places


def _for_one(
    projects: Mapping[str, Project], options: ServerOptions, origin: str, port: int, behind: Behind
) -> tuple[FastAPI, str, str]:
    """The app, the link to print, and the one that a browser is opened with.

    A proxy may offer it by any name: a page that leads here under a name of its own has no cookie of ours.
    """
    from teachback.web.access import LaunchGate
    from teachback.web.app import create_app
    from teachback.web.security import LOOPBACK
    from teachback.web.server import exchange_mark

    gate = LaunchGate(options.teacher or user_name(), port=port)
    if options.port is not None or port == usual_port(options.addresses.values()):  # where open pages look for it
        gate.before = exchange_mark(port, gate.mark())
    hosts = None if options.root_path else LOOPBACK
    app = create_app(projects, gate=gate, hosts=hosts, addresses=_typeable(options), **behind)
    return app, f"{origin}/?token={gate.token}", f"{origin}/?token={gate.ticket}"


def _for_team(
    projects: Mapping[str, Project], options: ServerOptions, origin: str, closing: ExitStack, behind: Behind
) -> tuple[FastAPI, str, str]:
    """The team's app, and the link to print and to open; it holds no secret."""
    from teachback.web.security import LOOPBACK
    from teachback.web.team.invitations import link
    from teachback.web.team.opening import open_team
    from teachback.web.team_app import create_team_app

    provider = _provider(options)
    team = closing.enter_context(open_team(str(options.team)))
    app = create_team_app(projects, team, addresses=_typeable(options), provider=provider, **behind)
    if not (origin.startswith("https") or options.host in LOOPBACK or options.proxies):
        typer.echo("Passwords cross the network readable; add --certificate and --key, or a proxy that encrypts.")
    if key := team.first_invitation():
        typer.echo("There are no accounts yet. The person who opens this link within a day becomes the owner:")
        typer.echo(link(origin, key))
    return app, f"{origin}/", f"{origin}/"


def _provider(options: ServerOptions) -> Provider | None:
    """By whom people may sign in; its secret is not on the command line, which everybody on the machine can read."""
    from teachback.web.team.provider import Provider

    if options.issuer is None and options.client is None:
        return None
    if options.issuer is None or options.client is None:
        raise TeachbackError("Signing in by a provider needs both: give --oidc-issuer and --oidc-client.")
    return Provider(options.issuer, options.client, os.environ.get("TEACHBACK_OIDC_SECRET"))


def _typeable(options: ServerOptions) -> dict[str, str]:
    """The projects' addresses as an owner can type them anywhere on this machine."""

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


def user_name() -> str:
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
