"""nginx in front of a server, which it offers under a path: a process of the tests' own, gone afterwards."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from teachback.web.server import listen

_CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/a;
    uwsgi_temp_path {folder}/b;
    scgi_temp_path {folder}/c;
    server {{
        listen 127.0.0.1:{port};
        location {path}/ {{
            proxy_pass http://127.0.0.1:{behind}{rest};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""


@contextmanager
def nginx(behind: int, path: str, *, strips: bool = True) -> Iterator[str]:
    """Where nginx offers the server on that port, below the path; it takes the path off, or leaves it on."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/opt/homebrew/bin")
    assert program is not None, "The tests start an nginx of their own: apt-get install nginx-light"
    folder = Path(tempfile.mkdtemp(prefix="teachback-"))
    with listen("127.0.0.1", None) as free:
        port = free.getsockname()[1]
    settings = folder / "nginx.conf"
    rest = "/" if strips else ""
    settings.write_text(_CONFIGURATION.format(folder=folder, port=port, path=path, behind=behind, rest=rest))
    with subprocess.Popen([program, "-e", folder / "errors", "-p", folder, "-c", settings]) as process:
        try:
            _wait_for(folder, process)
            yield f"http://127.0.0.1:{port}{path}"
        finally:
            process.terminate()
            process.wait(10)
            shutil.rmtree(folder)


def _wait_for(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until it listens, which it does before it writes its number down."""
    while not (folder / "pid").exists() or not (folder / "pid").read_text().strip():
        assert process.poll() is None, (folder / "errors").read_text()
