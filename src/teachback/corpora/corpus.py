"""The one form that every corpus has: documents, classes, labels, rationales."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from teachback.errors import TeachbackError, listed
from teachback.record.document import Document


class CorpusRationale(NamedTuple):
    """A passage of a document, highlighted as the reason for a class (code points, end exclusive)."""

    document: str
    class_: str
    start: int
    end: int
    teacher: str


@dataclass(frozen=True)
class Corpus:
    """Documents with the classes that people gave them."""

    name: str
    documents: Sequence[Document]
    classes: Sequence[str]
    labels: Mapping[str, str]  # the class of each labelled document, by document id
    analyzer: str = "words"  # the name of the analyzer (:mod:`teachback.text`) that suits these texts
    # Highlighted passages, in the order of the documents, each with the teacher who highlighted it
    rationales: Sequence[CorpusRationale] = ()
    # The corpus's own division (a fold number, or train and test), by document id; empty when it has none
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The documents' texts, in order."""
        return [document.text for document in self.documents]

    @property
    def y(self) -> list[str]:
        """The documents' classes, in order; every document must have one."""
        return [self.labels[document.id] for document in self.documents]

    @property
    def sizes(self) -> dict[str, int]:
        """How many documents each class has."""
        counted = Counter(self.labels.values())
        return {name: counted[name] for name in self.classes}

    def only(self, classes: Iterable[str], name: str) -> Corpus:
        """The part of this corpus that has one of the given classes, as a corpus of its own."""
        chosen = tuple(classes)
        labels = {document: label for document, label in self.labels.items() if label in chosen}
        return Corpus(
            name=name,
            documents=[document for document in self.documents if document.id in labels],
            classes=chosen,
            labels=labels,
            analyzer=self.analyzer,
            rationales=[passage for passage in self.rationales if passage.document in labels],
            parts={document: part for document, part in self.parts.items() if document in labels},
        )


Counts: TypeAlias = Mapping[str, Mapping[str, Mapping[str, int]]]
"""How many rows each value of a field has: `counts[file][field][value]`."""


class BadOriginal(TeachbackError):
    """An archive that can be read but does not hold what its authors published."""


@dataclass(frozen=True)
class Converted:
    """What a converter made of the archives: the rows of each file, and what a person should know about them."""

    files: Mapping[str, Sequence[Row]]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Original:
    """A corpus as its authors offer it."""

    page: str  # where a person can read about it and download it by hand
    # The address of each archive by a short name; nothing where no address is known for certain
    archives: Mapping[str, str | None]
    convert: Callable[[Mapping[str, Path]], Converted]  # from the archives' paths, under the same names, to rows
    counts: Counts  # what must come out, for every file (a path inside the data folder) that `convert` makes


def differences(file: str, rows: Iterable[Row], expected: Mapping[str, Mapping[str, int]]) -> list[str]:
    """What is wrong with the rows of a file, in words; nothing when every field has its expected counts.

    >>> rows = [{"label": "pos"}, {"label": "pos"}, {"label": "neg"}]
    >>> differences("reviews.jsonl.gz", rows, {"label": {"neg": 1, "pos": 3}})
    ['reviews.jsonl.gz has 2 rows with label pos, not 3']
    """
    counted = {name: Counter[str]() for name in expected}
    for row in rows:
        for name, counter in counted.items():
            counter[str(row.get(name))] += 1
    return [
        f"{file} has {counted[name][value]:,} rows with {name} {value}, not {counts.get(value, 0):,}"
        for name, counts in expected.items()
        for value in sorted({*counts, *counted[name]})
        if counted[name][value] != counts.get(value, 0)
    ]


Row: TypeAlias = dict[str, Any]
Fields: TypeAlias = Mapping[str, type]


