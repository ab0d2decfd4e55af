"""`make fuzz`: damaged files for some minutes, and requests that nobody would send; prints a table of what happened.

A seed that finds something goes into ``SEEDS`` of test_fuzz.py, with what it found.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path

from tests.fuzz.doors import make_all, outcome


def main() -> int:
    """Run until the minutes are over; the number of findings is the exit code."""
    options = argparse.ArgumentParser(prog="python -m tests.fuzz")
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--only", default="", help="the door whose name begins so")
    options.add_argument("--requests", type=int, default=40, help="requests of each kind to the server; 0 for none")
    chosen = options.parse_args()
    tried, failures = Counter[str](), Counter[str]()
    end = time.monotonic() + 60 * chosen.minutes
    with tempfile.TemporaryDirectory() as folder:
        doors = {name: door for name, door in make_all(Path(folder)).items() if name.startswith(chosen.only)}
        for seed in count(chosen.first):
            for name, door in doors.items():
                tried[name] += 1
                if error := outcome(door, seed, Path(folder)):
                    failures[name] += 1
                    print(f"{name}, seed {seed}:")
                    traceback.print_exception(error, limit=-4)
            if time.monotonic() > end:
                break
    for name in sorted(tried):
        print(f"{name:40} {tried[name]:6} files {failures[name]:4} without a sentence")
    print(f"{'all':40} {tried.total():6} files {failures.total():4} without a sentence")
    failed = _requests(chosen.requests, chosen.first) if chosen.requests else 0
    return min(failures.total() + failed, 100)


def _requests(examples: int, seed: int) -> int:
    """Send requests made of the description, alone and as a team; prints how many, and their seed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
    with tempfile.TemporaryDirectory() as folder:
        sent = Path(folder) / "sent"
        environment = {**os.environ, "FUZZ_EXAMPLES": str(examples), "FUZZ_SENT": str(sent)}
        failed = subprocess.run([*command, "tests/web/test_openapi.py"], env=environment, check=False).returncode
        print(f"{sent.read_text() if sent.exists() else ''}{'seed of the requests':40} {seed:6}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
