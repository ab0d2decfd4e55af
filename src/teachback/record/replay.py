"""The record: an append-only list of entries, and the state they lead to.

Appending costs what the entry itself touches, not the length of the record: lessons are grouped by what they are
about, a retraction reopens one group, and a view of the teaching brings only the reopened groups up to date. A change
of classes or documents reopens the groups that have lessons about them: none, where they are new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from threading import RLock

from teachback.errors import BadLesson, CannotRetract
from teachback.record.boundaries import check_span
from teachback.record.classes import Change, ClassTable, Identity
from teachback.record.document import Document
from teachback.record.entry import Entry, in_utc, is_person
from teachback.record.event import DocumentErased, DocumentsAdded, DocumentsDrawn, Event, HeldOutDrawn, WordsPassedOver
from teachback.record.form import KINDS
from teachback.record.lesson import Exclude, Label, Rationale, Retract
from teachback.record.membership import Membership, documents_of
from teachback.record.policy import Policy, majority
from teachback.record.teaching import Teaching
from teachback.record.view import MATTERS, Groups, Subject, Taught, View, answers, keeps_answer, passed_over, subject_of

_KINDS = tuple(KINDS.values())
_OF_CHANCE = HeldOutDrawn | DocumentsDrawn | WordsPassedOver  # events that change no group


class Record(Sequence[Entry]):
    """What was taught and what the project went through, in order. Threads may look while one appends.

    Parameters
    ----------
    documents
        The texts, by id. The record keeps no texts; it looks here when a lesson mentions a passage.
    entries
        Entries to begin with, checked like any other.

    Attributes
    ----------
    lock
        Held while the record changes. Hold it to ask several things of one moment.

    Examples
    --------
    >>> from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Record, Retract
    >>> texts = {"d1": Document("d1", "the app crashes")}
    >>> record = Record(texts, [ClassesAdded(["bug", "billing"]), DocumentsAdded(["d1"])])
    >>> record.append(Label("d1", "billing", id="oops"))
    >>> record.append(Retract("oops"), Label("d1", "bug"))
    >>> record.teaching().labels
    {'d1': 'bug'}
    """

    def __init__(self, documents: Mapping[str, Document], entries: Iterable[Entry] = ()) -> None:
        self._texts = documents
        self.lock = RLock()
        self._entries: list[Entry] = []
        self._position: dict[str, int] = {}
        self._retracted: dict[str, int] = {}  # entry id → how many retractions of it count
        self._changes: list[Change] = []
        self._classes = ClassTable()
        self._class_of: list[Identity | None] = []  # what each entry's class name meant when it was appended
        self._members = Membership(self._retracted)
        self._by_chance: list[DocumentsDrawn | HeldOutDrawn] = []
        self._passed_over: list[WordsPassedOver] = []
        self._groups: Groups = {matter: {} for matter in MATTERS}
        self._views: dict[tuple[str | None, Policy], View] = {}
        self._machines: Counter[str] = Counter()  # how many entries each of them has
        self.append(*entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, position):  # type: ignore[no-untyped-def]
        return self._entries[position]

    def append(self, *entries: Entry) -> None:
        """Add the entries in order, all of them or (when one is refused) none."""
        with self.lock:
            before = len(self)
            try:
                for entry in entries:
                    self._append(entry)
            except BaseException as why:
                if isinstance(why, BadLesson):
                    why.entry = getattr(entry, "id", None)
                self.take_back(len(self) - before)
                raise

    def take_back(self, count: int) -> None:
        """Let go of the last entries, as if they had never been appended: they could not be kept."""
        with self.lock:
            roots = [self._root(entry) for entry in self._entries[len(self) - count :]]
            for _ in roots:
                self._take_back_last()
            if any(isinstance(root, Event) and not isinstance(root, _OF_CHANCE) for root in roots):
                self._reopen_all()
            self._reopen_groups(subject_of(root) for root in roots if not isinstance(root, Event))

    def entry(self, id: str) -> Entry | None:
        """The entry with that id, retracted or not."""
        return self._entries[self._position[id]] if id in self._position else None

    def position(self, id: str) -> int:
        """Where an entry of the record stands, from 1 on."""
        return self._position[id] + 1

    def is_active(self, entry: Entry) -> bool:
        """Whether the entry counts: it is not retracted, or every retraction of it is."""
        return not self._retracted.get(entry.id)

    def active(self, teacher: str | None = None) -> Iterator[Entry]:
        """The entries that count, of one teacher or of all, in order."""
        mine = (entry for entry in self._entries[:] if teacher is None or entry.teacher == teacher)
        return filter(self.is_active, mine)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that can be taught now."""
        return self._classes.live

    @property
    def class_numbers(self) -> dict[str, int]:
        """The number of each class, for its colour and its key: it stays when other classes come and go."""
        return self._classes.numbers

    @property
    def archived(self) -> dict[str, str]:
        """The classes that are archived, each with the id of the event to retract to bring it back."""
        return self._classes.asleep

    @property
    def rest(self) -> str | None:
        """The class that is everything else, if there is one."""
        return self._classes.rest

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the project's documents, in the order they were first added."""
        with self.lock:
            return self._members.documents

    @property
    def gone(self) -> frozenset[str]:
        """The documents that were added, and taken out of the project again."""
        with self.lock:
            return self._members.gone()

    @property
    def erased(self) -> frozenset[str]:
        """The documents whose texts were removed for good."""
        with self.lock:
            return self._members.erased

    @property
    def drawn(self) -> tuple[HeldOutDrawn, ...]:
        """The draws of held-out documents that count."""
        with self.lock:
            return tuple(each for each in self._by_chance if isinstance(each, HeldOutDrawn) and self.is_active(each))

    @property
    def by_chance(self) -> frozenset[str]:
        """The documents that were drawn by chance, to be asked or held out; all others that were asked were chosen."""
        with self.lock:
            return frozenset(id for event in self._by_chance if self.is_active(event) for id in event.documents)

    def passed_over(self, teacher: str | None = None) -> dict[str | None, dict[str, int]]:
        """How often a teacher, or all together, passed words over, on lists for a class and (None) on lists for any."""
        with self.lock:
            mine = (event for event in self._passed_over if teacher in (None, event.teacher) and self.is_active(event))
            return passed_over(Taught(event, self._position[event.id], self._name_now(event, ())) for event in mine)

    @property
    def teachers(self) -> tuple[str, ...]:
        """All authors of entries, in order of appearance."""
        return tuple(dict.fromkeys(entry.teacher for entry in self._entries))

    def teaching(self, *, teacher: str | None = None, policy: Policy = majority) -> Teaching:
        """What counts now: one teacher's lessons, or all teachers' merged under the policy for disagreement."""
        with self.lock:
            view = self._views.get((teacher, policy))
            if view is None:
                view = self._views[teacher, policy] = View(teacher, policy, self._groups, self._subjects_of(teacher))
            held_out = frozenset(id for event in self.drawn for id in event.documents if id in self._members)
            taught = view.teaching(self._taught, self.classes, held_out, self.rest)
            machines = {} if teacher else {name: self.teaching(teacher=name) for name in +self._machines}
            return replace(taught, machines=machines) if machines else taught

    def about(self, matter: str, name: str) -> list[Taught]:
        """The lessons that count about one thing, in order, each with the class it speaks for today.

        Matters are the ``answer``, ``rationale``, ``distinction`` and ``flag`` of a document, and a ``term``. This
        costs no more than there are such lessons.
        """
        with self.lock:
            return list(self._taught(self._groups[matter].get(name, ()), None))

    def answers(self, *, decisions: bool = True) -> dict[str, dict[str, str]]:
        """What each teacher says of each document, in the order of first answers; maybe without what owners decided."""
        with self.lock:
            about = self._groups["answer"].items()
            by_document = ((name, answers(self._taught(lessons, None), decisions)) for name, lessons in about)
            return {name: labels for name, labels in by_document if labels}

    def at(self, moment: datetime | int) -> Record:
        """The record as it was: its first `moment` entries, or those before the first entry later than a time."""
        if not isinstance(moment, int):
            time = in_utc(moment)
            moment = next((place for place, entry in enumerate(self._entries) if entry.time > time), len(self))
        return Record(self._texts, self._entries[:moment])

    def _append(self, entry: Entry) -> None:  # checks everything first, then changes the state
        if not isinstance(entry, _KINDS):
            raise BadLesson(f"{entry!r:.80} is not a lesson or an event; append a Label, a Word, a ClassesAdded or so.")
        if entry.id in self._position:
            raise BadLesson(f"An entry with the id {entry.id} is in the record already; give each entry its own id.")
        change = self._classes.pin(entry) if isinstance(entry, Event) else None
        class_ = self._checked_class(entry)
        if isinstance(entry, Retract):
            self._check_retraction(entry)
        elif not isinstance(entry, Event):
            self._check_lesson(entry)
        elif isinstance(entry, DocumentsAdded | DocumentErased):
            self._members.check(entry, self._texts)
        elif isinstance(entry, HeldOutDrawn | DocumentsDrawn):
            self._members.check_known(entry.documents)

        self._position[entry.id] = len(self._entries)
        self._entries.append(entry)
        self._class_of.append(class_)
        if not is_person(entry.teacher):
            self._machines[entry.teacher] += 1
        if isinstance(entry, Retract):
            self._count_retraction(entry, 1)
        elif not isinstance(entry, Event):
            matter, name = subject_of(entry)
            self._groups[matter].setdefault(name, []).append(entry)
        elif change is not None:
            self._changes.append(change)
        elif isinstance(entry, DocumentsAdded | DocumentErased):
            self._members.add(entry)
        elif isinstance(entry, HeldOutDrawn | DocumentsDrawn):
            self._by_chance.append(entry)
        elif isinstance(entry, WordsPassedOver):
            self._passed_over.append(entry)
        self._reopen(entry)

    def _take_back_last(self) -> None:
        entry = self._entries[-1]
        if isinstance(entry, Retract):
            self._count_retraction(entry, -1)
        elif not isinstance(entry, Event):
            matter, name = subject_of(entry)
            self._groups[matter][name].pop()
            if not self._groups[matter][name]:
                del self._groups[matter][name]
        elif isinstance(entry, DocumentsAdded | DocumentErased):
            self._members.take_back_last(entry)
        elif isinstance(entry, HeldOutDrawn | DocumentsDrawn):
            self._by_chance.pop()
        elif isinstance(entry, WordsPassedOver):
            self._passed_over.pop()
        else:
            self._changes.pop()
        if not is_person(entry.teacher):
            self._machines[entry.teacher] -= 1
        self._entries.pop()
        self._class_of.pop()
        del self._position[entry.id]

    def _count_retraction(self, retract: Retract, change: int) -> None:
        """Let a retraction begin (+1) or cease (-1) to count, and with it the retractions it takes back."""
        while True:
            was_active = not self._retracted.get(retract.lesson)
            self._retracted[retract.lesson] = self._retracted.get(retract.lesson, 0) + change
            target = self._entries[self._position[retract.lesson]]
            if not isinstance(target, Retract) or was_active == (not self._retracted[target.id]):
                return
            retract, change = target, -change

    def _reopen(self, entry: Entry) -> None:
        """Let every view look again at what the entry is about."""
        root = self._root(entry)
        if not isinstance(root, Event):
            self._reopen_groups([subject_of(root)])
        elif isinstance(root, DocumentsAdded | DocumentErased):
            self._members.look_again()
            if entry is not root or not self._members.are_new(root):
                ids = set(root.documents if isinstance(root, DocumentsAdded) else (root.document,))
                every = (Subject(matter, name) for matter in MATTERS for name in self._groups[matter])
                self._reopen_groups(one for one in every if one.name in ids or one.matter == "distinction")  # of two
        elif not isinstance(root, _OF_CHANCE):
            before, self._classes = self._classes, self._class_table()
            if self._views and (changed := self._classes.changed_since(before)):
                names, merged = self._classes.renamed_since(before, changed), self._classes.merged != before.merged
                for view in self._views.values() if names else ():
                    view.rename(names)  # answers, which may be very many
                pairs = zip(self._entries, self._class_of, strict=True)
                lessons = (entry for entry, identity in pairs if identity in changed and not isinstance(entry, Event))
                again = (one for one in lessons if not keeps_answer(one, self._groups, names, merged))
                self._reopen_groups(map(subject_of, again))

    def _reopen_groups(self, subjects: Iterable[Subject]) -> None:
        for subject in subjects:
            for view in self._views.values():
                view.reopen(subject)

    def _reopen_all(self) -> None:
        self._classes = self._class_table()
        self._members.look_again()
        self._views.clear()

    def _root(self, entry: Entry) -> Entry:
        """What a retraction, or a retraction of a retraction, is about in the end."""
        while isinstance(entry, Retract):
            entry = self._entries[self._position[entry.lesson]]
        return entry

    def _class_table(self) -> ClassTable:
        return ClassTable.of([change for change in self._changes if self.is_active(change.event)])

    def _taught(self, lessons: Sequence[Entry], teacher: str | None) -> Iterator[Taught]:
        """Those of the lessons that are not retracted, with the class each speaks for today."""
        for lesson in lessons:
            if teacher not in (None, lesson.teacher) or not self.is_active(lesson):
                continue
            if self._members.counts(lesson):
                yield Taught(lesson, self._position[lesson.id], self._name_now(lesson, lessons))

    def _name_now(self, lesson: Entry, about: Sequence[Entry]) -> str | None:
        """What the class of a lesson is called today. A document that is not of one class may still be of the one that
        it was merged into, unless it is of none of its parts, by the same teacher's lessons about it."""
        identity = self._identity_of(lesson)
        if identity is None:
            return None
        if isinstance(lesson, Exclude) and (parts := self._classes.parts(identity)) != {identity}:
            same = [one for one in about if one.teacher == lesson.teacher and self.is_active(one)]
            since = max((place for place, one in enumerate(same, 1) if isinstance(one, Label)), default=0)
            if not parts <= {self._identity_of(one) for one in same[since:] if isinstance(one, Exclude)}:
                return None
        return self._classes.name(identity)

    def _identity_of(self, lesson: Entry) -> Identity | None:
        """What its class name meant when it was appended."""
        return self._class_of[self._position[lesson.id]]

    def _subjects_of(self, teacher: str | None) -> Iterable[Subject]:
        """What the lessons of a teacher, or of all, are about."""
        return (
            Subject(matter, name)
            for matter, groups in self._groups.items()
            for name, lessons in groups.items()
            if teacher is None or any(lesson.teacher == teacher for lesson in lessons)
        )

    # What is refused.

    def _checked_class(self, entry: Entry) -> Identity | None:
        names_one = isinstance(entry, WordsPassedOver) or not isinstance(entry, Event)  # other events are changes
        name = getattr(entry, "class_", None) if names_one else None
        return None if name is None else self._classes.identity(name)

    def _check_lesson(self, lesson: Entry) -> None:
        self._members.check_known(documents_of(lesson))
        if isinstance(lesson, Rationale) and not (document := self._texts[lesson.document]).erased:
            check_span(document.text, lesson.start, lesson.end, document.id)

    def _check_retraction(self, retract: Retract) -> None:
        target = self.entry(retract.lesson)
        if target is None:
            raise CannotRetract(
                f"There is no entry {retract.lesson!r} to retract; give the id of a lesson or event in the record."
            )
        if not self.is_active(target):
            by = next(by.id for by in self.active() if isinstance(by, Retract) and by.lesson == target.id)
            raise CannotRetract(f"Entry {target.id!r} is retracted already; to restore it, retract {by!r}.")
        if isinstance(target, DocumentErased):
            raise CannotRetract(
                f"The text of document {target.document!r} was erased for good; nothing brings it back."
            )
        if isinstance(event := self._root(target), Event):
            self._check_event_retraction(retract, event)

    def _check_event_retraction(self, retract: Retract, event: Event) -> None:
        """Taking an event back, or restoring it, must leave classes that make sense together."""
        self._count_retraction(retract, 1)
        try:
            self._class_table()
        except BadLesson as why:
            raise CannotRetract(
                f"The {event.kind} {event.id!r} cannot be changed now: {why}. Rename or retract what came later first."
            ) from None
        finally:
            self._count_retraction(retract, -1)
