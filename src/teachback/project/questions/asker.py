"""What to ask a teacher next: documents and words, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, zip_longest

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.classifier import Guess
from teachback.project.models.learned import Learned
from teachback.project.models.predictions import probabilities
from teachback.project.models.terms import Terms
from teachback.project.notebook import bar, paragraphs, said, table
from teachback.project.questions.planning import Worth
from teachback.queries import (
    Asked,
    AskedWord,
    ask_documents,
    ask_words,
    designed,
    margin,
    of_length_one,
    settled,
    taught_classes,
    topical_words,
    with_labels,
)
from teachback.queries.chance import chance
from teachback.record import Document, Teaching
from teachback.sweeps import sums
from teachback.vectors import PoolVectors

_CANDIDATES, _WEIGHED = 3000, 20  # documents to choose from, and to weigh against each other
_NEXT_WORDS, _NEXT_DOCUMENTS = 9, 5  # what is worth weighing of what comes next: about half a minute, and a minute


@dataclass(frozen=True)
class AskedDocument:
    """A document to label.

    Attributes
    ----------
    document
        The document with its text.
    why
        Why it is asked.
    guess
        What the model thinks; None while there is no model.
    check
        Whether it was drawn by chance to measure accuracy; the project keeps it out of training.
    alike
        The ids of near-duplicates that the same answer could serve.
    """

    document: Document
    why: str
    guess: Guess | None = None
    check: bool = False
    alike: tuple[str, ...] = ()


@dataclass(frozen=True)
class AskedTerm:
    """A word to teach or to reject, why it is asked, and in how many documents it is."""

    term: str
    why: str
    documents: int = 0


@dataclass(frozen=True)
class Questions:
    """What the project asks.

    Attributes
    ----------
    documents
        Documents to label, in this order.
    words
        For each class, words that seem to speak for it; under None, words that may be typical of some class.
    note
        Why there are fewer documents than were asked for.
    wordless
        Classes of which no word was said yet, while others have some; their words come first.
    """

    documents: tuple[AskedDocument, ...]
    words: Mapping[str | None, tuple[AskedTerm, ...]]
    note: str = ""
    wordless: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [
            f"{place}. {asked.document.id}: {asked.document.snippet(70)}\n   {asked.why}"
            for place, asked in enumerate(self.documents, 1)
        ]
        for class_, words in self.words.items():
            if words:
                lines.append(f"{self.heading(class_)}: {', '.join(asked.term for asked in words)}")
        return "\n".join([*lines, *([self.note] if self.note else [])])

    def heading(self, class_: str | None) -> str:
        """What stands over a list of words: its class, and that it has none yet."""
        return f"{class_ or 'any class'}{' (no word has been said for it yet)' if class_ in self.wordless else ''}"

    def _repr_html_(self) -> str:
        rows = [
            [
                said(asked.document.id),
                said(asked.document.snippet(200)),
                said(asked.why),
                "" if asked.guess is None else f"{said(asked.guess.class_)} {bar(asked.guess.probability)}",
            ]
            for asked in self.documents
        ]
        words = [
            [said(self.heading(class_)), said(", ".join(asked.term for asked in found))]
            for class_, found in self.words.items()
            if found
        ]
        shown = table(["document", "text", "why it is asked", "the model's guess"], rows) if rows else ""
        return shown + (table(["class", "words to teach or reject"], words) if words else "") + paragraphs(self.note)


@dataclass(frozen=True)
class Asker:
    """The project's documents, its teaching and its newest model, ready to be asked about.

    Attributes
    ----------
    gone
        True in the rows of documents that were taken out of the project.
    checks
        Documents that were drawn as checks; they are asked until somebody has answered.
    vectors
        Those of the documents; None while they are not worked out.
    """

    terms: Terms
    teaching: Teaching
    learned: Learned | None
    gone: NDArray[np.bool_]
    checks: tuple[str, ...]
    seed: int
    vectors: PoolVectors | None = None

    def documents(self, n: int, by: str, share: float) -> tuple[list[AskedDocument], list[str], str]:
        """The documents to ask, the ids of new checks among them, and a note."""
        page = ask_documents(
            n,
            self.P if self.learned else None,
            classes=self.teaching.classes,
            X=self.terms.pool(),
            open=self.open,
            taught=self.taught,
            by=by if by != "design" else "margin",
            order=self.order(n) if by == "design" else None,
            checks=share,
            asked=len(self.answered),
            drawn=self.pending,
            random_state=self.seed,
        )
        drawn = (question.position for question in page if question.check)
        new = [self.terms.documents[row] for row in drawn if row not in self.pending]
        return [self._document(question) for question in page], new, page.note

    def order(self, n: int) -> NDArray[np.float64] | None:
        """A score for each document: high for those whose labels would settle most; None while there are no vectors.

        Only the first documents of a page are weighed against each other, and candidates are a sample of the pool.
        """
        if self.vectors is None:
            return None
        rows = self.vectors.rows
        able = np.flatnonzero(self.open[rows])[:_CANDIDATES]
        places = of_length_one(self.vectors.places[able])
        doubt = margin(self.P) if self.learned else np.ones(len(self.open))
        chosen = designed(
            places,
            min(n, _WEIGHED),
            labelled=self._answered_places,
            doubt=doubt[rows[able]] if self.learned else None,
        )
        order = doubt.copy() if self.learned else chance(len(doubt), "start", self.seed)
        order[rows[able[chosen]]] = 2.0 + np.arange(len(chosen), 0, -1)
        return order

    @cached_property
    def answered(self) -> frozenset[str]:
        """The documents of which somebody has said something."""
        return frozenset({*self.teaching.labels, *self.teaching.skips, *self.teaching.disputed})

    @cached_property
    def open(self) -> NDArray[np.bool_]:
        """True in the rows of documents that may be asked: with a text, not answered, not held out, not taken out."""
        closed = self.answered | self.teaching.held_out
        return ~(self.gone | self.terms.blank | self.terms.mask(closed))

    @cached_property
    def pending(self) -> list[int]:
        """The rows of checks that were drawn and wait for an answer."""
        blank = self.terms.blank
        drawn = [self.terms.rows[id] for id in self.checks if id not in self.answered and id in self.terms.rows]
        return [row for row in drawn if not blank[row]]

    def words(self, n: int) -> dict[str | None, tuple[AskedTerm, ...]]:
        """The words to ask for each class."""
        columns = self.terms.columns
        taught = [
            (columns[term], class_)
            for term, classes in self.teaching.words.items()
            if term in columns
            for class_ in classes
        ]
        rejected: list[int | tuple[int, str]] = [
            columns[term] if class_ is None else (columns[term], class_)
            for term, classes in self.teaching.not_a_reason.items()
            if term in columns
            for class_ in classes
        ]
        found = ask_words(
            n,
            self.terms.pool(),
            self._certain() if self.learned else None,
            classes=self.teaching.classes,
            taught=self.taught,
            unasked=(self.teaching.rest,),
            words=taught,
            not_a_reason=rejected,
            start=self._first_words if self.vectors is not None and self.vectors.directions.size else None,
        )
        wanted = wordless(self.teaching)
        first = sorted(found, key=lambda class_: class_ not in wanted)
        return {class_: tuple(map(self._term, found[class_])) for class_ in first}  # type: ignore[misc]

    def worth(self, words: Mapping[str | None, Sequence[AskedTerm]]) -> Worth | None:
        """What the next documents and the first of these words would settle; None while there are no vectors."""
        if self.vectors is None or not self.vectors.directions.size:
            return None
        able = np.flatnonzero(self.open[self.vectors.rows])[:_CANDIDATES]
        rows, places = self.vectors.rows[able], of_length_one(self.vectors.places[able])
        doubt = margin(self.P)[rows] if self.learned else np.ones(len(rows))
        offered = (asked.term for turn in zip_longest(*words.values()) for asked in turn if asked is not None)
        columns = [self.terms.columns[term] for term in islice(offered, _NEXT_WORDS)]
        coming, taught = len(columns), (term for term in self.teaching.words if term in self.terms.columns)
        columns += [self.terms.columns[term] for term in taught]
        having = csr_array(self.terms.pool().counts[rows][:, columns])
        having.data = np.ones(having.nnz)
        number = np.bincount(having.indices, minlength=len(columns))
        middles = sums(having, places) / np.maximum(number, 1)[:, np.newaxis]  # of the documents that have each word
        of_words = settled(middles[:coming], places, known=middles[coming:], doubt=doubt)
        of_documents = settled(places, places, known=self._answered_places, doubt=doubt)
        best = np.argsort(-of_documents * doubt, kind="stable")[:_NEXT_DOCUMENTS]
        reached = having.tocsc()[:, :coming].tocsr().indptr
        return Worth(
            word=float(of_words.mean()) if coming else 0.0,
            document=float(of_documents[best].mean()) if len(best) else 0.0,
            reach=float(doubt[np.diff(reached) > 0].sum() / max(doubt.sum(), 1e-300)),
        )

    @cached_property
    def _answered_places(self) -> NDArray[np.float64]:
        """The vectors of the documents that were answered, of length 1."""
        if self.vectors is None:
            raise ValueError("there are no vectors")
        answered = [self.terms.rows[id] for id in self.answered if id in self.terms.rows]
        told = self.terms.pool("damped").counts[answered]
        return of_length_one(self.vectors.places_of(self.vectors.unit_rows(told)))

    def _first_words(self, n: int, closed: frozenset[int]) -> tuple[AskedWord, ...]:
        if self.vectors is None:
            return ()
        counts = self.terms.pool("damped").counts[self.vectors.rows[:_CANDIDATES]]
        places = of_length_one(
            self.vectors.places[:_CANDIDATES]
        )  # long ones are of few documents with words of their own
        return topical_words(n, counts, places - places.mean(axis=0), closed=closed)

    @cached_property
    def P(self) -> NDArray[np.float64]:
        """The model's probabilities of all documents, in the order of the project's classes."""
        if self.learned is None:
            raise ValueError("there is no model")
        return probabilities(self.learned, self.terms, self.teaching.classes)

    def guesses(self, rows: Sequence[int]) -> list[Guess | None]:
        """What the model says of the documents in these rows, as :meth:`TextClassifier.classify` says it of texts."""
        if self.learned is None or not rows:
            return [None] * len(rows)
        model = self.learned.classifier
        return list(model.guesses(self.terms.rows_for(model.view, list(model.terms)).counts[list(rows)]))

    def _certain(self) -> NDArray[np.float64]:
        place = {class_: column for column, class_ in enumerate(self.teaching.classes)}
        labels = {document: class_ for document, class_ in self.teaching.labels.items() if document in self.terms.rows}
        rows = [self.terms.rows[document] for document in labels]
        return with_labels(self.P, rows, [place[class_] for class_ in labels.values()])

    @property
    def taught(self) -> NDArray[np.bool_]:
        """Which classes have a label or a word."""
        words = (class_ for classes in self.teaching.words.values() for class_ in classes)
        return taught_classes(self.teaching.classes, self.teaching.labels.values(), words)

    def _document(self, asked: Asked) -> AskedDocument:
        (document,) = self.terms.read([asked.position])
        guess = next(self.learned.classifier.classify([document.text])) if self.learned else None
        alike = tuple(self.terms.documents[row] for row in asked.alike)
        return AskedDocument(document, asked.why, guess, asked.check, alike)

    def _term(self, asked: AskedWord) -> AskedTerm:
        return AskedTerm(self.terms.counts.terms[asked.term], asked.why, int(self.terms.pool().reach[asked.term]))


def wordless(teaching: Teaching) -> tuple[str, ...]:
    """Classes of which no word was said, when others have some; everything else needs none."""
    spoken = {class_ for classes in teaching.words.values() for class_ in classes}
    silent = (class_ for class_ in teaching.classes if class_ not in spoken and class_ != teaching.rest)
    return tuple(silent) if spoken else ()
