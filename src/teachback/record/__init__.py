"""What was taught: documents, lessons and events as plain data, and the state that they lead to.

In reading order: :mod:`texts`, :mod:`fields`, :mod:`document`, :mod:`entry`, :mod:`lesson` and :mod:`event` (the data),
:mod:`form` (its JSON), :mod:`boundaries` (where a passage may begin), :mod:`classes` (names through time),
:mod:`membership` (documents that come and go), :mod:`policy` (whom to believe), :mod:`teaching`, :mod:`view`,
:mod:`replay`, :mod:`branch` and :mod:`renaming` (the state). Nothing here reads files or imports NumPy.
"""

from teachback.record.branch import Branch
from teachback.record.document import Document
from teachback.record.entry import Entry
from teachback.record.event import (
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    DocumentErased,
    DocumentsAdded,
    DocumentsDrawn,
    Event,
    HeldOutDrawn,
    RestDeclared,
    WordsPassedOver,
)
from teachback.record.fields import Fields, FieldValue
from teachback.record.lesson import (
    Adjudicate,
    Describe,
    Distinction,
    Exclude,
    Flag,
    Label,
    Lesson,
    NotAReason,
    Rationale,
    Retract,
    Skip,
    Word,
)
from teachback.record.policy import Policy, adjudicator, latest, majority, policy_named
from teachback.record.replay import Record
from teachback.record.teaching import Teaching

__all__ = [
    "Adjudicate",
    "Branch",
    "ClassArchived",
    "ClassRenamed",
    "ClassesAdded",
    "ClassesMerged",
    "Describe",
    "Distinction",
    "Document",
    "DocumentErased",
    "DocumentsAdded",
    "DocumentsDrawn",
    "Entry",
    "Event",
    "Exclude",
    "FieldValue",
    "Fields",
    "Flag",
    "HeldOutDrawn",
    "Label",
    "Lesson",
    "NotAReason",
    "Policy",
    "Rationale",
    "Record",
    "RestDeclared",
    "Retract",
    "Skip",
    "Teaching",
    "Word",
    "WordsPassedOver",
    "adjudicator",
    "latest",
    "majority",
    "policy_named",
]
