"""One open project on the server: it learns ahead, works questions out ahead, and tells its pages what happens."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Condition, Thread
from typing import Any

from teachback.learners.catalogue import DEFAULT
from teachback.project import Agenda, Preferences, Project
from teachback.project.questions.passed_over import read_over, spoken_of
from teachback.record import Entry, HeldOutDrawn, Label, Lesson, Teaching, WordsPassedOver
from teachback.web.events import Broadcast
from teachback.web.hands import Given, Hands

_log = logging.getLogger("teachback.web")

_POLL, _RETRY = 2.0, 10.0  # seconds between looks at what other processes taught, and after an error
_PAUSE, _TELL_READING = 0.1, 0.25  # seconds between two tellings
_PAUSE_EACH = 0.02  # and so much for every page that listens, also between two rounds of learning: lessons come first
_QUIET, _BUSY = 5.0, 600.0  # seconds without a lesson after which the model is kept, and at the latest (lessons wait)
_LEAST, _ROUNDS = 60, 2  # documents in a page: at least so many, and so many rounds for every teacher
_UNREAD = 1000  # documents drawn by chance: enough for a crowd until the first page is worked out
_SMALL = 3000  # documents that are read before a browser has opened the page
_FIRST_PAGE, _FIRST_MODEL = 1.0, 0.5  # seconds: reading more waits for the first page, and the page for reading a few
_MORE_WORDS = 3  # times as many words as are shown at once


class Desk:
    """A project, and what keeps several teachers busy with it.

    One thread learns whenever something was taught and then works out the next page of questions, so that answering a
    request is a look-up; a page is dealt until the next one is there. Another tells open pages what came.
    """

    def __init__(self, name: str, project: Project, address: str | None = None) -> None:
        self.name, self.project, self.address = name, project, address
        self.events = Broadcast()
        self._started = time.monotonic()
        self._hands = Hands()
        self._page: Agenda | None = None
        self._shown: dict[str, int] = {}  # teacher → position of the model behind the questions she was given last
        self._offered: dict[str, Mapping[str | None, Sequence[str]]] = {}  # teacher → words she was shown last
        self._most = 0  # documents that a teacher has asked for at a time
        self._told = self._taught = len(project.record)  # entries that pages know of, and the last that teaches
        self._teaching: tuple[int, Teaching | None] = 0, None
        self._gone = -1, 0  # where that was looked up, and how many documents were taken back
        self._last = self._kept = time.monotonic()  # when something was taught, and when the model was kept
        self._turn = Condition()
        self._wanted, self._closed = True, False
        self._vectors_of, self._better = -1, False  # of how many documents there are vectors, and whether they are new
        self._short = False  # whether documents run out before everybody has been given some
        self._threads = [
            Thread(target=work, name=f"teachback-{name}", daemon=True)
            for work in (self._tell_on, self._work_on, self._make_vectors_on)
        ]

    # What happens here.

    def start(self) -> None:
        """Begin to read, learn and work out questions."""
        self._started = time.monotonic()
        self.project.keep_later()
        self.project.make_vectors_later()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Begin nothing more and end the streams; the project stays open."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()
        self.events.close()

    def join(self, seconds: float) -> None:
        """Wait for what is being worked out, so long at most."""
        end = time.monotonic() + seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(end - time.monotonic(), 0.0))

    def publish(self, event: str, data: Mapping[str, Any]) -> None:
        """Tell every open page of this project."""
        self.events.publish(event, data)

    def follow(self, position: int | None = None) -> None:
        """Notice that the record has grown, to that position at least: pages hear of it, and it is learned soon."""
        known = len(self.project.record) if position is None else position
        with self._turn:
            self._taught, self._last = max(self._taught, known), time.monotonic()
            self._wanted = True
            self._turn.notify_all()

    # What a teacher asks.

    @property
    def position(self) -> int:
        """How many entries the record has, as far as is known here."""
        return max(self._told, self._taught)

    def teaching(self) -> Teaching:
        """What counts now, looked up again only when something came."""
        position, teaching = self._teaching
        if teaching is None or position != self.position:
            position, teaching = self.position, self.project.teaching()
            self._teaching = position, teaching
        return teaching

    @property
    def size(self) -> int:
        """How many documents the project has; those that were taken back are counted only when something came."""
        position, gone = self._gone
        if position != self.position:
            position, gone = self.position, len(self.project.record.gone)
            self._gone = position, gone
        return self.project.store.size - gone

    @property
    def page(self) -> Agenda | None:
        """The questions that were worked out last; None in the first moment."""
        return self._page

    @property
    def up_to_date(self) -> bool:
        """Whether they take everything into account that was taught."""
        return self._page is not None and not self._page.unread and self._page.position >= self._taught

    @property
    def is_read(self) -> bool:
        """Whether they come from the documents' terms, and not from chance alone."""
        return self._page is not None and not self._page.unread

    @property
    def worth_waiting(self) -> bool:
        """Whether a page that is more than chance will be there in a moment: a few documents are being read."""
        is_new = time.monotonic() < self._started + _FIRST_MODEL
        return is_new and not self.is_read and self.project.store.size <= _SMALL

    @property
    def behind(self) -> int:
        """How many lessons and changes they have not heard."""
        return sum(map(_teaches, self.project.since(self._page.position))) if self._page and self.is_read else 0

    def is_fresh(self, teacher: str) -> bool:
        """Whether there is a newer model than that of the questions she was given last."""
        return _model(self._page) > self._shown.get(teacher, 0)

    def give(self, teacher: str, n: int, settings: Preferences) -> list[Given]:
        """The next documents for a teacher; checks among them are drawn now."""
        page, record, self._most = self._page, self.project.record, max(self._most, n)
        given = self._hands.give(teacher, n, record, checks=settings.checks, overlap=settings.overlap)
        known = page.teaching.held_out if page else frozenset[str]()
        checks = [each.waiting.document for each in given if each.reason == "check"]
        if new := [document for document in checks if document not in known]:
            self.project.questioner.draw_checks(*new)
        with self._turn:
            self._shown[teacher] = _model(page)
            self._short = self._hands.left < n * self._hands.teachers
            self._wanted |= self._short
            self._turn.notify_all()
        return given

    def note_offered(self, teacher: str, words: Mapping[str | None, Sequence[str]]) -> None:
        """Remember which words a teacher was shown."""
        self._offered[teacher] = words

    def note_taken(self, teacher: str) -> None:
        """Let the words count as passed over that stood before one that she has spoken of since they were shown."""
        offered, record = self._offered.pop(teacher, {}), self.project.record
        taken = {word for words in offered.values() for word in words if spoken_of(record, word, teacher)}
        self.project.pass_over(read_over(offered, dict.fromkeys(offered, taken)), teacher=teacher)

    def renew(self) -> None:
        """Notice that terms have changed: their vectors are made again, and then everything is learned again."""
        with self._turn:
            self._vectors_of, self._wanted = -1, True
            self._turn.notify_all()

    # Telling and working ahead.

    def _tell_on(self) -> None:
        """Look for what came into the record, by whomever, until the desk is closed."""
        while not self._closed:
            with self._turn:
                self._turn.wait_for(lambda: self._closed or self._taught > self._told, _POLL)
            self._safely(self._tell)
            with self._turn:  # events that come together are told together
                self._turn.wait_for(lambda: self._closed, max(_PAUSE, _PAUSE_EACH * len(self.events)))

    def _tell(self) -> None:
        new = self.project.since(self._told)
        self._told += len(new)
        if self._told > self._taught and any(map(_teaches, new)):  # another process taught
            self.follow(self._told)
        lessons = [entry for entry in new if isinstance(entry, Lesson)]
        if not lessons:
            return
        teachers = dict.fromkeys(each.teacher for each in lessons)
        documents = dict.fromkeys(id for each in lessons if (id := getattr(each, "document", None)))
        self._hands.release(documents)
        told = {"position": self._told, "teachers": list(teachers), "entries": len(lessons)}
        self.publish("taught", {**told, "documents": list(documents)})
        record = self.project.record
        for document in dict.fromkeys(each.document for each in lessons if isinstance(each, Label)):
            answers = [each for each in record.about("answer", document) if isinstance(each.lesson, Label)]
            said = {each.lesson.teacher: each.class_ for each in answers if each.class_ is not None}
            if len(set(said.values())) > 1:
                self.publish("conflict", {"document": document, "said": said})

    def _work_on(self) -> None:
        """Learn and work out questions whenever something was taught, until the desk is closed."""
        self._safely(lambda: self._put(self.project.questioner.unread(_UNREAD)))
        if self.project.store.size > _SMALL:  # reading takes both processors from whoever opens the first page
            with self._turn:
                self._turn.wait_for(lambda: self._closed or self._shown, _FIRST_PAGE)
        self._safely(self._read)
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._wanted or self._closed, _POLL)
                if self._closed:
                    break
                wanted, self._wanted = self._wanted, False
            begin = time.monotonic()
            if wanted:
                self._safely(self._work)
            if begin - self._last > _QUIET or begin - self._kept > _BUSY:
                self._kept = begin
                self._safely(self.project.keep)
            with self._turn:  # half of the time is the teachers', and more when there are many and they have questions
                self._turn.wait_for(lambda: self._closed, min(time.monotonic() - begin, 1.0))
                self._turn.wait_for(lambda: self._closed or self._short, _PAUSE_EACH * len(self.events))
        self._safely(self.project.keep)

    def _make_vectors_on(self) -> None:
        """Make vectors of the documents, again when there are new ones, beside the learning that goes on without."""
        while not self._closed:
            if self.is_read and self._vectors_of != self.size:
                self._safely(self._make_vectors)
            with self._turn:
                self._turn.wait_for(lambda: self._closed or (self.is_read and self._vectors_of != self.size), _POLL)

    def _make_vectors(self) -> None:
        size = self.size
        if self.project.make_vectors():
            self._better = True
            with self._turn:
                self._wanted = True
                self._turn.notify_all()
        self._vectors_of = size

    def _safely(self, work: Callable[[], object]) -> None:
        """Go on when something fails, such as a database that cannot be reached for a while, and try again."""
        try:
            work()
        except Exception:
            if self._closed:
                return
            _log.exception("the desk of %s goes on after an error", self.name)
            with self._turn:
                self._turn.wait_for(lambda: self._closed, _RETRY)
                self._wanted = True

    def _read(self) -> None:
        """Count the documents, which takes a while when there are many, and work out the first page."""
        total, told = self.project.store.size, 0.0

        def progress(done: int) -> None:
            nonlocal told
            if time.monotonic() > told + _TELL_READING:
                told = time.monotonic()
                self._tell_reading(done, total)

        self.project.read(progress)
        gc.freeze()  # the documents' terms stay: searching them for garbage would stop every answer for a while
        self._wanted = False
        self._work()
        self._tell_reading(total, total, finished=True)

    def _tell_reading(self, done: int, total: int, *, finished: bool = False) -> None:
        told = {"job": "reading", "what": "Reading the documents", "done": done, "total": total}
        self.publish("progress", {**told, "finished": finished, "error": None, "result": None})

    def _work(self) -> None:
        """Learn what is new, then work out what to ask."""
        project, learned, taught = self.project, self.project.learned, self.teaching()
        something = taught.labels or taught.words or taught.distinctions or taught.exclusions
        better, self._better = self._better, False  # vectors came: the same lessons teach more
        # A model that another learner made says the same until something is taught.
        better = better and (learned is None or learned.learner == DEFAULT)
        is_new = something and (better or learned is None or any(map(_teaches, project.since(learned.position))))
        if is_new:
            self.publish("training", {"since": self._told})
            learned = project.learn_soon().result()
        settings = project.preferences
        page = project.questioner.ahead(
            max(_LEAST, _ROUNDS * max(settings.batch, self._most) * self._hands.teachers),
            words=max(_LEAST, _MORE_WORDS * settings.words),
            by=settings.by,
            checks=settings.checks,
            overlap=settings.overlap,
            besides=self._hands.held,
        )
        self._put(page)
        if is_new and learned is not None:
            told = {"position": learned.position, "learner": learned.learner, "seconds": learned.seconds}
            hidden = {teacher: {**told, "accuracy": None} for teacher in project.study.takers()}
            self.events.publish("trained", {**told, "accuracy": page.accuracy}, apart=hidden)

    def _put(self, page: Agenda) -> None:
        self._hands.put(page)
        self._page, self._short = page, False


def _model(page: Agenda | None) -> int:
    """The position of a page's model: 0 where there is none yet, -1 where the documents were not even read."""
    if page is None or page.unread:
        return -1
    return page.learned.position if page.learned else 0


def _teaches(entry: Entry) -> bool:
    return not isinstance(entry, HeldOutDrawn | WordsPassedOver)
