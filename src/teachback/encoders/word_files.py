"""Files of word vectors: word2vec (text and binary), GloVe and fastText, also gzipped.

Which one it is, is seen in the file: a first line of two whole numbers declares how many words and numbers there are
(word2vec, fastText); without it every line is a word and its numbers (GloVe). What comes after a declaration is text
if it begins with a line of a word and as many numbers as it says, and binary otherwise.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from teachback.encoders.encoder import BadEncoder, Vectors, are_sound, needed

_LONGEST_LINE = 1 << 20  # bytes
_BLOCK = 8 << 20  # bytes of text that are read at a time
_GAIN, _ROOM = 30, 64 << 20  # what unpacks to more than this is no file of word vectors


def read_word_vectors(path: Path) -> tuple[list[str], Vectors]:
    """The words of a file, and a row for each of them."""
    try:
        with path.open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            most = path.stat().st_size * (_GAIN if is_packed else 1) + (_ROOM if is_packed else 0)
            unpacked: IO[bytes] = gzip.GzipFile(fileobj=file) if is_packed else file  # type: ignore[assignment]
            stream = io.BufferedReader(_Bounded(unpacked, path, most), _LONGEST_LINE)
            words, vectors = _read(path, stream, most)
    except (OSError, EOFError, zlib.error) as error:
        raise BadEncoder(f"{path} cannot be read as word vectors: {error}.") from None
    if not words:
        raise BadEncoder(f"{path} holds no word vectors.")
    if not are_sound(vectors):
        raise BadEncoder(f"{path} is damaged: some of its numbers are missing, not finite, or far too large.")
    return words, vectors


def looks_like_word_vectors(path: Path) -> bool:
    """Whether a file begins as files of word vectors do."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            first = (gzip.GzipFile(fileobj=file) if packed else file).readline(_LONGEST_LINE)
    except (OSError, EOFError, zlib.error):
        return False
    return _declared(first) is not None or _size_of(first) > 1


def _read(path: Path, stream: io.BufferedReader[Any], most: int) -> tuple[list[str], Vectors]:
    first = _next_line(stream)
    declared = _declared(first)
    if declared is None:
        if (size := _size_of(first)) < 1:
            raise BadEncoder(f"{path} holds no word vectors: it does not begin with a word and its numbers.")
        return _text(path, stream, first, size)
    number, size = declared
    begin, newline, _ = stream.peek().partition(b"\n")
    if _size_of(begin + newline) != size:
        if number * (4 * size + 2) > most:
            raise _short(path, number, size)
        return _binary(path, stream, number, size)
    words, vectors = _text(path, stream, _next_line(stream), size)
    if len(words) != number:
        raise BadEncoder(
            f"{path} declares {number:,} words and has {len(words):,}: it is damaged or was cut. Download it again."
        )
    return words, vectors


def _text(path: Path, stream: io.BufferedReader[Any], first: bytes, size: int) -> tuple[list[str], Vectors]:
    words: list[str] = []
    parts: list[Vectors] = []
    for lines in _blocks(stream, first):
        numbers = []
        for line in lines:
            word, *rest = line.rsplit(b" ", size) if line.count(b" ") > size else line.split(b" ", 1)
            words.append(_decoded(path, word))
            numbers.append(b" ".join(rest))
        parts.append(_parsed(path, numbers, size))
    return words, np.concatenate(parts) if parts else np.zeros((0, size), dtype=np.float32)


def _parsed(path: Path, lines: list[bytes], size: int) -> Vectors:
    pa = needed("pyarrow", "tables", f"{path}")  # a quarter of a second to import, and seldom needed
    csv = needed("pyarrow.csv", "tables", f"{path}")

    names = [str(place) for place in range(size)]
    try:
        table = csv.read_csv(
            pa.BufferReader(b"\n".join(lines)),
            csv.ReadOptions(column_names=names, block_size=2 * _BLOCK),
            csv.ParseOptions(delimiter=" ", quote_char=False, ignore_empty_lines=False),
            csv.ConvertOptions(column_types=dict.fromkeys(names, pa.float32())),
        )
    except (pa.ArrowInvalid, pa.ArrowKeyError) as error:
        raise BadEncoder(f"{path} is damaged: {str(error).splitlines()[0]:.160}.") from None
    out = np.empty((table.num_rows, size), dtype=np.float32)
    for place, column in enumerate(table.columns):
        out[:, place] = column.to_numpy()
    return out


def _binary(path: Path, stream: io.BufferedReader[Any], number: int, size: int) -> tuple[list[str], Vectors]:
    words, vectors = [], np.empty((number, size), dtype=np.float32)
    for row in range(number):
        word = bytearray()
        while (character := stream.read(1)) != b" ":
            if not character or len(word) > _LONGEST_LINE:
                raise _short(path, number, size)
            word += character
        numbers = stream.read(4 * size)
        if len(numbers) < 4 * size:
            raise _short(path, number, size)
        words.append(_decoded(path, bytes(word).lstrip(b"\n")))
        vectors[row] = np.frombuffer(numbers, dtype="<f4")
    return words, vectors


def _blocks(stream: io.BufferedReader[Any], first: bytes) -> Iterator[list[bytes]]:
    """The lines of a file, several at a time."""
    lines, held = [first], 0
    while line := _next_line(stream):
        lines.append(line)
        held += len(line)
        if held > _BLOCK:
            yield [line.rstrip() for line in lines]
            lines, held = [], 0
    if lines:
        yield [line.rstrip() for line in lines]


def _next_line(stream: io.BufferedReader[Any]) -> bytes:
    return stream.readline(_LONGEST_LINE)


def _declared(line: bytes) -> tuple[int, int] | None:
    """The number of words and of numbers that a first line declares, if it does."""
    parts = line.split()
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 16 for part in parts):
        return None
    number, size = map(int, parts)
    return (number, size) if size else None


def _size_of(line: bytes) -> int:
    """How many numbers come after the first word of a line; 0 if anything else does."""
    if not line.endswith(b"\n"):
        return 0
    numbers = line.split()[1:]
    try:
        return len([float(number) for number in numbers])
    except ValueError:
        return 0


def _decoded(path: Path, word: bytes) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise BadEncoder(
            f"{path} is not UTF-8: it has the word {word!r:.60}. Convert it, or give another file."
        ) from None


def _short(path: Path, number: int, size: int) -> BadEncoder:
    return BadEncoder(
        f"{path} declares {number:,} words of {size:,} numbers each and is too short for them: it is damaged, "
        "was cut, or is something else. Download it again."
    )


class _Bounded(io.RawIOBase):
    """A stream with a limit of bytes: a few kilobytes of gzip can unpack to more than memory holds."""

    def __init__(self, stream: IO[bytes], path: Path, most: int) -> None:
        self._stream, self._path, self._left = stream, path, most

    def readable(self) -> bool:
        return True

    def readinto(self, into: object) -> int:
        view = memoryview(into)  # type: ignore[arg-type]
        content = self._stream.read(len(view))
        self._left -= len(content)
        if self._left < 0:
            raise BadEncoder(f"{self._path} unpacks to far more than word vectors would; it is no file of them.")
        view[: len(content)] = content
        return len(content)
