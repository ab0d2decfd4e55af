"""What the newest model says differently than one before it, and what was taught in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from teachback.project.history.ledger import Ledger
from teachback.project.models.predictions import Predictions
from teachback.record import Lesson, NotAReason, Retract, Word

_MOVES, _LISTED, _WIDTH = 8, 20, 160  # how many, and characters of a document


@dataclass(frozen=True)
class Move:
    """How many documents are of another class than before: from which to which."""

    from_: str
    to: str
    documents: int


@dataclass(frozen=True)
class ChangedDocument:
    """A document that the newest model takes for another class than the one before."""

    id: str
    snippet: str
    from_: str
    to: str


@dataclass(frozen=True)
class Because:
    """What was taught between two models: lessons of each kind, and the words among them.

    Attributes
    ----------
    lessons
        How many of each kind.
    words
        The words that were taught or rejected, with the class, and the lesson's id to take it back by.
    """

    lessons: dict[str, int]
    words: tuple[tuple[str, str | None, str], ...]


@dataclass(frozen=True)
class Changes:
    """What changed from one model to another.

    Attributes
    ----------
    since, model
        The numbers of the two models.
    documents, changed
        How many documents there are, and how many are of another class now.
    moves
        From which class to which, most first.
    listed
        Some of the documents, those first of which the newest model is surest.
    because
        What was taught in between.
    """

    since: int
    model: int
    documents: int
    changed: int
    moves: tuple[Move, ...]
    listed: tuple[ChangedDocument, ...]
    because: Because


def changes(ledger: Ledger, before: Predictions, after: Predictions) -> Changes:
    """What one model says differently than another, of the documents that both have seen."""
    size = min(len(before.documents), len(after.documents))
    names = np.array(before.classes, dtype=object)[before.best[:size]]
    now = np.array(after.classes, dtype=object)[after.best[:size]]
    rows = np.flatnonzero(names != now)
    moved = Counter(zip(names[rows].tolist(), now[rows].tolist(), strict=True))
    surest = rows[np.argsort(-after.confidence[rows], kind="stable")][:_LISTED].tolist()
    entries = ledger.record[before.learned.position : after.learned.position]
    lessons = [entry for entry in entries if isinstance(entry, Lesson)]
    words = [each for each in lessons if isinstance(each, Word | NotAReason) and ledger.record.is_active(each)]
    return Changes(
        since=before.learned.number,
        model=after.learned.number,
        documents=size,
        changed=len(rows),
        moves=tuple(Move(one, other, n) for (one, other), n in moved.most_common(_MOVES)),
        listed=tuple(
            ChangedDocument(
                after.documents[row],
                ledger.store.document(after.documents[row]).snippet(_WIDTH),
                str(names[row]),
                str(now[row]),
            )
            for row in surest
        ),
        because=Because(
            dict(Counter(each.kind for each in lessons if not isinstance(each, Retract))),
            tuple((each.term, each.class_, each.id) for each in words),
        ),
    )
