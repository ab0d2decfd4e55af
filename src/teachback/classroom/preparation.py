"""Working ahead of the teachers: one thread learns what was taught and works out the next questions."""

from __future__ import annotations

import gc
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, replace
from threading import Condition, Thread

from teachback.classroom.assignments import Assignments
from teachback.classroom.broadcast import Broadcast
from teachback.classroom.jobs import Job
from teachback.errors import TeachbackError
from teachback.learners.catalogue import DEFAULT
from teachback.project import Agenda, Learned, Project
from teachback.project.transfer.pools import search_pool
from teachback.record.event import teaches

_log = logging.getLogger("teachback.classroom")

_POLL, _RETRY = 2.0, 10.0  # seconds between two looks at whether there is something to do, and after an error
_PAUSE_EACH = 0.02  # seconds between two rounds of learning for each listener: lessons come first
_QUIET, _BUSY = 5.0, 600.0  # seconds without a lesson after which the model is kept, and at the latest (lessons wait)
_LEAST, _ROUNDS = 60, 2  # documents of an agenda at least, and batches of each teacher
_UNREAD = 1000  # documents drawn by chance: enough for a crowd until the first agenda is worked out
SMALL = 3000  # documents that are read before a browser has opened the page
FIRST_PAGE = 3.0  # seconds that reading more documents, and compiling, wait for the first page
DRAWING = 0.3  # seconds that they leave to the browser then, which draws the first document
_MORE_WORDS = 3  # times as many words as a teacher sees at once
_SEARCH_AFTER = 10  # entries of the record until all documents of a pool outside are looked through again


