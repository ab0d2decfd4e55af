"""Small archives in the originals' formats, made by each test that needs one."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

Make = Callable[[str, Mapping[str, bytes]], Path]


@pytest.fixture
def make_tar(tmp_path: Path) -> Make:
    def make(name: str, members: Mapping[str, bytes]) -> Path:
        with tarfile.open(tmp_path / name, "w:gz") as archive:
            for member, content in members.items():
                info = tarfile.TarInfo(member)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        return tmp_path / name

    return make


@pytest.fixture
def make_zip(tmp_path: Path) -> Make:
    def make(name: str, members: Mapping[str, bytes]) -> Path:
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, content in members.items():
                archive.writestr(member, content)
        return tmp_path / name

    return make


@pytest.fixture
def write_lines(tmp_path: Path) -> Callable[..., Path]:
    """Write rows (or raw lines) as a `.jsonl.gz` file of a data folder, which is given back."""

    def write(file: str, *rows: object) -> Path:
        path = tmp_path / "data" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in lines)))
        return tmp_path / "data"

    return write


class _Server(SimpleHTTPRequestHandler):
    """Serves files, and at two addresses what servers do on bad days."""

    def do_GET(self) -> None:
        if self.path == "/breaks-off":
            self.send_response(200)
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(bytes(300))
        elif self.path == "/says-no-length":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(bytes(5000))
        else:
            super().do_GET()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a real web server on this machine that serves the test's own folder."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Server, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
