"""What workers do in these tests; they import it."""

from __future__ import annotations

import os
import pickle
import signal
from pathlib import Path

from teachback.processors import processors
from teachback.project.pool.part_counts import CountedPart
from teachback.project.pool.whole_pool import sums_of_part


def joined(shared: bytes, task: str) -> str:
    """The task behind what all share."""
    return f"{shared.decode()}{task}"


def processors_for(shared: bytes, task: str) -> int:
    """How many processors there are for the work of a task."""
    return processors()


def deadly_once(shared: bytes, task: str) -> str:
    """The worker that has the task `deadly` first is lost in the middle of it."""
    marker = Path(shared.decode())
    if task == "deadly" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def deadly(shared: bytes, task: str) -> str:
    """Every worker that has the task `deadly` is lost."""
    if task == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def deadly_sums(shared: bytes, part: CountedPart) -> object:
    """What a part adds to sums; the worker that has a certain one first is lost in the middle of it."""
    marker, deadly_part, question = pickle.loads(shared)
    if str(part) == deadly_part and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return sums_of_part(question, part)
