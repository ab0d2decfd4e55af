"""The project: its rooms put together, in a file, in a database, in memory or on a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import repeat
from operator import index
from os import PathLike
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from teachback import store as stores
from teachback.errors import BadLesson, TeachbackError, counted, listed
from teachback.notebook import GivenTexts, ShownTable, TextsLike, watched
from teachback.notebook.given_texts import field_value, frame_column, is_frame
from teachback.project.history.ledger import Ledger
from teachback.project.preferences import Preferences
from teachback.project.remote.address import is_served
from teachback.project.review.reviewed_project import ReviewedProject
from teachback.record import Document, Fields, Lesson, policy_named
from teachback.store import MemoryStore, Store, reading_setting
from teachback.store.log import Closing
from teachback.text import Analyzer, analyzer_from_json, analyzer_to_json
from teachback.text import analyzer as as_analyzer
from teachback.text.analyzers import learning_from
from teachback.text.stop_words import stop_words as as_words

if TYPE_CHECKING:
    from teachback.encoders import Encoder
    from teachback.encoders.opening import Given
    from teachback.project.pool.pool_parts import PoolParts
    from teachback.project.rooms import RoomMakers
    from teachback.project.settings import Guidelines, Settings
    from teachback.project.study import Study


_ROOMS = frozenset(
    ["_terms", "_parts", "_encoder", "_models", "_questioner", "_settings", "_review", "_curves", "_study"]
)


class Project(Closing, ReviewedProject):
    """Documents, what was taught about them, and a model that learns from it.

    Each room adds what it answers to the one below it: documents, classes and lessons
    (:class:`~teachback.project.history.taught_project.TaughtProject`), learning and explaining
    (:class:`~teachback.project.models.learning_project.LearningProject`), asking
    (:class:`~teachback.project.questions.asking_project.AskingProject`) and looking at it all
    (:class:`~teachback.project.review.reviewed_project.ReviewedProject`).

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

    _parts: PoolParts
    _settings: Settings
    _study: Study

    def __init__(
        self, store: Store, *, ledger: Callable[..., Ledger] = Ledger, makers: RoomMakers | None = None
    ) -> None:
        self._store, self._makers, self._making_rooms = store, makers, RLock()
        made = self._made_with()
        self._seed = made["seed"]
        self._ledger = ledger(store, made["policy"])

    def _made_with(self) -> dict[str, Any]:
        """The settings that a project is made with, some of which others may have changed since."""
        defaults = {"analyzer": {"name": "words"}, "stop_words": None, "policy": "majority", "seed": 0}
        made = {**defaults, **self._store.settings()}
        with reading_setting("seed"):
            made["seed"] = index(made["seed"])
        with reading_setting("policy"):
            made["policy"] = policy_named(made["policy"])
        with reading_setting("analyzer"):
            made["analyzer"] = analyzer_from_json(made["analyzer"])
        return made

    @property
    def analyzer(self) -> Analyzer:
        """What a term is in this project."""
        has_rooms = "_terms" in vars(self)
        return (self._terms.analyzer if has_rooms else self._made_with()["analyzer"]).plain

    if not TYPE_CHECKING:  # type checkers are to know no other names than those that are annotated

        def __getattr__(self, name: str) -> Any:
            """A room that reads texts: they are made when one of them is first needed (:mod:`rooms`)."""
            if name not in _ROOMS:
                raise AttributeError(f"a project has no attribute {name!r}")
            with self._making_rooms:
                if name not in vars(self):
                    self._make_rooms()
            return vars(self)[name]

    def _make_rooms(self) -> None:
        from teachback.project.rooms import RoomMakers

        made, makers = self._made_with(), self._makers or RoomMakers()
        vars(self).update(makers.rooms(self._ledger, made["analyzer"], made["stop_words"], self._seed))

    def look_ahead(self) -> bool:
        """Read what another process is importing, so that nobody waits when it is over; says whether there is any.

        A server does, again and again, in one thread.
        """
        return self._ledger.look_ahead()

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
        encoder: Given | None = None,
        learn_from: Sequence[str] = (),
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
        encoder
            What knows words from outside: a name, a folder, a file of word vectors, or a function from texts to a
            matrix (docs/encoders.md). Texts go nowhere: it runs on this machine.
        learn_from
            Columns beside the text to learn from, too: each value is a term such as ``source=email``. No column is
            learned from unless it is named here.
        """
        policy_named(policy), as_words(stop_words)  # refused before anything is made
        opened = None if encoder is None else _opened(encoder)
        read = as_analyzer("words" if analyzer == "words" else analyzer)
        if analyzer == "words":
            read = replace(read, digits=False)  # type: ignore[type-var]
        settings = {
            "analyzer": analyzer_to_json(learning_from(read, learn_from) if learn_from else read),
            "stop_words": stop_words if stop_words is None or isinstance(stop_words, str) else list(stop_words),
            "policy": policy,
            "seed": seed,
        }
        store: Store = MemoryStore() if address is None else stores.create_store(address)
        with store.writing() as writer:
            for key, value in settings.items():
                writer.put(key, value)
        project = cls(store)
        if opened is not None:
            project.use_encoder(opened)
        if classes:
            project.add_classes(*classes)
        return project

    @classmethod
    def from_texts(
        cls,
        texts: TextsLike,
        *,
        text: str | None = None,
        classes: Sequence[str] = (),
        address: str | PathLike[str] | None = None,
        analyzer: str | Analyzer = "words",
        stop_words: str | Sequence[str] | None = None,
        policy: str = "majority",
        seed: int = 0,
        encoder: Given | None = None,
        learn_from: Sequence[str] = (),
    ) -> Self:
        """A new project of these texts, with their ids or 1, 2, 3 …; the other options are those of :meth:`create`.

        Parameters
        ----------
        texts
            A list, a mapping from ids to texts, or a column or a table of pandas (its index has the ids) or polars.
        text
            Where a table is given: which of its columns holds the texts.
        """
        if isinstance(texts, str):
            raise BadLesson("One text alone is no list of texts; give a list, or a mapping from ids to texts.")
        inputs = GivenTexts.of(texts, text)
        if learn_from and not is_frame(texts):
            raise BadLesson("learn_from names columns of a table of pandas or polars, and no table was given.")
        cells = zip(*(map(field_value, frame_column(texts, name)) for name in learn_from), strict=True)
        beside = ({name: cell for name, cell in zip(learn_from, row, strict=True) if cell is not None} for row in cells)
        fields = map(Fields, beside) if learn_from else repeat(Fields())
        by_id = watched(inputs.named(), "Reading", inputs.size)
        project = cls.create(
            address,
            classes=classes,
            analyzer=analyzer,
            stop_words=stop_words,
            policy=policy,
            seed=seed,
            encoder=encoder,
            learn_from=learn_from,
        )
        project.add_documents(Document(id, text, row) for (id, text), row in zip(by_id, fields, strict=False))
        return project

    @classmethod
    def open(cls, address: str | PathLike[str], *, token: str | None = None) -> Self:
        """A project that is there: a file, the URL of a PostgreSQL database, or the address of a server.

        On a server (:mod:`teachback.project.remote`) it is made of parts that ask the server.

        Parameters
        ----------
        token
            For a server: an API token, unless the address has one.
        """
        if not is_served(address):
            return cls(stores.open_store(address))
        from teachback.project.remote import parts
        from teachback.project.remote.store import connected
        from teachback.project.rooms import RoomMakers

        makers = RoomMakers(parts.RemoteModels, parts.RemoteQuestioner, parts.RemoteSettings, parts.RemoteEncoder)
        with connected(str(address), token) as server:
            return cls(server, ledger=parts.RemoteLedger, makers=makers)

    def close(self, wait: float | None = None) -> None:
        """Finish what is under way and let go of the files; learning is given up after `wait` seconds, where given."""
        if "_models" in vars(self):
            self._models.trainer.close(wait)
            self._parts.close()
        self._store.close()

    # What a notebook shows: quick, whatever the project's size; :meth:`status` says more.

    def __str__(self) -> str:
        lessons = sum(isinstance(entry, Lesson) for entry in self.record)
        classes = f"classes {listed(self.classes)}" if self.classes else "no classes yet"
        return f"{counted(self.size, 'document')}; {classes}; {counted(lessons, 'lesson')}"

    def __repr__(self) -> str:
        try:
            return f"<Project: {self}>"
        except TeachbackError as error:  # a debugger may ask when nothing can be read
            return f"<Project: {error}>"

    def _repr_html_(self) -> str:
        teaching = self.teaching()
        labels = Counter(teaching.labels.values())
        words = Counter(class_ for classes in teaching.words.values() for class_ in classes)
        table = ShownTable(
            {"labels": [labels[name] for name in self.classes], "words": [words[name] for name in self.classes]},
            self.classes,
            "class",
            caption=str(self),
            notes=("status() says how good the model is, ask() what to teach next.",),
        )
        return table.to_html()

    @property
    def pool_parts(self) -> PoolParts:
        """The parts of the pool outside of the project, if it has one (:mod:`teachback.project.pool`)."""
        return self._parts

    @property
    def study(self) -> Study:
        """Trials of teaching, as Settles (2011) ran them."""
        return self._study

    # How teachers work.

    @property
    def preferences(self) -> Preferences:
        """How teachers work in this project: how much is asked at a time, when a guess is shown …"""
        return self._settings.preferences

    def prefer(self, **values: Any) -> Preferences:
        """Change some settings, for everybody.

        >>> Project.from_texts(["a text"]).prefer(batch=8).batch
        8
        """
        return self._settings.prefer(values)

    @property
    def stop_words(self) -> str | Sequence[str] | None:
        """The language, or the words, that are no terms unless a teacher types them."""
        return self._settings.stop_words

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        """Let other words be no terms (None: every word is one) when the project learns next.

        >>> project = Project.from_texts(["it is a text"])
        >>> project.leave_out("english")
        >>> project.stop_words
        'english'
        """
        self._settings.leave_out(stop_words)

    @property
    def learn_from(self) -> tuple[str, ...]:
        """The columns beside the text that are learned from."""
        analyzer: Analyzer = self._made_with()["analyzer"]
        return analyzer.columns

    def let_learn_from(self, *columns: str) -> None:
        """Learn from the values of just these columns (none: from the texts alone) when the project learns next.

        >>> project = Project.create()
        >>> _ = project.add_documents([Document("1", "a text", {"source": "email"})])
        >>> project.let_learn_from("source")
        >>> project.has_term("source=email")
        True
        """
        self._settings.let_learn_from(columns)

    @property
    def guidelines(self) -> Guidelines:
        """What teachers agreed on, with the version's number."""
        return self._settings.guidelines

    def write_guidelines(self, text: str, *, version: int, teacher: str = "teacher") -> Guidelines:
        """Write the next version after the one that was read; refused if another person has."""
        return self._settings.write_guidelines(text, version, teacher)


def _opened(encoder: Given) -> Encoder:
    from teachback.encoders import open_encoder

    return open_encoder(encoder)
