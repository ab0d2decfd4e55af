"""The only bridge from a record to arrays: what was taught, as every learner's `fit` takes it.

A word of a class's name counts as if the teacher had typed it, where documents bear it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from teachback.learners.distinctions.evidence import contrasts
from teachback.learners.distinctions.evidence import words as words_told_apart
from teachback.learners.distinctions.lessons import distinction_lessons
from teachback.learners.machine_advice import AdvisedLabel, advised_labels, with_advice
from teachback.learners.rationales.marked_texts import MarkedTerms, MarkedTexts, marked_documents
from teachback.learners.rationales.rationale_weighting import weighted
from teachback.pool import Pool
from teachback.record import Teaching
from teachback.text import TermCounts
from teachback.text.description import belonging, words_of_name
from teachback.vectors import PoolVectors, spoken_of

View = Callable[[csr_array], csr_array]
MARKED = 4.0  # chosen on movie reviews: more of it harms where no words were taught

NameWords = list[tuple[int, str]]  # column and class


@dataclass(frozen=True)
class TrainingSet:
    """A record's teaching over a project's documents, as they are at one moment."""

    teaching: Teaching  # what counts, under some policy
    # The documents' counts, and which column each term has
    X: csr_array
    columns: Mapping[str, int]
    rows: Mapping[str, int]  # which row each document has
    rationales: MarkedTexts | None = None  # what was marked in the labelled documents, for a learner that hears of it
    # The columns of what was marked for a document's label, for a learner that hears of words alone
    marked: Mapping[str, NDArray[np.intp]] = field(default_factory=dict)
    # Of each described class, the counts of what its description says belongs to it: one row
    descriptions: Mapping[str, csr_array] = field(default_factory=dict)
    advised: Sequence[AdvisedLabel] = ()  # labels of teachers that are no person, with what they weigh
    names: NameWords = field(default_factory=list)  # the words in classes' names, for a learner that hears of them
    texts: Sequence[str] = ()  # those of the labelled documents, for a learner that reads them itself

    @cached_property
    def documents(self) -> list[str]:
        """The labelled documents that may be learned from, in the order in which they were first taught."""
        return _documents(self.teaching)

    @cached_property
    def y(self) -> NDArray[Any]:
        """Their classes."""
        return np.array([self.teaching.labels[document] for document in self.documents], dtype=object).astype(str)

    @cached_property
    def labelled(self) -> list[int]:
        """The rows of the labelled documents."""
        return [self.rows[document] for document in self.documents]

    @cached_property
    def unlabelled(self) -> NDArray[np.intp]:
        """The rows of the documents without a label that are not held out."""
        mask = np.ones(self.X.shape[0], dtype=np.bool_)
        mask[self.labelled] = False
        mask[[self.rows[document] for document in self.teaching.held_out]] = False
        return np.flatnonzero(mask)

    @cached_property
    def excluded(self) -> dict[str, frozenset[str]]:
        """The classes that documents are not of, where they may be learned from and some class is left."""
        classes = frozenset(self.teaching.classes)
        exclusions = self.teaching.exclusions.items()
        return {name: no for name, no in exclusions if name not in self.teaching.held_out and not no >= classes}

    @cached_property
    def words(self) -> list[tuple[int, str, float]]:
        """Taught words that some document has: (column, class, strength)."""
        taught = self.teaching.words.items()
        return [
            (self.columns[k], name, of) for k, classes in taught if k in self.columns for name, of in classes.items()
        ]

    @property
    def unheard(self) -> list[str]:
        """Taught words that no document has."""
        return [term for term in self.teaching.words if term not in self.columns]

    @cached_property
    def not_a_reason(self) -> list[int | tuple[int, str]]:
        """Rejected words: a column, or (column, class)."""
        rejected = ((self.columns[k], names) for k, names in self.teaching.not_a_reason.items() if k in self.columns)
        return [
            column if name is None else (column, name) for column, names in rejected for name in sorted(names, key=str)
        ]

    def fit(
        self,
        learner: Any,
        view: View = lambda X: X,
        *,
        pool: Pool | None = None,
        vectors: PoolVectors | None = None,
    ) -> Any:
        """Fit the learner on what it can hear of the teaching; it sees the counts as `view` makes them.

        A learner of words that knows nothing of rationales hears them, too: a term that was marked in a document, or
        tells it from another, counts :data:`MARKED` times there (Sharma, Zhuang, Bilgic 2015).

        A class of which it hears nothing is left out, as long as there are two others: whatever is unlike all that was
        taught would be taken for it. `pool` has all documents in that view, and `vectors` are theirs, where somebody
        has worked them out already.
        """
        hears = set(signature(learner.fit).parameters)
        if "distinctions" in hears:
            return self._fit_rules(learner)
        X: Any = view(self.X[self.labelled]) if self.documents else None
        if getattr(learner, "reads_texts", False):
            X = self.texts or None
        y = self.y if self.documents else None
        words: list[tuple[Any, ...]] = [*self._told_apart(), *self.words] if "words" in hears else []
        if "vectors" in hears:
            # Unlabelled documents stand among labelled ones: what is known of them stays from round to round.
            known = vectors.pool if vectors is not None else Pool(view(self.X)) if pool is None else pool
            words += ((column, of, 1.0) for column, of in spoken(self.names, known, len(self.teaching.classes)))
            teaching = self._given(hears, words, view) | {"pool": known, "vectors": vectors}
            if "reasons" in hears and X is not None and (reasons := self._reasons()).nnz:
                teaching["reasons"] = _counts_of(X, reasons)
            return learner.fit(X, y, **teaching)
        teaching = self._given(hears, words, view)
        if "pool" in hears:
            teaching["pool"] = Pool((view(self.X) if pool is None else pool.counts)[self.unlabelled])
        if "rationales" in hears:
            heard, classes = self.rationales, teaching["classes"]
            teaching["rationales"] = heard and heard.having(one for one in heard.passages if one.class_ in classes)
        elif X is not None and "words" in hears and (reasons := self._reasons()).nnz:
            X = weighted(X, reasons, r=MARKED, o=1.0)
        return learner.fit(X, y, **teaching)

    def _given(self, hears: Collection[str], words: Sequence[tuple[Any, ...]], view: View) -> dict[str, Any]:
        """What `fit` is given besides labels: the classes, words, what documents are not, advice, descriptions."""
        excluded = self.excluded if "exclusions" in hears else {}
        advised = self.advised if "advised" in hears else ()
        described = self.descriptions if "descriptions" in hears else {}
        left = (frozenset(self.teaching.classes) - no for no in excluded.values())
        settled = (class_ for classes in left if len(classes) == 1 for class_ in classes)
        classes = self._heard(
            {*self.y.tolist(), *(word[1] for word in words), *settled, *described, *(one.class_ for one in advised)}
        )
        teaching: dict[str, Any] = {"classes": classes}
        if "words" in hears:
            rejected = [one for one in self.not_a_reason if not isinstance(one, tuple) or one[1] in classes]
            teaching |= {"words": words, "not_a_reason": rejected}
        if telling := {id: no for id, no in excluded.items() if (now := no & set(classes)) and now != set(classes)}:
            rows = view(self.X[[self.rows[id] for id in telling]])
            teaching["exclusions"] = rows, [no & set(classes) for no in telling.values()]
        if advised:
            rows = view(self.X[[self.rows[one.document] for one in advised]])
            teaching["advised"] = rows, [one.class_ for one in advised], [one.weight for one in advised]
        if described:
            teaching["descriptions"] = view(csr_array(vstack(list(described.values())))), list(described)
        return teaching

    def _reasons(self) -> csr_array:
        """Which terms of the labelled documents were marked for the label, or tell the document from another."""
        row = {document: place for place, document in enumerate(self.documents)}
        lessons = distinction_lessons(self.teaching, self.columns)
        distinguished = contrasts(lessons.distinctions, lessons.classes)
        pairs = [(row[name], one.column) for one in distinguished if (name := lessons.documents[one.row]) in row]
        rows, columns = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        if self.marked:
            sizes = [len(passages) for passages in self.marked.values()]
            rows = np.append(rows, np.repeat([row[document] for document in self.marked], sizes))
            columns = np.append(columns, np.concatenate(list(self.marked.values())))
        return csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(row), self.X.shape[1]))

    def _heard(self, taught: Collection[str]) -> list[str]:
        """The classes that were taught, and everything else; all of them where that is one or none."""
        heard = [class_ for class_ in self.teaching.classes if class_ in taught or class_ == self.teaching.rest]
        return heard if len(heard) > 1 else list(self.teaching.classes)

    def _fit_rules(self, learner: Any) -> Any:
        lessons = distinction_lessons(self.teaching, self.columns)
        X = self.X[[self.rows[document] for document in lessons.documents]]
        classes = list(self.teaching.classes)
        learner.fit(X, list(lessons.classes), distinctions=lessons.distinctions, classes=classes)
        for rule in (*learner.rules_, learner.default_, *learner.aside_):
            if rule["name"] is not None:
                rule["name"] = lessons.documents[rule["name"]]  # the document's, not its row's
        return learner

    def _told_apart(self) -> list[tuple[int, Any]]:
        """The terms of distinctions as words, where nothing else was said of them."""
        lessons = distinction_lessons(self.teaching, self.columns)
        if not lessons.distinctions:
            return []
        X = self.X[[self.rows[document] for document in lessons.documents]]
        words = words_told_apart(lessons.distinctions, lessons.classes, X)
        taught = {
            self.columns[term] for term in (*self.teaching.words, *self.teaching.not_a_reason) if term in self.columns
        }
        return [(column, name) for column, name in words if column not in taught]


def training_set(
    teaching: Teaching,
    counts: TermCounts,
    rows: Mapping[str, int],
    texts: Callable[[str], str],
    *,
    hears: Any = None,
    memory: MarkedTerms | None = None,
    function_words: Collection[int] = (),
) -> TrainingSet:
    """The teaching over counted documents.

    Typed terms become columns of `counts` as soon as a document has them; `rows` says which row each document has. A
    text is looked at only where passages were marked and the learner (`hears`) hears of them, or reads texts; `memory`
    has what was marked in documents that were read for an earlier round. The columns of `function_words`, which are
    about nothing, are no words in classes' names.

    >>> from teachback.learners import LabelledWordNB
    >>> from teachback.record import ClassesAdded, Document, DocumentsAdded, Record, Word
    >>> texts = {"d1": "a refund please", "d2": "it crashed", "d3": "the refund crashed"}
    >>> record = Record({name: Document(name, text) for name, text in texts.items()})
    >>> record.append(ClassesAdded(["billing", "bug"]), DocumentsAdded(list(texts)))
    >>> record.append(Word("refund", "billing"), Word("crashed", "bug"), Word("segfault", "bug"))
    >>> counts = TermCounts("words")
    >>> counts.add(texts.values())
    >>> taught = training_set(record.teaching(), counts, {"d1": 0, "d2": 1, "d3": 2}, texts.__getitem__)
    >>> taught.words, taught.unheard
    ([(1, 'billing', 1.0), (4, 'bug', 1.0)], ['segfault'])
    >>> taught.fit(LabelledWordNB()).predict(counts.X).tolist()[:2]
    ['billing', 'bug']
    """
    heard = () if hears is None else signature(hears.fit).parameters
    advised = [one for one in advised_labels(teaching) if one.document in rows] if "advised" in heard else []
    teaching = with_advice(teaching)
    counts.keep_terms(taught_terms(teaching))
    rationales, terms, documents = None, {}, _documents(teaching)
    marked = [document for document in documents if document in teaching.rationales]
    if marked and "rationales" in heard:
        rationales = marked_documents(counts, {id: texts(id) for id in documents}, teaching, documents)
    elif marked and "words" in heard:
        terms = (memory or MarkedTerms()).of(teaching, counts, marked, texts)
    described = _described(teaching, counts) if "descriptions" in heard else {}
    names = words_in_names(teaching, counts, function_words) if "descriptions" in heard else []
    read = [texts(document) for document in documents] if getattr(hears, "reads_texts", False) else ()
    return TrainingSet(teaching, counts.X, counts.columns, rows, rationales, terms, described, advised, names, read)


def _counts_of(X: csr_array, reasons: csr_array) -> csr_array:
    """The counts of the terms that are reasons, with X's kind of indices."""
    marked = csr_array(X.multiply(reasons > 0))
    marked.indices, marked.indptr = marked.indices.astype(X.indices.dtype), marked.indptr.astype(X.indptr.dtype)
    return marked


