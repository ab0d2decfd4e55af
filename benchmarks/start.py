"""How soon the command line answers and a project can be made in Python, beside importing NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.timing import best


def run(data: Path | None) -> None:
    """Print the table."""
    numpy = _seconds([sys.executable, "-c", "import numpy"])
    print(f"python -c 'import numpy'   {numpy:5.2f} s")
    for words in (["--help"], ["--version"], ["data", "list"]):
        ours = _seconds([sys.executable, "-m", "teachback", *words])
        print(f"teachback {' '.join(words):<16} {ours:5.2f} s   {ours / numpy:4.2f} times as long")
    project = _seconds([sys.executable, "-c", "from teachback import Project"])
    print(f"from teachback import Project {project:3.2f} s   {project / numpy:4.2f} times as long")


def _seconds(command: list[str]) -> float:
    return best(lambda: subprocess.run(command, check=True, capture_output=True), runs=5)
