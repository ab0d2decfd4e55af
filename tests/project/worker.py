"""A process that teaches; it imports what that takes and nothing else."""

from __future__ import annotations

from pathlib import Path

from teachback.project import Project
from teachback.record import Word


def teach_many(address: str | Path, teacher: str, number: int, classes: list[str]) -> None:
    """Teach a number of words, one after the other."""
    with Project.open(address) as project:
        for place in range(number):
            project.teach(Word(f"{teacher}{chr(97 + place)}", classes[place % 2], teacher=teacher))
