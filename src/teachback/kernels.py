"""Compiled inner loops: how every kernel of this package is compiled.

Kernels release the interpreter lock and are cached on disk, so that nobody waits for a compiler twice. Where no folder
can be written they are compiled anew in each process. A kernel calls only kernels of its own module: numba's cache
does not notice when a callee in another file changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function of arrays and numbers on its first call; serial, so any number of threads may run it."""
    try:
        return numba.njit(function, cache=True, nogil=True)
    except RuntimeError:  # numba found no folder to keep its cache in
        return numba.njit(function, nogil=True)
