"""A record that grows apart from another, and lets in what that one gains meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Self

from teachback.record.document import Document
from teachback.record.entry import Entry, is_person
from teachback.record.event import DocumentsDrawn, Event, HeldOutDrawn, WordsPassedOver
from teachback.record.lesson import Retract
from teachback.record.replay import Record
from teachback.record.view import Groups, Subject, put_before, subject_of

_HARMLESS = (DocumentsDrawn, HeldOutDrawn, WordsPassedOver)  # events that no entry's checks depend on


class Branch(Record):
    """What an import will make of a record, while others go on teaching.

    Examples
    --------
    >>> from teachback.record import ClassesAdded, DocumentsAdded, Label
    >>> texts = {id: Document(id, "a text") for id in ("d1", "d2")}
    >>> record = Record(texts, [ClassesAdded(["bug", "billing"]), DocumentsAdded(["d1"])])
    >>> branch = Branch.of(record, texts)
    >>> branch.append(DocumentsAdded(["d2"]), Label("d2", "bug"))
    >>> record.append(Label("d1", "billing"))
    >>> branch.let_in(record, since=2)
    True
    >>> [entry.kind for entry in branch], branch.teaching().labels
    (['classes_added', 'documents_added', 'label', 'documents_added', 'label'], {'d1': 'billing', 'd2': 'bug'})
    """

    _shared: dict[str, int]  # how many groups of each matter were begun before it

    @classmethod
    def of(cls, record: Record, documents: Mapping[str, Document]) -> Self:
        """A record of the same entries, with the texts from elsewhere."""
        branch = cls(documents)
        with record.lock:
            branch._entries, branch._class_of = record._entries[:], record._class_of[:]
            branch._position, branch._retracted = record._position.copy(), record._retracted.copy()
            branch._changes, branch._members = record._changes[:], record._members.copy(branch._retracted)
            branch._by_chance, branch._passed_over = record._by_chance[:], record._passed_over[:]
            branch._machines = record._machines.copy()
            branch._groups = {
                matter: {name: lessons[:] for name, lessons in groups.items()}
                for matter, groups in record._groups.items()
            }
        branch._shared = {matter: len(groups) for matter, groups in branch._groups.items()}
        branch._reopen_all()
        return branch

    def let_in(self, record: Record, since: int) -> bool:
        """Put what a record has gained after its first `since` entries before what this one has gained after them.

        False, and nothing is done, where that could change whether the own entries are right: classes or documents
        were changed there, or one of the entries is here already.
        """
        with record.lock:
            others, classes = record._entries[since:], record._class_of[since:]
        if not others:
            return True
        if not self._lets_in(others, since):
            return False
        with self.lock:
            self._entries[since:since] = others
            self._class_of[since:since] = classes
            ids = map(attrgetter("id"), self._entries[since:])
            self._position.update(zip(ids, range(since, len(self._entries)), strict=True))
            self._group(others, since)
        return True

    def _lets_in(self, others: Sequence[Entry], since: int) -> bool:
        events = (entry for entry in others if isinstance(entry, Event) and not isinstance(entry, _HARMLESS))
        if any(events) or any(entry.id in self._position for entry in others):
            return False
        back = [entry for entry in others if isinstance(entry, Retract)]
        if not back:
            return True
        new = {entry.id: entry for entry in others}

        def root(entry: Entry) -> Entry:
            while isinstance(entry, Retract):
                entry = new.get(entry.lesson) or self._entries[self._position[entry.lesson]]
            return entry

        own = self._entries[since:]
        return not any(isinstance(root(entry), Event) for entry in back) and not any(
            isinstance(entry, Retract) for entry in own
        )

    def _group(self, others: Sequence[Entry], since: int) -> None:
        """Count entries that stand in their places: in their groups, whose order is that of their first lessons."""
        grown: dict[Subject, list[Entry]] = {}
        begun: Groups = {}  # whose first lesson is one of these

        def place(entry: Entry) -> int:
            return self._position[entry.id]

        for entry in others:
            if not is_person(entry.teacher):
                self._machines[entry.teacher] += 1
            if isinstance(entry, Retract):
                self._count_retraction(entry, 1)
            elif isinstance(entry, DocumentsDrawn | HeldOutDrawn):
                self._by_chance.append(entry)
            elif isinstance(entry, WordsPassedOver):
                self._passed_over.append(entry)
            else:
                subject = subject_of(entry)
                grown[subject] = self._groups[subject.matter].setdefault(subject.name, [])
                grown[subject].append(entry)
        for (matter, name), lessons in grown.items():
            lessons.sort(key=place)
            if place(lessons[0]) >= since:
                begun.setdefault(matter, {})[name] = lessons
        self._by_chance.sort(key=place)
        self._passed_over.sort(key=place)
        for matter, groups in begun.items():
            put_before(self._groups[matter], self._shared[matter], groups)
            for view in self._views.values():
                view.make_room(matter, self._shared[matter], groups)
        for view in self._views.values():
            for name in self._groups["distinction"]:
                view.reopen(Subject("distinction", name))  # it has positions
        for entry in others:
            self._reopen(entry)
