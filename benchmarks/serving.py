"""A real `teachback serve` for the length of a block."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.browser.process import Teachback

_AS_INSTALLED = {"PYTHONDONTWRITEBYTECODE": ""}  # byte code is kept, whatever the one who measures prefers


@contextmanager
def served(*arguments: str, **environment: str) -> Iterator[Teachback]:
    """A server that has said that it can be opened."""
    with TemporaryDirectory() as home, patch.dict(os.environ, _AS_INSTALLED | environment):
        server = Teachback("serve", *arguments, home=Path(home))
        try:
            server.start()
            yield server
        finally:
            server.stop()
