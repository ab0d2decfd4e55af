"""Who is taught: a project, asked and taught as the app does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from teachback.encoders import Encoder, open_encoder
from teachback.encoders.encoder import Vectors
from teachback.errors import TeachbackError
from teachback.experiments.simulation.setup import Setup
from teachback.explain import Explanation
from teachback.project import Project
from teachback.record import Lesson


class RememberedEncoder:
    """Another encoder's vectors, kept as long as the process runs.

    >>> encoder = RememberedEncoder(open_encoder(lambda texts: [[len(text), 1] for text in texts]))
    >>> encoder.encode(["a", "text", "a"]).tolist()
    [[1.0, 1.0], [4.0, 1.0], [1.0, 1.0]]
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        self.name, self.fingerprint = encoder.name, encoder.fingerprint
        self.size, self.is_additive = encoder.size, encoder.is_additive

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._encoder.encode(new), strict=True))
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        return np.array([self._known[text] for text in texts], dtype=np.float32)


@lru_cache(maxsize=1)
def remembered(name: str) -> RememberedEncoder:
    """The encoder of a name, folder or file; the same one for every session of this process."""
    return RememberedEncoder(open_encoder(name))


NAME = "simulated"  # who teaches
DEFAULT = "default"  # the learner that a project takes by itself
Probabilities = NDArray[np.float64]


class SimulatedQuestion(NamedTuple):
    """A document to label, and what the model thinks of it."""

    document: str
    guess: str | None = None


class QuestionPage(NamedTuple):
    """What a student asks: documents, and for each class (or under None, for any) words."""

    documents: Sequence[SimulatedQuestion] = ()
    words: Mapping[str | None, Sequence[str]] = {}


class Student(Protocol):
    """Asks, hears lessons, learns when told to, and is tested."""

    def ask(self, documents: int = 0, words: int = 0) -> QuestionPage:
        """The next documents, and words for each class, as many as asked for."""

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Hear the lessons of one act."""

    def pass_over(self, words: Mapping[str | None, Sequence[str]]) -> None:
        """Hear that she took what she wanted of these lists."""

    def learn(self) -> None:
        """Learn from everything that was taught."""

    def reasons(self, document: str) -> tuple[str, Sequence[str]]:
        """The class that the model gives a document of the pool, and the words that it gives as reasons."""

    def probabilities(self) -> Probabilities | None:
        """Of the test texts, texts × classes; None while there is no model, or none that has heard everything."""

    def close(self) -> None:
        """The session is over."""


class ProjectStudent:
    """A project in memory with a new project's settings, and its own learner and order of documents unless given."""

    def __init__(self, setup: Setup, learner: str = DEFAULT, by: str | None = None) -> None:
        self._setup, self._learner = setup, None if learner == DEFAULT else learner
        self._order = {} if by is None else {"by": by}
        texts = {document.id: document.text for document in setup.pool}
        self.project = Project.from_texts(
            texts,
            classes=setup.classes,
            analyzer=setup.analyzer,
            seed=setup.seed,
            encoder=None if setup.encoder is None else remembered(setup.encoder),
        )
        self.project.keep_later()
        self._refused = False

    def ask(self, documents: int = 0, words: int = 0) -> QuestionPage:
        """By the project's newest model, without checks: the test texts measure."""
        asked = self.project.ask(documents, words=words, checks=0.0, teacher=NAME, **self._order)
        return QuestionPage(
            [SimulatedQuestion(one.document.id, one.guess.class_ if one.guess else None) for one in asked.documents],
            {class_: [one.term for one in terms] for class_, terms in asked.words.items()},
        )

    def wants_words(self) -> bool:
        """Whether the project would rather be told words than documents' classes."""
        plan = self.project.plan()
        return plan is not None and plan.kind == "words"

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Into the project's record."""
        self.project.teach(*lessons)

    def pass_over(self, words: Mapping[str | None, Sequence[str]]) -> None:
        """Into the project's record."""
        self.project.pass_over(words, teacher=NAME)

    def learn(self) -> None:
        """With the chosen learner, which may refuse what was taught so far: then there is no model to test."""
        try:
            self.project.learn(self._learner)
        except TeachbackError:
            self._refused = True
        else:
            self._refused = False

    def reasons(self, document: str) -> tuple[str, Sequence[str]]:
        """The words of the project's explanation; rules have none."""
        if self.project.learned is None:
            return self._setup.classes[0], ()
        why = self.project.explain(document)
        return (str(why.from_class), why.words) if isinstance(why, Explanation) else (str(why.class_), ())

    def probabilities(self) -> Probabilities | None:
        """As :meth:`teachback.project.Project.classify` gives them."""
        if self._refused or self.project.learned is None:
            return None
        guesses = self.project.classify(self._setup.test)
        return np.array([[guess.probabilities.get(name, 0.0) for name in self._setup.classes] for guess in guesses])

    def close(self) -> None:
        """Let go of the project."""
        self.project.close()


Kinds = tuple[type[Lesson], ...]


class PartlyTaught(ProjectStudent):
    """Asks as the project that hears everything asks; what is tested is one that `hears` some kinds of lessons only.

    The documents that are labelled do not depend on what the tested project hears, so that kinds of lessons are
    compared on the same documents.
    """

    def __init__(self, setup: Setup, learner: str = DEFAULT, *, hears: Kinds) -> None:
        super().__init__(setup, learner)
        self._hears, self._tested = hears, ProjectStudent(setup, learner)

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """All of them to the project that asks, those of the kinds to the one that is tested."""
        super().teach(lessons)
        if heard := [lesson for lesson in lessons if isinstance(lesson, self._hears)]:
            self._tested.teach(heard)

    def probabilities(self) -> Probabilities | None:
        """Of the project that hears some kinds only, which learns when it is tested."""
        self._tested.learn()
        return self._tested.probabilities()

    def close(self) -> None:
        """Let go of both projects."""
        super().close()
        self._tested.close()
