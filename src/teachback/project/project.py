"""The project: documents, classes, the record and the newest model, and the loop of teaching over them."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from itertools import islice
from os import PathLike
from types import TracebackType
from typing import Any, Self

from teachback.classifier import Guess
from teachback.errors import BadLesson, listed
from teachback.explain import Explanation
from teachback.formats import Item, Row, Rule, batches
from teachback.learners.distinctions.lessons import Reason
from teachback.learners.distinctions.protocol import Rules
from teachback.project.guidelines import Guidelines, guidelines_in, write_guidelines
from teachback.project.history.acts import Summary, TakingBack, act_at, taking_back
from teachback.project.history.agreement import TeacherAgreement, agreement
from teachback.project.history.entries import all_added, check_exclusions, check_returning, imported, named, prepared
from teachback.project.history.ledger import Ledger, Listener
from teachback.project.history.restoration import retractions
from teachback.project.history.timeline import History, HistoryItem, last_of, latest
from teachback.project.history.timing import pace
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.stability import Settling
from teachback.project.models.terms import Advance, Terms, analyzer_from_json, analyzer_to_json
from teachback.project.preferences import Preferences, change_preferences, preferences_in
from teachback.project.questions.asker import AskedTerm, Questions
from teachback.project.questions.passed_over import lists_passed_over
from teachback.project.questions.planning import Plan
from teachback.project.questions.questioner import Questioner
from teachback.project.review.progress import LearningCurves, Progress
from teachback.project.review.review import Review
from teachback.project.review.status import Status, right_of, status_of
from teachback.project.study import Study
from teachback.queries import Advice, near_duplicates
from teachback.record import (
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Document,
    Entry,
    HeldOutDrawn,
    Lesson,
    Record,
    RestDeclared,
    Retract,
    Teaching,
    policy_named,
)
from teachback.record.annotation import agreements
from teachback.store import MemoryStore, Store, create_store, open_store
from teachback.text import Analyzer
from teachback.text import analyzer as as_analyzer


class Project:
    """Documents, what was taught about them, and a model that learns from it.

    Threads may share a project, and any number of processes may open the same file or database: each sees what the
    others teach. A lesson is on disk when :meth:`teach` returns.

    Examples
    --------
    >>> from teachback.record import Word
    >>> texts = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]
    >>> project = Project.from_texts(texts, classes=["billing", "bug"])
    >>> project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    [3, 4]
    >>> print(project.learn().learner)
    LessonRegression
    >>> [guess.class_ for guess in project.classify(["Where is my refund?"])]
    ['billing']
    """

    def __init__(
        self,
        store: Store,
        *,
        ledger: Callable[..., Ledger] = Ledger,
        models: Callable[..., Models] = Models,
    ) -> None:
        self._store = store
        defaults = {"analyzer": {"name": "words"}, "stop_words": None, "policy": "majority", "seed": 0}
        made = {**defaults, **store.settings()}
        self._seed: int = made["seed"]
        self._ledger = ledger(store, policy_named(made["policy"]))
        self._terms = Terms(store, analyzer_from_json(made["analyzer"]), made["stop_words"])
        self._models = models(self._ledger, self._terms, self._seed)
        self._questioner = Questioner(self._ledger, self._terms, self._models, self._seed)
        self._review = Review(self._ledger, self._terms, self._models)
        self._curves = LearningCurves(self._ledger, self._terms, self._models)
        self._study = Study(self._ledger, self._terms, self._models, self._seed)

    # Opening and closing.

    @classmethod
    def create(
        cls,
        address: str | PathLike[str] | None = None,
        *,
        classes: Sequence[str] = (),
        analyzer: str | Analyzer = "words",
        stop_words: str | Sequence[str] | None = None,
        policy: str = "majority",
        seed: int = 0,
    ) -> Self:
        """A new project in a file, in an empty database, or (without an address) in memory.

        Parameters
        ----------
        analyzer
            What a term is: ``words``, ``lines``, ``tweets``, ``tokens``, ``attributes`` or ``entities``.
        stop_words
            A language, or words, that are no terms unless a teacher types them.
        policy
            What counts where teachers disagree: ``majority``, ``latest``, or ``adjudicator:`` and a teacher's name.
        seed
            Of everything that is drawn by chance.
        """
        policy_named(policy)  # refused before anything is made
        read = as_analyzer("words" if analyzer == "words" else analyzer)
        settings = {
            "analyzer": analyzer_to_json(replace(read, digits=False) if analyzer == "words" else read),  # type: ignore[type-var]
            "stop_words": stop_words if stop_words is None or isinstance(stop_words, str) else list(stop_words),
            "policy": policy,
            "seed": seed,
        }
        store: Store = MemoryStore() if address is None else create_store(address)
        with store.writing() as writer:
            for key, value in settings.items():
                writer.put(key, value)
        project = cls(store)
        if classes:
            project.add_classes(*classes)
        return project

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str] | Mapping[str, str],
        *,
        classes: Sequence[str] = (),
        address: str | PathLike[str] | None = None,
        **settings: Any,
    ) -> Self:
        """A new project of these texts; their ids are given, or 1, 2, 3 …"""
        if isinstance(texts, str):
            raise BadLesson("One text alone is no list of texts; give a list, or a mapping from ids to texts.")
        named = texts.items() if isinstance(texts, Mapping) else ((str(k), text) for k, text in enumerate(texts, 1))
        project = cls.create(address, classes=classes, **settings)
        project.add_documents(Document(id, text) for id, text in named)
        return project

    @classmethod
    def open(cls, address: str | PathLike[str], *, token: str | None = None) -> Project:
        """A project that is there: a file, the URL of a PostgreSQL database, or the address of a server.

        Parameters
        ----------
        token
            For a server: an API token, unless the address has one.
        """
        from teachback.project.remote import RemoteProject, is_served  # which is a Project itself

        return RemoteProject.connect(str(address), token) if is_served(address) else cls(open_store(address))

    def close(self, wait: float | None = None) -> None:
        """Finish what is under way and let go of the files; learning is given up after so many seconds."""
        self._models.trainer.close(wait)
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What is there.

    @property
    def record(self) -> Record:
        """Everything that was taught, by anybody, until now."""
        return self._ledger.record

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
    def analyzer(self) -> Analyzer:
        """What a term is in this project."""
        return self._terms.analyzer

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
    def size(self) -> int:
        """How many documents there are."""
        return self._store.size - len(self._ledger.gone)

    def search(self, query: str, limit: int = 50) -> list[Document]:
        """The documents with every word of the query; ``sav*`` is any word that begins so."""
        gone = self._ledger.gone
        found = (id for id in self._store.search(query, limit + len(gone)) if id not in gone)
        return [self._store.document(id) for id in islice(found, limit)]

    # Teaching.

    def teach(self, *lessons: Lesson) -> list[int]:
        """Keep the lessons, all of them or (when one is refused) none, and say where they stand in the record.

        A lesson that is sent again, with the same id, is not taught twice.
        """
        kept = [prepared(lesson, self.analyzer, self._terms.text) for lesson in lessons]
        check_exclusions(kept, self.record)
        return self._ledger.write(kept)

    def undo(self, teacher: str | None = None) -> Entry:
        """Take back the last lesson or change of classes, of one teacher or of anybody; it stays in the record."""
        with self._ledger.turn:
            last = last_of(self.record, teacher)
            if last is None:
                who = "anybody" if teacher is None else teacher
                raise BadLesson(f"There is nothing to undo: nothing that {who} taught counts now.")
            self._ledger.write([Retract(last.id, teacher=teacher or last.teacher)])
            return last

    # Documents and classes.

    def add_documents(self, documents: Iterable[Document], *, teacher: str = "importer") -> int:
        """Add documents, all of them or none; says how many."""
        return self.add_rows((Item(document) for document in documents), teacher=teacher)

    def add_rows(self, rows: Iterable[Row], *, teacher: str = "importer") -> int:
        """Add what a file holds (:func:`teachback.formats.read`): documents and lessons, all of it or nothing.

        Classes that the lessons name are added too. A document that is there already, with the same text, brings only
        its lessons. Says how many documents are new.
        """
        known, gone, count = set(self.record.documents), self._ledger.gone, 0

        def written() -> Iterator[tuple[Sequence[Document], Sequence[Entry]]]:
            nonlocal count
            for batch in batches(rows, classes=self.record.classes, teacher=teacher):
                new = tuple(document.id for document in batch.documents if document.id not in known)
                check_returning(batch.documents, gone, self._store.document)
                count += len(new)
                yield (
                    batch.documents,
                    [entry for given in batch.entries if (entry := imported(given, self.analyzer, new))],
                )

        self._ledger.write_all(written())
        return count

    def add_entries(self, batches: Iterable[tuple[Sequence[Document], Sequence[Entry]]]) -> list[int]:
        """Keep documents and entries that another program made, all of them or none; says where the entries stand."""
        written = all_added(batches, self.record.documents, self.analyzer)
        return [position for positions in self._ledger.write_all(written) for position in positions]

    def add_classes(self, *names: str, teacher: str = "teacher") -> None:
        """Add classes; a name has at most 100 characters."""
        self._ledger.write([named(ClassesAdded(names, teacher=teacher))])

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
        """Draw n documents by chance that are never asked about and never trained on, for honest numbers."""
        with self._ledger.turn:
            teaching, record = self.teaching(), self.record
            able = [id for id in record.documents if id not in teaching.held_out and id not in teaching.labels]
            if not 0 < n <= len(able):
                raise BadLesson(f"Cannot hold out {n} documents: {len(able):,} are neither labelled nor held out.")
            drawn = tuple(random.Random(f"{self._seed} {len(record)}").sample(able, n))  # noqa: S311
            self._ledger.write([HeldOutDrawn(drawn, teacher=teacher)])
            return drawn

    def near_duplicates(self, threshold: float = 0.8) -> list[tuple[str, ...]]:
        """Groups of documents that hardly differ."""
        with self._terms.lock:
            self._terms.update()
            groups = near_duplicates(self._terms.pool(), threshold)
        found: dict[int, list[str]] = {}
        gone = self._ledger.gone
        for row, group in enumerate(groups.tolist()):
            if self._terms.documents[row] in gone:
                continue
            found.setdefault(group, []).append(self._terms.documents[row])
        return [tuple(ids) for ids in found.values() if len(ids) > 1]

    # Learning.

    def learn(self, learner: str | None = None, *, progress: Advance | None = None) -> Learned:
        """Learn from everything that was taught until now; the learner is chosen by what was taught, or by name."""
        return self._models.learn(learner, progress)

    def learn_soon(self, learner: str | None = None) -> Future[Learned]:
        """Learn in the background. Teaching goes on, and until it has finished the model before it answers."""
        return self._models.learn_soon(learner)

    @property
    def learned(self) -> Learned | None:
        """The newest finished model, perhaps one that was kept when the project was last open."""
        return self._models.learned

    # Asking and answering.

    def ask(
        self, n: int = 5, *, words: int = 10, by: str = "design", checks: float = 0.1, teacher: str = "teacher"
    ) -> Questions:
        """The documents and words that are most worth a teacher's time now, each with its reason.

        Parameters
        ----------
        n, words
            How many documents, and how many words for each class; 0 for none.
        by
            The order of documents: ``design`` (those whose labels would settle most), ``entropy``, ``margin``,
            ``least_confidence`` or ``random``.
        checks
            The share of documents drawn by chance to measure accuracy. They are kept out of training.
        teacher
            Who is asked: words that she passed over (:meth:`pass_over`) come after the others.
        """
        return self._questioner.ask(n, words=words, by=by, checks=checks, teacher=teacher)

    def pass_over(
        self, words: Mapping[str | None, Iterable[str | AskedTerm]], *, teacher: str = "teacher"
    ) -> list[int]:
        """Remember that a teacher saw lists of words and wants other ones; says where that stands in the record.

        Words of the lists that she has spoken of do not count. A word that she passed over comes after those that she
        did not, and when she did so twice only if there is no other.

        Parameters
        ----------
        words
            The lists as :meth:`ask` gives them: for each class, or under None for any class, words.

        Examples
        --------
        >>> project = Project.from_texts(["refund"] * 3 + ["invoice"] * 3 + ["crash"] * 3)
        >>> [asked.term for asked in project.ask(0, words=2).words[None]]
        ['refund', 'invoice']
        >>> project.pass_over({None: ["refund"]})
        [2]
        >>> [asked.term for asked in project.ask(0, words=2).words[None]]
        ['invoice', 'crash']
        """
        return self._ledger.write(list(lists_passed_over(words, self.record, teacher)))

    def plan(self, teacher: str | None = None) -> Plan | None:
        """What this teacher (or whoever teaches) should do next, words or documents, with a phrase that says why.

        It compares what a minute of each would settle, at her own pace (:mod:`planning`). None where the texts have
        nothing in common from which that could be told.
        """
        return self._questioner.plan(teacher)

    def classify(self, texts: Iterable[str]) -> list[Guess]:
        """What the newest model says of texts."""
        return list(self._models.newest.classifier.classify(texts))

    def explain(self, document: str, **options: Any) -> Explanation | Reason:
        """Why the newest model says what it says of a document (by its id): the words that would change its mind.

        A list of rules answers with the rule that decided and the similar document. Options are those of
        :meth:`teachback.explain.Explainer.explain`.
        """
        return self._models.newest.classifier.explain(self.document(document).text, **options)

    def rules(self) -> tuple[Rule, ...]:
        """The rules of the newest model, the first that holds decides, the last always holds; none for other models."""
        model = self._models.newest.classifier
        if not isinstance(model.learner, Rules):
            return ()
        return tuple(
            Rule(rule["class"], tuple((model.terms[term], held) for term, held in rule["literals"]), rule["name"])
            for rule in (*model.learner.rules_, model.learner.default_)
        )

    def predictions(self) -> Iterator[tuple[str, Guess]]:
        """What the newest model says of every document, with the documents' ids."""
        model = self._models.newest.classifier
        ids: list[str] = []

        def texts() -> Iterator[str]:
            for document in self.documents():
                ids.append(document.id)
                yield document.text

        for place, guess in enumerate(model.classify(texts())):
            yield ids[place], guess

    # How teachers work.

    @property
    def preferences(self) -> Preferences:
        """How teachers work in this project: how much is asked at a time, when a guess is shown …"""
        return preferences_in(self._store)

    def prefer(self, **values: Any) -> Preferences:
        """Change some of them, for everybody.

        >>> Project.from_texts(["a text"]).prefer(batch=8).batch
        8
        """
        changed = change_preferences(self._store, values)
        self._ledger.announce()
        return changed

    @property
    def stop_words(self) -> str | Sequence[str] | None:
        """The language, or the words, that are no terms unless a teacher types them."""
        left_out: str | Sequence[str] | None = self._store.settings().get("stop_words")
        return left_out

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        """Let other words be no terms (None: every word is one) when the project learns next.

        >>> project = Project.from_texts(["it is a text"])
        >>> project.leave_out("english")
        >>> project.stop_words
        'english'
        """
        self._terms.leave_out(stop_words)  # refused before anything is kept
        with self._store.writing() as writer:
            writer.put("stop_words", stop_words if stop_words is None or isinstance(stop_words, str) else [*stop_words])
        self._ledger.announce()

    @property
    def guidelines(self) -> Guidelines:
        """What teachers agreed on, with the version's number."""
        return guidelines_in(self._store)

    def write_guidelines(self, text: str, *, version: int, teacher: str = "teacher") -> Guidelines:
        """Write the next version after the one that was read; refused if somebody else has."""
        return write_guidelines(self._store, text, version, teacher)

    # Looking.

    @property
    def review(self) -> Review:
        """What was learned and taught, to be looked at: predictions, errors, doubtful labels, words, rules, reasons."""
        return self._review

    @property
    def study(self) -> Study:
        """Trials of teaching, as Settles (2011) ran them."""
        return self._study

    # How it stands.

    def status(self) -> Status:
        """How the project stands."""
        teaching, learned = self._ledger.teaching(), self.learned
        checked = right_of(learned, teaching, self.document)
        advice = Settling.from_json(self._store.settings().get("settling")).advice(*checked)
        passages = agreements(self._ledger.texts, teaching)  # which reads texts: lessons need not wait for that
        with self._ledger.lock:
            record = self.record
            return status_of(record, teaching, len(record.documents), learned, checked, advice, passages)

    def progress(self, seconds: float = 10.0) -> Progress:
        """How teaching goes: accuracy against minutes of teaching, worked out for so long at most."""
        curve, baseline, missing = self._curves.points(seconds)
        return Progress(curve, baseline, missing, pace(self.record[:]), self.status())

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
            imports = (act for act in reversed(self._ledger.acts) if Summary.of(act.entries(record)).is_import)
            return next((act.last for act in imports if any(map(record.is_active, act.entries(record)))), None)

    def taking_back(self, position: int) -> TakingBack:
        """What would go if the import that ended at a position of the record were taken back."""
        with self._ledger.lock:
            return taking_back(self.record, act_at(self._ledger.acts, position))

    def take_back(self, position: int, *, teacher: str = "teacher") -> TakingBack:
        """Take back an import, or what took one back: documents, classes and lessons; says what went.

        The position is that of its last entry. What others taught about its documents sleeps until they are back.
        """
        with self._ledger.turn:
            found = self.taking_back(position)
            self._write_together([Retract(id, teacher=teacher) for id in found.entries])
            return found

    def _write_together(self, entries: Sequence[Entry]) -> int:
        return sum(map(len, self._ledger.write_all([((), entries)]))) if entries else 0

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
            return latest(self.record, self._ledger.acts, before=before, limit=limit, teacher=teacher, kinds=kinds)

    def agreement(self) -> TeacherAgreement:
        """How far teachers agree, and where they do not."""
        with self._ledger.lock:
            return agreement(self.record)

    # For several teachers at once, who must not be asked the same.

    @property
    def questioner(self) -> Questioner:
        """Works questions out ahead and draws checks."""
        return self._questioner

    def teaching_of(self, teacher: str) -> Teaching:
        """What one teacher taught that counts now."""
        with self._ledger.lock:
            return self.record.teaching(teacher=teacher)

    def lessons_of(self, teacher: str, *, after: int = 0) -> list[Lesson]:
        """The lessons behind it, in order; without those among the first `after` entries of the record."""
        record = self.record
        mine = (entry for entry in record[after:] if entry.teacher == teacher and record.is_active(entry))
        return [entry for entry in mine if isinstance(entry, Lesson)]

    def advice(self, right: int, checked: int) -> Advice:
        """Whether to go on teaching, when so many random checks were right of so many."""
        return Settling.from_json(self._store.settings().get("settling")).advice(right, checked)

    def keep_later(self) -> None:
        """From now on keep models only when :meth:`keep` is called; what was taught is always kept at once."""
        self._models.keep_at_once = False

    def make_vectors_later(self) -> None:
        """From now on let no model wait for the documents' vectors, which :meth:`make_vectors` works out."""
        self._models.wait_for_vectors = False

    def make_vectors(self) -> bool:
        """Work out the documents' vectors, and say whether that was new: then models learn better than before."""
        gone = self._ledger.gone
        with self._terms.lock:
            self._terms.update()
            if self._terms.made_vectors(gone) is not None:
                return False
        self._terms.make_vectors(gone)
        return True

    def keep(self) -> None:
        """Keep the newest model with the project, if that has not been done."""
        self._models.keep()

    def listen(self, listener: Listener) -> None:
        """From now on call the listener with what is written here, and how many entries the record has then.

        It is called in the thread that writes, before :meth:`teach` and the like return; with no entries when
        preferences or stop words have changed. What other processes write is not told.

        >>> project = Project.from_texts(["a text"], classes=["bug", "billing"])
        >>> project.listen(lambda entries, position: print([entry.kind for entry in entries], position))
        >>> project.rename_class("bug", "defect")
        ['class_renamed'] 3
        """
        self._ledger.listeners.append(listener)

    def stop_listening(self, listener: Listener) -> None:
        """Call the listener no more."""
        self._ledger.listeners.remove(listener)

    def since(self, position: int) -> list[Entry]:
        """The entries of the record after so many."""
        return self._ledger.since(position)

    def read(self, progress: Advance | None = None) -> None:
        """Count the terms of documents that came since the last time; learning and asking would do it otherwise."""
        self._terms.update(progress)
