"""The ways of teaching: what a teacher does next, and whom she teaches.

A way goes through rounds. A round is what she does before the student learns again: five labels, or half a minute of
words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from teachback.experiments.simulation.peers import Dualist, ScikitLearn, encoded, lsa
from teachback.experiments.simulation.setup import Setup
from teachback.experiments.simulation.student import Kinds, PartlyTaught, ProjectStudent, SimulatedQuestion, Student
from teachback.experiments.simulation.work import Work, WorkStep
from teachback.project.questions.passed_over import read_over
from teachback.record import Distinction, Label, Lesson, NotAReason, Rationale, Skip, Word

Round = Sequence[WorkStep]
Rounds = Callable[[Work, Any], Iterator[Round]]  # of a student of some kind

_BATCH = 5  # documents
_COLUMN = 10  # words a class
_WORDS = 30.0  # seconds of words in a round
_FIRST = 120.0  # seconds of words before the first document
_PATIENCE = 2  # rounds in a row without a good word after which she wants documents only


@dataclass(frozen=True)
class TeachingWay:
    """A way of teaching."""

    rounds: Rounds  # what she does
    # Makes whom she teaches; a project takes the name of a learner too
    student: Callable[..., Student] = ProjectStudent
    learner: str | None = None  # what a student that is no project learns with

    def make(self, setup: Setup, learner: str) -> Student:
        """The student at the beginning."""
        return self.student(setup) if self.learner else self.student(setup, learner)


def labels(work: Work, student: Student, batch: int = _BATCH) -> Iterator[Round]:
    """The documents that the student asks about."""
    while page := student.ask(batch).documents:
        yield [work.answer(asked.document) for asked in page]


def words(work: Work, student: Student) -> Iterator[Round]:
    """The words that the student asks about; where none is any good, words that she thinks of."""
    yield _first_words(work, student)
    while acts := _offered_words(work, student) or work.type_words(_WORDS):
        yield acts


def mixed(
    work: Work,
    student: Student,
    *,
    rationales: bool = False,
    distinctions: bool = False,
    corrections: bool = False,
    batch: int = _BATCH,
    column: int = _COLUMN,
    first: float = _FIRST,
) -> Iterator[Round]:
    """Two minutes of words first, typed where none that is offered is any good; then documents and words in turn, until
    no good words are offered.

    She highlights why a document has its class (`rationales`); where the model was wrong, she says what tells the
    document from one of the class that it said (`distinctions`); she rejects reasons of the model that are none
    (`corrections`). `first` is how many seconds of words come before the first document.
    """
    yield _first_words(work, student)
    barren = 0
    while True:
        if barren < _PATIENCE:
            taken = _offered_words(work, student, column)
            barren = 0 if taken else barren + 1
            if not taken and work.clock < first:
                taken = work.type_words(_WORDS)
            if taken:
                yield taken
                if work.clock < first:
                    continue
        page = student.ask(batch).documents
        if not page:
            return
        acts: list[WorkStep] = []
        for asked in page:
            acts.append(work.answer(asked.document, highlighting=rationales))
            acts += _distinction(work, asked) if distinctions else ()
            acts += work.reject(*student.reasons(asked.document)) if corrections else ()
        yield acts


def described(work: Work, student: Student) -> Iterator[Round]:
    """A phrase that describes each class, and nothing else."""
    yield work.describe()


def described_and_mixed(work: Work, student: Student) -> Iterator[Round]:
    """A phrase for each class, then words and documents."""
    yield from described(work, student)
    yield from mixed(work, student)


def dual(work: Work, student: Student) -> Iterator[Round]:
    """Two documents and a hundred words in a round, as in the study of Settles (2011)."""
    return mixed(work, student, batch=2, column=max(1, 100 // len(work.setup.classes)), first=0.0)


def planned(work: Work, student: ProjectStudent) -> Iterator[Round]:
    """A word for each class, or some that are offered; then whatever the student wants next: words are typed where none
    that is offered is any good."""
    yield _first_words(work, student)
    while True:
        acts: Round = ()
        if student.wants_words():
            acts = _offered_words(work, student) or work.type_words(_WORDS)
        acts = acts or [work.answer(asked.document) for asked in student.ask(_BATCH).documents]
        if not acts:
            return
        yield acts


def _first_words(work: Work, student: Student) -> Round:
    """Some of the words that the student offers at the beginning, and one for each class that still has none."""
    return [*_offered_words(work, student), *work.type_missing()]


def _offered_words(work: Work, student: Student, column: int = _COLUMN) -> list[WorkStep]:
    """Words that she takes of those that are offered.

    As in the app, those that stood before one that she took are passed over; where she took none she asks for others.
    """
    offered = student.ask(words=column).words
    acts = work.take(offered, _WORDS)
    taken = {lesson.term for act in acts for lesson in act.lessons if isinstance(lesson, Word)}
    student.pass_over(read_over(offered, dict.fromkeys(offered, taken)) if acts else offered)
    return acts


def _distinction(work: Work, asked: SimulatedQuestion) -> list[WorkStep]:
    act = work.distinguish(asked.document, asked.guess) if asked.guess is not None else None
    return [] if act is None else [act]


_random = partial(ProjectStudent, by="random")
_alone = partial(labels, batch=2)  # documents in a round, as in the paper's study

OURS: Mapping[str, TeachingWay] = {
    "labels at random": TeachingWay(labels, _random),
    "labels": TeachingWay(labels),
    "words": TeachingWay(words),
    "words and labels": TeachingWay(mixed),
    "words, labels and rationales": TeachingWay(partial(mixed, rationales=True)),
    "words, labels and distinctions": TeachingWay(partial(mixed, distinctions=True)),
    "words, labels and corrected reasons": TeachingWay(partial(mixed, corrections=True)),
    "descriptions": TeachingWay(described),
    "descriptions, words and labels": TeachingWay(described_and_mixed),
    "planner": TeachingWay(planned),
    "everything": TeachingWay(partial(mixed, rationales=True, distinctions=True, corrections=True)),
}
PEERS: Mapping[str, TeachingWay] = {
    "scikit-learn TF-IDF random": TeachingWay(labels, partial(ScikitLearn, margin=False), "LogisticRegression"),
    "scikit-learn TF-IDF margin": TeachingWay(labels, partial(ScikitLearn, margin=True), "LogisticRegression"),
    "scikit-learn TF-IDF + LSA margin": TeachingWay(
        labels, partial(ScikitLearn, margin=True, vectors=lsa), "LogisticRegression"
    ),
    "settles2011 active dual": TeachingWay(dual, partial(Dualist, active=True), "LabelledWordNB"),
    "settles2011 active instance": TeachingWay(_alone, partial(Dualist, active=True), "LabelledWordNB"),
    "settles2011 passive instance": TeachingWay(_alone, partial(Dualist, active=False), "LabelledWordNB"),
}
_LABELS: Kinds = (Label, Skip)
_HEARD: Mapping[str, Kinds] = {
    "labels": _LABELS,
    "labels and words": (*_LABELS, Word),
    "labels and rationales": (*_LABELS, Rationale),
    "labels and distinctions": (*_LABELS, Distinction),
    "labels and corrected reasons": (*_LABELS, NotAReason),
    "all but words": (*_LABELS, Rationale, Distinction, NotAReason),
    "all but rationales": (*_LABELS, Word, Distinction, NotAReason),
    "all but distinctions": (*_LABELS, Word, Rationale, NotAReason),
    "all but corrected reasons": (*_LABELS, Word, Rationale, Distinction),
    "all": (Lesson,),
}
# Everything is taught; each hears some kinds of it only.
EQUAL_LESSONS: Mapping[str, TeachingWay] = {
    f"equal lessons: {kinds}": TeachingWay(OURS["everything"].rounds, partial(PartlyTaught, hears=hears))
    for kinds, hears in _HEARD.items()
}
COMPARED: Mapping[str, TeachingWay] = {**OURS, **PEERS}  # at equal seconds
ENCODED = "scikit-learn encoder margin"
_ENCODED = TeachingWay(labels, partial(ScikitLearn, margin=True, vectors=encoded), "LogisticRegression")
WAYS: Mapping[str, TeachingWay] = {**COMPARED, **EQUAL_LESSONS, ENCODED: _ENCODED}
