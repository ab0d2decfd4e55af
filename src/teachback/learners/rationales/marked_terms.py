"""Which terms people marked in which documents, remembered from one round of learning to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.learners.rationales.marked_texts import marked_documents
from teachback.record import Teaching
from teachback.text import TermCounts


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
