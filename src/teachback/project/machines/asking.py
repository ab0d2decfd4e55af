"""Asking a language model one question after the other; each good answer is on disk before the next is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice, pairwise

from teachback.errors import BadLesson, BadTerm, BadText, TeachbackError
from teachback.project.machines.chat import Chat
from teachback.project.machines.machine import Machine
from teachback.project.machines.questions import KINDS, BadReply, Guide, MachineQuestion, answered
from teachback.project.project import Project
from teachback.record import Teaching
from teachback.store import Reader, Store, reading_setting

_KEY = "machines"


@dataclass(frozen=True)
class Usage:
    """Sums over what a machine was asked."""

    # How many questions, and how many answers among them of which no lesson could be made
    asked: int = 0
    bad: int = 0
    # Tokens
    read: int = 0
    written: int = 0
    # Of its answers
    seconds: float = 0.0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        mine, theirs = asdict(self), asdict(other)
        return Usage(**{name: value + theirs[name] for name, value in mine.items()})

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.read + self.written


@reading_setting(_KEY)
def usage_of(store: Reader, machine: str) -> Usage:
    """What a machine has cost in a project so far."""
    return Usage(**store.settings().get(_KEY, {}).get(machine, {}))


def note_usage(store: Store, machine: str, more: Usage) -> None:
    """Add what a question cost."""
    with store.writing() as writer:
        of_machines = writer.settings().get(_KEY, {})
        writer.put(_KEY, {**of_machines, machine: asdict(usage_of(writer, machine) + more)})


_COMPARED = 5  # one in this many documents has a person's label already: by these the machine is measured
_ENOUGH = 100  # documents that both labelled, after which no more are needed
_EXAMPLES = 3  # texts that help to describe a class
_SHOWN = 20  # bad answers that are named


@dataclass(frozen=True)
class Budget:
    """What may be spent in one go; None is no limit."""

    tokens: int | None = None
    cost: float | None = None

    def is_spent(self, usage: Usage) -> bool:
        """Whether nothing more is to be asked."""
        return (self.tokens is not None and usage.tokens >= self.tokens) or (
            self.cost is not None and usage.cost >= self.cost
        )


@dataclass
class AskedMachine:
    """What came of asking."""

    lessons: int = 0  # how many lessons it taught
    usage: Usage = field(default_factory=Usage)  # what that cost
    bad: list[str] = field(default_factory=list)  # why answers were no lessons, the first ones by name
    ended: str = "done"  # why no more was asked: `done`, `budget` or `stopped`


def preview(project: Project, machine: Machine, kind: str = "labels") -> tuple[dict[str, str], ...]:
    """The messages of the first question, as they would be sent; nothing if there is nothing to ask."""
    first = next(_questions(project, machine, kind, 1), None)
    return () if first is None else first.messages


def ask_machine(
    project: Project,
    machine: Machine,
    kind: str = "labels",
    n: int = 20,
    *,
    budget: Budget | None = None,
    progress: Callable[[int, int], object] | None = None,
    sleep: Callable[[float], object] = time.sleep,
) -> AskedMachine:
    """Ask a language model n questions of a kind, and keep what it teaches as its lessons.

    What it has answered before it is not asked again, so that asking can be interrupted and gone on with. An answer
    that is not as it was asked for is counted and named, and is no lesson.

    Kinds are ``labels`` (the documents whose labels would settle most, and one in five that people labelled, to measure
    how far it agrees), ``words``, ``passages`` (of documents that people labelled), ``descriptions`` and
    ``distinctions``. No more than the `budget` is spent.
    """
    if kind not in KINDS:
        raise TeachbackError(
            f"{kind!r} is nothing that a language model can be asked for; there are {', '.join(KINDS)}."
        )
    outcome = AskedMachine()
    with Chat(machine, sleep=sleep) as chat:
        for number, question in enumerate(_questions(project, machine, kind, n), 1):
            if budget is not None and budget.is_spent(outcome.usage):
                outcome.ended = "budget"
                break
            try:
                _ask(project, machine, chat, question, outcome)
            except KeyboardInterrupt:
                outcome.ended = "stopped"
                break
            if progress is not None:
                progress(number, n)
    return outcome


def _ask(project: Project, machine: Machine, chat: Chat, question: MachineQuestion, outcome: AskedMachine) -> None:
    reply = chat.ask(question.messages)
    cost = machine.cost(reply.read, reply.written)
    usage = Usage(1, 0, reply.read, reply.written, reply.seconds, cost)
    try:
        lessons = answered(question, reply.text)
        share = reply.seconds / len(lessons)
        project.teach(*(replace(lesson, seconds=share) for lesson in lessons))
        outcome.lessons += len(lessons)
    except (BadReply, BadLesson, BadText) as error:  # the record refuses what the question could not check
        usage = replace(usage, bad=1)
        if len(outcome.bad) < _SHOWN:
            outcome.bad.append(f"{question.about}: {error}")
    outcome.usage += usage
    note_usage(project.store, machine.name, usage)


def _questions(project: Project, machine: Machine, kind: str, n: int) -> Iterator[MachineQuestion]:
    teaching = project.teaching()
    belongs = {class_: " ".join(each.text for each in some) for class_, some in teaching.descriptions.items()}
    guide = Guide(machine.teacher, project.classes, belongs, project.guidelines.text)
    mine = project.teaching_of(machine.teacher)
    ways = {
        "labels": _labels,
        "words": _words,
        "passages": _passages,
        "descriptions": _descriptions,
        "distinctions": _distinctions,
    }
    return islice(ways[kind](project, guide, teaching, mine, n), n)


def _labels(project: Project, guide: Guide, teaching: Teaching, mine: Teaching, n: int) -> Iterator[MachineQuestion]:
    answered = {*mine.labels, *mine.skips}
    compared = [id for id in teaching.labels if id not in answered]
    compared.sort(key=lambda id: id not in teaching.held_out)  # checks were drawn by chance: an honest comparison
    missing = max(0, _ENOUGH - sum(id in teaching.labels for id in mine.labels))
    first = min(missing, max(1, n // _COMPARED))
    new = [
        asked.document.id
        for asked in project.ask(n + len(answered), words=0, checks=0.0, teacher=guide.teacher).documents
        if asked.document.id not in answered and asked.document.id not in teaching.labels
    ]
    for id in (*compared[:first], *new, *compared[first:missing]):
        yield guide.label(project.document(id))


def _words(project: Project, guide: Guide, teaching: Teaching, mine: Teaching, n: int) -> Iterator[MachineQuestion]:
    known = {*teaching.words, *teaching.not_a_reason, *mine.words}

    def term(word: str) -> str | None:
        try:
            written = project.analyzer.term(word)
        except BadTerm:
            return None
        return written if written not in known and project.has_term(written) else None

    for class_ in sorted(project.classes, key=lambda name: sum(name in classes for classes in mine.words.values())):
        taught = [
            word for words in (teaching.words, mine.words) for word, classes in words.items() if class_ in classes
        ]
        yield guide.words(class_, term, taught)


def _passages(project: Project, guide: Guide, teaching: Teaching, mine: Teaching, n: int) -> Iterator[MachineQuestion]:
    for id, class_ in teaching.labels.items():
        if id not in mine.rationales and id not in teaching.held_out:
            yield guide.passages(project.document(id), class_)


def _descriptions(
    project: Project, guide: Guide, teaching: Teaching, mine: Teaching, n: int
) -> Iterator[MachineQuestion]:
    for class_ in project.classes:
        if class_ not in mine.descriptions and class_ not in teaching.descriptions:
            labelled = (id for id, label in teaching.labels.items() if label == class_ and id not in teaching.held_out)
            yield guide.description(class_, [project.document(id) for id in islice(labelled, _EXAMPLES)])


def _distinctions(
    project: Project, guide: Guide, teaching: Teaching, mine: Teaching, n: int
) -> Iterator[MachineQuestion]:
    """Each labelled document beside the last one before it, where the two are of different classes."""
    compared = {(one.document, one.versus) for one in mine.distinctions}
    labelled = [id for id in teaching.labels if id not in teaching.held_out]
    for versus, document in pairwise(labelled):
        classes = teaching.labels[document], teaching.labels[versus]
        if classes[0] != classes[1] and (document, versus) not in compared:
            first, second = project.document(document), project.document(versus)
            yield guide.distinction(first, classes[0], second, classes[1])
