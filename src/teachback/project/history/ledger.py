"""The record and the store in step: entries of every process are seen, and what is taught is kept before it counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import islice
from threading import Lock, RLock

from teachback.errors import TeachbackError
from teachback.garbage import young_garbage_only
from teachback.project.history.acts import Act, Summary, acts_in, note_act, taken_back_texts
from teachback.project.history.columns import SeenColumns, columns_in, texts_among
from teachback.project.history.texts import Texts
from teachback.record import Branch, Document, Entry, Policy, Record, Teaching, majority
from teachback.record.columns import TableColumn
from teachback.store import Reader, Store
from teachback.store.content import check_resent
from teachback.store.log import Staging

_OTHERS, _MANY = 1000, 5000  # entries that others may write meanwhile, and that are read at once
Listener = Callable[[Sequence[Entry], int], None]  # what was written, and how many entries the record has then


class Ledger:
    """A record that follows its store.

    Several processes may teach one project at the same time. A writer first reads what the others wrote, checks
    the new entries against that, and keeps them, all in one turn of the store. Threads that wait for the turn of
    another write in the next one together, so that a turn takes no longer when many teach at once. An import takes
    short turns for its documents, and one for its entries at its end. A reader does not wait for a turn.
    """

    def __init__(self, store: Store, policy: Policy = majority) -> None:
        self.store, self.policy = store, policy
        self.turn = RLock()  # held by the thread that writes; hold it to look and then write
        self.lock = RLock()  # held for moments to look at the record; who holds it must not ask for the turn
        self.texts = Texts(store)  # the documents as everybody sees them
        self._mine = Texts(store)  # by which the record checks passages; it reads what is being written
        self.listeners: list[Listener] = []  # called with entries that were written here, once they are on disk
        self._waiting: deque[_Waiting] = deque()
        self._record: Record | None = None
        self._teaching: tuple[int, Teaching] | None = None  # and the position at which it counts
        self._summaries: dict[Act, Summary] = {}
        self._coming: ComingImport | None = None
        self.erased: frozenset[str] = frozenset()  # documents without their texts, as far as the record was read

    @property
    def record(self) -> Record:
        """The record as it is now, others' entries included."""
        with self.lock:
            return self._followed(self.store)

    @property
    def known(self) -> Sequence[Entry]:
        """The entries that this process has read or written, also where the store is gone."""
        with self.lock:
            return () if self._record is None else tuple(self._record)

    def teaching(self) -> Teaching:
        """What counts now; where teachers disagree, by the policy."""
        with self.lock:
            record = self.record
            if self._teaching is None or self._teaching[0] != len(record):
                self._teaching = len(record), record.teaching(policy=self.policy)
            return self._teaching[1]

    def since(self, position: int) -> list[Entry]:
        """The entries after the first `position` ones."""
        with self.lock:
            return list(self.record[position:])

    @property
    def gone(self) -> frozenset[str]:
        """Documents that were taken out of the project again."""
        with self.lock:
            return self.record.gone

    @property
    def acts(self) -> list[Act]:
        """The entries that were written as one."""
        return acts_in(self.store.settings())

    @property
    def text_columns(self) -> list[str]:
        """The columns of which the texts were made, in the files that were imported and not taken back."""
        settings = self.store.settings()
        with self.lock:
            gone = taken_back_texts(acts_in(settings), self.record)
        return [name for name in texts_among(columns_in(settings)) if name not in gone]

    def summary(self, act: Act) -> Summary:
        """What an act wrote, counted once: its entries stay as they are."""
        if act not in self._summaries:
            with self.lock:
                self._summaries[act] = Summary.of(act.entries(self.record), at_once=act.at_once)
        return self._summaries[act]

    def write(self, entries: Sequence[Entry]) -> list[int]:
        """Keep the entries and say where each stands; they are on disk when this returns. All of them or none."""
        mine = _Waiting(entries)
        self._waiting.append(mine)
        with self.turn:
            if not mine.is_settled:
                waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
                others = [one for one in waiting if one is not mine]
                try:
                    written = self._write_together([mine, *others])
                except Exception:
                    if not others:
                        raise
                    # It may be due to one of the others, who try for themselves likewise.
                    written = self._write_together([mine])
                if written:
                    self.announce(written)
        return mine.answer()

    def announce(self, entries: Sequence[Entry] = ()) -> None:
        """Tell the listeners what was written; nothing, where a setting of the project has changed."""
        position = len(self.record) if self.listeners else 0
        for listener in self.listeners:
            listener(entries, position)

    def _write_together(self, waiting: Sequence[_Waiting]) -> list[Entry]:
        """Keep what several threads want to write in one turn, and say what is new; each is kept or refused itself."""
        written: list[Entry] = []
        with ExitStack() as moment:
            try:
                with self.store.writing() as writer:
                    moment.enter_context(self.lock)  # until it is on disk: what may yet be refused is not seen
                    moment.enter_context(self._mine.read_by(writer))
                    record = self._followed(writer)
                    for one in waiting:
                        written += one.check(record)
                    accepted = [one for one in waiting if one.refused is None]
                    positions = iter(writer.append([entry for one in accepted for entry in one.entries]))
                    positions_of_each = [[next(positions) for _ in one.entries] for one in accepted]
            except BaseException:
                if written:  # the record is ahead of the store; what may be there all the same is read again
                    record.take_back(len(written))
                raise
        self._notice(record)
        for one, places in zip(accepted, positions_of_each, strict=True):
            one.positions = places
        return written

    def write_all(
        self,
        batches: Iterable[tuple[Iterable[Document], Sequence[Entry]]],
        table: Sequence[TableColumn] = (),
        *,
        at_once: bool = False,
    ) -> list[list[int]]:
        """Keep one batch after the other, all of them or none; together they are one act.

        That may take long. Until it is done, others see the record as it was, and teach. `table` has the columns of
        the file that the documents come from; `at_once` says that a teacher taught it, rather than a file.
        """
        texts, columns = Texts(self.store), SeenColumns(table)
        staged: list[Sequence[Entry]] = []
        with young_garbage_only(), self.store.staging() as staging:
            branch = self._branch(texts)
            before = len(branch)
            with texts.read_by(staging):
                for documents, entries in batches:
                    staging.add(columns.passing(documents))
                    _stage(entries, branch, staging)
                    staged.append(entries)
            while (written := self._publish(branch, texts, before, staging, columns, at_once=at_once)) is None:
                branch = self._branch(texts)  # others changed what it is about: check it again, after what they wrote
                before = len(branch)
                staging.drop_entries()
                with texts.read_by(staging):
                    for entries in staged:
                        _stage(entries, branch, staging)
            if written:
                self.announce(written)
        return [[branch.position(entry.id) for entry in entries] for entries in staged]

    def _publish(
        self, branch: Branch, texts: Texts, before: int, staging: Staging, columns: SeenColumns, *, at_once: bool
    ) -> Sequence[Entry] | None:
        """Publish what was staged, and return it; None where it has to be checked again."""
        staging.flush()
        branch.teaching(policy=self.policy)  # worked out now, so that the first reader does not wait for it
        summary = Summary.of(branch[before:], at_once=at_once)
        with self.turn, suppress(_Overtaken), ExitStack() as moment:
            with staging.publishing() as writer:
                with self.lock, self._mine.read_by(writer):
                    now = self._followed(writer)
                if not branch.let_in(now, before):
                    raise _Overtaken
                columns.note(writer)
                act = Act(len(now) + 1, len(branch), at_once, columns.texts)
                if act.last >= act.first:
                    note_act(writer, act)
                branch.teaching(policy=self.policy)
                moment.enter_context(self.lock)
            self._record, self._mine, self._summaries[act] = branch, texts, summary
            self._notice(branch)
            return list(branch[len(now) :])
        return None

    def look_ahead(self) -> bool:
        """Read what another process is importing; see :meth:`Project.look_ahead`."""
        coming = self.store.coming()
        if coming is None:
            if self._coming and self.record:  # which has joined it, unless it was given up
                self._coming = None
        elif self._coming is None:
            self._coming = ComingImport(self._branch, self.store, self.policy)
        elif not self._coming.read(coming):
            self._coming = None
        return coming is not None

    def _branch(self, texts: Texts) -> Branch:
        with self.lock:
            return Branch.of(self.record, texts)

    def _followed(self, reader: Reader) -> Record:
        if self._record is None:
            self._record = Record(self._mine)
        if reader.position > len(self._record):
            with young_garbage_only():
                if self._coming and (branch := self._coming.joined(self._record, reader)):
                    self._record, self._mine, self._coming = branch, self._coming.texts, None
                self._record.append(*reader.entries(after=len(self._record)))
        self._notice(self._record)
        return self._record

    def _notice(self, record: Record) -> None:
        """Read nothing again that was erased, here or by another process."""
        if record.erased != self.erased:
            self.erased = record.erased
            self.store.forget()


