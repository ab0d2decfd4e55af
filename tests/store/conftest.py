"""Stores in memory, in SQLite and in a real PostgreSQL, for one set of tests."""

from __future__ import annotations

import pytest

from teachback.store import MemoryStore, create_store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Where a project can be made: a file that is not there, an empty schema."""
    if request.param == "sqlite":
        return str(tmp_path / "a project.teachback")
    return request.getfixturevalue("server").new_place()


@pytest.fixture
def disk_store(address):
    """A new project on disk."""
    with create_store(address) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request, tmp_path):
    """A new project anywhere."""
    if request.param == "memory":
        yield MemoryStore()
        return
    sqlite = request.param == "sqlite"
    address = tmp_path / "project" if sqlite else request.getfixturevalue("server").new_place()
    with create_store(address) as store:
        yield store
