"""The part of a project that its record answers: documents, classes, lessons and their history."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

from teachback.errors import BadLesson, listed, near_miss
from teachback.formats import Item, Row, batches
from teachback.project.history.acts import TakingBack, act_at, act_with, taking_back
from teachback.project.history.columns import ClassColumn, class_columns, class_in, columns_in
from teachback.project.history.entries import all_added, check_exclusions, check_returning, imported, named, prepared
from teachback.project.history.ledger import Ledger, Listener
from teachback.project.history.timeline import History, HistoryItem, last_of, latest, retractions
from teachback.record import (
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Document,
    DocumentErased,
    Entry,
    HeldOutDrawn,
    Label,
    Lesson,
    Record,
    RestDeclared,
    Retract,
    Teaching,
)
from teachback.record.columns import TableColumn
from teachback.store import Store
from teachback.text import Analyzer


class TaughtProject(ABC):
    """Documents, classes, and what was taught about them."""

    _store: Store
    _ledger: Ledger
    _seed: int

    # What is there.

    @property
    def record(self) -> Record:
        """Everything that was taught until now, by every teacher."""
        return self._ledger.record

    @property
    def known_entries(self) -> Sequence[Entry]:
        """The entries that this process has read or written, also where the store is gone."""
        return self._ledger.known

    @property
    def store(self) -> Store:
        """Where the project is kept."""
        return self._store

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that can be taught."""
        return self.record.classes

    @property
    def rest(self) -> str | None:
        """The class that is everything else, if one was declared to be."""
        return self.record.rest

    @property
    @abstractmethod
    def analyzer(self) -> Analyzer:
        """What a term is in this project."""

    def teaching(self) -> Teaching:
        """What counts now; where teachers disagree, by the project's policy."""
        return self._ledger.teaching()

    def document(self, id: str) -> Document:
        """A document with its text."""
        return self._store.document(id)

    def documents(self) -> Iterator[Document]:
        """The documents in the order they were added, streamed."""
        gone = self._ledger.gone
        return (document for document in self._store.documents() if document.id not in gone)

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns of the files that the documents came from, in their order; those without a role are fields."""
        return columns_in(self._store.settings())

    @property
    def size(self) -> int:
        """How many documents there are."""
        return self._store.size - len(self._ledger.gone)

    def search(self, query: str, limit: int = 50) -> list[Document]:
        """The documents with every word of the query; ``sav*`` is any word that begins so."""
        gone = self._ledger.gone
        ids = (id for id in self._store.search(query, limit + len(gone)) if id not in gone)
        return [self._store.document(id) for id in islice(ids, limit)]

    # Teaching.

    def teach(self, *lessons: Lesson, at_once: bool = False) -> list[int]:
        """Keep the lessons, all of them or (when one is refused) none, and say where they stand in the record.

        A lesson that is sent again, with the same id, is not taught twice.

        Parameters
        ----------
        at_once
            Whether they are one act, such as a label for all documents that were found: the history shows them as one,
            and one :meth:`undo` takes all of them back.

        Examples
        --------
        >>> from teachback.project import Project
        >>> from teachback.record import Label
        >>> project = Project.from_texts(["refund me", "a refund", "it crashed"], classes=["billing", "bug"])
        >>> _ = project.teach(*(Label(each.id, "billing") for each in project.search("refund")), at_once=True)
        >>> len(project.teaching().labels), project.undo().kind, len(project.teaching().labels)
        (2, 'label', 0)
        """
        analyzer = self.analyzer

        def text(id: str) -> str:
            document = self.document(id)
            return analyzer.with_fields(document.text, document.fields)

        checked = [prepared(lesson, analyzer, text) for lesson in lessons]
        check_exclusions(checked, self.record)
        if at_once and len(checked) > 1:
            return [position for batch in self._ledger.write_all([((), checked)], at_once=True) for position in batch]
        return self._ledger.write(checked)

    def undo(self, teacher: str | None = None) -> Entry:
        """Take back the last lesson or change of classes, of one teacher or of any; it stays in the record.

        Of lessons that were taught at once, all are taken back.
        """
        with self._ledger.turn:
            last = last_of(self.record, teacher)
            if last is None:
                who = "anybody" if teacher is None else teacher
                raise BadLesson(f"There is nothing to undo: nothing that {who} taught counts now.")
            act = act_with(self._ledger.acts, self.record, last)
            if act is None:
                self._ledger.write([Retract(last.id, teacher=teacher or last.teacher)])
            else:
                self.take_back(act.last, teacher=teacher or last.teacher)
            return last

    # Documents and classes.

    def add_documents(self, documents: Iterable[Document], *, teacher: str = "importer") -> int:
        """Add documents, all of them or none; says how many."""
        return self.add_rows((Item(document) for document in documents), teacher=teacher)

    def add_rows(self, rows: Iterable[Row], *, teacher: str = "importer", table: Sequence[TableColumn] = ()) -> int:
        """Add what a file holds (:func:`teachback.formats.read`): documents and lessons, all of it or nothing.

        Classes that the lessons name are added too. A document that is there already, with the same text, brings only
        its lessons. Says how many documents are new.
        """
        known, gone, analyzer, count = set(self.record.documents), self._ledger.gone, self.analyzer, 0

        def written() -> Iterator[tuple[Sequence[Document], Sequence[Entry]]]:
            nonlocal count
            for batch in batches(rows, classes=self.record.classes, teacher=teacher):
                new = tuple(document.id for document in batch.documents if document.id not in known)
                check_returning(batch.documents, gone, self._store.document)
                count += len(new)
                yield batch.documents, [entry for each in batch.entries if (entry := imported(each, analyzer, new))]

        self._ledger.write_all(written(), table)
        return count

    def add_entries(
        self, batches: Iterable[tuple[Sequence[Document], Sequence[Entry]]], table: Sequence[TableColumn] = ()
    ) -> list[int]:
        """Keep documents and entries that another program made, all of them or none; says where the entries stand."""
        written = all_added(batches, self.record.documents, self.analyzer)
        return [position for positions in self._ledger.write_all(written, table) for position in positions]

    def add_classes(self, *names: str, teacher: str = "teacher") -> None:
        """Add classes; a name has at most 100 characters."""
        self._ledger.write([named(ClassesAdded(names, teacher=teacher))])

    def class_columns(self) -> tuple[ClassColumn, ...]:
        """Columns beside the texts that could say of which class each document is."""
        return class_columns(self.documents(), self.columns)

    def add_classes_from(self, column: str, *, teacher: str = "teacher") -> int:
        """Make the different cells of a column classes, and the cells labels; says how many documents have one now."""
        offered = {each.name: each for each in self.class_columns()}
        if column not in offered:
            raise BadLesson(
                f"The cells of {column!r} cannot be classes.{near_miss(column, offered)} A column can be taken that "
                f"names from 2 to 50 things, most of them more than once: {listed(offered) or 'none'}."
            )
        new = [value for value in offered[column].values if value not in self.classes]
        if new:
            self.add_classes(*new, teacher=teacher)
        cells = ((document.id, class_in(document.fields.get(column))) for document in self.documents())
        return len(self.teach(*(Label(id, cell, teacher=teacher) for id, cell in cells if cell), at_once=True))

    def rename_class(self, name: str, to: str, *, teacher: str = "teacher") -> None:
        """Call a class something else; its lessons stay."""
        self._ledger.write([named(ClassRenamed(name, to, teacher=teacher))])

    def merge_classes(self, *names: str, into: str, teacher: str = "teacher") -> None:
        """Let the lessons of these classes count for another."""
        self._ledger.write([ClassesMerged(names, into, teacher=teacher)])

    def archive_class(self, name: str, *, teacher: str = "teacher") -> None:
        """Stop teaching and predicting a class; its lessons sleep until this is undone."""
        self._ledger.write([ClassArchived(name, teacher=teacher)])

    def bring_back_class(self, name: str, *, teacher: str = "teacher") -> None:
        """Teach and predict an archived class again; its lessons count as they did."""
        with self._ledger.turn:
            archived = self.record.archived
            if name not in archived:
                known = f"archived are {listed(archived)}" if archived else "none is archived"
                raise BadLesson(f"{name!r} is not an archived class: {known}.")
            self._ledger.write([Retract(archived[name], teacher=teacher)])

    def declare_rest(self, name: str | None, *, teacher: str = "teacher") -> None:
        """Say that a class is everything else, whatever the others are not: it needs no words. None: that none is."""
        self._ledger.write([RestDeclared(name, teacher=teacher)])

    def hold_out(self, n: int, *, teacher: str = "teacher") -> tuple[str, ...]:
        """Draw n documents by chance that are never trained on, for honest numbers; :meth:`measure` asks for them."""
        with self._ledger.turn:
            teaching, record = self.teaching(), self.record
            closed = record.erased.union(teaching.held_out, teaching.labels)
            able = [id for id in record.documents if id not in closed]
            if not 0 < n <= len(able):
                raise BadLesson(f"Cannot hold out {n} documents: {len(able):,} are neither labelled nor held out.")
            drawn = tuple(random.Random(f"{self._seed} {len(record)}").sample(able, n))  # noqa: S311
            self._ledger.write([HeldOutDrawn(drawn, teacher=teacher)])
            return drawn

    def release(self, *documents: str, teacher: str = "teacher") -> int:
        """Hold documents out no longer, all of them if none is named: they are asked and learned from like any other.

        Answers how many that are.
        """
        with self._ledger.turn:
            held_out = self.teaching().held_out
            if strangers := [id for id in documents if id not in held_out]:
                raise BadLesson(
                    f"{listed(map(repr, strangers))} is not held out; the list of those that are is in Review."
                )
            free = frozenset(documents) or held_out
            entries: list[Entry] = []
            for drawn in self.record.drawn:
                if free.intersection(drawn.documents):
                    entries.append(Retract(drawn.id, teacher=teacher))
                    if rest := tuple(id for id in drawn.documents if id not in free):
                        entries.append(HeldOutDrawn(rest, teacher=drawn.teacher))
            if entries:
                self._ledger.write(entries)
            return len(free)

    def erase(self, *documents: str, keep_lessons: bool = False, teacher: str = "teacher") -> None:
        """Remove the texts and the fields of documents for good; nothing brings them back.

        That they were there stays in the record. What was taught about them counts no more; with `keep_lessons`, what
        class they are still does. The models go too, for they know the words: learn again. docs/trust.md says what is
        covered, and what is not.
        """
        with self._ledger.turn:
            erased = self.record.erased
            self._ledger.write(
                [DocumentErased(id, keep_lessons, teacher=teacher) for id in documents if id not in erased]
            )

    # History.

    def history(self, at: datetime | int | None = None) -> History:
        """Everything that happened, up to a time or a position where one is given."""
        with self._ledger.lock:
            record = self.record
            return History(record.at(len(record) if at is None else at), self._ledger.policy)

    def latest(
        self,
        before: int | None = None,
        limit: int = 100,
        *,
        teacher: str | None = None,
        kinds: Container[str] | None = None,
    ) -> tuple[list[HistoryItem], int]:
        """What happened last before a position, newest first, and where that begins; an import is one of them."""
        with self._ledger.lock:
            ledger = self._ledger
            return latest(
                self.record, ledger.acts, ledger.summary, before=before, limit=limit, teacher=teacher, kinds=kinds
            )

    def since(self, position: int) -> list[Entry]:
        """The entries of the record after the first `position` ones."""
        return self._ledger.since(position)

    def restore(self, position: int, *, teacher: str = "teacher") -> int:
        """Take back everything that came after a position in the record, and say how many entries that took.

        It is taken back by entries of its own, all of them or none, so a restoration can be taken back likewise.
        """
        with self._ledger.turn:
            return self._write_together(retractions(self.record, position, teacher))

    def restoring(self, position: int) -> int:
        """How many entries it would take to go back to a position in the record."""
        with self._ledger.lock:
            return len(retractions(self.record, position, "teacher"))

    def last_import(self) -> int | None:
        """Where the newest import that counts ended in the record."""
        with self._ledger.lock:
            record = self.record
            acts = (act for act in reversed(self._ledger.acts) if not act.at_once)
            imports = (act for act in acts if self._ledger.summary(act).is_import)
            return next((act.last for act in imports if any(map(record.is_active, act.entries(record)))), None)

    def taking_back(self, position: int) -> TakingBack:
        """What would go if the import that ended at a position of the record were taken back."""
        with self._ledger.lock:
            return taking_back(self.record, act_at(self._ledger.acts, position))

    def take_back(self, position: int, *, teacher: str = "teacher") -> TakingBack:
        """Take back an import, what was taught at once, or what took that back; says what went.

        The position is that of its last entry. What others taught about its documents sleeps until they are back.
        """
        with self._ledger.turn:
            taking = self.taking_back(position)
            self._write_together([Retract(id, teacher=teacher) for id in taking.entries])
            return taking

    def is_own_act(self, position: int, teacher: str) -> bool:
        """Whether all that was written as one, up to a position, are lessons that this teacher taught at once.

        Or what took such lessons back.
        """
        with self._ledger.lock:
            record, acts = self.record, self._ledger.acts
            entries = act_at(acts, position).entries(record)
            while all(isinstance(entry, Retract) for entry in entries):
                taken = record.entry(entries[0].lesson)  # type: ignore[attr-defined]
                if taken is None or any(entry.teacher != teacher for entry in entries):
                    return False
                act = act_with(acts, record, taken)
                entries = [taken] if act is None else act.entries(record)
            return all(isinstance(entry, Lesson) and entry.teacher == teacher for entry in entries)

    def _write_together(self, entries: Sequence[Entry]) -> int:
        return sum(map(len, self._ledger.write_all([((), entries)]))) if entries else 0

    # Teachers.

    def teaching_of(self, teacher: str) -> Teaching:
        """What one teacher taught that counts now."""
        with self._ledger.lock:
            return self.record.teaching(teacher=teacher)

    def lessons_of(self, teacher: str, *, after: int = 0) -> list[Lesson]:
        """The lessons behind it, in order; without those among the first `after` entries of the record."""
        record = self.record
        mine = (entry for entry in record[after:] if entry.teacher == teacher and record.is_active(entry))
        return [entry for entry in mine if isinstance(entry, Lesson)]

    def listen(self, listener: Listener) -> None:
        """From now on call the listener with what is written here, and how many entries the record has then.

        It is called in the thread that writes, before :meth:`teach` and the like return; with no entries when
        preferences or stop words have changed. What other processes write is not told.

        >>> from teachback.project import Project
        >>> project = Project.from_texts(["a text"], classes=["bug", "billing"])
        >>> project.listen(lambda entries, position: print([entry.kind for entry in entries], position))
        >>> project.rename_class("bug", "defect")
        ['class_renamed'] 3
        """
        self._ledger.listeners.append(listener)

    def stop_listening(self, listener: Listener) -> None:
        """Call the listener no more."""
        self._ledger.listeners.remove(listener)
