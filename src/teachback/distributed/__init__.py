"""Work on many parts at once: by processes of this machine, or by the workers of a Dask cluster.

Nothing else knows which of the two it is. :mod:`engine` has what both promise, :mod:`processes` (where one is opened)
and :mod:`cluster` keep it; the latter is the only module that imports Dask.
"""

from teachback.distributed.engine import Engine, WorkerLost, in_order
from teachback.distributed.processes import open_engine

__all__ = ["Engine", "WorkerLost", "in_order", "open_engine"]
