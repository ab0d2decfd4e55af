"""Compiled inner loops: how every kernel of this package is compiled.

A kernel is compiled when it is first called, and numba is imported then and not before. Kernels release the
interpreter lock and are cached on disk, so that a later process loads them in a fraction of a second. Where no folder
can be written they are compiled anew in each process. A kernel calls only kernels of its own module: numba's cache
does not notice when a callee in another file changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from threading import RLock
from typing import Any

_turn = RLock()  # threads that call a kernel first let one of them make it


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function of arrays and numbers on its first call; serial, so any number of threads may run it."""
    return Kernel(function)


class Kernel:
    """A function that is compiled on its first call.

    Attributes
    ----------
    compiled
        What numba made of the function; None before the first call.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function
        self.compiled: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """What the compiled function returns."""
        return (self.compiled or self._compile())(*arguments, **named)

    def _compile(self) -> Any:
        """Compile all kernels of the module, for numba does not know those that are not compiled yet."""
        namespace = self._function.__globals__
        with _turn:
            if self.compiled is None:
                waiting = {name: value for name, value in list(namespace.items()) if _is_of(value, namespace)}
                made = {value: _compiled(value._function) for value in {self, *waiting.values()}}
                # All at once, and only then for callers: a thread that runs one of them compiles what it calls.
                namespace.update({name: made[value] for name, value in waiting.items()})
                for value, dispatcher in made.items():
                    value.compiled = dispatcher
            return self.compiled


def _is_of(value: object, namespace: dict[str, Any]) -> bool:
    """Whether it is a kernel of that module, and not one that it imported."""
    return isinstance(value, Kernel) and value._function.__globals__ is namespace


def _compiled(function: Callable[..., Any]) -> Any:
    import numba

    try:
        return numba.njit(function, cache=True, nogil=True)
    except RuntimeError:  # numba found no folder to keep its cache in
        return numba.njit(function, nogil=True)
