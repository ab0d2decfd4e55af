"""Texts with the passages that teachers marked as their reasons: what the rationale learners learn from.

The terms that people marked are remembered from one round of learning to the next (:class:`MarkedTerms`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.errors import listed
from teachback.kernels import kernel
from teachback.learners.base import BadTeaching
from teachback.learners.rationales.style import ENDING, LEFT, RIGHT, SIGNS
from teachback.record.teaching import Teaching
from teachback.text import TermCounts
from teachback.text.constituents import NONTERMINALS, Parser, boundaries, parsed
from teachback.text.pairs import with_pairs
from teachback.text.scan import Scan


class Passage(NamedTuple):
    """A stretch of a text, from code point `start` up to but not including `end`, that is why it is of that class."""

    text: int
    class_: Hashable
    start: int
    end: int
    teacher: str = "teacher"


class TaggedText(NamedTuple):
    """A text as one teacher highlighted it for one class: a sequence of tags."""

    text: int
    class_: Hashable
    teacher: str


@dataclass(frozen=True)
class ChainTokens:
    """The tokens of the texts as a chain sees them."""

    rows: NDArray[np.int64]  # text i has the tokens `rows[i]:rows[i + 1]`
    # Where each token stands in its text
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    # The kind of each token, and the terms of each kind (kinds × terms). Where pairs of words are terms, a token
    # carries its own term and those of both pairs that it is in
    kind: NDArray[np.int32]
    kinds: csr_array
    # The number of each place (before, between and after the tokens of each text), and what is known of each
    place: NDArray[np.int32]
    places: NDArray[np.int16]

    def of(self, texts: NDArray[np.intp]) -> ChainTokens:
        """The tokens of some of the texts."""
        sizes = np.diff(self.rows)[texts]
        tokens, places = _ranges(self.rows[texts], sizes), _ranges(self.rows[texts] + texts, sizes + 1)
        return replace(
            self,
            rows=_starts(sizes),
            start=self.start[tokens],
            end=self.end[tokens],
            kind=self.kind[tokens],
            place=self.place[places],
        )


@dataclass(frozen=True)
class MarkedTexts:
    """Texts in the columns of a term matrix, and the passages marked in them; made by :func:`read_marked`.

    Text i belongs to row i of the counts that a learner is fitted on. ``marked[rows]`` has some of the texts, so that
    scikit-learn can split it along with the counts.

    >>> texts = ["A dull, dull film", "I loved it"]
    >>> counts = TermCounts()
    >>> counts.add(texts)
    >>> marked = read_marked(counts, texts, [(1, "pos", 2, 7)])
    >>> len(marked), marked[[1]].passages
    (2, [Passage(text=0, class_='pos', start=2, end=7, teacher='teacher')])
    """

    counts: TermCounts
    texts: Sequence[str]
    passages: Sequence[Passage]
    tokens: ChainTokens

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def shape(self) -> tuple[int]:
        """The number of texts, as scikit-learn asks for it."""
        return (len(self),)

    def __getitem__(self, rows: Any) -> MarkedTexts:
        chosen = np.arange(len(self))[rows]
        if chosen.ndim != 1:
            raise BadTeaching(f"Choose texts by a slice or a list of positions, not by {rows!r:.80}.")
        of: dict[int, list[Passage]] = {}
        for passage in self.passages:
            of.setdefault(passage.text, []).append(passage)
        return replace(
            self,
            texts=[self.texts[text] for text in chosen.tolist()],
            passages=[
                passage._replace(text=row) for row, text in enumerate(chosen.tolist()) for passage in of.get(text, ())
            ],
            tokens=self.tokens.of(chosen),
        )

    def only(self, teacher: str) -> MarkedTexts:
        """These texts with the rationales of one teacher."""
        return self.having([passage for passage in self.passages if passage.teacher == teacher])

    def having(self, passages: Iterable[Passage]) -> MarkedTexts:
        """These texts with other passages."""
        return replace(self, passages=[_checked(passage, self.texts) for passage in passages])

    @cached_property
    def tagged_texts(self) -> dict[TaggedText, list[Passage]]:
        """The passages that each teacher highlighted in each text for each class."""
        passages: dict[TaggedText, list[Passage]] = {}
        for passage in self.passages:
            passages.setdefault(TaggedText(passage.text, passage.class_, passage.teacher), []).append(passage)
        return passages

    def tags(self) -> NDArray[np.bool_]:
        """Tagged text after tagged text, whether a passage touches each token."""
        groups = list(self.tagged_texts.values())
        text = np.array([passages[0].text for passages in groups], dtype=np.int64)
        spans = np.array([passage[2:4] for passages in groups for passage in passages], dtype=np.int64).reshape(-1, 2)
        out = np.zeros(int(np.diff(self.tokens.rows)[text].sum()), dtype=np.bool_)
        spans_at = _starts(np.array([len(passages) for passages in groups], dtype=np.int64))
        _tag(self.tokens.rows, self.tokens.start, self.tokens.end, text, spans_at, spans, out)
        return out

    def marked_terms(self, classes: Sequence[Hashable]) -> csr_array:
        """How many tokens of each text carry each term and are marked for the class given for the text."""
        own = self.having([passage for passage in self.passages if passage.class_ == classes[passage.text]])
        text = np.array([tagged.text for tagged in own.tagged_texts], dtype=np.int64)
        sizes = np.diff(self.tokens.rows)[text]
        tags = own.tags()
        row, kind = np.repeat(text, sizes)[tags], self.tokens.kind[_ranges(self.tokens.rows[text], sizes)][tags]
        kinds = csr_array((np.ones(len(row)), (row, kind)), shape=(len(self), self.tokens.kinds.shape[0]))
        return csr_array(kinds @ self.tokens.kinds)


def read_marked(
    counts: TermCounts, texts: Iterable[str], passages: Iterable[Sequence[Any]] = (), *, parser: Parser | None = None
) -> MarkedTexts:
    """Read texts in the columns of `counts`, with the passages that were marked in them.

    A passage is (text, class, start, end) or (text, class, start, end, teacher). The parser finds the constituents of a
    text, for learners that look at syntax.
    """
    texts = list(texts)
    checked = [_checked(Passage(*passage), texts) for passage in passages]
    return MarkedTexts(counts, texts, checked, _tokens(counts, texts, parser))


def check_marked(marked: Any, X: csr_array, classes: Sequence[Hashable]) -> MarkedTexts:
    """Refuse rationales that do not belong to the documents X, or speak for a class that is not there."""
    if not isinstance(marked, MarkedTexts):
        raise BadTeaching(f"rationales must be MarkedTexts, not {type(marked).__name__}; make them with read_marked.")
    columns = marked.tokens.kinds.shape[1]
    if (len(marked), columns) != X.shape:
        raise BadTeaching(
            f"The rationales are of {len(marked)} texts in {columns} columns, but X has {X.shape[0]} documents in "
            f"{X.shape[1]} columns. Give the same documents, in the same order, counted by the same TermCounts."
        )
    if unknown := sorted({str(passage.class_) for passage in marked.passages if passage.class_ not in classes}):
        raise BadTeaching(
            f"{listed(unknown)}: marked for, but not among the classes {listed(map(str, classes))}. Name all classes "
            "with classes=[…], or correct the rationale."
        )
    return marked


def marked_documents(
    counts: TermCounts,
    texts: Mapping[str, str],
    teaching: Teaching,
    documents: Sequence[str],
) -> MarkedTexts:
    """The rationales of a record, for learners: row i is the i-th of `documents`, whose texts are given by id.

    Rationales of documents that are not among them (without a label, say) are left out.
    """
    row = {document: place for place, document in enumerate(documents)}
    passages = [
        Passage(row[document], lesson.class_, lesson.start, lesson.end, lesson.teacher)
        for document, lessons in teaching.rationales.items()
        if document in row
        for lesson in lessons
    ]
    return read_marked(counts, [texts[document] for document in documents], passages)


def _checked(passage: Passage, texts: Sequence[str]) -> Passage:
    if not 0 <= passage.text < len(texts):
        raise BadTeaching(f"There is no text {passage.text!r}; the texts are numbered 0 to {len(texts) - 1}.")
    size = len(texts[passage.text])
    if not 0 <= passage.start < passage.end <= size:
        raise BadTeaching(
            f"{passage.start} to {passage.end} is not a passage of text {passage.text}, which has {size} code points. "
            "Mark at least one of them, end not included."
        )
    return passage


def _tokens(counts: TermCounts, texts: Sequence[str], parser: Parser | None) -> ChainTokens:
    vocabulary = counts.vocabulary
    selected = vocabulary.selected()
    column = np.full(len(vocabulary) + 1, -1, dtype=np.int64)  # the last stands for terms that were never seen
    column[selected] = np.arange(len(selected))
    scan = counts.analyzer.tokens(texts)
    number = vocabulary.read(scan, grow=False)
    carried = [column[number]]
    if counts.analyzer.bigrams:
        both = with_pairs(scan)  # token, pair, token, pair … token
        pair = np.full(len(scan) + 1, -1, dtype=np.int64)
        inner = np.delete(np.arange(len(scan)), scan.rows[1:][np.diff(scan.rows) > 0] - 1)
        row = _row_of(scan.rows)[inner]
        behind = both.rows[row] + 2 * (inner - scan.rows[row]) + 1
        pair[inner] = column[vocabulary.read(both, grow=False)[behind]]
        carried += [pair[:-1], np.roll(pair, 1)[:-1]]
    kind, kinds = _combinations(carried, len(selected))
    place, places = _known(scan, _signs(number, vocabulary.numbers(SIGNS)), texts, parser)
    return ChainTokens(scan.rows, scan.start, scan.end, kind, kinds, place, places)


def _combinations(carried: Sequence[NDArray[np.int64]], terms: int) -> tuple[NDArray[np.int32], csr_array]:
    """Which tokens carry the same terms, and those terms (-1: none): token → kind, kinds × terms."""
    kind = np.zeros(len(carried[0]), dtype=np.int64)
    for term in carried:
        kind = np.unique(kind * (terms + 1) + term + 1, return_inverse=True)[1]
    first = np.unique(kind, return_index=True)[1]
    of = np.stack([term[first] for term in carried], axis=1)  # kinds × terms that a token can carry
    row, place = np.nonzero(of >= 0)
    ones = np.ones(len(row))
    return kind.astype(np.int32), csr_array((ones, (row, of[row, place])), shape=(len(first), terms))


def _signs(number: NDArray[np.int32], known: NDArray[np.int32]) -> NDArray[np.int16]:
    """Which of the signs each token is, from 1; 0 for any other."""
    out = np.zeros(len(number), dtype=np.int16)
    for sign, its in enumerate(known.tolist(), start=1):
        if its >= 0:
            out[number == its] = sign
    return out


def _known(
    scan: Scan, sign: NDArray[np.int16], texts: Sequence[str], parser: Parser | None
) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """What is known of each place, each combination once: place → number, numbers × (two signs, three constituents)."""
    row = _row_of(scan.rows)
    at = np.arange(len(scan)) + row  # the place before each token; the place behind it is the next
    known = np.zeros((len(scan) + len(texts), 5), dtype=np.int16)
    known[at + 1, LEFT] = sign
    known[at, RIGHT] = sign
    if parser is not None:
        for text, constituents in enumerate(parsed(parser, texts)):
            of = slice(scan.rows[text], scan.rows[text + 1])
            places = slice(of.start + text, of.stop + text + 1)
            known[places, ENDING:] = boundaries(constituents, scan.start[of], scan.end[of])
    code = np.zeros(len(known), dtype=np.int64)
    for column in known.T:
        code = code * (1 + len(SIGNS) + len(NONTERMINALS)) + column
    _, first, number = np.unique(code, return_index=True, return_inverse=True)
    return number.astype(np.int32), known[first]


def _row_of(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(rows) - 1), np.diff(rows))


def _starts(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _ranges(first: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of all ranges in a row: (3, 2), (7, 1) → 3 4 7."""
    return np.arange(sizes.sum()) + np.repeat(first - _starts(sizes)[:-1], sizes)


