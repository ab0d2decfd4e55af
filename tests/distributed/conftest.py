"""Engines of two workers, started once for all tests of this folder."""

from __future__ import annotations

import logging

import pytest

from teachback.distributed import open_engine


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture(scope="session")
def processes():
    with open_engine(workers=2) as engine:
        yield engine


@pytest.fixture(scope="session")
def scheduler():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL) as made:
        yield made.scheduler_address


@pytest.fixture(scope="session")
def cluster(scheduler):
    with open_engine(scheduler) as engine:
        yield engine


@pytest.fixture(params=["processes", "cluster"])
def engine(request):
    return request.getfixturevalue(request.param)
