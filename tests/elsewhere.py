"""Files as Windows has them: one that is open is neither moved nor removed, and some characters are in no name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[ .]$')


def refuse_to_move_what_is_open(patch: pytest.MonkeyPatch) -> None:
    """Let `os`, and what uses it, move and remove only files that this process does not have open, or in memory."""
    for name in ("remove", "unlink", "rename", "replace"):
        patch.setattr(os, name, _checked(getattr(os, name)))


def _checked(act: Callable[..., None]) -> Callable[..., None]:
    def checked(*paths: Any, **folders: Any) -> None:
        names = ("dir_fd",) if len(paths) == 1 else ("src_dir_fd", "dst_dir_fd")
        full = [_full(path, folders.get(name)) for path, name in zip(paths, names, strict=True)]
        for held in set(_open_files()):
            if any(held == path or path in held.parents for path in full):
                raise PermissionError(13, "It is open, so that Windows would refuse this", str(held))
        act(*paths, **folders)

    return checked


def _full(path: Any, folder: int | None) -> Path:
    return Path("." if folder is None else f"/proc/self/fd/{folder}").resolve() / os.fsdecode(path)


def _open_files() -> Iterator[Path]:
    for descriptor in Path("/proc/self/fd").iterdir():
        if (file := Path(os.path.realpath(descriptor))).is_file():
            yield file
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        if "/" in line:
            yield Path(line[line.index("/") :])


def names_that_windows_refuses(folder: Path) -> list[str]:
    """The files in a folder that have such a name."""
    return [path.name for path in folder.rglob("*") if _FORBIDDEN.search(path.name)]
