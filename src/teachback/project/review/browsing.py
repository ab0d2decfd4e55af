"""Looking through the documents: by label, by what the model says, by how sure it is; page after page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from teachback.errors import TeachbackError, UnknownDocument
from teachback.guesses import Guess
from teachback.project.history.agreement import agreement
from teachback.project.history.columns import ShownField, columns_in, shown_fields
from teachback.project.history.ledger import Ledger
from teachback.project.models.predictions import Predictions, differing
from teachback.project.models.terms import Terms
from teachback.project.review.field_search import FieldColumns, parsed_query
from teachback.project.review.selecting import Selection, alike, phrases_in, snippet_around
from teachback.record import Teaching

Only = Literal["errors", "disagreements", "flagged", "held_out", "mine", "skipped", "unlabelled"]
Sort = Literal["order", "loss", "confidence"]
Mask = NDArray[np.bool_]
_WIDTH = 320  # characters of a document in a list: enough to know it by, also behind a line of who wrote what


class BadFilter(TeachbackError):
    """A filter that needs something else to be said."""


@dataclass(frozen=True)
class Filter:
    """Which documents to list: those that fit everything that is given.

    Attributes
    ----------
    query
        Words that the text has; ``sav*`` is any word that begins so, ``"send back"`` words in a row, and
        ``source:email`` a field of the document (:mod:`~teachback.project.review.field_search`).
    label, predicted
        The class that counts, and the class that the model gives.
    low, high
        Between what probabilities the model's guess lies.
    only
        ``errors``: the model disagrees with the label; ``disagreements``: teachers disagree; ``flagged``; ``mine``:
        labelled by `teacher`; ``skipped``; ``unlabelled``.
    like, like_text
        The 200 documents that are most like these (by their ids), or like a word or a passage; most alike first.
    since, was
        What the model of that number took for another class than the newest does, and which class it said.
    """

    query: str = ""
    label: str | None = None
    predicted: str | None = None
    low: float = 0.0
    high: float = 1.0
    only: Only | None = None
    teacher: str | None = None
    like: tuple[str, ...] = ()
    like_text: str = ""
    since: int | None = None
    was: str | None = None


@dataclass(frozen=True)
class ListedDocument:
    """A document in a list: its text where it fits, or the beginning of it; its label; what the model says; its row."""

    id: str
    snippet: str
    label: str | None
    guess: Guess | None
    flagged: bool
    disputed: bool
    skipped: bool
    fields: tuple[ShownField, ...] = ()


@dataclass(frozen=True)
class DocumentPage:
    """Some of the documents that fit, the id to go on after (None at the end), and how many fit in all.

    `fields` are the names of all fields, which can be searched and sorted by.
    """

    documents: tuple[ListedDocument, ...]
    next: str | None
    total: int
    fields: tuple[str, ...] = ()


class Browser:
    """Everything that a list of documents shows, at one moment."""

    def __init__(
        self,
        ledger: Ledger,
        terms: Terms,
        predicted: Predictions | None,
        fields: FieldColumns,
        before: Predictions | None = None,
    ) -> None:
        self._ledger, self._terms, self._predicted, self._fields = ledger, terms, predicted, fields
        self._before = before
        self._ids: Sequence[str]
        self._rows: Mapping[str, int]
        if predicted is None:
            with terms.updated():
                self._ids, self._rows = list(terms.documents), dict(terms.rows)
        else:
            self._ids, self._rows = predicted.documents, predicted.rows
        self._size = len(self._ids)
        self._columns = columns_in(ledger.store.settings())
        self._teaching = ledger.teaching()

    def page(
        self,
        wanted: Filter,
        sort: Sort = "order",
        after: str | None = None,
        limit: int = 50,
        *,
        by: str | None = None,
    ) -> DocumentPage:
        """The documents that fit, in some order, from the one after `after` on.

        By ``loss``, the labels that surprise the model most come first, and documents without a label last; by
        ``confidence``, the documents that it is least sure of come first. `by` is a field to sort by instead, downwards
        with a minus before it; documents without it come last.
        """
        order, fits = self._found(wanted, sort, by)
        total, begin = int(fits.sum()), 0
        if after is not None:
            if after not in self._rows:
                raise UnknownDocument(after)
            begin = int(np.flatnonzero(order == self._rows[after])[0]) + 1
        places = begin + np.flatnonzero(fits[begin:])[: limit + 1]
        rows = order[places].tolist()
        on_page = rows[:limit]
        next_ = self._ids[on_page[-1]] if len(rows) > limit else None
        words, _ = parsed_query(wanted.query, self._fields.names)
        listed = tuple(self._listed(row, words) for row in on_page)
        return DocumentPage(listed, next_, total, self._fields.names)

    def selection(self, wanted: Filter) -> Selection:
        """All documents that fit."""
        order, fits = self._found(wanted)
        ids = tuple(self._ids[row] for row in order[fits].tolist())
        return Selection(ids, tuple(id for id in ids if id in self._teaching.labels))

    def _found(self, wanted: Filter, sort: Sort = "order", by: str | None = None) -> tuple[NDArray[np.intp], Mask]:
        """The order of all documents, and which of them fit, in that order."""
        order = self._order(sort) if by is None else np.argsort(self._fields.ranks(by, self._rows), kind="stable")
        fits = self._fits(wanted)
        if wanted.like or wanted.like_text.strip():
            near = alike(self._ledger, self._terms, wanted.like, wanted.like_text, fits)
            fits = np.zeros(self._size, dtype=np.bool_)
            fits[near] = True
            if sort == "order" and by is None:
                order = np.concatenate([near, np.setdiff1d(order, near, assume_unique=True)])
        return order, fits[order]

    def _order(self, sort: Sort) -> NDArray[np.intp]:
        places = np.arange(self._size, dtype=np.intp)
        if sort == "order" or self._predicted is None:
            return places
        if sort == "confidence":
            return np.lexsort((places, self._predicted.confidence))
        return np.lexsort((places, -self._losses(self._predicted)))

    def _losses(self, predicted: Predictions) -> NDArray[np.float64]:
        """The surprise of the model at each label; below any surprise where there is no label."""
        out = np.full(self._size, -1.0)
        column = {class_: place for place, class_ in enumerate(predicted.classes)}
        known = [(row, column[class_]) for row, class_ in self._labelled().items() if class_ in column]
        rows, columns = (np.array(each, dtype=np.intp) for each in zip(*known, strict=True)) if known else ((), ())
        out[rows] = -np.log(np.maximum(predicted.P[rows, columns], 1e-300))
        return out

    def _fits(self, wanted: Filter) -> Mask:
        fits = ~self._mask(self._ledger.gone)
        words, tests = parsed_query(wanted.query, self._fields.names)
        if words:
            ids = self._ledger.store.search(words)
            if phrases := phrases_in(words):
                ids = [id for id in ids if phrases.all_in(self._ledger.store.document(id).text)]
            fits &= self._mask(frozenset(ids))
        for test in tests:
            fits &= self._fields.passing(test, self._rows)
        if wanted.label is not None:
            fits &= self._mask(frozenset(id for id, label in self._teaching.labels.items() if label == wanted.label))
        if wanted.predicted is not None:
            fits &= self._guessed(wanted.predicted)
        if wanted.since is not None:
            fits &= self._changed(wanted.was)
        if (wanted.low, wanted.high) != (0.0, 1.0):
            sure = np.zeros(self._size) if self._predicted is None else self._predicted.confidence
            fits &= (sure >= wanted.low) & (sure <= wanted.high)
        return fits & self._only(wanted) if wanted.only else fits

    def _only(self, wanted: Filter) -> Mask:
        teaching: Teaching = self._teaching
        match wanted.only:
            case "errors":
                return self._wrong()
            case "disagreements":
                with self._ledger.lock:
                    differing = agreement(self._ledger.record).unsettled
                return self._mask(frozenset({*differing, *teaching.disputed}))
            case "flagged":
                return self._mask(frozenset(teaching.flags))
            case "held_out":
                return self._mask(teaching.held_out)
            case "skipped":
                return self._mask(teaching.skips)
            case "mine":
                if wanted.teacher is None:
                    raise BadFilter("Whose documents are mine? Name the teacher too.")
                with self._ledger.lock:
                    mine = self._ledger.record.teaching(teacher=wanted.teacher)
                return self._mask(frozenset(mine.labels))
        return ~self._mask(frozenset(teaching.labels))

    def _wrong(self) -> Mask:
        out = np.zeros(self._size, dtype=np.bool_)
        if self._predicted is not None:
            best, classes = self._predicted.best, self._predicted.classes
            for row, class_ in self._labelled().items():
                out[row] = classes[best[row]] != class_
        return out

    def _guessed(self, class_: str) -> Mask:
        if self._predicted is None or class_ not in self._predicted.classes:
            return np.zeros(self._size, dtype=np.bool_)
        return np.asarray(self._predicted.best == self._predicted.classes.index(class_))

    def _changed(self, was: str | None) -> Mask:
        """What the model before took for another class than the newest does: for any, or for that one."""
        mask = np.zeros(self._size, dtype=np.bool_)
        if self._before is not None and self._predicted is not None:
            rows, names, _ = differing(self._before, self._predicted)
            mask[rows if was is None else rows[names == was]] = True
        return mask

    def _labelled(self) -> dict[int, str]:
        return {
            self._rows[document]: class_ for document, class_ in self._teaching.labels.items() if document in self._rows
        }

    def _mask(self, documents: frozenset[str]) -> Mask:
        mask = np.zeros(self._size, dtype=np.bool_)
        mask[[self._rows[document] for document in documents if document in self._rows]] = True
        return mask

    def _listed(self, row: int, words: str) -> ListedDocument:
        document = self._ledger.store.document(self._ids[row])
        teaching, id = self._teaching, document.id
        return ListedDocument(
            id=id,
            snippet=snippet_around(document, words, _WIDTH),
            label=teaching.labels.get(id),
            guess=None if self._predicted is None else self._predicted.guess(row),
            flagged=id in teaching.flags,
            disputed=id in teaching.disputed,
            skipped=id in teaching.skips,
            fields=shown_fields(document, self._columns),
        )
