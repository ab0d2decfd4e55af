"""Static vectors: each word, or each piece of a word, has one vector, and a text's vector is their mean."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.encoders.encoder import BadEncoder, Vectors, are_sound, fingerprint_of
from teachback.encoders.tokenizer import Tokenizer
from teachback.encoders.word_files import read_word_vectors

_WORD = re.compile(r"\w+(?:['’.-]\w+)*")
_PART = re.compile(r"\w+")
_TEXTS = 5000  # that are encoded at a time
_TABLES = ("embeddings", "embedding.weight")  # as model2vec and wordllama call it


class StaticEncoder:
    """A text's vector is the mean of rows of one table.

    A subclass says which rows; :attr:`table` is read when it is first needed.
    """

    is_additive = True

    def __init__(self, name: str, *files: Path) -> None:
        self.name, self.files = name, files

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files: equal for equal files."""
        return fingerprint_of(*self.files)

    @property
    def table(self) -> Vectors:
        """The vectors of all words."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.table.shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The mean of the vectors of each text's words; words without a vector do not count."""
        out = np.zeros((len(texts), self.size), dtype=np.float32)
        for first in range(0, len(texts), _TEXTS):
            rows = self._rows_of(texts[first : first + _TEXTS])
            ends = np.cumsum([0, *map(len, rows)])
            places = np.fromiter((place for row in rows for place in row), dtype=np.int32, count=ends[-1])
            counts = csr_array((np.ones(len(places), np.float32), places, ends), shape=(len(rows), len(self.table)))
            out[first : first + len(rows)] = counts @ self.table / np.maximum(np.diff(ends), 1)[:, np.newaxis]
        return out

    def _rows_of(self, texts: Sequence[str]) -> list[list[int]]:
        """The rows of each text's words."""
        raise NotImplementedError


class WordVectors(StaticEncoder):
    """A file of word vectors. A word that is not in it is looked for in lower case, then by its parts.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "glove.txt")
    ...     _ = file.write_text("refund 1 0\\nnow 0 0.5\\n")
    ...     WordVectors("glove.txt", file).encode(["Refund now!", "", "now-refund"]).tolist()
    [[0.5, 0.25], [0.0, 0.0], [0.5, 0.25]]
    """

    @cached_property
    def _read(self) -> tuple[dict[str, int], Vectors]:
        words, table = read_word_vectors(self.files[0])
        return {word: row for row, word in reversed(list(enumerate(words)))}, table

    @property
    def table(self) -> Vectors:
        return self._read[1]

    def _rows_of(self, texts: Sequence[str]) -> list[list[int]]:
        rows = self._read[0]
        return [list(_found(rows, text)) for text in texts]


class TokenVectors(StaticEncoder):
    """A table of the vectors of a tokenizer's pieces: a model2vec folder, or the two files of wordllama."""

    @cached_property
    def table(self) -> Vectors:
        path = self.files[0]
        tensors = read_tensors(path)
        tensor = next((tensors[name] for name in _TABLES if name in tensors), None)
        if tensor is None or tensor.ndim != 2 or not all(tensor.shape):
            raise BadEncoder(f"{path} has no table of vectors; there should be one of the name embeddings.")
        table = np.asarray(tensor, dtype=np.float32)
        if (weights := tensors.get("weights")) is not None:
            if weights.shape != table.shape[:1]:
                raise BadEncoder(f"{path} is damaged: it has {len(table):,} vectors and weights of {weights.shape}.")
            table = table * np.asarray(weights, dtype=np.float32)[:, np.newaxis]
        if not are_sound(table):
            raise BadEncoder(f"{path} is damaged: some of its numbers are not finite, or far too large.")
        return table

    @cached_property
    def _tokenizer(self) -> tuple[Tokenizer, int]:
        """It, and the number of the piece that has no meaning."""
        made = Tokenizer(self.files[1])
        return made, made.unknown

    def _rows_of(self, texts: Sequence[str]) -> list[list[int]]:
        most, (tokenizer, unknown) = len(self.table), self._tokenizer
        pieces_of_texts = tokenizer.pieces(texts, special=False)
        return [[row for row in pieces if row < most and row != unknown] for pieces in pieces_of_texts]


def has_table(path: Path) -> bool:
    """Whether a safetensors file holds a table of vectors, and not the weights of a larger model."""
    return any(name in read_tensors(path) for name in _TABLES)


def _found(rows: dict[str, int], text: str) -> Iterator[int]:
    """The rows of a text's words."""
    for match in _WORD.finditer(text):
        word = match.group()
        row = rows.get(word, rows.get(word.lower()))
        if row is not None:
            yield row
        else:
            for part in _PART.findall(word):
                if part != word and (row := rows.get(part, rows.get(part.lower()))) is not None:
                    yield row


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