@dataclass(eq=False)
class _Waiting:
    """What one thread wants to write: in the end it has positions, or was refused."""

    entries: Sequence[Entry]
    positions: list[int] | None = None
    refused: TeachbackError | None = None

    @property
    def is_settled(self) -> bool:
        return self.positions is not None or self.refused is not None

    def check(self, record: Record) -> list[Entry]:
        """Add what is new to the record, and say what that is; or be refused."""
        try:
            new = _new(self.entries, record)
            record.append(*new)
        except TeachbackError as error:
            self.refused = error
            return []
        return new

    def answer(self) -> list[int]:
        if self.refused is not None:
            raise self.refused
        if self.positions is None:
            raise AssertionError("what waits is written or refused before its thread goes on")
        return self.positions


class _Overtaken(Exception):
    """Others changed what an import is about before it was published."""


def _stage(entries: Iterable[Entry], branch: Branch, staging: Staging) -> None:
    new = _new(entries, branch)
    branch.append(*new)
    staging.add_entries(new)


def _new(entries: Iterable[Entry], record: Record) -> list[Entry]:
    """The entries that are not in the record; one that is there must say the same."""
    new: list[Entry] = []
    for entry in entries:
        earlier = record.entry(entry.id)
        if earlier is None:
            new.append(entry)
        else:
            check_resent(entry, earlier)
    return new


