"""Run the benchmarks: `python -m benchmarks [NAME…] [--data DIR]`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks import (
    app,
    children,
    classify,
    distinctions,
    encoders,
    explain,
    imports,
    project,
    quality,
    rationales,
    record,
    retrain,
    round,
    scale,
    setfit,
    start,
    tables,
    teachers,
    text,
)
from teachback.errors import TeachbackError

BENCHMARKS = {
    "text": text.run,
    "round": round.run,
    "retrain": retrain.run,
    "record": record.run,
    "explain": explain.run,
    "start": start.run,
    "project": project.run,
    "imports": imports.run,
    "children": children.run,
    "classify": classify.run,
    "tables": tables.run,
    "scale": scale.run,
    "distinctions": distinctions.run,
    "rationales": rationales.run,
    "app": app.run,
    "teachers": teachers.run,
    "setfit": setfit.run,
}
BY_NAME = {"encoders": encoders.run, "quality": quality.run, "scale-large": scale.run_large}  # which take long


def main(
    names: Annotated[
        list[str] | None,
        typer.Argument(help=f"Any of {', '.join(BENCHMARKS)} (all by default), or {', '.join(BY_NAME)}."),
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", envvar="TEACHBACK_DATA")] = None,
) -> None:
    """Print what takes how long, beside a peer."""
    for name in names or BENCHMARKS:
        print(f"## {name}")
        try:
            (BENCHMARKS | BY_NAME)[name](data)
        except TeachbackError as error:
            print(error)
        print()


typer.run(main)
