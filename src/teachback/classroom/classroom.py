"""One open project and its teachers: their questions, and the announcements to their pages."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Condition, Lock, Thread

from teachback.classroom.assignments import Assignment, Assignments
from teachback.classroom.broadcast import Broadcast
from teachback.classroom.preparation import SMALL, Preparation
from teachback.project import Agenda, Learned, Preferences, Project
from teachback.project.history.agreement import is_settled
from teachback.project.questions.batch import AskedDocument
from teachback.project.questions.passed_over import read_over, spoken_of
from teachback.project.questions.questioner import is_drawn_check
from teachback.record import DocumentErased, DocumentsDrawn, Entry, Label, Lesson, Teaching, WordsPassedOver
from teachback.record.event import teaches

_log = logging.getLogger("teachback.classroom")

_POLL, _RETRY = 2.0, 10.0  # seconds between looks at what other processes taught, and after an error
_SOON = 0.2  # seconds between looks at what another process is importing
_PAUSE, _PAUSE_EACH = 0.1, 0.02  # seconds between two announcements of lessons: in all, and for each listener
_FIRST_MODEL = 0.5  # seconds that the first page waits for the terms of a few documents
_LISTED = 500  # documents that an announcement names: of an import, those on somebody's screen first


class Classroom:
    """A project, and what keeps several teachers busy with it.

    It hears from the project what was written (:meth:`Project.listen`), so that no caller has to tell it. What other
    processes write is looked for every few seconds.
    """

    def __init__(self, name: str, project: Project, address: str | None = None) -> None:
        self.name, self.project, self.address = name, project, address
        self.events = Broadcast()
        self._started = time.monotonic()
        self._assignments = Assignments()
        self._preparation = Preparation(name, project, self._assignments, self.events, lambda: self.size)
        self._shown: dict[str, int] = {}  # teacher → position of the model behind the questions she was given last
        self._offered: dict[str, Mapping[str | None, Sequence[str]]] = {}  # teacher → words she was shown last
        self._told = self._taught = len(project.record)  # entries that pages know of, and the last that teaches
        self._looking = Lock()
        self._counted: tuple[Teaching | None, int] = None, 0  # what counted when it was last looked up
        self._gone = -1, 0  # where that was looked up, and how many documents were taken back
        self._turn = Condition()
        self._closed = False
        self._thread = Thread(target=self._tell_on, name=f"teachback-{name}-telling", daemon=True)

    # Opening and closing.

    def start(self) -> None:
        """Begin to read, learn and work out questions."""
        self._started = time.monotonic()
        self.project.listen(self._hear)
        self._thread.start()
        self._preparation.start()

    def close(self) -> None:
        """Begin nothing more and end the streams; the project stays open."""
        self.project.stop_listening(self._hear)
        with self._turn:
            self._closed = True
            self._turn.notify_all()
        self._preparation.close()
        self.events.close()

    def join(self, seconds: float) -> None:
        """Wait for what is being worked out, that many seconds at most."""
        end = time.monotonic() + seconds
        if self._thread.is_alive():
            self._thread.join(max(end - time.monotonic(), 0.0))
        self._preparation.join(end)

    # What a teacher asks.

    @property
    def position(self) -> int:
        """How many entries the record has, as far as is known here."""
        return max(self._told, self._taught)

    def teaching(self) -> Teaching:
        """What counts now, looked up again only when something came."""
        return self.counted()[0]

    def counted(self) -> tuple[Teaching, int]:
        """What counts now, and of how many entries of the record: of no others, whatever is taught meanwhile."""
        with self._looking:
            teaching, position = self._counted
            while teaching is None or position < self.position:
                position, teaching = len(self.project.record), self.project.teaching()
                if position == len(self.project.record):
                    self._counted = teaching, position
                else:
                    teaching = None
            return teaching, position

    @property
    def size(self) -> int:
        """How many documents the project has; those that were taken back are counted only when something came."""
        position, gone = self._gone
        if position != self.position:
            position, gone = self.position, len(self.project.record.gone)
            self._gone = position, gone
        return self.project.store.size - gone

    @property
    def agenda(self) -> Agenda | None:
        """The questions that were worked out last; None in the first moment."""
        return self._preparation.agenda

    @property
    def up_to_date(self) -> bool:
        """Whether they take everything into account that was taught."""
        return self.agenda is not None and not self.agenda.unread and self.agenda.position >= self._taught

    @property
    def is_opened(self) -> bool:
        """Whether a teacher has asked for questions."""
        return self._preparation.is_opened

    @property
    def is_read(self) -> bool:
        """Whether they come from the documents' terms, and not from chance alone."""
        return self._preparation.is_read

    @property
    def worth_waiting(self) -> bool:
        """Whether questions that are more than chance will be there in a moment: a few documents are being read."""
        is_new = time.monotonic() < self._started + _FIRST_MODEL
        return is_new and not self.is_read and self.project.store.size <= SMALL

    @property
    def behind(self) -> int:
        """How many lessons and changes came after them."""
        return sum(map(teaches, self.project.since(self.agenda.position))) if self.agenda and self.is_read else 0

    def is_fresh(self, teacher: str) -> bool:
        """Whether there is a newer model than that of the questions she was given last."""
        return _model(self.agenda) > self._shown.get(teacher, 0)

    def give(
        self, teacher: str, n: int, settings: Preferences, *, draw: bool = True
    ) -> tuple[Agenda | None, list[Assignment]]:
        """The next documents for a teacher, and the agenda that all of them come from.

        What is drawn by chance is recorded as drawn; without `draw` there is no new check among the
        documents, and nothing is written.
        """
        record = self.project.record
        shares = {"checks": settings.checks, "overlap": settings.overlap}
        agenda, assignments = self._assignments.give(teacher, n, record, **shares, draw=draw)
        if draw:
            batch = [(each.waiting, each.reason == "check") for each in assignments]
            self.project.questioner.draw(batch, agenda.teaching if agenda else self.teaching())
        self._shown[teacher] = _model(agenda)
        if agenda and agenda.learned:
            self.project.show(agenda.learned)
        self._preparation.note_asked(n)
        return agenda, assignments

    def measure(self, teacher: str, n: int) -> tuple[Learned | None, list[AskedDocument]]:
        """Held-out documents for a teacher to answer, and the model whose guesses are with them."""
        learned, documents = self.project.questioner.measure(n, self._assignments.held_by_others(teacher))
        self._assignments.hold(teacher, [each.document.id for each in documents])
        if learned:
            self.project.show(learned)
        return learned, documents

    def note_offered(self, teacher: str, words: Mapping[str | None, Sequence[str]]) -> None:
        """Remember which words a teacher was shown."""
        self._offered[teacher] = words

    def note_taken(self, teacher: str) -> None:
        """Let the words count as passed over that stood before one that she has spoken of since they were shown."""
        offered, record = self._offered.pop(teacher, {}), self.project.record
        taken = {word for words in offered.values() for word in words if spoken_of(record, word, teacher)}
        self.project.pass_over(read_over(offered, dict.fromkeys(offered, taken)), teacher=teacher)

    def learn(self, learner: str | None = None) -> Learned:
        """Learn with a learner of this name, in the thread that learns everything, and wait for it."""
        return self._preparation.learn(learner).result()

    # What listeners are told.

    def _hear(self, entries: Sequence[Entry], position: int) -> None:
        """Notice what was written here; nothing, where a setting was changed."""
        if entries and not any(map(_changes_questions, entries)):
            return
        with self._turn:
            self._taught = max(self._taught, position)
            self._turn.notify_all()
        erased = any(isinstance(entry, DocumentErased) for entry in entries)  # its words are no terms any more
        self._preparation.renew(terms=erased or not entries)

    def _tell_on(self) -> None:
        """Look for what came into the record, from here or from another process, until the classroom is closed."""
        is_coming = False
        while not self._closed:
            self._wait(lambda: self._taught > self._told, _SOON if is_coming else _POLL)
            try:
                is_coming = self.project.look_ahead()
                self._tell()
            except Exception:  # such as a database that cannot be reached for a while
                if not self._closed:
                    _log.exception("telling the pages of %s goes on after an error", self.name)
                self._wait(lambda: False, _RETRY)
            self._wait(lambda: False, max(_PAUSE, _PAUSE_EACH * len(self.events)))  # what comes together is told so

    def _tell(self) -> None:
        new = self.project.since(self._told)
        self._told += len(new)
        if new and self._told > self._taught:  # another process taught
            self._hear(new, self._told)
        lessons = [entry for entry in new if isinstance(entry, Lesson)]
        if not lessons:
            return
        teachers = dict.fromkeys(each.teacher for each in lessons)
        documents = dict.fromkeys(id for each in lessons if (id := getattr(each, "document", None)))
        on_screens = self._assignments.held
        few = len(documents) <= _LISTED
        listed = documents if few else sorted(documents, key=lambda id: id not in on_screens)[:_LISTED]
        self._assignments.release(documents)
        taught = {"position": self._told, "teachers": list(teachers), "entries": len(lessons)}
        self.events.publish("taught", {**taught, "documents": list(listed)})
        record, labelled = self.project.record, {each.document for each in lessons if isinstance(each, Label)}
        for document in (id for id in listed if id in labelled):
            answers = [each for each in record.about("answer", document) if isinstance(each.lesson, Label)]
            labels = {each.lesson.teacher: each.class_ for each in answers if each.class_ is not None}
            if len(set(labels.values())) > 1 and not is_settled(record, document):
                self.events.publish("conflict", {"document": document, "said": labels})

    def _wait(self, until: Callable[[], bool], seconds: float) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._closed or until(), seconds)


def _model(agenda: Agenda | None) -> int:
    """The position of an agenda's model: 0 where there is none yet, -1 where the documents were not even read."""
    if agenda is None or agenda.unread:
        return -1
    return agenda.learned.position if agenda.learned else 0


def _changes_questions(entry: Entry) -> bool:
    """Whether other questions follow from an entry: not from what was drawn to be asked, nor from words that were
    passed over."""
    return not isinstance(entry, DocumentsDrawn | WordsPassedOver) and not is_drawn_check(entry)
