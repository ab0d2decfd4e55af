"""Console blocks of the documentation, run for real.

A line `$ command` is run in a temporary folder, lines `> text` after it are typed into it, and what it prints is
compared with the lines that follow, in which `…` stands for anything.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from teachback.cli import app

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    command: str
    typed: str
    expected: str


def steps(page: Path) -> list[Step]:
    typed_steps: list[Step] = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            typed = [line[2:] + "\n" for line in lines if line.startswith("> ")]
            output = [line for line in lines if not line.startswith("> ")]
            typed_steps.append(Step(command, "".join(typed), "\n".join(output)))
    return typed_steps


def run(step: Step) -> str:
    """What the command prints; teachback's own commands run in this process, which is much quicker."""
    program, *words = shlex.split(step.command)
    if program == "teachback":
        reply = CliRunner().invoke(app, words, input=step.typed)
        if reply.exception is not None and not isinstance(reply.exception, SystemExit):
            raise reply.exception
        return reply.output
    return subprocess.run(
        ["sh", "-c", step.command], input=step.typed, capture_output=True, text=True, check=True
    ).stdout


def matches(expected: str, printed: str) -> bool:
    pattern = ".*?".join(re.escape(_squeezed(part)) for part in expected.split("…"))
    return re.fullmatch(pattern, _squeezed(printed), re.DOTALL) is not None


def _squeezed(text: str) -> str:
    """Lines without the blanks at their ends, and without empty lines at the end."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n")