@kernel
def _tag(rows, start, end, text, spans_at, spans, out):  # type: ignore[no-untyped-def]
    at = 0
    for tagged in range(len(text)):
        for token in range(rows[text[tagged]], rows[text[tagged] + 1]):
            for s in range(spans_at[tagged], spans_at[tagged + 1]):
                none = 1 if start[token] == end[token] else 0
                if start[token] < spans[s, 1] + none and end[token] > spans[s, 0] - none:
                    out[at] = True
                    break
            at += 1


class MarkedTerms:
    """Reads marked documents; again only those whose label or passages have changed, or all when the columns have.

    >>> from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Rationale, Record
    >>> record = Record({"d1": Document("d1", "a refund please")})
    >>> record.append(ClassesAdded(["billing", "bug"]), DocumentsAdded(["d1"]))
    >>> record.append(Label("d1", "billing"), Rationale("d1", "billing", 2, 8))
    >>> counts = TermCounts("words")
    >>> counts.add(["a refund please"])
    >>> marked = MarkedTerms().of(record.teaching(), counts, ["d1"], {"d1": "a refund please"}.__getitem__)
    >>> [counts.terms[column] for column in marked["d1"]]
    ['refund']
    """

    def __init__(self) -> None:
        self._columns: Mapping[str, int] | None = None
        self._known: dict[str, tuple[Any, NDArray[np.intp]]] = {}

    def of(
        self, teaching: Teaching, counts: TermCounts, documents: Sequence[str], texts: Callable[[str], str]
    ) -> dict[str, NDArray[np.intp]]:
        """The columns of the terms that were marked for each document's label."""
        if self._columns is not counts.columns:
            self._columns, self._known = counts.columns, {}
        lessons = {document: (teaching.labels[document], teaching.rationales[document]) for document in documents}
        new = [document for document in documents if self._known.get(document, (None,))[0] != lessons[document]]
        if new:
            read = marked_documents(counts, {document: texts(document) for document in new}, teaching, new)
            terms = read.marked_terms([teaching.labels[document] for document in new])
            parts = np.split(terms.indices.astype(np.intp), terms.indptr[1:-1])
            self._known |= {document: (lessons[document], part) for document, part in zip(new, parts, strict=True)}
        return {document: self._known[document][1] for document in documents}
