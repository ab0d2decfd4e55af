"""Everything that is said of one document: by teachers, and by the model."""

from __future__ import annotations

from dataclasses import dataclass

from teachback.guesses import Guess
from teachback.project.history.columns import ShownField, columns_in, shown_fields
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.record import Adjudicate, Flag, Label, Rationale, Skip


@dataclass(frozen=True)
class DocumentDetails:
    """A document and what is said of it.

    Attributes
    ----------
    labels
        The class that each teacher gives it.
    final
        The class that an owner decided on; None where there was nothing to decide.
    rationales, flags
        What was marked in it, and the notes of those who want it looked at again.
    guess
        What the newest model says; None while there is no model.
    held_out
        Whether it is kept out of training.
    fields
        The other columns of its row, in their order.
    model
        The number of the model whose guess it is.
    """

    id: str
    text: str
    labels: dict[str, str]
    final: str | None
    rationales: tuple[Rationale, ...]
    flags: tuple[Flag, ...]
    guess: Guess | None
    held_out: bool
    fields: tuple[ShownField, ...] = ()
    model: int | None = None


def document_details(ledger: Ledger, learned: Learned | None, id: str) -> DocumentDetails:
    """What is said of a document."""
    document = ledger.store.document(id)
    with ledger.lock:
        record = ledger.record
        answers = record.about("answer", id)
        teaching = ledger.teaching()
        flags = [taught.lesson for taught in record.about("flag", id)]
    labels = {taught.lesson.teacher: taught.class_ for taught in answers if isinstance(taught.lesson, Label | Skip)}
    final = [taught.class_ for taught in answers if isinstance(taught.lesson, Adjudicate)]
    return DocumentDetails(
        id,
        document.text,
        {teacher: class_ for teacher, class_ in labels.items() if class_ is not None},
        final[-1] if final else None,
        teaching.rationales.get(id, ()),
        tuple(flag for flag in flags if isinstance(flag, Flag)),
        None if learned is None else next(learned.classifier.classify([learned.classifier.text_of(document)])),
        id in teaching.held_out,
        shown_fields(document, columns_in(ledger.store.settings())),
        None if learned is None else learned.number,
    )
