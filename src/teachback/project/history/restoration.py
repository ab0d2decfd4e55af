"""Going back to an earlier moment: what came later is taken back, by entries of its own."""

from __future__ import annotations

from teachback.errors import BadLesson
from teachback.project.history.timeline import taken_back_by
from teachback.record import DocumentErased, DocumentsDrawn, HeldOutDrawn, Record, Retract


def retractions(record: Record, position: int, teacher: str) -> list[Retract]:
    """What to append so that just those entries count that counted after the first `position` ones, newest first.

    Documents that were held out since then stay so: they were kept out of training, and accuracy on them is honest.
    What was erased stays erased.

    >>> from teachback.record import ClassesAdded, Word
    >>> record = Record({}, [ClassesAdded(["bug"]), Word("crash", "bug", id="w1"), Word("crashed", "bug", id="w2")])
    >>> record.append(Retract("w1", id="r1"))
    >>> [retract.lesson for retract in retractions(record, 2, "ines")]     # w2 was not there then, and w1 counted
    ['w2', 'r1']
    """
    if not 0 <= position <= len(record):
        raise BadLesson(f"There is no position {position:,} to go back to; the record has {len(record):,} entries.")
    then = record.at(position)
    by = taken_back_by(record)
    out: list[Retract] = []
    for place in reversed(range(len(record))):
        entry = record[place]
        if isinstance(entry, Retract | DocumentErased | DocumentsDrawn | HeldOutDrawn):
            continue
        counted, counts = place < position and then.is_active(entry), record.is_active(entry)
        if counts and not counted:
            out.append(Retract(entry.id, teacher=teacher))
        elif counted and not counts:
            out += (Retract(each.id, teacher=teacher) for each in by[entry.id])
    return out
