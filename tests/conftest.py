"""Settings that must be in place before anything imports SciPy, and what tests of several folders share."""

import os

import pytest

os.environ["SCIPY_ARRAY_API"] = "1"  # without it scikit-learn skips some of its estimator checks


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL, started when the first test needs it."""
    from tests.store.server import running

    with running() as server:
        yield server
