"""Which documents and words are worth asking, worked out from the documents, the teaching and the newest model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, zip_longest

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.guesses import Guess
from teachback.pool import Pool
from teachback.project.models.learned import Learned
from teachback.project.models.predictions import labelled_held_out, predicted, probabilities
from teachback.project.models.terms import Terms
from teachback.project.questions.agenda import Agenda, WaitingDocument
from teachback.project.questions.batch import AskedTerm, wordless
from teachback.project.questions.planning import Worth
from teachback.queries import (
    AskedWord,
    Page,
    ask_documents,
    ask_words,
    designed,
    margin,
    of_length_one,
    settled,
    taught_classes,
    topical_words,
    topics_of,
    with_labels,
)
from teachback.queries.chance import chance
from teachback.queries.thin_classes import thin_classes, with_sought
from teachback.record import Exclude, Label, Record, Teaching
from teachback.record.entry import is_person
from teachback.sweeps import sums
from teachback.vectors import PoolVectors

_CANDIDATES, _WEIGHED = 3000, 20  # documents to choose from, and to weigh against each other
_TOPICS, _BESIDE = 6, 2  # of a pool without classes, and those that a pool has besides its classes
_LOOKS = 3  # times that words are looked for when some of them are no words
_CHECK = "a random check, so that accuracy can be measured"
_NEXT_WORDS, _NEXT_DOCUMENTS = 9, 5  # what is worth weighing of what comes next: about half a minute, and a minute


@dataclass(frozen=True)
class Asker:
    """The project's documents, its teaching and its newest model, ready to be asked about."""

    terms: Terms
    teaching: Teaching
    learned: Learned | None
    gone: NDArray[np.bool_]  # true in the rows of documents that were taken out of the project
    checks: tuple[str, ...]  # documents that were drawn as checks; they are asked until they are answered
    seed: int
    vectors: PoolVectors | None = None  # those of the documents; None while they are not worked out

    def agenda(
        self,
        n: int,
        *,
        words: int,
        by: str,
        checks: float,
        position: int,
        asked: int = 0,
        seconds: Sequence[int] = (),
    ) -> Agenda:
        """The next n documents, some of them checks, and words for each class.

        `position` is how many entries the record has, `asked` how many documents were asked before, which says when the
        next check is due; the documents in the rows `seconds` wait for a second opinion.
        """
        order, sought = self.order(n) if by == "design" and n else (None, {})
        page = (
            ask_documents(
                n,
                self.P if self.learned else None,
                classes=self.teaching.classes,
                X=self.terms.pool(),
                open=self.open,
                taught=self.taught,
                by=by if by != "design" else "margin",
                order=order,
                checks=checks,
                chosen=self.searched,
                asked=asked,
                drawn=self.pending,
                random_state=self.seed,
            )
            if n
            else Page(())
        )
        to_check = list(dict.fromkeys((*self.pending, *(question.position for question in page if question.check))))
        rows = [*to_check, *(question.position for question in page if not question.check), *seconds]
        guesses = dict(zip(rows, self._guesses(rows), strict=True))

        def waiting(row: int, why: str, alike: Sequence[int] = (), among: int = 0) -> WaitingDocument:
            others = tuple(self.terms.documents[other] for other in alike)
            if row in sought:
                why = f"looking for {self.teaching.classes[sought[row]]}, which has few labels; {why}"
            return WaitingDocument(self.terms.documents[row], why, guesses[row], others, among)

        return Agenda(
            position=position,
            learned=self.learned,
            teaching=self.teaching,
            documents=tuple(
                waiting(each.position, each.why, each.alike, each.among) for each in page if not each.check
            ),
            checks=tuple(waiting(row, _CHECK, among=int(self.open.sum()) + len(self.pending)) for row in to_check),
            seconds=tuple(waiting(row, "a second opinion: a colleague has answered it") for row in seconds),
            words=self.words(words) if words else {},
            note=page.note,
        )

    def second_opinions(self, record: Record, overlap: float, n: int) -> list[int]:
        """Rows of documents with one teacher's answer, among the share `overlap` of which chance wants two."""
        if not overlap:
            return []
        draw = chance(len(self.terms.documents), "second opinion", self.seed)
        labelled = np.flatnonzero(self.terms.mask(self.teaching.labels) & ~self.terms.blank)
        wanted = labelled[draw[labelled] < overlap].tolist()
        alone = (row for row in wanted if len(answered_by(record, self.terms.documents[row])) == 1)
        return list(islice(alone, n))

    def order(self, n: int) -> tuple[NDArray[np.float64] | None, dict[int, int]]:
        """A score for each document: high for those whose labels would settle most; None while there are no vectors.

        Only the first documents of a page are weighed against each other, and candidates are a sample of the pool.
        Some of the first look for classes with few labels: which row for which class is told beside it.
        """
        if self.vectors is None:
            return None, {}
        able = np.flatnonzero(self.open[self.vectors.rows])[:_CANDIDATES]
        rows, places = self.vectors.rows[able], self.vectors.places[able]
        if (searched := np.flatnonzero(self.searched & self.open)).size:
            rows, places = np.append(rows, searched), np.vstack([places, self._places(searched)])
        doubt = margin(self.P) if self.learned else np.ones(len(self.open))
        chosen = designed(
            of_length_one(places),
            min(n, _WEIGHED),
            labelled=self._answered_places,
            doubt=doubt[rows] if self.learned else None,
        )
        order = doubt.copy() if self.learned else chance(len(doubt), "start", self.seed)
        first, sought = rows[chosen], dict[int, int]()
        if self.learned and self.taught.all():
            labels = Counter(self.teaching.labels.values())
            thin = thin_classes([labels[class_] for class_ in self.teaching.classes])
            first, sought = with_sought(first, self.P, np.flatnonzero(self.open), thin)
        order[first] = 2.0 + np.arange(len(first), 0, -1)
        return order, sought

    @cached_property
    def answered(self) -> frozenset[str]:
        """The documents that were labelled or skipped, or are disputed."""
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
        pool, certain = self.terms.pool(), self._certain() if self.learned else None
        if self.vectors is not None and len(self.vectors.rows) < len(pool):  # a sample tells what tells most
            rows, whole = np.sort(self.vectors.rows), pool
            pool = self.vectors.remembered("sampled counts", lambda: Pool(whole.counts[rows]))
            certain = None if certain is None else certain[rows]
        for _ in range(_LOOKS):
            asked = ask_words(
                n,
                pool,
                certain,
                classes=self.teaching.classes,
                taught=self.taught,
                unasked=(self.teaching.rest,),
                words=taught,
                not_a_reason=[*rejected, *self.terms.function_words, *self.terms.fragments],
                start=self._first_words if self.vectors is not None and self.vectors.directions.size else None,
            )
            if not self.terms.finds_fragments(word.term for words in asked.values() for word in words):
                break  # else others are asked in their place
        wanted = wordless(self.teaching)
        first = sorted(asked, key=lambda class_: class_ not in wanted)
        return {class_: tuple(map(self._term, asked[class_])) for class_ in first}  # type: ignore[misc]

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
        answered = [self.terms.rows[id] for id in self.answered if id in self.terms.rows]
        return of_length_one(self._places(np.array(answered, dtype=np.intp)))

    def _places(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """The vectors of these documents."""
        if self.vectors is None:
            raise ValueError("there are no vectors")
        return self.vectors.places_of(self.vectors.unit_rows(self.terms.pool("damped").counts[rows]))

    @cached_property
    def searched(self) -> NDArray[np.bool_]:
        """True in the rows of documents that came because they are worth asking, and not by chance."""
        return self.terms.mask(self.terms.searched_for())

    def _first_words(self, n: int, closed: frozenset[int]) -> tuple[AskedWord, ...]:
        if self.vectors is None:
            return ()
        counts = self.terms.pool("damped").counts[self.vectors.rows[:_CANDIDATES]]
        places = self.vectors.places[:_CANDIDATES]
        number = len(self.teaching.classes) + _BESIDE if self.teaching.classes else _TOPICS
        topics = self.vectors.remembered(
            ("topics", number), lambda: topics_of(of_length_one(places - places.mean(axis=0)), number)
        )
        return topical_words(n, counts, topics, closed=closed)

    @cached_property
    def P(self) -> NDArray[np.float64]:
        """The model's probabilities of all documents, in the order of the project's classes."""
        if self.learned is None:
            raise ValueError("there is no model")
        return probabilities(self.learned, self.terms, self.teaching.classes)

    def _guesses(self, rows: Sequence[int]) -> list[Guess | None]:
        """What the model says of the documents in these rows, as :meth:`TextClassifier.classify` says it of texts."""
        if self.learned is None or not rows:
            return [None] * len(rows)
        model = self.learned.classifier
        return list(model.guesses(self.terms.seen_by(model, [self.terms.documents[row] for row in rows])))

    def checked(self) -> tuple[int, int]:
        """How many of the labelled held-out documents the model gets right, of how many."""
        if self.learned is None:
            return 0, 0
        gold = {id: class_ for id, class_ in labelled_held_out(self.teaching).items() if id in self.terms.rows}
        return predicted(self.learned, self.terms, list(gold)).right(gold) if gold else (0, 0)

    def _certain(self) -> NDArray[np.float64]:
        place = {class_: column for column, class_ in enumerate(self.teaching.classes)}
        labels = {document: class_ for document, class_ in self.teaching.labels.items() if document in self.terms.rows}
        rows = [self.terms.rows[document] for document in labels]
        return with_labels(self.P, rows, [place[class_] for class_ in labels.values()])

    @property
    def taught(self) -> NDArray[np.bool_]:
        """Which classes have a label, a word or a description."""
        words = [class_ for classes in self.teaching.words.values() for class_ in classes]
        words += self.teaching.descriptions
        return taught_classes(self.teaching.classes, self.teaching.labels.values(), words)

    def _term(self, asked: AskedWord) -> AskedTerm:
        return AskedTerm(self.terms.counts.terms[asked.term], asked.why, int(self.terms.pool().reach[asked.term]))


def answered_by(record: Record, document: str) -> frozenset[str]:
    """The people who have answered a document."""
    about = record.about("answer", document)
    lessons = (taught.lesson for taught in about if not isinstance(taught.lesson, Exclude))
    return frozenset(lesson.teacher for lesson in lessons if is_person(lesson.teacher))


def first_answers(record: Record, document: str) -> dict[str, str]:
    """The first label of each of the first two people who labelled a document."""
    classes: dict[str, str] = {}
    for lesson, _, class_ in record.about("answer", document):
        if isinstance(lesson, Label) and class_ is not None and is_person(lesson.teacher):
            classes.setdefault(lesson.teacher, class_)
    return dict(islice(classes.items(), 2))