class ComingImport:
    """What a record will be when the import of another process is over.

    Reading 200,000 entries takes seconds. They are in the store long before they are part of the record, and are read
    then; at the end little is left to do.
    """

    def __init__(self, branch: Callable[[Texts], Branch], store: Store, policy: Policy) -> None:
        self.texts, self._policy = Texts(store), policy
        self._branch = branch(self.texts)
        self._branch.teaching(policy=policy)
        self._before = len(self._branch)
        self._lock = Lock()
        self._is_lost = False

    def read(self, coming: Reader) -> bool:
        """Read what has come since the last time; False where it is no longer what was read before."""
        number = len(self._branch) - self._before
        with young_garbage_only():
            entries = list(islice(coming.entries(after=max(number - 1, 0)), _MANY))
            with self._lock, self.texts.read_by(coming):
                if self._is_lost:
                    return True
                if number:
                    # An import that begins again leaves out what others have written meanwhile, and adds nothing:
                    # where the last one has its number still, all before it have.
                    if not entries or entries[0].id != self._branch[-1].id:
                        return False
                    del entries[0]
                try:
                    self._branch.append(*entries)
                except TeachbackError:
                    self._is_lost = True
                self._branch.teaching(policy=self._policy)
        return True

    def joined(self, record: Record, reader: Reader) -> Branch | None:
        """The record with what others wrote meanwhile and the import as far as it was read, if that is over."""
        with self._lock:
            own = self._branch[self._before :]
            if self._is_lost or not own or reader.position - len(record) < len(own):
                return None
            others = []
            for entry in islice(reader.entries(after=len(record)), _OTHERS):
                if entry.id == own[0].id:
                    break
                others.append(entry)
            last = next(reader.entries(after=len(record) + len(others) + len(own) - 1), None)
            if last is None or last.id != own[-1].id:
                return None
            self._is_lost = True  # it is read no further
            record.append(*others)
            return self._branch if self._branch.let_in(record, self._before) else None
