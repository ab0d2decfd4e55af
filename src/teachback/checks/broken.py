"""What a check raises, and what a check is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[Any], None]


class BrokenContract(AssertionError):
    """Something that does not do what everything of its kind does."""
