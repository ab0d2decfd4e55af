"""Acts: entries that were written as one, such as all those of an import, and what taking them back does.

Where the acts lie in the record is a setting of the project, written in the same turn as their entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple

from teachback.errors import BadLesson
from teachback.record import (
    ClassesAdded,
    Distinction,
    DocumentErased,
    DocumentsAdded,
    Entry,
    Event,
    HeldOutDrawn,
    Record,
    Retract,
    WordsPassedOver,
)
from teachback.store import Writer, reading_setting

_SETTING = "acts"


class Act(NamedTuple):
    """Entries that were written as one."""

    # Their positions
    first: int
    last: int
    at_once: bool = False  # whether they are lessons that a teacher taught at once
    texts: tuple[str, ...] = ()  # the columns of the texts, of the file that was imported

    def entries(self, record: Record) -> Sequence[Entry]:
        """What was written."""
        own_entries: Sequence[Entry] = record[self.first - 1 : self.last]
        return own_entries


@reading_setting(_SETTING)
def acts_in(settings: Mapping[str, Any]) -> list[Act]:
    """The acts of a project, in order."""
    return [_act(*written) for written in settings.get(_SETTING, ())]


def _act(first: int, last: int, at_once: bool = False, texts: Sequence[str] = ()) -> Act:
    act = Act(index(first), index(last), bool(at_once), tuple(texts))
    if not 1 <= act.first <= act.last or not all(isinstance(name, str) for name in act.texts):
        raise ValueError("an act has entries, and columns have names")
    return act


def taken_back_texts(acts: Sequence[Act], record: Record) -> set[str]:
    """The columns of texts of imports that were taken back, and of no other."""
    gone, stays = set[str](), set[str]()
    for act in acts:
        if act.texts:
            brought = (entry for entry in act.entries(record) if not isinstance(entry, ClassesAdded))
            (stays if any(map(record.is_active, brought)) else gone).update(act.texts)
    return gone - stays


def note_act(writer: Writer, act: Act) -> None:
    """Remember that these entries belong together."""
    writer.put(_SETTING, [[*each] if each.texts else [*each[:3]] for each in (*acts_in(writer.settings()), act)])


@dataclass(frozen=True)
class Summary:
    """What an act wrote: how many documents, which classes, how many lessons of each kind.

    `is_import` says that it brought something, rather than taking something back; `at_once`, that it is what a teacher
    taught of many documents in one act.

    >>> str(Summary(1200, ("bug", "billing"), {"label": 40}))
    'import (documents: 1,200, classes: 2, label: 40)'
    """

    documents: int
    classes: tuple[str, ...]
    lessons: Mapping[str, int]
    is_import: bool = True
    at_once: bool = False

    @classmethod
    def of(cls, entries: Sequence[Entry], *, at_once: bool = False) -> Summary:
        """Count the entries."""
        documents = sum(len(entry.documents) for entry in entries if isinstance(entry, DocumentsAdded))
        classes = [name for entry in entries if isinstance(entry, ClassesAdded) for name in entry.classes]
        lessons = Counter(entry.kind for entry in entries if not isinstance(entry, Event))
        return cls(
            documents, tuple(classes), lessons, bool(documents or classes or set(lessons) - {Retract.kind}), at_once
        )

    def __str__(self) -> str:
        counts = {"documents": self.documents, "classes": len(self.classes), **self.lessons}
        parts = (f"{kind.replace('_', ' ')}: {count:,}" for kind, count in counts.items() if count)
        what = "taking back" if not self.is_import else "at once" if self.at_once else "import"
        return f"{what} ({', '.join(parts)})"


@dataclass(frozen=True)
class TakingBack:
    """What it takes to take an act back."""

    entries: tuple[str, ...]  # the ids of what has to be retracted, newest first
    # How many documents leave the project, and how many lessons of the act itself stop to count
    documents: int
    lessons: int
    others: int  # how many other lessons are about those documents: they sleep until the documents are back
    classes: tuple[str, ...]  # the classes that go


def taking_back(record: Record, act: Act) -> TakingBack:
    """Everything of an act that counts; but held-out documents stay so, and classes that are spoken of elsewhere stay.

    >>> from teachback.record import Document, Label
    >>> texts = {name: Document(name, "a text") for name in ("d1", "d2")}
    >>> record = Record(texts, [ClassesAdded(["bug"]), DocumentsAdded(["d1", "d2"], id="a")])
    >>> record.append(Label("d1", "bug", id="b"), Label("d2", "bug", teacher="ines"))
    >>> taking_back(record, Act(2, 3))
    TakingBack(entries=('b', 'a'), documents=2, lessons=1, others=1, classes=())
    """
    stays = HeldOutDrawn | DocumentErased
    mine = [entry for entry in act.entries(record) if record.is_active(entry) and not isinstance(entry, stays)]
    ids = {entry.id for entry in mine}
    others = [entry for entry in record.active() if entry.id not in ids]
    named = {name for entry in others for name in _classes_named(entry)}
    back = [entry for entry in mine if not isinstance(entry, ClassesAdded) or named.isdisjoint(entry.classes)]
    elsewhere = {id for entry in others if isinstance(entry, DocumentsAdded) for id in entry.documents}
    gone = {id for entry in back if isinstance(entry, DocumentsAdded) for id in entry.documents} - elsewhere
    return TakingBack(
        entries=tuple(entry.id for entry in reversed(back)),
        documents=len(gone),
        lessons=sum(not isinstance(entry, Event) for entry in back),
        others=sum(not gone.isdisjoint(_documents_named(entry)) for entry in others) if gone else 0,
        classes=tuple(name for entry in back if isinstance(entry, ClassesAdded) for name in entry.classes),
    )


def act_with(acts: Sequence[Act], record: Record, lesson: Entry) -> Act | None:
    """The act by which a lesson was taught at once with others, if it was."""
    own = (act for act in reversed(acts) if act.at_once)
    return next((act for act in own if act.first <= record.position(lesson.id) <= act.last), None)


def act_at(acts: Sequence[Act], position: int) -> Act:
    """The act whose last entry is there."""
    for act in reversed(acts):
        if act.last == position:
            return act
    raise BadLesson(f"No import ended at position {position:,} of the record; give the position that history shows.")


def _documents_named(entry: Entry) -> tuple[str, ...]:
    if isinstance(entry, Event | Retract):
        return ()
    named = (getattr(entry, "document", None), entry.versus if isinstance(entry, Distinction) else None)
    return tuple(id for id in named if id is not None)


def _classes_named(entry: Entry) -> Iterator[str]:
    """The names of classes that an entry mentions, unless it adds them or is about words that were passed over."""
    if not isinstance(entry, ClassesAdded | WordsPassedOver):
        yield from getattr(entry, "classes", ())
        yield from (name for each in ("class_", "to", "into") if (name := getattr(entry, each, None)) is not None)
