"""Where a term stands in the documents: what a teacher wants to see before she teaches it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from teachback.errors import percent
from teachback.project.history.ledger import Ledger
from teachback.project.models.terms import Terms

_AROUND = 36  # characters on either side
EVERYWHERE, _OFTEN = 0.5, 0.25  # the share of documents from which on a term, and a function word, tells nothing apart


@dataclass(frozen=True)
class TermInContext:
    """A place of a term: the document, what stands before it, the term as it is written there, and what follows."""

    document: str
    before: str
    term: str
    after: str


@dataclass(frozen=True)
class Mentions:
    """In how many documents a term is, some of its places, and why it is not worth teaching (mostly empty)."""

    documents: int
    examples: tuple[TermInContext, ...]
    advice: str


def mentions(ledger: Ledger, terms: Terms, term: str, n: int) -> Mentions:
    """Where a term stands, in up to n documents."""
    with terms.updated():
        column, size = terms.columns.get(term), len(terms.documents)
        if terms.analyzer.phrases([term]):
            rows = terms.counts.rows_with(term).tolist()
            documents, ids = len(rows), [terms.documents[row] for row in rows[: n + len(ledger.gone)]]
        else:
            documents = 0 if column is None else int(terms.pool().reach[column])
            ids = ledger.store.search(term, n + len(ledger.gone))
        is_empty = column is not None and column in terms.function_words
    in_context: list[TermInContext] = []
    for id in ids:
        text = ledger.store.document(id).text
        if id not in ledger.gone and (spans := terms.analyzer.plain.spans(text, term)) and len(in_context) < n:
            start, end = spans[0]
            before, after = text[max(start - _AROUND, 0) : start], text[end : end + _AROUND]
            before = before if start <= _AROUND else f"…{before.partition(' ')[2]}"
            after = after if end + _AROUND >= len(text) else f"{after.rpartition(' ')[0]}…"
            in_context.append(TermInContext(id, _in_a_line(before), text[start:end], _in_a_line(after)))
    advice = ""
    if size and documents > EVERYWHERE * size:
        advice = f"It is in {percent(documents / size)} of all documents and tells nothing apart."
    elif is_empty and documents > _OFTEN * size:  # a rarer one may tell: "how", "would"
        advice = "It says nothing of what a text is about."
    return Mentions(max(documents, len(in_context)), tuple(in_context), advice)


def _in_a_line(text: str) -> str:
    """A text without line breaks; a space at its end stays one.

    >>> _in_a_line(", one   two ")
    ', one two '
    """
    return re.sub(r"\s+", " ", text)
