"""What to do next: words first, then documents and words in turn, unless one kind settles far less in a minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from teachback.project.history.timing import active_seconds, pace
from teachback.record import Exclude, Label, Lesson, NotAReason, Skip, Word

Kind = Literal["words", "documents"]

# Seconds that people take for a word that is offered and for a document (Settles 2011), until she has shown her own.
_WORD, _DOCUMENT, _FEW = 3.2, 10.8, 5
_TELLS = 4.0  # times as much as its documents' middle would: a word is sure, and names a term
_FIRST, _RUN = 120.0, 60.0  # seconds of one kind after which the other has a turn: of the first words, and later
_LABELS = "a few more labels, then words again"
_HARDLY = 4.0  # times less: a kind that settles so little in a minute has no turn


@dataclass(frozen=True)
class Worth:
    """What the next answers are worth, each kind by itself: the share of the doubt about all texts that one settles.

    Of either kind, it is the mean over the next few; 0 where there is nothing to ask.
    """

    word: float = 0.0
    document: float = 0.0
    reach: float = 0.0  # the share of the texts in doubt that have one of these words


@dataclass(frozen=True)
class Plan:
    """What to do next.

    Attributes
    ----------
    kind
        ``words`` or ``documents``.
    why
        A phrase that says why.
    words, documents
        What a minute of each is thought to settle, of all doubt about the texts.
    """

    kind: Kind
    why: str
    words: float
    documents: float

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"


def plan(worth: Worth, lessons: Sequence[Lesson]) -> Plan:
    """The kind of question to go on with: words for two minutes, then each kind in its turn, a minute at a time.

    What a minute of each settles, at the pace of the teacher's own lessons, is an estimate. So it is not the last word:
    only a kind that settles far less than the other loses its turn, and the first words never do.

    >>> print(plan(Worth(word=0.01, document=0.05, reach=0.2), []))
    words: the next ones are in 20 % of the texts that are in doubt
    >>> print(plan(Worth(word=0.0001, document=0.05), [Label("d1", "bug", seconds=60)]))
    documents: they settle far more in a minute than the words that are left
    """
    took = pace(lessons)

    def seconds(kind: str, usual: float) -> float:
        own = took.get(kind)
        return usual if own is None else (_FEW * usual + own.n * max(own.median, 0.5)) / (_FEW + own.n)

    words = 60.0 * _TELLS * worth.word / seconds(Word.kind, _WORD)
    documents = 60.0 * worth.document / seconds(Label.kind, _DOCUMENT)
    last, run, alone = _run(lessons)
    first = alone and last != "documents"  # nothing but words, or nothing at all
    turn: Kind = last or "words"
    if run >= (_FIRST if first else _RUN):
        turn = "documents" if last == "words" else "words"
    gain, other = (words, documents) if turn == "words" else (documents, words)
    kind: Kind = turn
    if not gain or (_HARDLY * gain < other and not (first and turn == "words")):
        kind = "documents" if turn == "words" else "words"
    if kind == "words":
        why = f"the next ones are in {round(100 * worth.reach)} % of the texts that are in doubt"
    elif kind != turn:
        why = "they settle far more in a minute than the words that are left"
    else:
        why = f"after {_minutes(run)} of words, labels show how far these hold" if last == "words" else _LABELS
    return Plan(kind, why, words, documents)


def _minutes(seconds: float) -> str:
    number = round(seconds / 60.0)
    return "a minute" if number <= 1 else f"{number} minutes"


def _run(lessons: Sequence[Lesson]) -> tuple[Kind | None, float, bool]:
    """The kind of her last lessons, for how many seconds she has taught nothing else, and whether she ever has."""
    last: Kind | None = None
    run = 0.0
    for lesson, seconds in zip(reversed(lessons), reversed(active_seconds(lessons)), strict=True):
        kind = _kind(lesson)
        if kind is not None and last is not None and kind != last:
            return last, run, False
        last = last or kind
        run += seconds
    return last, run, True


def _kind(lesson: Lesson) -> Kind | None:
    if isinstance(lesson, Word | NotAReason):
        return "words"
    return "documents" if isinstance(lesson, Label | Exclude | Skip) else None
