"""Settings that must be in place before anything imports SciPy, and what tests of several folders share."""

import os
from functools import cache

import pytest
import typer.testing

os.environ["SCIPY_ARRAY_API"] = "1"  # without it scikit-learn skips some of its estimator checks
# A runner would build the command line anew at every call.
runner = vars(typer.testing)
runner["_get_command"] = cache(runner["_get_command"])


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL, started when the first test needs it."""
    from tests.store.server import running

    with running() as server:
        yield server
