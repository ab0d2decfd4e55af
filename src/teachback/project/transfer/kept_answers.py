"""Answers that are kept while a file is being written, so that a run which was killed need not ask again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from teachback.formats.extending import Answer, Cell
from teachback.formats.rows.problems import BadFile


class KeptAnswers:
    """Answers in a file beside the one that is written, a batch of rows a line; gone when that one is in place.

    Parameters
    ----------
    target
        The file that is written; answers are kept in one of that name and ``.unfinished``.
    key
        What the answers depend on: those of another model, file or question are not used.
    ask
        Answers what is not there yet.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with KeptAnswers(Path(folder) / "out.csv", ["a model"], lambda texts: [texts]) as kept:
    ...         kept.answer(["a", "b"])
    [['a', 'b']]
    """

    def __init__(self, target: Path, key: Sequence[Any], ask: Answer) -> None:
        self.path = target.with_name(target.name + ".unfinished")
        self._key, self._ask = json.dumps(key), ask
        self.rows, self._ends = 0, 0  # answered before, and where those answers end in the file

    def __enter__(self) -> Self:
        try:
            self._file: IO[bytes] = self.path.open("a+b")
            self._find_answers()
            self._file.seek(self._ends)
            self._file.truncate()
            if not self._ends:
                self._keep(self._key)
            self._file.seek(0)
            self._file.readline()
            self._left = self.rows
        except OSError as error:
            raise BadFile(self.path, f"it cannot be written ({error.strerror or error}).") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        if kind is None or issubclass(kind, Exception):  # not when a person interrupts it
            self.path.unlink(missing_ok=True)

    def answer(self, texts: Sequence[str]) -> Sequence[Sequence[Cell]]:
        """The stored answers as long as there are some, then new ones, which are stored."""
        if self._left:
            begins = self._file.tell()
            earlier: list[list[Cell]] = json.loads(self._file.readline())
            if len(earlier[0]) == len(texts):
                self._left -= len(texts)
                return earlier
            self._left = 0  # rows come in other batches: what follows is asked again
            self._file.seek(begins)
            self._file.truncate()
        answers = self._ask(texts)
        self._keep(json.dumps(answers, ensure_ascii=False))
        return answers

    def _find_answers(self) -> None:
        self._file.seek(0)
        if self._file.readline().decode(errors="replace").rstrip("\n") != self._key:
            return
        self._ends = self._file.tell()
        for line in self._file:
            if not line.endswith(b"\n"):  # the end was being written when it was killed
                return
            self.rows += len(json.loads(line)[0])
            self._ends += len(line)

    def _keep(self, line: str) -> None:
        self._file.write(line.encode("utf-8", "surrogatepass") + b"\n")
        self._file.flush()
