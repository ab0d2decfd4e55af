"""The demo corpus that comes with teachback: the support inbox of an invented software company.

It lies in plain text files that a person can read and edit. A line `=== ID CLASS` begins a text, which runs to the
next such line; blank lines at its end do not belong to it. Double square brackets enclose a passage that shows why the
text has its class:

    === calendar-01 bug
    ok so [[the weekly view shows monday twice]] and sunday is gone??

    === calendar-02 billing
    Since the upgrade [[we pay for nine seats]], and there are eight of us.

The brackets are not part of the text. A text may have several such passages or none. A passage begins and ends
with something visible, never crosses a blank line, and holds no other passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

from teachback.corpora.corpus import Corpus, CorpusRationale
from teachback.errors import TeachbackError, listed
from teachback.record.document import Document

CLASSES = ("bug", "billing", "how-to", "feature request")
TEACHER = "gold"

_HEADER = re.compile(r"=== (\S+) (\S.*?)\s*$")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


class BadDemoFile(TeachbackError):
    """A text file of the demo corpus that breaks the format."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")


def load() -> Corpus:
    """The corpus as it comes with the package."""
    folder = files("teachback.corpora") / "demo"
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".txt")}
    return parse(dict(sorted(texts.items())))


def parse(contents: Mapping[str, str]) -> Corpus:
    """A corpus from the contents of such files, by file name.

    >>> corpus = parse({"inbox.txt": "=== a-1 bug\\nSave [[does nothing]] today.\\n\\n=== a-2 how-to\\nWhere is it?"})
    >>> corpus.texts
    ['Save does nothing today.', 'Where is it?']
    >>> corpus.rationales
    [CorpusRationale(document='a-1', class_='bug', start=5, end=17, teacher='gold')]
    """
    documents: list[Document] = []
    labels: dict[str, str] = {}
    rationales: list[CorpusRationale] = []
    for file, content in contents.items():
        for number, header, body in _entries(file, content):
            matched = _HEADER.match(header)
            if matched is None:
                raise BadDemoFile(file, number, f"{header!r} is not a header. Write: === ID CLASS")
            name, class_ = matched.groups()
            if class_ not in CLASSES:
                raise BadDemoFile(file, number, f"{class_!r} is not a class. The classes are {listed(CLASSES)}.")
            if name in labels:
                raise BadDemoFile(file, number, f"The id {name} was used before. Give every text its own.")
            text, spans = _unmarked(body, file, number + 1)
            if not text.strip():
                raise BadDemoFile(file, number, f"{name} has no text. Write it under the header.")
            documents.append(Document(name, text))
            labels[name] = class_
            rationales.extend(CorpusRationale(name, class_, start, end, TEACHER) for start, end in spans)
    return Corpus("demo", documents, CLASSES, labels, rationales=rationales)


def _entries(file: str, content: str) -> Iterator[tuple[int, str, str]]:
    """The number and text of each header line, and what stands under it."""
    lines = content.split("\n")
    headers = [number for number, line in enumerate(lines) if line.startswith("===")]
    for number, line in enumerate(lines[: headers[0] if headers else None], start=1):
        if line.strip():
            raise BadDemoFile(file, number, "This text has no header. Write one above it: === ID CLASS")
    for start, end in zip(headers, [*headers[1:], len(lines)], strict=True):
        body = lines[start + 1 : end]
        while body and not body[-1].strip():
            body.pop()
        yield start + 1, lines[start], "\n".join(body)


def _unmarked(body: str, file: str, first_line: int) -> tuple[str, list[tuple[int, int]]]:
    """The text without its brackets, and the spans that they enclosed."""
    text = ""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for piece in re.split(r"(\[\[|\]\])", body):
        line = first_line + text.count("\n")
        if piece == "[[":
            if opened is not None:
                raise BadDemoFile(file, line, "A [[ stands inside a passage. Close the passage with ]] first.")
            opened = len(text)
        elif piece == "]]":
            if opened is None:
                raise BadDemoFile(file, line, "A ]] closes nothing. Write [[ where the passage begins.")
            passage = text[opened:]
            if not passage or passage != passage.strip() or _BLANK_LINE.search(passage):
                raise BadDemoFile(
                    file,
                    line,
                    f"{passage!r} is no passage. Begin and end it with a word, and do not cross a blank line.",
                )
            spans.append((opened, len(text)))
            opened = None
        else:
            text += piece
    if opened is not None:
        line = first_line + text.count("\n", 0, opened)
        raise BadDemoFile(file, line, "A [[ is never closed. Write ]] where the passage ends.")
    return text, spans
