"""The numbers in a safetensors file, read as data: a header of JSON, then the numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.encoders.encoder import BadEncoder

_KINDS = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I64": "<i8", "I32": "<i4", "I8": "i1", "U8": "u1"}
_LONGEST_HEADER = 100_000_000  # bytes, as the format itself has it


def read_tensors(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of a safetensors file, by name; they are read from the file when they are looked at.

    Arrays of a kind that is not known here (bfloat16, say) are left out.
    """
    size = path.stat().st_size
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 2 <= length <= min(size - 8, _LONGEST_HEADER):
                raise BadEncoder(f"{path} is no safetensors file: its header cannot have {length:,} bytes.")
            header = json.loads(file.read(length).decode())
        return {
            name: _array(path, about, 8 + length, size)
            for name, about in header.items()
            if about.get("dtype") in _KINDS
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        if isinstance(error, BadEncoder):
            raise
        raise BadEncoder(f"{path} is no safetensors file, or it is damaged ({error!r:.80}).") from None


def _array(path: Path, about: Mapping[str, Any], begin: int, size: int) -> NDArray[Any]:
    kind, shape, (first, stop) = np.dtype(_KINDS[about["dtype"]]), tuple(about["shape"]), about["data_offsets"]
    if not all(isinstance(number, int) and number >= 0 for number in (*shape, first, stop)):
        raise BadEncoder(f"{path} is damaged: it declares an array of the shape {list(shape)!r:.60}.")
    if stop - first != math.prod(shape) * kind.itemsize or begin + stop > size:
        raise BadEncoder(
            f"{path} is damaged: it declares an array of the shape {list(shape)!r:.60} in bytes {first:,} to {stop:,}, "
            f"and has {size - begin:,} bytes of numbers. Download it again."
        )
    if not math.prod(shape):
        return np.zeros(shape, dtype=kind)
    return np.memmap(path, dtype=kind, mode="r", offset=begin + first, shape=shape)
