"""How much of each module the tests run: ``python -m tests.covered build/coverage.json``, after ``make coverage``."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LEAST = 80.0  # per cent of the lines of a module


def below(report: Mapping[str, Any]) -> dict[str, float]:
    """The modules with less than `LEAST` per cent, the least first.

    >>> below({"files": {"a.py": {"summary": {"percent_covered": 79.5}}, "b.py": {"summary": {"percent_covered": 80}}}})
    {'a.py': 79.5}
    """
    percent = {name: float(file["summary"]["percent_covered"]) for name, file in report["files"].items()}
    return {name: share for name, share in sorted(percent.items(), key=lambda one: one[1]) if share < LEAST}


def main(path: str) -> int:
    """Print the figure and the modules below the least; 1 if there are any."""
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    few = below(report)
    lines = [f"{share:5.1f} % of {name}" for name, share in few.items()]
    lines += [f"{report['totals']['percent_covered']:5.1f} % of all {len(report['files'])} modules"]
    if few:
        lines += [
            "Test these modules, or leave them out with a reason: [tool.coverage.report] omit, in pyproject.toml."
        ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
