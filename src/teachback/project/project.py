"""The project: documents, classes, the record and the newest model, and the loop of teaching over them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from os import PathLike
from types import TracebackType
from typing import Any, Self

import numpy as np

from teachback.classifier import Guess, TextClassifier
from teachback.errors import BadLesson, TeachbackError
from teachback.explain import Explanation
from teachback.formats import Item, Row, Rule, batches
from teachback.learners.catalogue import VIEWS, choose, find_learner
from teachback.learners.distinctions.lessons import Reason
from teachback.learners.distinctions.protocol import Rules
from teachback.learners.training_set import training_set
from teachback.project.agreement import Agreement, agreement
from teachback.project.asking import Asker, Questions, probabilities
from teachback.project.learning import Learned, Trainer, timed
from teachback.project.ledger import Ledger
from teachback.project.past import Past, last_of
from teachback.project.settling import Settling
from teachback.project.status import Status, status_of
from teachback.project.terms import Progress, Terms, analyzer_from_json, analyzer_to_json
from teachback.queries import near_duplicates, stop_set
from teachback.record import (
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Distinction,
    Document,
    DocumentsAdded,
    Entry,
    HeldOutDrawn,
    Lesson,
    NotAReason,
    Record,
    Retract,
    Teaching,
    Word,
    policy_named,
)
from teachback.store import MemoryStore, Model, Store, create_store, open_store
from teachback.text import Analyzer
from teachback.text import analyzer as as_analyzer

_CHECKER = "check"  # who draws the random checks
_CURRENT = "current"  # the name under which the newest model is kept


class NothingLearned(TeachbackError):
    """A question that only a model can answer, and nothing has been taught."""


class Project:
    """Documents, what was taught about them, and a model that learns from it.

    Threads may share a project, and any number of processes may open the same file or database: each sees what the
    others teach. A lesson is on disk when :meth:`teach` returns.

    Examples
    --------
    >>> texts = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]
    >>> project = Project.from_texts(texts, classes=["billing", "bug"])
    >>> project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    [3, 4]
    >>> print(project.learn().learner)
    LabelledWordNB
    >>> [guess.class_ for guess in project.classify(["Where is my refund?"])]
    ['billing']
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ledger = Ledger(store)
        defaults = {"analyzer": {"name": "words"}, "stop_words": None, "policy": "majority", "seed": 0}
        self._settings = {**defaults, **store.settings()}
        self._policy = policy_named(self._settings["policy"])
        self._terms = Terms(store, analyzer_from_json(self._settings["analyzer"]), self._settings["stop_words"])
        self._learned: Learned | None = None
        self._trainer = Trainer(self._learn)

    # Opening and closing.

    @classmethod
    def create(
        cls,
        address: str | PathLike[str] | None = None,
        *,
        classes: Sequence[str] = (),
        analyzer: str | Analyzer = "words",
        stop_words: str | Sequence[str] | None = "english",
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
    def open(cls, address: str | PathLike[str]) -> Self:
        """A project that is there: a file, or the URL of a PostgreSQL database."""
        return cls(open_store(address))

    def close(self) -> None:
        """Finish what is under way and let go of the files."""
        self._trainer.close()
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
    def analyzer(self) -> Analyzer:
        """What a term is in this project."""
        return self._terms.analyzer

    def teaching(self) -> Teaching:
        """What counts now; where teachers disagree, by the project's policy."""
        with self._ledger.lock:
            return self.record.teaching(policy=self._policy)

    def document(self, id: str) -> Document:
        """A document with its text."""
        return self._store.document(id)

    def documents(self) -> Iterator[Document]:
        """The documents in the order they were added, streamed."""
        gone = self._gone()
        return (document for document in self._store.documents() if document.id not in gone)

    def search(self, query: str, limit: int = 50) -> list[Document]:
        """The documents with every word of the query; ``sav*`` is any word that begins so."""
        return [self._store.document(id) for id in self._store.search(query, limit)]

    # Teaching.

    def teach(self, *lessons: Lesson) -> list[int]:
        """Keep the lessons, all of them or (when one is refused) none, and say where they stand in the record.

        A lesson that is sent again, with the same id, is not taught twice.
        """
        for lesson in lessons:
            if not isinstance(lesson, Lesson):
                raise BadLesson(f"{lesson!r:.80} is not a lesson; teach a Label, a Word, a Rationale or so.")
        written = [self._written(lesson) for lesson in lessons]
        for lesson in written:
            self._check_distinction(lesson)
        return self._ledger.write(written)

    def undo(self, teacher: str | None = None) -> Entry:
        """Take back the last lesson or change of classes, of one teacher or of anybody; it stays in the record."""
        with self._ledger.lock:
            last = last_of(self.record, teacher)
            if last is None:
                who = "anybody" if teacher is None else teacher
                raise BadLesson(f"There is nothing to undo: nothing that {who} taught counts now.")
            self._ledger.write([Retract(last.id, teacher=teacher or last.teacher)])
            return last

    def _written(self, lesson: Lesson) -> Lesson:
        """The lesson with its term as the analyzer writes it."""
        if isinstance(lesson, Word | NotAReason | Distinction):
            return replace(lesson, term=self.analyzer.term(lesson.term))
        return lesson

    def _check_distinction(self, lesson: Lesson) -> None:
        """Refuse a distinction that does not tell its two documents apart."""
        if not isinstance(lesson, Distinction):
            return
        named = (lesson.document, lesson.versus)
        has, versus = (bool(self.analyzer.spans(self.document(id).text, lesson.term)) for id in named)
        if has == versus or has != lesson.present:
            said = {
                (True, True): "both have it",
                (False, False): "neither has it",
                (True, False): f"it is {lesson.document} that has it",
                (False, True): f"it is {lesson.versus} that has it",
            }[has, versus]
            raise BadLesson(
                f"{lesson.term!r} does not tell {lesson.document} from {lesson.versus} in this way: {said}. Name a "
                "term that exactly one of the two has."
            )

    # Documents and classes.

    def add_documents(self, documents: Iterable[Document], *, teacher: str = "importer") -> int:
        """Add documents, all of them or none; says how many."""
        return self.add_rows((Item(document) for document in documents), teacher=teacher)

    def add_rows(self, rows: Iterable[Row], *, teacher: str = "importer") -> int:
        """Add what a file holds (:func:`teachback.formats.read`): documents and lessons, all of it or nothing.

        Classes that the lessons name are added too. A document that is there already, with the same text, brings only
        its lessons. Says how many documents are new.
        """
        known, count = set(self.record.documents), 0

        def written() -> Iterator[tuple[Sequence[Document], Sequence[Entry]]]:
            nonlocal count
            for batch in batches(rows, classes=self.record.classes, teacher=teacher):
                new = tuple(document.id for document in batch.documents if document.id not in known)
                count += len(new)
                yield batch.documents, [entry for given in batch.entries if (entry := self._imported(given, new))]

        self._ledger.write_all(written())
        return count

    def _imported(self, entry: Entry, new: tuple[str, ...]) -> Entry | None:
        """An entry of an import: terms as the analyzer writes them, documents only where they are new."""
        if isinstance(entry, DocumentsAdded):
            return replace(entry, documents=new) if new else None
        return self._written(entry) if isinstance(entry, Lesson) else entry

    def add_classes(self, *names: str, teacher: str = "teacher") -> None:
        """Add classes."""
        self._ledger.write([ClassesAdded(names, teacher=teacher)])

    def rename_class(self, name: str, to: str, *, teacher: str = "teacher") -> None:
        """Call a class something else; its lessons stay."""
        self._ledger.write([ClassRenamed(name, to, teacher=teacher)])

    def merge_classes(self, *names: str, into: str, teacher: str = "teacher") -> None:
        """Let the lessons of these classes count for another."""
        self._ledger.write([ClassesMerged(names, into, teacher=teacher)])

    def archive_class(self, name: str, *, teacher: str = "teacher") -> None:
        """Stop teaching and predicting a class; its lessons sleep until this is undone."""
        self._ledger.write([ClassArchived(name, teacher=teacher)])

    def hold_out(self, n: int, *, teacher: str = "teacher") -> tuple[str, ...]:
        """Draw n documents by chance that are never asked about and never trained on, for honest numbers."""
        with self._ledger.lock:
            teaching, record = self.teaching(), self.record
            able = [id for id in record.documents if id not in teaching.held_out and id not in teaching.labels]
            if not 0 < n <= len(able):
                raise BadLesson(f"Cannot hold out {n} documents: {len(able):,} are neither labelled nor held out.")
            drawn = tuple(random.Random(f"{self._settings['seed']} {len(record)}").sample(able, n))  # noqa: S311
            self._ledger.write([HeldOutDrawn(drawn, teacher=teacher)])
            return drawn

    def near_duplicates(self, threshold: float = 0.8) -> list[tuple[str, ...]]:
        """Groups of documents that hardly differ."""
        with self._terms.lock:
            self._terms.update()
            groups = near_duplicates(self._terms.pool(), threshold)
        found: dict[int, list[str]] = {}
        for row, group in enumerate(groups.tolist()):
            found.setdefault(group, []).append(self._terms.documents[row])
        return [tuple(ids) for ids in found.values() if len(ids) > 1]

    # Learning.

    def learn(self, learner: str | None = None, *, progress: Progress | None = None) -> Learned:
        """Learn from everything that was taught until now; the learner is chosen by what was taught, or by name."""
        self._terms.update(progress)
        return self._trainer.request(learner).result()

    def learn_soon(self, learner: str | None = None) -> Future[Learned]:
        """Learn in the background. Teaching goes on, and until it has finished the model before it answers."""
        return self._trainer.request(learner)

    @property
    def learned(self) -> Learned | None:
        """The newest finished model, perhaps one that was kept when the project was last open."""
        if self._learned is None and (kept := self._store.model(_CURRENT)):
            classifier = TextClassifier.from_bytes(kept.content, "The project's model")
            about = dict(classifier.about)
            self._learned = Learned(
                classifier, about["learner"], about["why"], kept.position, about["seconds"], tuple(about["unheard"])
            )
        return self._learned

    def _learn(self, name: str | None) -> Learned:
        with self._ledger.lock:
            record = self.record
            teaching, position = record.teaching(policy=self._policy), len(record)
            lessons = sum(isinstance(entry, Lesson) for entry in record)
        if not teaching.labels and not teaching.words and not teaching.distinctions:
            raise NothingLearned("Nothing has been taught yet. Label a document or teach a word for each class first.")
        chosen, why = choose(teaching) if name is None else (name, "it was asked for")
        kind = find_learner(chosen)
        learner = kind.make()

        def learn() -> tuple[TextClassifier, str, str, tuple[str, ...]]:
            with self._terms.lock:
                self._terms.update()
                taught = training_set(teaching, self._terms.counts, self._terms.rows, self._terms.text, hears=learner)
                seen = self._terms.pool(kind.view).counts
            fitted = taught.fit(learner, VIEWS[kind.view], seen)
            return TextClassifier(fitted, self.analyzer, tuple(taught.terms)), chosen, why, tuple(taught.unheard)

        learned = timed(learn, position)
        self._learned = learned  # it answers from now on, while it is being kept
        self._keep(learned, teaching, lessons)
        return learned

    def _keep(self, learned: Learned, teaching: Teaching, lessons: int) -> None:
        about = {
            "learner": learned.learner,
            "why": learned.why,
            "seconds": learned.seconds,
            "unheard": list(learned.unheard),
        }
        content = replace(learned.classifier, about=about).to_bytes()
        with self._terms.lock:
            P = probabilities(learned, self._terms, teaching.classes)
        sample = stop_set(len(P), random_state=self._settings["seed"]) if len(P) else np.zeros(0, dtype=np.intp)
        predicted = [teaching.classes[best] for best in P[sample].argmax(axis=1).tolist()]
        settling = Settling.from_json(self._store.settings().get("settling")).seen(lessons, predicted)
        with self._store.writing() as writer:
            writer.keep_model(Model(_CURRENT, learned.position, content))
            writer.put("settling", settling.to_json())

    def _model(self) -> Learned:
        """The newest model; one is made if there is none."""
        return self.learned or self.learn()

    # Asking and answering.

    def ask(self, n: int = 5, *, words: int = 10, by: str = "entropy", checks: float = 0.1) -> Questions:
        """The documents and words that are most worth a teacher's time now, each with its reason.

        Parameters
        ----------
        n, words
            How many documents, and how many words for each class; 0 for none.
        by
            The order of documents: ``entropy``, ``margin``, ``least_confidence`` or ``random``.
        checks
            The share of documents drawn by chance to measure accuracy. They are kept out of training.
        """
        with self._ledger.lock:
            record = self.record
            teaching, gone = record.teaching(policy=self._policy), self._gone()
            drawn = [entry for entry in record.active(teacher=_CHECKER) if isinstance(entry, HeldOutDrawn)]
        waiting = tuple(document for entry in drawn for document in entry.documents)
        with self._terms.lock:
            self._terms.update()
            asker = Asker(self._terms, teaching, self.learned, self._terms.mask(gone), waiting, self._settings["seed"])
            documents, new, note = asker.documents(n, by, checks) if n else ([], [], "")
            terms = asker.words(words) if words else {}
        if new:
            self._ledger.write([HeldOutDrawn(tuple(new), teacher=_CHECKER)])
        return Questions(tuple(documents), terms, note)

    def classify(self, texts: Iterable[str]) -> list[Guess]:
        """What the newest model says of texts."""
        return list(self._model().classifier.classify(texts))

    def explain(self, document: str, **options: Any) -> Explanation | Reason:
        """Why the newest model says what it says of a document (by its id): the words that would change its mind.

        A list of rules answers with the rule that decided and the similar document. Options are those of
        :meth:`teachback.explain.Explainer.explain`.
        """
        return self._model().classifier.explain(self.document(document).text, **options)

    def rules(self) -> tuple[Rule, ...]:
        """The rules of the newest model, the first that holds decides, the last always holds; none for other models."""
        model = self._model().classifier
        if not isinstance(model.learner, Rules):
            return ()
        return tuple(
            Rule(rule["class"], tuple((model.terms[term], held) for term, held in rule["literals"]), rule["name"])
            for rule in (*model.learner.rules_, model.learner.default_)
        )

    def predictions(self) -> Iterator[tuple[str, Guess]]:
        """What the newest model says of every document, with the documents' ids."""
        model = self._model().classifier
        ids: list[str] = []

        def texts() -> Iterator[str]:
            for document in self.documents():
                ids.append(document.id)
                yield document.text

        for place, guess in enumerate(model.classify(texts())):
            yield ids[place], guess

    # How it stands.

    def status(self) -> Status:
        """How the project stands."""
        with self._ledger.lock:
            record = self.record
            teaching, size, learned = record.teaching(policy=self._policy), len(record.documents), self.learned
            checked = self._checked(teaching)
            settling = Settling.from_json(self._store.settings().get("settling"))
            advice, texts = settling.advice(*checked), self._ledger.texts
            return status_of(record, teaching, size, learned, checked, advice, texts)

    def history(self, at: datetime | int | None = None) -> Past:
        """Everything that happened, up to a time or a position where one is given."""
        with self._ledger.lock:
            record = self.record
            return Past(record.at(len(record) if at is None else at), self._policy)

    def agreement(self) -> Agreement:
        """How far teachers agree, and where they do not."""
        with self._ledger.lock:
            return agreement(self.record)

    def _checked(self, teaching: Teaching) -> tuple[int, int]:
        """How many of the labelled held-out documents the newest model gets right, of how many."""
        gold = [(id, teaching.labels[id]) for id in sorted(teaching.held_out) if id in teaching.labels]
        learned = self.learned
        if not gold or learned is None:
            return 0, 0
        guesses = learned.classifier.classify(self.document(id).text for id, _ in gold)
        return sum(guess.class_ == class_ for guess, (_, class_) in zip(guesses, gold, strict=True)), len(gold)

    def _gone(self) -> frozenset[str]:
        """Documents that were taken out of the project again."""
        with self._ledger.lock:
            record = self.record
            events = [entry for entry in record if isinstance(entry, DocumentsAdded) and not record.is_active(entry)]
            gone = {document for event in events for document in event.documents}
            return frozenset(gone.difference(record.documents)) if gone else frozenset()
