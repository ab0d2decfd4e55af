"""The project's documents as terms, read once and kept up to date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import eq
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.classifier import TextClassifier
from teachback.encoders import Outside, WordReader
from teachback.learners.catalogue import VIEWS
from teachback.pool import Pool
from teachback.queries import near_duplicates
from teachback.record import Document
from teachback.store import Store, reading_setting
from teachback.text import Analyzer, TermCounts
from teachback.text.analyzers import learning_from
from teachback.text.base import Joined
from teachback.text.stop_words import function_words
from teachback.vectors import PoolVectors

Advance = Callable[[int], object]
_SHORT, _LOOKED_AT = 7, 3  # letters of what may be left of a number or an address, and documents that show it
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)


@reading_setting("analyzer")
def columns_learned(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns beside the text that a project learns from, by its settings."""
    return tuple(settings.get("analyzer", {}).get("columns", ()))


class Terms:
    """The counts of every document in the store, in the order in which they were added.

    Texts are not kept in memory: they are read when they are counted, and again when a person looks at one.
    """

    def __init__(self, store: Store, analyzer: Analyzer, stop_words: str | Sequence[str] | None) -> None:
        self._store = store
        self.counts = TermCounts(analyzer, stop_words=stop_words, texts=self._texts_of)
        self.documents: list[str] = []
        self.rows: dict[str, int] = {}
        self._blank: list[int] = []  # rows of documents without any text
        self.lock = RLock()  # for the length of a look at counts that must belong together
        self._pools: dict[str, tuple[csr_array, Pool]] = {}
        self._vectors: tuple[Pool, frozenset[str], PoolVectors] | None = None
        self._plain: tuple[csr_array, Pool] | None = None
        self._with_phrases: tuple[PoolVectors, Pool, PoolVectors] | None = None
        self._reread: tuple[csr_array, TextClassifier, Pool] | None = None
        self._same: tuple[Sequence[str], Sequence[str]] = (), ()  # a model's terms, and columns that are the same
        self.newest_probabilities: tuple[tuple[object, csr_array, tuple[str, ...]], NDArray[np.float64]] | None = None
        self.outside: Callable[[], Outside | None] = lambda: None  # what an encoder says of these terms and documents
        self.encode: Callable[[], object] = lambda: None  # lets it say that of all documents
        self.new_words: Callable[[], WordReader | None] = lambda: None  # the encoder, for words that no document has
        # A pool with the sums over all documents, where these stay elsewhere, by its columns and phrases.
        self.whole: Callable[[Pool, Sequence[str], Sequence[str], Analyzer], Pool] = lambda sample, *_: sample
        self.searched_for: Callable[[], frozenset[str]] = frozenset  # documents that came because they are worth asking
        self._function_words: tuple[csr_array, frozenset[int]] | None = None
        self._split: dict[str, bool] = {}  # short terms that were looked at, and whether numbers stand beside them
        self._making_vectors = RLock()  # which takes seconds, while others may look at the counts
        self._stop_words = stop_words
        self.erased: Callable[[], frozenset[str]] = frozenset  # documents whose texts are gone for good
        self._without: frozenset[str] = frozenset()  # those that were when all were counted

    @property
    def analyzer(self) -> Analyzer:
        """What a term is."""
        return self.counts.analyzer

    @property
    def size(self) -> int:
        """How many documents the store has."""
        return self._store.size

    def update(self, progress: Advance | None = None) -> None:
        """Count the documents that came since the last time."""
        with self.lock:
            if self.erased() != self._without:
                self._begin_anew()
            before = len(self.documents)
            if self._store.size == before:
                return
            self.learn_from(columns_learned(self._store.settings()))  # another process may have chosen them
            before = len(self.documents)
            ids: list[str] = []
            blank: list[int] = []

            def texts() -> Iterator[str]:
                for document in self._store.documents(after=before):
                    if not document.text or document.text.isspace():
                        blank.append(before + len(ids))
                    ids.append(document.id)
                    yield self.text_of(document)

            self.counts.add(texts(), progress)
            self.rows |= {document: before + place for place, document in enumerate(ids)}
            self.documents += ids
            self._blank += blank

    @contextmanager
    def updated(self) -> Iterator[None]:
        """A look at the counts of all documents, which belong together for the length of the block."""
        with self.lock:
            self.update()
            yield

    def learn_from(self, columns: Sequence[str]) -> None:
        """Let the values of just these columns be terms, too."""
        with self.lock:
            if tuple(columns) != self.analyzer.columns:
                self._begin_anew(learning_from(self.analyzer, columns))

    def _begin_anew(self, analyzer: Analyzer | None = None) -> None:
        """Count all documents again: the terms of a text that was erased are no terms any more."""
        phrases = self.counts.phrases
        plain = self.analyzer.plain if analyzer is None else analyzer
        self.counts = TermCounts(plain, stop_words=self._stop_words, texts=self._texts_of)
        self.counts.keep_terms(phrases)
        self.documents, self.rows, self._blank, self._without = [], {}, [], self.erased()
        self._pools, self._vectors, self._same, self._function_words = {}, None, ((), ()), None
        self.newest_probabilities = self._plain = self._with_phrases = self._reread = None

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        """Let other words be no terms."""
        with self.lock:
            self._stop_words = stop_words
            self.counts.leave_out(stop_words)

    def pool(self, view: str = "counts") -> Pool:
        """All documents as learners see them; worked out again when documents or columns have come."""
        X = self.counts.X
        if view == "damped" and not self.counts.phrases:
            return self.plain_pool
        if self._pools.get(view, (None,))[0] is not X:
            made = Pool(VIEWS[view](X))
            if view == "damped":
                made = self.whole(made, self.counts.terms, self.counts.phrases, self.analyzer)
            self._pools[view] = X, made
        return self._pools[view][1]

    @property
    def plain_pool(self) -> Pool:
        """All documents, damped, as if no phrase were a term: the same while phrases come and go."""
        X, terms = self.counts.plain
        if self._plain is None or self._plain[0] is not X:
            self._plain = X, self.whole(Pool(VIEWS["damped"](X)), terms, (), self.analyzer)
        return self._plain[1]

    def make_vectors(self, gone: frozenset[str] = frozenset()) -> PoolVectors:
        """The vectors of all documents, learned from all but those that were taken out; made when documents came."""
        self.outside()  # which may have to read its files, while others look at the counts
        with self.lock:
            pool, outside = self.plain_pool, self.outside()
        with self._making_vectors:
            made = self._vectors_of(pool, gone)
            if made is None:
                made = PoolVectors(pool, without=self.mask(gone | self.searched_for()), outside=outside)
            elif made.outside is not outside:
                made = made.beside(outside)
            self._vectors = pool, gone, made
        with self.lock:
            return self.made_vectors(gone) or made

    def quick_vectors(self, gone: frozenset[str] = frozenset()) -> PoolVectors:
        """Vectors without any direction, for a model that cannot wait: it learns of terms alone."""
        return PoolVectors(self.pool("damped"), directions=0, without=self.mask(gone | self.searched_for()))

    def made_vectors(self, gone: frozenset[str] = frozenset()) -> PoolVectors | None:
        """The vectors of all documents if they are made already."""
        made = self._vectors_of(self.plain_pool, gone)
        if made is None or not self.counts.phrases:
            return made
        pool = self.pool("damped")
        if self._with_phrases is None or self._with_phrases[0] is not made or self._with_phrases[1] is not pool:
            columns, (_, plain) = self.columns, self.counts.plain
            place = np.array([columns[term] for term in plain], dtype=np.intp)
            words = {
                phrase: [token.term for token in self.analyzer.plain.words(phrase)] for phrase in self.counts.phrases
            }
            parts = {
                columns[phrase]: [columns[word] for word in words[phrase] if word in columns]
                for phrase in words
                if phrase in columns  # some document has it
            }
            self._with_phrases = made, pool, made.with_phrases(pool, place, parts)
        return self._with_phrases[2]

    def _vectors_of(self, pool: Pool, gone: frozenset[str]) -> PoolVectors | None:
        """Those that were made of this pool."""
        return self._vectors[2] if self._vectors is not None and self._vectors[:2] == (pool, gone) else None

    @property
    def columns(self) -> dict[str, int]:
        """Which column a term has."""
        return self.counts.columns

    @property
    def function_words(self) -> frozenset[int]:
        """The columns of terms that no teacher is asked of; looked for when documents or columns have come."""
        X = self.counts.X
        if self._function_words is None or self._function_words[0] is not X:
            self._function_words = X, function_words(self.columns, self.pool().reach)
        return self._function_words[1]

    @property
    def fragments(self) -> frozenset[int]:
        """The columns of terms that were found to be left of something else: “st” of “1st”, “dx” of “486dx”,
        “http” of an address."""
        return frozenset(
            self.columns[term] for term, is_left in self._split.items() if is_left and term in self.columns
        )

    def finds_fragments(self, columns: Iterable[int]) -> bool:
        """Look at the texts of these columns' terms, and say whether there are new fragments among them."""
        named = {column: self.counts.terms[column] for column in columns}
        new = [column for column, term in named.items() if term not in self._split and len(term) <= _SHORT]
        having = self.counts.X[:, new].tocsc()
        for place, column in enumerate(new):
            rows = having.indices[having.indptr[place] : having.indptr[place + 1]][:_LOOKED_AT].tolist()
            text, term = " ".join(self._texts_of(rows)), re.escape(named[column])
            alone = rf"(?<!\w){term}(?!\w)"
            beside = rf"(?<=\d){term}(?![^\W\d])|(?<![^\W\d]){term}(?=\d)"
            in_addresses = len(re.findall(alone, " ".join(_ADDRESS.findall(text)), re.IGNORECASE))
            left = len(re.findall(beside, text, re.IGNORECASE)) + in_addresses
            self._split[named[column]] = left > len(re.findall(alone, text, re.IGNORECASE)) - in_addresses
        return any(self._split[named[column]] for column in new)

    def rows_for(self, model: TextClassifier) -> Pool:
        """All documents as a model sees them, which may be older than the newest documents and phrases."""
        phrases = model.analyzer.joined if isinstance(model.analyzer, Joined) else ()
        X = self.counts.X
        if phrases != self.counts.phrases:
            if self._reread is None or self._reread[0] is not X or self._reread[1] is not model:
                read = Pool(VIEWS[model.view](self.counts.read_by(phrases, model.columns)))
                self._reread = X, model, read
            return self._reread[2]
        terms = model.terms
        pool, own = self.pool(model.view), self.counts.terms
        if self._same[0] is terms and self._same[1] is own:
            return pool
        if len(own) == len(terms) and all(map(eq, own, terms)):
            self._same = terms, own
            return pool
        columns = self.columns
        known = np.array([columns.get(term, -1) for term in terms], dtype=np.intp)
        place = np.full(len(columns), -1, dtype=np.intp)
        place[known[known >= 0]] = np.flatnonzero(known >= 0)
        return Pool(_moved(pool.counts, place, len(terms)))

    def seen_by(self, model: TextClassifier, documents: Sequence[str] | None = None) -> Any:
        """All documents, or these, as counts in the columns and the view of a model; as texts, where it reads these."""
        if model.learner.reads_texts:
            return [each.text for each in (self._store.documents() if documents is None else self._read(documents))]
        pool = self.rows_for(model)
        return pool if documents is None else pool.counts[[self.rows[id] for id in documents]]

    def near_duplicates(self, threshold: float, gone: frozenset[str]) -> list[tuple[str, ...]]:
        """Groups of documents that hardly differ, without those that are gone."""
        with self.updated():
            groups = near_duplicates(self.pool(), threshold)
        by_group: dict[int, list[str]] = {}
        for row, group in enumerate(groups.tolist()):
            if self.documents[row] not in gone:
                by_group.setdefault(group, []).append(self.documents[row])
        return [tuple(ids) for ids in by_group.values() if len(ids) > 1]

    def mask(self, documents: Mapping[str, Any] | frozenset[str]) -> NDArray[np.bool_]:
        """True in the rows of these documents."""
        mask = np.zeros(len(self.documents), dtype=np.bool_)
        mask[[self.rows[document] for document in documents if document in self.rows]] = True
        return mask

    @property
    def blank(self) -> NDArray[np.bool_]:
        """True in the rows of documents without any text: there is nothing in them that a person could answer by."""
        mask = np.zeros(len(self.documents), dtype=np.bool_)
        mask[self._blank] = True
        return mask

    def text(self, document: str) -> str:
        """What learners read of a document: its text, and the fields that they learn from."""
        return self.text_of(self._store.document(document))

    def text_of(self, document: Document) -> str:
        """What learners read of a document whose text is given."""
        return self.analyzer.with_fields(document.text, document.fields)

    def _texts_of(self, rows: Sequence[int]) -> Iterator[str]:
        return (self.text(self.documents[row]) for row in rows)

    def read(self, rows: Sequence[int]) -> list[Document]:
        """The documents in these rows."""
        return self._read([self.documents[row] for row in rows])

    def _read(self, documents: Sequence[str]) -> list[Document]:
        return [self._store.document(id) for id in documents]


def _moved(X: csr_array, place: NDArray[np.intp], width: int) -> csr_array:
    """The counts with column k at place[k]; columns without a place are left out."""
    at = place[X.indices]
    remain = at >= 0
    row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))[remain]
    return csr_array((X.data[remain], (row, at[remain])), shape=(X.shape[0], width))
