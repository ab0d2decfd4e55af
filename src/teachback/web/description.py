"""The OpenAPI document on standard output, for tools: ``python -m teachback.web.description``."""

from __future__ import annotations

import json
import sys

from teachback.web.access import LaunchGate
from teachback.web.app import create_app


def main() -> None:
    """Write the document of an app without projects, which has all routes."""
    app = create_app({}, gate=LaunchGate("owner", port=0))
    json.dump(app.openapi(), sys.stdout)


if __name__ == "__main__":
    main()
