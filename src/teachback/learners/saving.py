"""A learner as JSON and arrays, and back: loading a model never runs code."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib import import_module
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse
from sklearn.base import clone

from teachback.errors import TeachbackError, listed
from teachback.learners.catalogue import LEARNERS, find_learner
from teachback.learners.estimators import ESTIMATORS, EstimatorLearner

_MOST_COLUMNS = 100_000_000
_DENSEST = 16  # times a file's size that its parts may unpack to: numbers are not packed, and words not tightly
_SMALL = 64 << 20  # bytes that any file may unpack to
_FAULTS = (
    *(KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError),
    *(zipfile.BadZipFile, EOFError, NotImplementedError),
)
_GONE = {"LessonRegression": frozenset({"hold"})}  # parameters of learners that earlier versions had, and saved
_TRUSTED = (  # parts of scikit-learn's own that skops does not know: numbers and other estimators are all they hold
    *("sklearn.calibration._CalibratedClassifier", "sklearn.calibration._SigmoidCalibration"),
    "sklearn.calibration._TemperatureScaling",
)
_ASKED = 50  # terms by which a model that was read is tried
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}

Arrays = dict[str, NDArray[Any]]
T = TypeVar("T", bound=Any)


class CannotSave(TeachbackError, TypeError):
    """A model that holds something which is neither numbers nor text."""


class NeedsSkops(CannotSave):
    """A classifier of scikit-learn, where what keeps and reads it is not installed."""


class BadModel(TeachbackError, ValueError):
    """Something that is not a saved model, or a damaged one."""


def to_state(learner: Any, arrays: Arrays) -> dict[str, Any]:
    """What the learner is and has learned, as JSON; its arrays go into `arrays`."""
    name = type(learner).__name__
    if isinstance(learner, EstimatorLearner):
        return {"learner": name, **_estimator_state(learner, arrays)}
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
        name, parameters = state["learner"], _unpacked(state["parameters"], arrays)
        learned = _unpacked(state["learned"], arrays)
        if name in ESTIMATORS:
            unfitted, learned["estimator_"] = _loaded(learned["estimator_"].tobytes())
            made: Any = ESTIMATORS[name](clone(unfitted), **parameters)
        else:
            made = find_learner(name).make()
            gone = _GONE.get(name, frozenset())
            made.set_params(**{key: value for key, value in parameters.items() if key not in gone})
        for key, value in learned.items():
            if not key.endswith("_") or key.startswith("_"):
                raise BadModel(f"This is not a model that teachback saved: a learner has nothing called {key!r:.80}.")
            setattr(made, key, value)
    except _FAULTS as error:
        if isinstance(error, TeachbackError):
            raise
        raise BadModel(f"This is not a model that teachback saved, or it is damaged ({error!r:.80}).") from None
    return made


def answering(model: T, where: str) -> T:
    """A model that was read, if it gives probabilities to a text of some of its terms; no damaged one goes further."""
    terms = model.terms
    if not all(isinstance(term, str) for term in terms):
        raise BadModel(f"{where} is not a model that teachback saved: its terms are no list of words.")
    texts = [" ".join(terms[-_ASKED:])]
    try:
        with np.errstate(all="ignore"):
            P = model.probabilities(texts)
            is_sound = P.shape == (1, len(model.learner.classes_)) and bool(np.isfinite(P).all())
    except Exception as error:  # of whatever does not fit together
        raise BadModel(f"{where} is damaged: it cannot be asked anything ({type(error).__name__}).") from None
    if not is_sound:
        raise BadModel(f"{where} is damaged: its answers are no probabilities.")
    return model


# A fitted classifier of scikit-learn is kept by skops, which loads nothing but types that it knows to be harmless.


def _estimator_state(learner: EstimatorLearner, arrays: Arrays) -> dict[str, Any]:
    skops = _skops(learner.name)
    try:
        fitted = skops.dumps([learner.estimator, learner.estimator_])
    except Exception as error:  # of whatever it cannot write
        raise CannotSave(f"{learner.name} cannot be saved by skops ({error!s:.200}).") from error
    if untrusted := _untrusted(skops, fitted):
        raise CannotSave(
            f"{learner.name} holds {listed(untrusted, 3)}, which skops does not trust, so it cannot be saved."
        )
    learned = {key: value for key, value in vars(learner).items() if key.endswith("_") and not key.startswith("_")}
    learned["estimator_"] = np.frombuffer(fitted, dtype=np.uint8)
    return {"parameters": _packed({"random_state": learner.random_state}, arrays), "learned": _packed(learned, arrays)}


def _loaded(content: bytes) -> Any:
    """The classifier that was given, and the fitted one, whose content this is."""
    skops = _skops("This model")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        check_size(archive, len(content), "This model")
    if untrusted := _untrusted(skops, content):
        raise BadModel(f"This model holds {listed(untrusted, 3)}, which could run code; it is not loaded.")
    unfitted, fitted = skops.loads(content, trusted=list(_TRUSTED))
    if not hasattr(fitted, "predict_proba"):
        raise BadModel("This is not a model that teachback saved: what it holds is no classifier.")
    return unfitted, fitted


def _untrusted(skops: Any, content: bytes) -> list[str]:
    return [name for name in skops.get_untrusted_types(data=content) if name not in _TRUSTED]


def _skops(name: str) -> Any:
    try:
        return import_module("skops.io")
    except ImportError:
        raise NeedsSkops(
            f"{name} is a classifier of scikit-learn, which is kept by skops: pip install 'teachback[estimators]'"
        ) from None


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


# The files of a model.


def array_bytes(array: NDArray[Any]) -> bytes:
    """An array as the content of a file."""
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return file.getvalue()


def checked_array(content: bytes, checksum: str, where: str) -> NDArray[Any]:
    """The array whose content this is; one that is not what was saved is refused."""
    if sha256(content).hexdigest() != checksum:
        raise BadModel(f"{where} is damaged: an array is not the one that was saved. Export the model again.")
    file = io.BytesIO(content)
    read_header = _HEADERS[np.lib.format.read_magic(file)]
    shape, _, kind = read_header(file)
    if math.prod(shape) * kind.itemsize != len(content) - file.tell():  # before the memory for it is taken
        raise BadModel(f"{where} is damaged: an array is larger or smaller than it says. Export the model again.")
    file.seek(0)
    return np.lib.format.read_array(file, allow_pickle=False)


def check_size(archive: zipfile.ZipFile, size: int, where: str) -> None:
    """Refuse a file whose parts say that they unpack to too much; zipfile never reads more than they say."""
    if sum(part.file_size for part in archive.infolist()) > _SMALL + _DENSEST * size:
        raise BadModel(f"{where} unpacks to far more than its size, so it is not a model that teachback saved.")


def timeless(name: str) -> zipfile.ZipInfo:
    """A member without the time of writing, so that equal models are equal bytes."""
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o600 << 16
    return member
