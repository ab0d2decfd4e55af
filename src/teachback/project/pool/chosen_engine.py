"""Who sums up a pool, as this user chose: kept in a file of her own, never in a project.

A scheduler can let programs run on the machine that asks it. So a project that is passed on must not lead to one.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from teachback.folders import user_folder


class ChosenEngine(NamedTuple):
    """The address of a scheduler, or how many processes of this machine; neither where nothing was chosen."""

    address: str | None = None
    workers: int | None = None


def chosen_engine(folder: Path) -> ChosenEngine:
    """What was chosen for the counts in a folder."""
    return ChosenEngine(*_kept().get(str(folder), ()))


def choose_engine(folder: Path, chosen: ChosenEngine) -> None:
    """Remember it; a user without a folder of her own chooses anew each time."""
    file = _file()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = file.with_suffix(".new")
        unfinished.write_text(json.dumps({**_kept(), str(folder): chosen}, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(file)


def _kept() -> dict[str, list[str | int | None]]:
    with suppress(OSError, ValueError):
        engines: dict[str, list[str | int | None]] = json.loads(_file().read_text(encoding="utf-8"))
        return engines
    return {}


def _file() -> Path:
    return user_folder("XDG_CONFIG_HOME") / "engines.json"