class Preparation:
    """Learns whenever something was taught, and then works out the next questions.

    Handing out questions is then a look-up: those of the last agenda serve until the next one is there. Everything
    that is learned on a server is learned in this one thread. The documents' vectors are worked out in another, because
    that takes long and learning goes on without them.
    """

    def __init__(
        self, name: str, project: Project, assignments: Assignments, events: Broadcast, size: Callable[[], int]
    ) -> None:
        self.agenda: Agenda | None = None
        self._name, self._project, self._assignments, self._events = name, project, assignments, events
        self._size = size  # how many documents there are
        self._turn = Condition()
        self._wanted, self._closed = True, False
        self._requests: deque[tuple[str | None, Future[Learned]]] = deque()
        self._most = 0  # documents that a teacher has asked for at a time
        self._short = False  # whether documents run out before every teacher has been given some
        self.is_opened = False  # whether a teacher has asked for questions
        self._vectors_of, self._better = -1, False  # of how many documents there are vectors, and whether they are new
        self._last = self._kept = time.monotonic()  # when something was taught, and when the model was kept
        work = {"learning": self._prepare, "vectors": self._make_vectors}
        if project.pool_parts.parts:
            work["search"] = self._search
        self._threads = [Thread(target=do, name=f"teachback-{name}-{what}", daemon=True) for what, do in work.items()]

    def start(self) -> None:
        """Begin to read, learn and work out questions."""
        self._project.keep_later()
        self._project.make_vectors_later()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Begin nothing more."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    def join(self, end: float) -> None:
        """Wait for what is being worked out, until a moment of the monotonic clock at most."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(end - time.monotonic(), 0.0))

    def renew(self, *, terms: bool = False) -> None:
        """Notice that something was taught or changed, perhaps what a term is: learn, and work out questions again."""
        with self._turn:
            self._wanted, self._last = True, time.monotonic()
            if terms:
                self._vectors_of = -1
            self._turn.notify_all()

    def note_asked(self, n: int) -> None:
        """Notice that a teacher was given up to n documents; more are worked out when they run out."""
        with self._turn:
            self._most, self.is_opened = max(self._most, n), True
            self._short = self._assignments.left < n * self._assignments.teachers
            self._wanted |= self._short
            self._turn.notify_all()

    def learn(self, learner: str | None) -> Future[Learned]:
        """Learn with a learner of this name, in the thread that learns everything."""
        outcome: Future[Learned] = Future()
        with self._turn:
            if self._closed:
                raise RuntimeError("the project is closed")
            self._requests.append((learner, outcome))
            self._turn.notify_all()
        return outcome

    @property
    def is_read(self) -> bool:
        """Whether the agenda comes from the documents' terms, and not from chance alone."""
        return self.agenda is not None and not self.agenda.unread

    # The thread that learns.

    def _prepare(self) -> None:
        self._safely(lambda: self._put(self._project.questioner.unread(_UNREAD)))
        if self._project.store.size > SMALL:  # reading takes both processors from the first page
            self._wait(lambda: self.is_opened, FIRST_PAGE)
            self._wait(lambda: False, DRAWING)
        self._safely(self._read)
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._wanted or self._requests or self._closed, _POLL)
                if self._closed:
                    break
                wanted, self._wanted = self._wanted, False
            begin = time.monotonic()
            while self._requests:
                self._answer(*self._requests.popleft())
            if wanted:
                self._safely(self._work)
            if begin - self._last > _QUIET or begin - self._kept > _BUSY:
                self._kept = begin
                self._safely(self._project.keep)
            # Half of the time is the teachers', and more when there are many and they have questions.
            self._wait(lambda: bool(self._requests), min(time.monotonic() - begin, 1.0))
            self._wait(lambda: self._short or bool(self._requests), _PAUSE_EACH * len(self._events))
        while self._requests:
            self._requests.popleft()[1].cancel()
        self._safely(self._project.keep)

    def _answer(self, learner: str | None, outcome: Future[Learned]) -> None:
        if outcome.set_running_or_notify_cancel():
            try:
                outcome.set_result(self._project.learn(learner))
            except BaseException as error:  # raised where it was asked for
                outcome.set_exception(error)

    def _read(self) -> None:
        """Count the documents' terms, which takes a while when there are many, and work out the first questions."""
        total = self._project.store.size
        job = Job(self._events, "reading", "Reading the documents", total=total)
        self._project.read(lambda done: job.advance(done, total))
        gc.freeze()  # the documents' terms stay: searching them for garbage would stop every answer for a while
        self._wanted = False
        self._work()
        job.end()

    def _work(self) -> None:
        """Learn what is new, then work out what to ask."""
        project, heard = self._project, len(self._project.record)
        learned, teaching = project.learned, project.teaching()
        is_taught = teaching.labels or teaching.words or teaching.distinctions or teaching.exclusions
        better, self._better = self._better, False  # vectors came: the same lessons teach more
        # A model that another learner made says the same until something is taught.
        better = better and (learned is None or learned.learner == DEFAULT)
        is_new = is_taught and (better or learned is None or any(map(teaches, project.since(learned.position))))
        if is_new:
            self._events.publish("training", {"since": len(project.record)})
            learned = project.learn()
            heard = learned.position
        settings = project.preferences
        agenda = project.questioner.ahead(
            max(_LEAST, _ROUNDS * max(settings.batch, self._most) * self._assignments.teachers),
            words=max(_LEAST, _MORE_WORDS * settings.words),
            by=settings.by,
            checks=settings.checks,
            overlap=settings.overlap,
            besides=self._assignments.held,
        )
        # What was taught after the model is still to be learned, also where the questions know of it already.
        self._put(replace(agenda, position=min(agenda.position, heard)))
        if is_new and learned is not None:
            trained = {"position": learned.position, "learner": learned.learner, "seconds": learned.seconds}
            accuracy = None if agenda.accuracy is None else asdict(agenda.accuracy)
            expected = None if agenda.quality is None else asdict(agenda.quality.accuracy)
            unknown = {**trained, "accuracy": None, "expected": None}
            hidden = dict.fromkeys(project.study.takers(), unknown)
            self._events.publish("trained", {**trained, "accuracy": accuracy, "expected": expected}, apart=hidden)

    def _put(self, agenda: Agenda) -> None:
        self._assignments.put(agenda)
        self.agenda, self._short = agenda, False

    # The thread that makes vectors.

    def _make_vectors(self) -> None:
        """Make vectors of the documents, again when there are new ones, beside the learning that goes on without."""

        def is_due() -> bool:
            return self.is_read and self._vectors_of != self._size()

        while not self._closed:
            if is_due():
                self._safely(self._make_vectors_once)
            self._wait(is_due, _POLL)

    def _make_vectors_once(self) -> None:
        self._vectors_of = self._size()  # before they are made: what a term is may change meanwhile
        try:
            is_new = self._project.make_vectors()
        except BaseException:
            self._vectors_of = -1
            raise
        self._learn_better(is_new)
        job = Job(self._events, "encoding", "Reading the documents with the encoder")

        def progress(done: int, total: int) -> None:
            self._learn_better(self._project.make_vectors())  # with what was encoded until now
            job.advance(done, total)

        try:
            if self._project.encode(progress, lambda: self._closed or self._vectors_of == -1):
                self._learn_better(self._project.make_vectors())
        finally:
            if job.is_announced:
                job.end()

    def _learn_better(self, is_new: bool) -> None:
        """Vectors came: the same lessons teach more than before."""
        if is_new:
            with self._turn:
                self._better = self._wanted = True
                self._turn.notify_all()

    # The thread that looks through a pool outside of the project.

    def _search(self) -> None:
        """Bring documents of the whole pool in that are worth asking, when some more was taught."""
        searched = -_SEARCH_AFTER  # entries of the record that the model knew

        def is_due() -> bool:
            learned = self._project.learned
            return learned is not None and learned.position >= searched + _SEARCH_AFTER

        while not self._closed:
            if is_due() and (learned := self._project.learned) is not None:
                searched = learned.position
                self._safely(self._search_once)
            self._wait(is_due, _POLL)

    def _search_once(self) -> None:
        if search_pool(self._project):
            self.renew()

    # Of all.

    def _wait(self, until: Callable[[], bool], seconds: float) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._closed or until(), seconds)

    def _safely(self, work: Callable[[], object]) -> None:
        """Go on when something fails, such as a database that cannot be reached for a while, and try again."""
        try:
            work()
        except Exception as error:
            if self._closed:
                return
            if isinstance(error, TeachbackError):  # such as a cluster that is lost: a person can mend it
                Job(self._events, "learning", "Learning", total=1).end(error=str(error))
            _log.exception("preparing questions of %s goes on after an error", self._name)
            self._wait(lambda: False, _RETRY)
            self._wanted = True
