"""`make audit`: asks pip-audit and npm audit which pinned versions have known holes.

Ends with 1 where there are some, and with 0 where there are none, or nobody can be asked, which it says.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIP_AUDIT = [str(Path(sys.executable).with_name("pip-audit")), "--disable-pip", "--require-hashes", "--requirement"]
QUESTIONS = {
    "the Python packages": ([*PIP_AUDIT, "constraints.txt"], "."),
    "the tools that audit": ([*PIP_AUDIT, "audit/requirements.txt"], "."),
    "the page": (["npm", "audit", "--package-lock-only"], "frontend"),
    "the tool for types": (["npm", "audit", "--package-lock-only"], "frontend/tools/api_types"),
    "the provider of the tests": (["npm", "audit", "--package-lock-only"], "frontend/tools/oidc_provider"),
}
HOLES = ("Found ", "vulnerabilit", "severity")
NONE = ("No known vulnerabilities found", "found 0 vulnerabilities")
PATIENCE = 120  # seconds


def main() -> int:
    """Ask about each, and print what is said."""
    found = 0
    for what, (command, folder) in QUESTIONS.items():
        try:
            done = subprocess.run(command, cwd=ROOT / folder, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"{what}: nobody could be asked ({error}).")
            continue
        said = done.stdout + done.stderr
        if any(sentence in said for sentence in NONE):
            print(f"{what}: no known holes.")
        elif done.returncode and any(word in said for word in HOLES) and "Connection" not in said:
            found = 1
            print(f"{what}:\n{said}")
        else:
            errors = [line for line in said.splitlines() if "error" in line.lower()]
            why = errors[0] if errors else f"it ended with {done.returncode}"
            print(f"{what}: nobody could be asked; is there a network? ({why})")
    return found


if __name__ == "__main__":
    sys.exit(main())
