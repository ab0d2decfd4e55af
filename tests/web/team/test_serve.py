"""`teachback serve --team`, as its own process."""

from __future__ import annotations

import json
import re
import signal
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from teachback.cli.projects.serving import ServerOptions, serve
from teachback.errors import TeachbackError
from teachback.project import Project
from teachback.record import Label
from teachback.web.server import CannotListen
from tests.forked import Forked
from tests.web.team.conftest import PASSWORDS

_PASSWORD = PASSWORDS["olga"]


@pytest.fixture
def mails(tmp_path):
    """A project in a file."""
    address = tmp_path / "mails.teachback"
    Project.from_texts({"d1": "refund me", "d2": "it crashed"}, classes=["billing", "bug"], address=address).close()
    return address


@contextmanager
def _serving(*arguments):
    """The lines up to the one with the address, and that address."""
    with TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        process = Forked("serve", *map(str, arguments), "--no-browser", "--team", errors=errors)
        try:
            lines = []
            while not lines or not lines[-1].startswith("Open "):
                line = process.output.readline()
                assert line, errors.read_text(encoding="utf-8")
                lines.append(line)
            yield lines, re.search(r"https?://\S+", lines[-1])[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
            process.output.close()


def _send(method, url, body=None, **headers):
    headers = {"Content-Type": "application/json"} | headers
    request = Request(url, None if body is None else json.dumps(body).encode(), headers, method=method)
    with urlopen(request) as reply:
        content = reply.read()
        return json.loads(content) if content else None, reply.headers.get("Set-Cookie", "").partition(";")[0]


def test_the_first_owner_joins_by_the_printed_link_and_signs_in_after_a_restart(mails):
    with _serving(mails) as (lines, origin):
        api = f"{origin}/api/v1"
        link = lines[-2].strip()
        assert link.startswith(f"{origin}/#/join?key=")
        accept = {"key": link.partition("key=")[2], "name": "olga", "password": _PASSWORD}
        joined, cookie = _send("POST", f"{api}/invitations/accept", accept)
        assert joined["user"] == {"name": "olga", "role": "owner"}
        made, _ = _send("POST", f"{api}/tokens", {"name": "notebook"}, Cookie=cookie)
        with Project.open(f"{origin}/projects/mails", token=made["token"]) as project:
            project.teach(Label("d1", "billing"))
    with _serving(mails) as (lines, origin):
        assert not any("#/join" in line for line in lines)
        signed_in, _ = _send("POST", f"{origin}/api/v1/session", {"name": "olga", "password": _PASSWORD})
        assert signed_in == joined
        with pytest.raises(HTTPError, match="401"):
            _send("GET", f"{origin}/api/v1/projects/mails")
        with Project.open(f"{origin}/projects/mails", token=made["token"]) as project:
            assert project.record[-1].teacher == "olga"
    assert mails.with_suffix(".team").exists()


def test_a_server_for_one_person_stays_on_this_machine():
    with pytest.raises(CannotListen, match="Add --team"):
        serve({}, ServerOptions(host="0.0.0.0"))
    with pytest.raises(TeachbackError, match="add --team"):
        serve({}, ServerOptions(proxies="127.0.0.1"))


def test_a_key_that_does_not_belong_to_the_certificate_is_refused_with_a_sentence(tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    for file in (certificate, key):
        file.write_text("not a certificate")
    with pytest.raises(TeachbackError, match="cannot be used for TLS"):
        serve({}, ServerOptions(certificate=certificate, key=key))
    with pytest.raises(TeachbackError, match="both files"):
        serve({}, ServerOptions(certificate=certificate))
