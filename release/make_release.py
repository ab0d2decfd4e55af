"""Make a release: a dated section of the changelog, a commit, a tag, and in dist/ what is published.

`python release/make_release.py [VERSION] [--check COMMAND]`, by `make release`. It refuses where something is not
committed, the version was released before, nothing is new, or the check fails. Until all of dist/ is there nothing is
committed, and where something fails on the way, the files are as they were before. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

CHANGELOG, VERSION, CITATION = Path("CHANGELOG.md"), Path("src/teachback/__init__.py"), Path("CITATION.cff")
DIST = Path("dist")


class Refused(Exception):
    """Why there is no release."""


def main(version: str | None, check: str) -> None:
    """Check, write, build, commit and tag."""
    version = version or current_version().partition(".dev")[0]
    refuse_what_is_not_ready(version)
    print(f"Checking: {check} …")
    run(*shlex.split(check))
    refuse_what_is_not_ready(version)  # a check that changes files is none
    today = datetime.now(UTC).date()
    try:
        write_version(version, today)
        build()
    except BaseException:
        run("git", "checkout", "--quiet", "--", *map(str, (CHANGELOG, VERSION, CITATION)))
        raise
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"teachback {version}")
    print(f"Tagged v{version}. In {DIST}/:")
    for file in sorted(DIST.iterdir()):
        print(f"  {file.name} ({file.stat().st_size / 1e6:,.2f} MB)")


def current_version() -> str:
    """The version that the sources name."""
    found = re.search(r'^__version__ = "(.+)"$', VERSION.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise Refused(f"{VERSION} names no version.")
    return found[1]


def refuse_what_is_not_ready(version: str) -> None:
    """Refuse a version that is none or was released, changes that are not committed, and a release without news."""
    if re.fullmatch(r"\d+\.\d+\.\d+", version) is None:
        raise Refused(f"{version!r} is no version; write three numbers, such as 0.1.0.")
    if changed := run("git", "status", "--porcelain"):
        raise Refused(f"This is not committed; commit or remove it, then release:\n{changed}")
    if run("git", "tag", "--list", f"v{version}"):
        raise Refused(f"v{version} was released already; name the next version: make release VERSION=…")
    dated(CHANGELOG.read_text(encoding="utf-8"), version, date.min)


def dated(changelog: str, version: str, day: date) -> str:
    """The changelog with what was unreleased under the version and its day.

    >>> print(dated("# Changelog\\n\\n## Unreleased\\n\\n- New.\\n", "0.1.0", date(2026, 1, 31)))
    # Changelog
    <BLANKLINE>
    ## Unreleased
    <BLANKLINE>
    ## 0.1.0 (2026-01-31)
    <BLANKLINE>
    - New.
    <BLANKLINE>
    """
    before, heading, rest = changelog.partition("\n## Unreleased\n")
    if not heading or not rest.partition("\n## ")[0].strip():
        raise Refused(f"{CHANGELOG} has nothing under Unreleased, so there is nothing to release.")
    return f"{before}{heading}\n## {version} ({day})\n{rest}"


def write_version(version: str, day: date) -> None:
    """Write the version and its day where they are read."""
    edit(CHANGELOG, lambda text: dated(text, version, day))
    edit(VERSION, lambda text: re.sub(r'^__version__ = ".+"$', f'__version__ = "{version}"', text, flags=re.MULTILINE))
    lines = re.sub(r"^(version|date-released): .*\n", "", CITATION.read_text(encoding="utf-8"), flags=re.MULTILINE)
    CITATION.write_text(f"{lines.rstrip()}\nversion: {version}\ndate-released: {day}\n", encoding="utf-8")


def build() -> None:
    """Fill dist/ anew: the sources, the wheel that is built from them, what is in them, and the sums of all."""
    shutil.rmtree(DIST, ignore_errors=True)
    run("make", "--silent", "wheel", "sbom")
    (DIST / ".gitignore").unlink(missing_ok=True)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def edit(file: Path, change: Callable[[str], str]) -> None:
    """Change the text of a file."""
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def run(*command: str) -> str:
    """What a command prints; where it fails, there is no release. What `make` prints is shown as it comes."""
    shown = command[0] == "make"
    done = subprocess.run(command, stdout=None if shown else subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Refused(f"This failed: {shlex.join(command)}")
    return "" if shown else done.stdout.rstrip()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("version", nargs="?", help="such as 0.1.0; else what the sources name, without .dev")
    arguments.add_argument("--check", default="make test", metavar="COMMAND")
    given = arguments.parse_args()
    try:
        main(given.version, given.check)
    except Refused as refused:
        sys.exit(f"No release: {refused}")
