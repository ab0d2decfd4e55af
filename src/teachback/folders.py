"""Where a user's own files are: the cache, the state of servers, what was set up once for all projects."""

from __future__ import annotations

import os
from pathlib import Path

_USUAL = {"XDG_CACHE_HOME": "~/.cache", "XDG_CONFIG_HOME": "~/.config", "XDG_STATE_HOME": "~/.local/state"}


def user_folder(variable: str) -> Path:
    """The folder of teachback where that variable says, or in its usual place in the home folder.

    It need not be there. A user without a home folder, as services and containers have, gets one that is never there
    and cannot be made.

    >>> os.environ["XDG_STATE_HOME"] = "state"
    >>> user_folder("XDG_STATE_HOME").as_posix()
    'state/teachback'
    >>> del os.environ["XDG_STATE_HOME"]
    """
    try:
        return Path(os.environ.get(variable) or _USUAL[variable]).expanduser() / "teachback"
    except RuntimeError:
        return Path(os.devnull) / "teachback"
