"""Which engine is meant."""

from __future__ import annotations

import os

from teachback.distributed.engine import Engine
from teachback.distributed.processes import Processes
from teachback.errors import TeachbackError


def open_engine(address: str | None = None, workers: int | None = None) -> Engine:
    """The Dask cluster whose scheduler has this address; without one, `workers` processes of this machine.

    >>> open_engine(workers=0)
    Traceback (most recent call last):
    teachback.errors.TeachbackError: There must be at least 1 worker, not 0.
    """
    if workers is not None and workers < 1:
        raise TeachbackError(f"There must be at least 1 worker, not {workers}.")
    if address is None:
        return Processes(workers or os.cpu_count() or 1)
    if workers is not None:
        raise TeachbackError("A cluster has its own workers: give --engine or --workers, not both.")
    from teachback.distributed.cluster import Cluster

    return Cluster(address)
