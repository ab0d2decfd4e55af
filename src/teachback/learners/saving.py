"""A learner as JSON and arrays, and back: loading a model never runs code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse

from teachback.errors import TeachbackError
from teachback.learners.catalogue import LEARNERS, find_learner

_MOST_COLUMNS = 100_000_000

Arrays = dict[str, NDArray[Any]]


class CannotSave(TeachbackError, TypeError):
    """A model that holds something which is neither numbers nor text."""


class BadModel(TeachbackError, ValueError):
    """Something that is not a saved model, or a damaged one."""


def to_state(learner: Any, arrays: Arrays) -> dict[str, Any]:
    """What the learner is and has learned, as JSON; its arrays go into `arrays`."""
    name = type(learner).__name__
    if name not in LEARNERS:
        raise CannotSave(f"{name} is not a learner of teachback, so it cannot be saved; save it with its own library.")
    learned = {key: value for key, value in vars(learner).items() if key.endswith("_") and not key.startswith("_")}
    return {
        "learner": name,
        "parameters": _packed(learner.get_params(deep=False), arrays),
        "learned": _packed(learned, arrays),
    }


def from_state(state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Any:
    """The learner that `to_state` described."""
    try:
        made: Any = find_learner(state["learner"]).make()
        made.set_params(**_unpacked(state["parameters"], arrays))
        for key, value in _unpacked(state["learned"], arrays).items():
            if not key.endswith("_") or key.startswith("_"):
                raise BadModel(f"This is not a model that teachback saved: a learner has nothing called {key!r:.80}.")
            setattr(made, key, value)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        if isinstance(error, TeachbackError):
            raise
        raise BadModel(f"This is not a model that teachback saved, or it is damaged ({error!r:.80}).") from None
    return made


# Numbers, text, truth values and lists are themselves; everything else is an object with one key that says what it is.


def _packed(value: Any, arrays: Arrays) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, list):
        return [_packed(item, arrays) for item in value]
    for kind, pack in _PACKERS.items():
        if isinstance(value, kind):
            return pack(value, arrays)
    if issparse(value):
        value = csr_array(value)
        parts = {part: _kept(getattr(value, part), arrays) for part in ("data", "indices", "indptr")}
        return {"sparse": {**parts, "shape": list(value.shape)}}
    raise CannotSave(f"A model that holds {value!r:.80} cannot be saved; only numbers, text, lists and arrays can.")


def _array(value: NDArray[Any], arrays: Arrays) -> Any:
    if value.dtype.kind in "fiub":
        return {"array": _kept(value, arrays)}
    if value.dtype.kind in "US" and value.ndim == 1:
        return {"texts": value.tolist()}
    if value.dtype == object and value.ndim == 1:
        return {"objects": [_packed(item, arrays) for item in value.tolist()]}
    raise CannotSave(f"An array of {value.dtype} cannot be saved; only numbers and text can.")


def _pairs(value: Mapping[Any, Any], arrays: Arrays) -> Any:
    return {"pairs": [[_packed(key, arrays), _packed(item, arrays)] for key, item in value.items()]}


_PACKERS: dict[type, Callable[[Any, Arrays], Any]] = {
    np.ndarray: _array,
    dict: _pairs,
    tuple: lambda value, arrays: {"tuple": [_packed(item, arrays) for item in value]},
    frozenset: lambda value, arrays: {"set": [_packed(item, arrays) for item in sorted(value, key=repr)]},
}


def _kept(value: NDArray[Any], arrays: Arrays) -> str:
    name = f"array{len(arrays)}"
    arrays[name] = value
    return name


def _unpacked(value: Any, arrays: Mapping[str, NDArray[Any]]) -> Any:
    if isinstance(value, list):
        return [_unpacked(item, arrays) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    match kind:
        case "float":
            return float(content)
        case "array":
            return arrays[content]
        case "texts":
            return np.array(content, dtype=np.str_)
        case "objects":
            return np.array([_unpacked(item, arrays) for item in content], dtype=object)
        case "pairs":
            return {_unpacked(key, arrays): _unpacked(item, arrays) for key, item in content}
        case "tuple":
            return tuple(_unpacked(item, arrays) for item in content)
        case "set":
            return frozenset(_unpacked(item, arrays) for item in content)
        case "sparse":
            parts = tuple(arrays[content[part]] for part in ("data", "indices", "indptr"))
            rows, columns = content["shape"]
            if columns > _MOST_COLUMNS:
                raise BadModel(
                    f"This model says that it has {columns:,} columns; none has more than {_MOST_COLUMNS:,}."
                )
            made = csr_array(parts, shape=(rows, columns))
            made.check_format(full_check=True)  # which nothing that computes with it does
            return made
    raise BadModel(f"This model holds {kind!r:.80}, which this version of teachback does not know; use a newer one.")
