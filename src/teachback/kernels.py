"""Inner loops: Python while there is little for them to do, compiled once there is enough.

Compiling a loop takes a second or more, and numba half a second to import; the loops of a first model and of an
explanation do their work sooner than that as they are written. So a kernel runs as Python, or as the arrays' own
functions where it names some, until it has had enough work to be worth compiling, or is given that much at once. It
returns the same, to the last bit, either way. Compiled kernels release the interpreter lock and are cached on disk, so
that a later process loads them in a fraction of a second. Where no folder can be written they are compiled anew in
each process. A kernel calls only kernels of its own module: numba's cache does not notice when a callee in another
file changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from time import thread_time
from types import FunctionType
from typing import Any

import numpy as np

_STEP = 1e-6  # seconds that Python takes for an element, about
_PATIENCE = 0.3  # seconds of Python after which a kernel is compiled, or loaded if it was before

_LARGE = 1 << 20  # bytes of a file

_turn = RLock()  # threads that call a kernel first let one of them make it
_at_once: ContextVar[bool] = ContextVar("compiling", default=False)


def kernel(
    function: Callable[..., Any] | None = None,
    *,
    meanwhile: Callable[..., Any] | None = None,
    seconds: Callable[..., float] | None = None,
    patience: float = _PATIENCE,
) -> Any:
    """Make a function of arrays and numbers a kernel; serial, so any number of threads may run it.

    What does the same, to the bit, with functions of NumPy or SciPy, much faster than the loop in Python, is done
    `meanwhile`. `seconds` says from the arguments about how long a call takes before it is compiled; else it is as long
    as their elements do. After so many seconds of Python (`patience`) it is compiled: more where that takes long.
    """
    if function is None:
        return lambda each: kernel(each, meanwhile=meanwhile, seconds=seconds, patience=patience)
    return Kernel(function, meanwhile, seconds or _seconds, patience)


@contextmanager
def compiling() -> Iterator[None]:
    """Within it, every kernel that this thread calls is compiled at once, however little it has to do."""
    token = _at_once.set(True)
    try:
        yield
    finally:
        _at_once.reset(token)


def compiling_for(size: int) -> AbstractContextManager[None]:
    """As :func:`compiling`, where a worker reads enough bytes for compiling to pay from the beginning."""
    return compiling() if size >= _LARGE else nullcontext()


class Kernel:
    """A function that is compiled when it has enough to do."""

    def __init__(
        self,
        function: Callable[..., Any],
        meanwhile: Callable[..., Any] | None,
        seconds: Callable[..., float],
        patience: float,
    ) -> None:
        update_wrapper(self, function)
        self._function, self._meanwhile, self._seconds, self._patience = function, meanwhile, seconds, patience
        self._python: Any = None
        self._dispatcher: Any = None
        self._spent = 0.0
        self.compiled: Any = None  # what numba made of the function

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns."""
        if self.compiled is not None:
            return self.compiled(*arguments)
        if self.compiles(*arguments):
            answer = self._link("_dispatcher", _compiled)(*arguments)
            self.compiled = self._dispatcher  # only now: until then, a thread with little to do need not wait
            return answer
        begin = thread_time()
        answer = (self._meanwhile or self.as_python)(*arguments)
        self._spent += thread_time() - begin
        return answer

    def compiles(self, *arguments: Any) -> bool:
        """Whether a call with these arguments is compiled, or was before."""
        return self.compiled is not None or _at_once.get() or self._is_due(arguments)

    def _is_due(self, arguments: tuple[Any, ...]) -> bool:
        """Whether it is time to compile it: sooner where that was done before, and it only has to be loaded."""
        expected = self._spent + self._seconds(*arguments)
        return expected > _PATIENCE and (expected > self._patience or self._is_kept)

    @cached_property
    def _is_kept(self) -> bool:
        folder = self._link("_dispatcher", _compiled).stats.cache_path
        name = f"{Path(self._function.__code__.co_filename).stem}.{self._function.__name__}-*.nbi"
        return folder is not None and any(Path(folder).glob(name))

    def as_python(self, *arguments: Any) -> Any:
        """What the loop returns as it is written."""
        with np.errstate(all="ignore"):  # as machine code does
            return self._link("_python", lambda function: function)(*arguments)

    def _link(self, form: str, make: Callable[[Callable[..., Any]], Any]) -> Any:
        """Make a form of all kernels of the module, in a copy of its names where each finds the others in that form."""
        if getattr(self, form) is not None:
            return getattr(self, form)
        names = self._function.__globals__
        with _turn:
            if getattr(self, form) is None:
                own = [value for value in names.values() if _is_of(value, names)]
                space, made = dict(names), {}
                for each in dict.fromkeys([self, *own]):
                    made[each] = space[each._function.__name__] = make(_moved(each._function, space))
                for each, function in made.items():
                    setattr(each, form, function)
            return getattr(self, form)


def _seconds(*arguments: Any) -> float:
    """How long a loop over all elements of the arguments takes, about."""
    return sum(_seconds(*each) if isinstance(each, tuple) else _STEP * getattr(each, "size", 1) for each in arguments)


def _is_of(value: object, namespace: dict[str, Any]) -> bool:
    """Whether it is a kernel of that module, and not one that it imported."""
    return isinstance(value, Kernel) and value._function.__globals__ is namespace


def _moved(function: Any, space: dict[str, Any]) -> Callable[..., Any]:
    """The function with other global names."""
    moved = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    moved.__module__, moved.__qualname__, moved.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return moved


def _compiled(function: Callable[..., Any]) -> Any:
    import numba

    try:
        if not os.environ.get("NUMBA_CACHE_DIR"):
            Path("~").expanduser()  # fails without a home folder, where numba would make one that is called ~
        return numba.njit(function, cache=True, nogil=True)
    except RuntimeError:  # numba found no folder to keep its cache in
        return numba.njit(function, nogil=True)
