"""What classes are called now that were called otherwise at some moment."""

from __future__ import annotations

from teachback.record.event import ClassesMerged, ClassRenamed
from teachback.record.replay import Record


def names_since(record: Record, position: int) -> dict[str, str]:
    """The names that classes have now, by those after so many entries, where they are others.

    >>> from teachback.record import ClassesAdded, ClassRenamed
    >>> record = Record({}, [ClassesAdded(["bug", "praise"]), ClassRenamed("bug", "defect")])
    >>> names_since(record, 1), names_since(record, 2)
    ({'bug': 'defect'}, {})
    """
    entries = record[position:]
    if not any(isinstance(record._root(entry), ClassRenamed | ClassesMerged) for entry in entries):
        return {}
    before = record.at(position)._classes
    names = record._classes.renamed_since(before, record._classes.changed_since(before))
    return {old: new for old, new in names.items() if new is not None}