class BadCorpusFile(TeachbackError):
    """A file of a corpus that is not what its loader expects."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}. Fetch the corpus again with: teachback data fetch NAME")


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a file, which remembers where it stood so that a complaint can say so."""

    path: Path
    number: int
    row: Row

    def wrong(self, problem: str) -> BadCorpusFile:
        """The error to raise when this line is not as it should be."""
        return BadCorpusFile(f"{self.path}, line {self.number}", problem)

    def document(self) -> Document:
        """The row's id and text as a document."""
        try:
            return Document(self.row["id"], self.row["text"])
        except TeachbackError as error:
            raise self.wrong(str(error).removesuffix(".")) from None

    def check_span(self, span: object, text: str) -> tuple[int, int]:
        """A pair [start, end] of the row, refused unless it marks at least one character of the text."""
        match span:
            case [int(start), int(end)] if 0 <= start < end <= len(text):
                return start, end
        raise self.wrong(f"the span {span!r} does not lie inside the text, which has {len(text):,} characters")


def read_lines(path: Path, fields: Fields) -> Iterator[Line]:
    r"""The lines of a `.jsonl.gz` file, each checked to be an object that has the given fields.

    Lines end at ``\n`` only: the texts hold other characters that `str.splitlines` takes for the end of a line.
    """
    try:
        content = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise BadCorpusFile(str(path), f"this is not a complete gzip file ({error})") from None
    for number, raw in enumerate(content.removesuffix(b"\n").split(b"\n"), start=1):
        try:
            row = json.loads(raw.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise BadCorpusFile(f"{path}, line {number}", f"this is not JSON in UTF-8 ({error})") from None
        line = Line(path, number, row)
        if not isinstance(row, dict):
            raise line.wrong("this is not a JSON object")
        for name, kind in fields.items():
            if not isinstance(row.get(name), kind):
                raise line.wrong(f"the field {name!r} is missing or is not of type {kind.__name__}")
        yield line


def read_corpus(
    path: Path,
    *,
    name: str,
    classes: Sequence[str],
    fields: Fields,
    label: Callable[[Row], str | None] = itemgetter("label"),
    part: Callable[[Row], str] | None = None,
    check: Callable[[Line], object] | None = None,
    analyzer: str = "words",
) -> Corpus:
    """A corpus from a file of documents.

    Every row must have the `fields` beside `id` and `text`. `label` gives the class of a row, or nothing when the
    corpus leaves that row out, and `part` the part of the corpus's own division that it belongs to; `check` raises what
    else may be wrong with a line.
    """
    documents: list[Document] = []
    labels: dict[str, str] = {}
    parts: dict[str, str] = {}
    seen: set[str] = set()
    for line in read_lines(path, {"id": str, "text": str, **fields}):
        document = line.document()
        if document.id in seen:
            raise line.wrong(f"the id {document.id!r} occurs twice")
        seen.add(document.id)
        if check is not None:
            check(line)
        class_ = label(line.row)
        if class_ is None:
            continue
        if class_ not in classes:
            raise line.wrong(f"{class_!r} is not a class of {name}, whose classes are {listed(classes, most=20)}")
        documents.append(document)
        labels[document.id] = class_
        if part is not None:
            parts[document.id] = part(line.row)
    return Corpus(name, documents, tuple(classes), labels, analyzer=analyzer, parts=parts)


def read_table(path: Path, columns: Sequence[str] | None = None) -> Iterator[Line]:
    """The rows of a small `.csv` file, whose header must name exactly the given columns if any are given."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            table = csv.DictReader(file)
            if columns is not None and table.fieldnames != list(columns):
                raise BadCorpusFile(f"{path}, line 1", f"the columns must be {listed(columns, most=20)}")
            for row in table:
                line = Line(path, table.line_num, dict(row))
                if None in row or None in row.values():
                    raise line.wrong(f"this row does not have {len(table.fieldnames or ())} values")
                yield line
    except (OSError, ValueError, csv.Error) as error:
        raise BadCorpusFile(str(path), f"this is not a CSV file in UTF-8 ({error})") from None


def read_rows(path: Path) -> Iterator[Row]:
    """The bare rows of a file of either kind, as `write_rows` takes them."""
    lines = read_table(path) if path.suffix == ".csv" else read_lines(path, {})
    return (line.row for line in lines)


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as `.jsonl.gz`, or as `.csv` under a header; the same rows always give the same bytes."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
        return
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_bytes(gzip.compress(content.encode("utf-8"), mtime=0))
