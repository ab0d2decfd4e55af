"""Fetching a corpus from its authors' pages into a data folder, in the form that `load` reads."""

from __future__ import annotations

import http.client
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from teachback.corpora import data_folder, find
from teachback.corpora.corpus import BadCorpusFile, Counts, Original, differences, read_rows, write_rows
from teachback.errors import TeachbackError, listed, near_miss

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


class NoAddress(TeachbackError):
    """A corpus that cannot be downloaded, because no address offers it."""


class UnknownSource(TeachbackError):
    """A source for an archive that the corpus does not have, or a file that is not there."""


class BadFolder(TeachbackError):
    """A data folder that cannot be written to."""


class UnexpectedContent(TeachbackError):
    """Archives that gave another number of documents than their authors published."""


@dataclass(frozen=True)
class Fetched:
    """What `fetch` did: the files of the corpus, whether they had been there before, and what to know about them."""

    name: str
    files: tuple[Path, ...]
    already_there: bool
    notes: tuple[str, ...] = ()


def fetch(
    name: str,
    folder: str | Path | None = None,
    *,
    progress: Progress | None = None,
    sources: Mapping[str, str | Path] | None = None,
    expected: Counts | None = None,
) -> Fetched:
    """Download a corpus and convert it; nothing is installed unless all of it came out as published.

    The data folder is the one where `load` looks when nothing is given. `progress` is told an archive's name, the bytes
    done and the bytes in all (or nothing if the server does not say). `sources` has a file, or another address, for an
    archive by its name, for those who download by hand; `expected` counts are checked instead of the published ones.
    """
    entry = find(name)
    if entry.original is None:
        return Fetched(name, (), already_there=True, notes=(f"{name} comes with teachback.",))
    original, root = entry.original, data_folder(folder)
    expected = original.counts if expected is None else expected
    files = tuple(root / file for file in original.counts)
    if _right(root, original, expected):
        return Fetched(name, files, already_there=True)
    checked_sources = _checked_sources(name, original, sources or {})
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFolder(
            f"Cannot write to the data folder {root} ({error.strerror}). Choose another: --data DIR."
        ) from None
    # Beside the files' final place, so that moving them there is one step that cannot half happen.
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=root) as temporary:
        work = Path(temporary)
        archives = {archive: _archive(archive, source, work, progress) for archive, source in checked_sources.items()}
        converted = original.convert(archives)
        wrong: list[str] = []
        for file, rows in converted.files.items():
            wrong += differences(file, rows, expected.get(file, {}))
            (work / file).parent.mkdir(exist_ok=True)
            write_rows(work / file, rows)
        if wrong:
            raise UnexpectedContent(
                f"{name} did not come out as published: {listed(wrong, most=3)}. Nothing was installed. Look at "
                f"{original.page} whether the archives there have changed."
            )
        for file in converted.files:
            (root / file).parent.mkdir(exist_ok=True)
            (work / file).replace(root / file)
    return Fetched(name, files, already_there=False, notes=tuple(converted.notes))


def _right(root: Path, original: Original, expected: Counts) -> bool:
    """Whether all files are there with the counts they should have."""
    try:
        return all((root / file).is_file() for file in original.counts) and not any(
            differences(file, read_rows(root / file), expected.get(file, {})) for file in original.counts
        )
    except BadCorpusFile:
        return False


def _checked_sources(name: str, original: Original, sources: Mapping[str, str | Path]) -> dict[str, str]:
    """Where to get each archive from."""
    for archive in sources:
        if archive not in original.archives:
            raise UnknownSource(
                f"{name} has no archive {archive!r}.{near_miss(archive, original.archives)} "
                f"It is made from {listed(original.archives)}."
            )
    checked = {}
    for archive, address in original.archives.items():
        source = str(sources.get(archive) or address or "")
        if not source:
            raise NoAddress(
                f"teachback knows no address to download {name} from. Look at {original.page}, and give the file "
                f"that you have with --sources {archive}=FILE (in Python: sources={{{archive!r}: FILE}})."
            )
        checked[archive] = source
    return checked


def _archive(archive: str, source: str, work: Path, progress: Progress | None) -> Path:
    """The path of an archive, which is downloaded first if its source is an address."""
    if is_address(source):
        download(source, work / archive, progress=progress)
        return work / archive
    path = Path(source).expanduser()
    if not path.is_file():
        raise UnknownSource(f"There is no file {path} to take {archive} from. Give the path of the downloaded archive.")
    return path