def taught_terms(teaching: Teaching) -> dict[str, None]:
    """The terms that something was said of, by people or by others whose advice counts; in order."""
    teaching = with_advice(teaching)
    terms = [*teaching.words, *teaching.not_a_reason, *(lesson.term for lesson in teaching.distinctions)]
    return dict.fromkeys(terms)


def _described(teaching: Teaching, counts: TermCounts) -> dict[str, csr_array]:
    """The counts of what belongs to each described class, by all its descriptions, where documents have any of it."""
    texts = {class_: "\n".join(belonging(each.text) for each in own) for class_, own in teaching.descriptions.items()}
    rows = counts.rows(texts.values())
    return {class_: rows[[row]] for row, class_ in enumerate(texts) if rows.indptr[row] < rows.indptr[row + 1]}


def _documents(teaching: Teaching) -> list[str]:
    return [document for document in teaching.labels if document not in teaching.held_out]


def words_in_names(teaching: Teaching, counts: TermCounts, without: Collection[int] = ()) -> NameWords:
    """The columns of the words in classes' names, where each is in one name only and nothing else was said of it.

    A class that is everything else has no name. `without` has the columns of words that are about nothing, such as
    *how*.

    >>> from teachback.record import ClassesAdded, Record, Word
    >>> record = Record({})
    >>> record.append(ClassesAdded(["sci.space", "sci.med", "other"]), Word("space", "sci.space"))
    >>> counts = TermCounts("words")
    >>> counts.add(["space and med", "some other sci med"])
    >>> [(counts.terms[column], class_) for column, class_ in words_in_names(record.teaching(), counts)]
    [('med', 'sci.med')]
    """
    named = [class_ for class_ in teaching.classes if class_ != teaching.rest]
    rows = counts.rows([words_of_name(class_) for class_ in named])
    names = np.bincount(rows.indices, minlength=rows.shape[1])
    taught = {*without, *(counts.columns.get(term) for term in (*teaching.words, *teaching.not_a_reason))}
    classes = np.repeat(np.arange(len(named)), np.diff(rows.indptr)).tolist()
    words = zip(rows.indices.tolist(), classes, strict=True)
    return [(column, named[class_]) for column, class_ in words if names[column] == 1 and column not in taught]


def spoken(words: NameWords, pool: Pool, classes: int) -> NameWords:
    """Those that are in enough documents to tell anything.

    >>> spoken([(0, "sport"), (1, "politics")], Pool([[1, 0]] * 3 + [[0, 0]] * 97 + [[0, 1]]), 2)
    [(0, 'sport')]
    """
    enough = spoken_of(pool.reach[[column for column, _ in words]], pool.documents, classes).tolist()
    return [word for word, is_spoken in zip(words, enough, strict=True) if is_spoken]
