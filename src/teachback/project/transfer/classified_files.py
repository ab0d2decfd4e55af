"""Classify the rows of a file: its own columns, and behind them what a model says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, Unpack

import numpy as np

from teachback import formats
from teachback.errors import TeachbackError, counted, listed, near_miss
from teachback.formats import BadFile, CannotHold, ImportPlan, Problem
from teachback.formats.catalogue import by_suffix
from teachback.formats.extending import EXTENDABLE, Answer, Cell, Extension, extend_file
from teachback.formats.reading import BETWEEN, Progress, ReadingArguments
from teachback.scratch import Scratch

if TYPE_CHECKING:
    from teachback.classifier import TextClassifier


class KeptAnswers:
    """Answers in a file beside the one that is written, a batch of rows a line; gone when that one is in place.

    They are kept in a file of the target's name and ``.unfinished``. The `key` is what the answers depend on: those of
    another model, file or question are not used. `ask` answers what is not there yet; what it adds to `doubtful` is
    kept beside its answers.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with KeptAnswers(Path(folder) / "out.csv", ["a model"], lambda texts: [texts], Counter()) as kept:
    ...         kept.answer(["a", "b"])
    [['a', 'b']]
    """

    def __init__(self, target: Path, key: Sequence[Any], ask: Answer, doubtful: Counter[str]) -> None:
        self.path = target.with_name(target.name + ".unfinished")
        self._key, self._ask, self._doubtful = json.dumps(key), ask, doubtful
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
            earlier: list[list[Cell]]
            earlier, doubtful = json.loads(self._file.readline())
            if len(earlier[0]) == len(texts):
                self._left -= len(texts)
                self._doubtful.update(doubtful)
                return earlier
            self._left = 0  # rows come in other batches: what follows is asked again
            self._file.seek(begins)
            self._file.truncate()
        before = self._doubtful.copy()
        answers = self._ask(texts)
        self._keep(json.dumps([answers, self._doubtful - before], ensure_ascii=False))
        return answers

    def _find_answers(self) -> None:
        self._file.seek(0)
        if self._file.readline().decode(errors="replace").rstrip("\n") != self._key:
            return
        self._ends = self._file.tell()
        for line in self._file:
            if not line.endswith(b"\n"):  # the end was being written when it was killed
                return
            self.rows += len(json.loads(line)[0][0])
            self._ends += len(line)

    def _keep(self, line: str) -> None:
        self._file.write(line.encode("utf-8", "surrogatepass") + b"\n")
        self._file.flush()


_DIGITS = 6  # of a probability
UNSURE = 0.6  # an answer that is less likely than this is doubtful
_LOOK = 200  # rows that tell what the columns of a table are


@dataclass(frozen=True)
class AnswerColumns:
    """What a model says of texts, as columns that a spreadsheet reads."""

    model: TextClassifier
    reasons: bool = False  # whether to add the words without which the answer would be another
    probabilities: bool = False  # whether to add the probability of every class, each as a column
    # Gets how many of the texts are empty (these have no class), have no word that the model knows, or are answered
    # with little certainty
    doubtful: Counter[str] = field(default_factory=Counter)
    scratch: Scratch = field(default_factory=Scratch)  # of the rows, batch after batch

    @property
    def columns(self) -> list[tuple[str, type]]:
        """The names of the columns, and the type of their cells."""
        own: list[tuple[str, type]] = [("class", str), ("probability", float)]
        if self.reasons:
            own.append(("reasons", str))
        return own + [(f"probability of {name}", float) for name in self.model.classes if self.probabilities]

    def of(self, texts: Sequence[str]) -> list[list[Cell]]:
        """The cells of each column, one for each text."""
        if self.model.learner.reads_texts:
            texts = list(texts)
        model = self.model.knowing(texts)
        with self.scratch.used():
            X = model.reader.transform(texts)
        P = np.round(model.row_probabilities(X), _DIGITS)
        names = np.array(self.model.classes, dtype=object)
        best = reduce(np.maximum, P.T)  # column by column: rows of a few classes are too short for NumPy
        answer: list[list[Cell]] = [names[P.argmax(axis=1)].tolist(), best.tolist()]
        if self.reasons:
            answer.append([", ".join(words) for words in model.reasons(list(texts), X)])
        answer += P.T.tolist() if self.probabilities else []
        unknown = np.flatnonzero(~np.array(model.knows_words(X), dtype=np.bool_)).tolist()
        doubtful = unknown if self.model.analyzer.compiled and not self.model.learner.reads_texts else range(len(texts))
        empty = [place for place in doubtful if not texts[place].strip()]
        for column in answer if empty else ():
            for place in empty:
                column[place] = None
        unsure = int((best < UNSURE).sum()) - int((best[empty] < UNSURE).sum())
        self.doubtful.update(empty=len(empty), unknown=len(unknown) - len(empty), unsure=unsure)
        return answer

    def doubts(self) -> list[str]:
        """Sentences about the texts of which the model knows little, as far as there were some."""
        sentences = {
            "empty": ("{} no text, and no class.", "has", "have"),
            "unknown": ("{} no word that the model knows; the answer is a guess.", "has", "have"),
            "unsure": (f"{{}} answered with less than {100 * UNSURE:.0f} %.", "is", "are"),
        }
        return [
            sentence.format(f"{counted(many, 'row')} {one if many == 1 else more}")
            for what, (sentence, one, more) in sentences.items()
            if (many := self.doubtful[what]) > 0
        ]


def classify_file(
    model: TextClassifier,
    source: str | Path,
    target: str | Path,
    *,
    reasons: bool = False,
    probabilities: bool = False,
    output_format: str | None = None,
    leave_out: Callable[[Problem], object] | None = None,
    progress: Progress | None = None,
    resumed: Callable[[int], object] | None = None,
    doubted: Callable[[str], object] | None = None,
    **how: Unpack[ReadingArguments],
) -> int:
    """Write a file with the model's class and probability behind the columns of each row; says how many rows it has.

    A run that was killed goes on where it was when it is started again.

    Parameters
    ----------
    reasons, probabilities
        Whether to add the words behind each answer, and the probability of every class.
    output_format
        The format of the new file; by default what its name tells.
    leave_out
        Called with each row that cannot be classified, which is then left out.
    resumed
        Called with the number of rows that were answered before.
    doubted
        Called with each sentence about what was guessed of the file, and about rows of which the model knows little.
    how
        How the file is read, where that is not to be found out. The other sheets of a workbook come along as they are.
    """
    answers = AnswerColumns(model, reasons, probabilities)
    how["several"] = "combine"  # classes that the file has are no more than a column of it
    plan = inspected(model, source, most=_LOOK, **how)
    if not plan.whole and (not plan.columns or model.analyzer.columns):  # what is beside texts may come further on
        plan = inspected(model, source, **how)
    if plan.columns and "text" not in plan.roles:
        raise TeachbackError(f"{source} holds taught words or rules; give a file of documents to classify.")
    check_columns(model, plan)
    first = [read_as] if (read_as := texts_sentence(model, plan)) and not how.get("texts") else []
    for doubt in first + list(plan.doubts if plan.whole else plan.doubts[:-1]):  # the last: not read to its end
        if doubted is not None:
            doubted(doubt)
    if Path(target).exists() and Path(target).samefile(source):
        raise CannotHold(f"{target} is the file itself; give what is written another name.")
    written = table_format(Path(target), output_format)
    about, names = Path(source).stat(), [name for name, _ in answers.columns]
    key = [fingerprint(model), about.st_size, about.st_mtime_ns, plan.format, plan.roles, written, names]
    key += [list(plan.texts), how.get("between", BETWEEN), how.get("header"), how.get("sheet")]
    with KeptAnswers(Path(target), [*key, leave_out is None, "doubtful"], answers.of, answers.doubtful) as earlier:
        if earlier.rows and resumed is not None:
            resumed(earlier.rows)
        extension = Extension(answers.columns, earlier.answer, leave_out)
        beside = model.analyzer.columns
        extend_file(plan, Path(target), extension, format=written, beside=beside, progress=progress)
    if doubted is not None:
        for doubt in answers.doubts():
            doubted(doubt)
    return extension.rows


def inspected(model: TextClassifier, source: str | Path, *, texts: Sequence[str] = (), **how: Any) -> ImportPlan:
    """What is in a file; its text is in the columns of the texts that the model learned from, unless others are given.

    Parameters are as for :func:`teachback.formats.inspect`.
    """
    plan = formats.inspect(source, texts=texts, **how)
    own = tuple(name for name in text_columns(model) if name in plan.columns)
    if not own or texts or (how.get("roles") or {}).get("text") or own == (plan.roles.get("text"),):
        return plan
    return formats.inspect(source, texts=own, **how)


def text_columns(model: TextClassifier) -> tuple[str, ...]:
    """The columns of the texts that a model learned from; none where these came from no table."""
    names = model.about.get("texts")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def texts_sentence(model: TextClassifier, plan: ImportPlan) -> str:
    """What was taken for the text where several columns may be it, as of the texts that the model learned from."""
    known = text_columns(model)
    own = plan.texts or tuple(filter(None, [plan.roles.get("text")]))
    if len(known) < 2 or not plan.columns:
        return ""
    lacking = [name for name in known if name not in own]
    other = f"; the texts that the model learned from have {listed(lacking)}, too" if lacking else ""
    return f"The text is made of {listed(own)}{other}."


def check_columns(model: TextClassifier, plan: ImportPlan) -> None:
    """Refuse a file that lacks a column which the model learned from."""
    known = dict.fromkeys((*plan.columns, *plan.fields))
    for name in model.analyzer.columns:
        if name not in known:
            has = f"it has {listed(known)}" if known else "it has no columns beside its texts"
            raise BadFile(
                plan.path,
                f"there is no column {name!r}, which the model learned from: {has}.{near_miss(name, known)} Give the "
                "file that column; its cells may be empty.",
            )


def table_format(target: Path, format: str | None = None) -> str:
    """The format of a table that is to be written; what has no columns of its own is refused."""
    chosen = format_by_name(target, format)
    if chosen not in EXTENDABLE:
        raise CannotHold(f"{chosen} has no columns of its own; write {', '.join(EXTENDABLE)}.")
    return chosen


def keeps_columns(target: Path, format: str | None = None) -> bool:
    """Whether what is written there is a table, which has a place for the columns of another."""
    return format_by_name(target, format) in EXTENDABLE


def format_by_name(path: Path, format: str | None = None) -> str:
    """The format of a file that is to be written: the one that is named, or what the path's ending tells."""
    return (formats.find(format) if format is not None else by_suffix(path, "write")).name


def fingerprint(model: TextClassifier) -> str:
    """Tells a model from every other, and from itself without its encoder."""
    beside = b"" if model.words_outside is None else model.words_outside.encoder.fingerprint.encode()
    return sha256(model.to_bytes() + beside).hexdigest()
