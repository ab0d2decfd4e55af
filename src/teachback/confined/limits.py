"""How much a child may use. The system itself keeps to it; where it cannot, the caller watches the clock."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

resource: Any = import_module("resource") if find_spec("resource") else None  # not on every system

_FILES = 64  # open at a time


@dataclass(frozen=True)
class ChildLimits:
    """What a task may use."""

    memory: int = 2 << 30  # bytes beyond those that the child has when it begins
    seconds: int = 120  # of computing
    output: int = 4 << 30  # bytes that it may send back

    @classmethod
    def for_size(cls, size: int) -> ChildLimits:
        """Enough for an honest file of that many bytes.

        >>> ChildLimits.for_size(0).seconds, ChildLimits.for_size(100_000_000).seconds
        (120, 1120)
        """
        return cls(cls.memory + 4 * size, cls.seconds + 10 * (size // 1_000_000), cls.output + 50 * size)


def confine(limits: ChildLimits) -> None:
    """Let the system end this process when it goes beyond; it writes no files and starts no processes."""
    if resource is None:
        return
    for what, most in (
        (resource.RLIMIT_AS, _memory_now() + limits.memory),
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _FILES),
    ):
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (least, least if what != resource.RLIMIT_CPU else hard))
        except (ValueError, OSError):  # a system that does not know this one
            continue


def _memory_now() -> int:
    """The address space that the process has taken already."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * int(resource.getpagesize())
    except OSError:
        return 1 << 30 if sys.platform != "darwin" else 1 << 40  # macOS counts address space that is not in use
