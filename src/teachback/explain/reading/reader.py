"""Reads documents for one model: texts or rows become documents whose words can be removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import Normalizer
from sklearn.utils import get_tags
from sklearn.utils.validation import NotFittedError

from teachback.explain.explanation import CannotExplain
from teachback.explain.reading.opened import Norm, OpenedDocument, OpenedRow, OpenedText
from teachback.explain.reading.words import Finder, Span, analyzer_of, finder, reads_plain_words
from teachback.explain.structures.scores import Columns
from teachback.sweeps import Matrix
from teachback.text import Damped, TermCounts, Vectorizer
from teachback.text.analyzers import Attributes, Tokens, Words
from teachback.text.base import Joined
from teachback.vectors import UnitRows


class DocumentReader:
    """Reads documents for one model.

    The `vectorizer` makes rows of texts, and `steps` are what happens to rows before the classifier sees them. `names`
    are what the columns are called, where there is no vectoriser. Units that are groups are given as their names and
    their words.
    """

    def __init__(
        self,
        vectorizer: Any,
        steps: Sequence[Any],
        names: Sequence[str] | None,
        removal: Literal["text", "zero"],
        units: Literal["words", "terms"] | Mapping[str, Iterable[str]],
        *,
        reads_texts: bool = False,
    ) -> None:
        self.vectorizer, self.steps, self.reads_texts, self.removal = vectorizer, tuple(steps), reads_texts, removal
        self.groups = {name: tuple(words) for name, words in units.items()} if isinstance(units, Mapping) else None
        self._find: Finder = finder(vectorizer, terms=units == "terms")
        self._found: tuple[str, list[tuple[int, int, str]]] = "", []  # in the text that was looked at last
        self._names = names
        pairs = _has_pairs(vectorizer)
        self.by_rows = not reads_texts and (vectorizer is None or removal == "zero" or _is_bag_of_words(vectorizer))
        self.split = pairs and units != "terms"  # a term of several words belongs to each of them
        self.norm: Norm = None
        if removal == "text" and self.by_rows and vectorizer is not None:
            self.norm = _norm([vectorizer, *self.steps])

    @property
    def names(self) -> Sequence[str]:
        """What the columns are called."""
        if self._names is None:
            self._names = _names(self.vectorizer)
        return self._names

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.names)

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """The words of a text, and where they stand; one explanation asks several times for those of its text."""
        known, words = self._found
        if known != text:
            words = self._find(text)
            self._found = text, words
        return words

    def row(self, document: OpenedDocument) -> Any:
        """An opened document as a row, or its text alone for a model that reads texts."""
        if self.reads_texts:
            return [document.text]
        if isinstance(document, OpenedRow):
            return csr_array((document.values, document.columns, [0, len(document.columns)]), shape=(1, document.width))
        return self.rows([document.text])

    def rows(self, documents: Any) -> csr_array:
        """Documents (texts or rows) as rows."""
        if not _are_texts(documents):
            X = documents if issparse(documents) else np.atleast_2d(np.asarray(documents, dtype=np.float64))
            return _tidy(csr_array(X))
        if self.vectorizer is None:
            raise CannotExplain(
                "This explainer was given no vectorizer, so it cannot read texts. Give it rows, or make it with "
                "vectorizer=…."
            )
        return _tidy(csr_array(self._read(list(documents))))

    @property
    def one_word_a_column(self) -> bool:
        """Whether columns are removed one by one."""
        return not self.split and self.groups is None

    def each(self, documents: Any) -> Iterator[OpenedDocument]:
        """Documents, opened one after another."""
        if not self.by_rows or _are_texts(documents):
            return (self.open(document) for document in documents)
        X = self.rows(documents)
        ranges = zip(X.indptr[:-1].tolist(), X.indptr[1:].tolist(), strict=True)
        return (self.open_row(X.indices[first:stop], X.data[first:stop], X.shape[1]) for first, stop in ranges)

    def apart(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """In which texts deleting a word leaves all others as they are.

        Not so in scripts without spaces, where words share letters, nor with a Greek sigma, whose small letter depends
        on what stands before it, nor where the words of a phrase stand apart and may become neighbours.
        """
        analyzer, apart = analyzer_of(self.vectorizer), np.ones(len(texts), dtype=np.bool_)
        if self.removal == "zero":
            return apart
        if analyzer is None:
            return np.array(["Σ" not in text for text in texts], dtype=np.bool_)
        if isinstance(analyzer, Joined):
            apart = ~analyzer.finder.may_form(analyzer.plain.tokens(texts))
        if isinstance(analyzer.of_text, Words):
            scan = analyzer.plain.tokens(texts)
            shared = np.flatnonzero(scan.start[1:] < scan.end[:-1]) + 1
            shared = np.setdiff1d(shared, scan.rows)  # the first word of a text starts anew
            apart[np.searchsorted(scan.rows, shared, side="right") - 1] = False
        return apart

    def open(self, document: Any) -> OpenedDocument:
        """One document: a text, or a row; one that is open already is taken as it is."""
        if isinstance(document, OpenedDocument):
            return document
        if document is None or isinstance(document, int | float | bytes):
            raise CannotExplain(f"{document!r} is no document; give a text, or a row of numbers.")
        text = document if isinstance(document, str) else None
        if not self.by_rows or (text is not None and not self.apart([text])[0]):
            return self._open_text(document)
        row = self.rows([document] if text is not None else document)
        return self.open_row(row.indices, row.data, row.shape[1], text)

    def open_row(self, columns: Columns, values: Matrix, width: int, text: str | None = None) -> OpenedRow:
        """Open a row."""
        names = self.names
        own = [names[column] for column in columns.tolist()]
        if self.groups is None and not self.split:
            return OpenedRow(columns, values, own, None, self.norm, width, text)
        parts = [name.split(" ") if self.split else [name] for name in own]
        words, places = self._units([(term, word) for term, own_words in enumerate(parts) for word in own_words])
        members = np.zeros((len(words), len(own)))
        for word, terms in enumerate(places):
            members[word, list(terms)] = 1.0
        return OpenedRow(columns, values, words, members, self.norm, width, text)

    def _open_text(self, text: Any) -> OpenedText:
        if not isinstance(text, str):
            raise CannotExplain(
                f"Words cannot be deleted from {type(text).__name__}: this model's terms depend on their neighbours in "
                'the text. Give the text itself, or use removal="zero".'
            )
        words, places = self._units([((start, end), word) for start, end, word in self.find(text)])
        return OpenedText(text, words, places, list if self.reads_texts else self._read)

    def _units(self, placed_words: Sequence[tuple[Any, str]]) -> tuple[list[str], list[list[Any]]]:
        """What can be removed, in the order of the text, and what each of them consists of."""
        group = {word: name for name, words in (self.groups or {}).items() for word in words}
        places: dict[str, list[Any]] = {}
        for place, word in placed_words:
            places.setdefault(group.get(word, word), []).append(place)
        return list(places), list(places.values())

    def spans(self, text: str, words: Iterable[str]) -> tuple[Span, ...]:
        """Where words, or the words of groups, stand in a text."""
        wanted = {each for word in words for each in (self.groups or {}).get(word, (word,))}
        return tuple((start, end) for start, end, word in self.find(text) if word in wanted)

    def _read(self, texts: list[str]) -> csr_array:
        try:
            X = (
                self.vectorizer.rows(texts)
                if isinstance(self.vectorizer, TermCounts)
                else self.vectorizer.transform(texts)
            )
            for step in self.steps:
                X = step.transform(X)
        except NotFittedError as error:
            raise CannotExplain(
                f"The text step {type(self.vectorizer).__name__} cannot be run again, because it has not been fitted. "
                "Fit the pipeline first."
            ) from error
        return csr_array(X)


def split_pipeline(pipeline: Pipeline) -> tuple[Any, list[Any], Any]:
    """The text step of a pipeline (None if it takes none), what only weighs and divides rows, and the model."""
    first, *steps = [step for _, step in pipeline.steps if step not in (None, "passthrough")]
    if not (hasattr(first, "build_analyzer") or get_tags(first).input_tags.string):
        return None, [], pipeline
    count, divided = 0, isinstance(first, TfidfVectorizer) and first.norm is not None
    for step in steps[:-1]:
        weighs = isinstance(step, TfidfTransformer | Damped | UnitRows) and not divided
        if not weighs and not (isinstance(step, Normalizer) and step.norm != "max"):
            break
        count, divided = count + 1, divided or isinstance(step, UnitRows) or getattr(step, "norm", None) is not None
    rest = steps[count:]
    model = rest[0] if len(rest) == 1 else Pipeline([(str(place), step) for place, step in enumerate(rest)])
    return first, steps[:count], model


def _is_bag_of_words(vectorizer: Any) -> bool:
    """Whether every column is one word, each counted whatever stands beside it."""
    analyzer = analyzer_of(vectorizer)
    if analyzer is not None:
        return type(analyzer.of_text) in (Words, Tokens, Attributes)
    return reads_plain_words(vectorizer) and tuple(vectorizer.ngram_range) == (1, 1)


def _has_pairs(vectorizer: Any) -> bool:
    analyzer = analyzer_of(vectorizer)
    if analyzer is not None:
        return analyzer.bigrams
    return isinstance(vectorizer, CountVectorizer) and vectorizer.analyzer == "word" and vectorizer.ngram_range[1] > 1


def _norm(steps: Sequence[Any]) -> Norm:
    """By which length rows are divided in the end."""
    norm: Norm = None
    for step in steps:
        if isinstance(step, UnitRows):
            norm = "l2"
        elif isinstance(step, TfidfVectorizer | TfidfTransformer | Normalizer):
            norm = step.norm or norm
    return norm


def _names(vectorizer: Any) -> Sequence[str]:
    if isinstance(vectorizer, TermCounts):
        return vectorizer.terms
    if isinstance(vectorizer, Vectorizer):
        return vectorizer.vocabulary_.columns
    return list(map(str, vectorizer.get_feature_names_out()))


def _are_texts(documents: Any) -> bool:
    if isinstance(documents, str):
        return True
    return (
        isinstance(documents, Sequence)
        and all(isinstance(document, str) for document in documents)
        and len(documents) > 0
    )


def _tidy(X: csr_array) -> csr_array:
    """Terms in order, each once, no zeros."""
    if not X.has_canonical_format or not X.data.all():
        X = X.copy()
        X.sum_duplicates()
        X.eliminate_zeros()
    return X if X.dtype == np.float64 else X.astype(np.float64)
