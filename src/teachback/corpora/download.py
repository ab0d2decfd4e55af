"""Downloading one file over http or https, within bounds, with a sentence for what goes wrong."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from teachback.errors import TeachbackError

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Told the file's name, the bytes that came so far, and how many are to come in all where the server says so."""

MOST_BYTES = 400_000_000
TIMEOUT = 30.0  # seconds without a sign of life
_CHUNK = 1 << 16


class DownloadFailed(TeachbackError):
    """A file that could not be had from its address."""

    def __init__(self, address: str, problem: object) -> None:
        super().__init__(
            f"Could not download {address}: {problem}. Try again later, or download it by hand and give the file "
            "as a source."
        )


def is_address(source: str) -> bool:
    """Whether a source is a web address, not a file."""
    return source.lower().startswith(("http://", "https://"))


def download(address: str, path: Path, *, progress: Progress | None = None, most_bytes: int = MOST_BYTES) -> None:
    """Write what the address serves to a path, all of it or an error."""
    request = urllib.request.Request(address, headers={"User-Agent": "teachback"})  # noqa: S310  callers check the scheme
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply, path.open("wb") as file:  # noqa: S310
            total = int(reply.headers["Content-Length"]) if reply.headers["Content-Length"] else None
            if total is not None and total > most_bytes:
                raise DownloadFailed(address, f"it has {total:,} bytes, more than {most_bytes:,}")
            done = 0
            while chunk := reply.read(_CHUNK):
                file.write(chunk)
                done += len(chunk)
                if done > most_bytes:
                    raise DownloadFailed(address, f"it has more than {most_bytes:,} bytes")
                if progress is not None:
                    progress(path.name, done, total)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        # A bare URLError hides its reason in brackets; an HTTPError says its number and reason itself.
        raise DownloadFailed(address, error.reason if type(error) is urllib.error.URLError else error) from None
    if total is not None and done < total:
        raise DownloadFailed(address, f"the connection broke off after {done:,} of {total:,} bytes")
