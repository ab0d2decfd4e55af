"""How people highlight rationales: how many, how alike, how long it takes. Zaidan et al. (2007), section 4."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from statistics import fmean, median

from teachback.record.document import Document
from teachback.record.entry import Entry
from teachback.record.kappa import cohen_kappa
from teachback.record.lesson import Adjudicate, Label, Rationale
from teachback.record.teaching import Teaching

Span = tuple[int, int]
Pair = tuple[str, str]  # of teachers


@dataclass(frozen=True)
class Agreement:
    """How far one teacher's rationales are another's too, on the documents that both highlighted."""

    # How many documents both highlighted, and how many rationales the one teacher has in them
    documents: int
    rationales: int
    shared: float  # the share of these that some rationale of the other overlaps, as the paper counts
    same: float  # the share that the other highlighted from the same to the same letter
    # The share of the other's rationales that some of these overlap; the harmonic mean of `shared` and `recall`
    recall: float
    f1: float
    # Of tokens: of those that the one highlighted, how many did the other, and so on
    token_precision: float
    token_recall: float
    token_f1: float
    kappa: float  # Cohen's kappa of the tokens, highlighted or not; 0 is chance


@dataclass(frozen=True)
class TaskTime:
    """The seconds that a teacher spent on a document, over the documents of one task."""

    documents: int
    mean: float
    median: float


def words(text: str) -> list[Span]:
    """The tokens of which agreement is counted: what stands between white space."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def rationale_counts(teaching: Teaching) -> dict[int, int]:
    """How many documents have how many rationales; labelled documents without any count too.

    >>> from teachback.record import Record, ClassesAdded, DocumentsAdded, Label, Rationale
    >>> texts = {"d1": Document("d1", "not good"), "d2": Document("d2", "a fine film")}
    >>> record = Record(texts, [ClassesAdded(["pos", "neg"]), DocumentsAdded(["d1", "d2"])])
    >>> record.append(Label("d1", "neg"), Rationale("d2", "pos", 2, 6), Rationale("d2", "pos", 7, 11))
    >>> rationale_counts(record.teaching())
    {0: 1, 2: 1}
    """
    number = dict.fromkeys(teaching.labels, 0) | {id: len(passages) for id, passages in teaching.rationales.items()}
    return dict(sorted(Counter(number.values()).items()))


def agreement(documents: Mapping[str, Document], teaching: Teaching, teacher: str, other: str) -> Agreement | None:
    """How far the rationales of `teacher` are those of `other` too; nothing when no document has both."""
    both = _marked_by_both(teaching).get((teacher, other))
    return None if both is None else _compared(documents, both)


def agreements(documents: Mapping[str, Document], teaching: Teaching) -> dict[tuple[str, str], Agreement]:
    """The agreement of every ordered pair of teachers who highlighted a document in common."""
    both = _marked_by_both(teaching)
    return {pair: _compared(documents, marked) for pair, marked in both.items()}


def _marked_by_both(teaching: Teaching) -> dict[Pair, dict[str, tuple[list[Span], list[Span]]]]:
    """For every ordered pair of teachers, the documents that both highlighted, and where; in the order they came."""
    marked: dict[Pair, dict[str, tuple[list[Span], list[Span]]]] = {}
    came: dict[str, int] = {}
    for document, passages in teaching.rationales.items():
        spans: dict[str, list[Span]] = {}
        for passage in passages:
            came.setdefault(passage.teacher, len(came))
            spans.setdefault(passage.teacher, []).append((passage.start, passage.end))
        for one, other in permutations(spans, 2):
            marked.setdefault((one, other), {})[document] = spans[one], spans[other]
    return {pair: marked[pair] for pair in sorted(marked, key=lambda pair: (came[pair[0]], came[pair[1]]))}


def _compared(documents: Mapping[str, Document], both: Mapping[str, tuple[list[Span], list[Span]]]) -> Agreement:
    ours = [(span, theirs) for mine, theirs in both.values() for span in mine]
    back = [(span, mine) for mine, theirs in both.values() for span in theirs]
    shared = fmean(any(map(_overlapping(span), theirs)) for span, theirs in ours)
    recall = fmean(any(map(_overlapping(span), mine)) for span, mine in back)
    table = Counter(
        (any(map(_overlapping(token), mine)), any(map(_overlapping(token), theirs)))
        for document, (mine, theirs) in both.items()
        for token in words(documents[document].text)
    )
    hit, miss, extra = table[True, True], table[False, True], table[True, False]
    return Agreement(
        documents=len(both),
        rationales=len(ours),
        shared=shared,
        same=fmean(span in theirs for span, theirs in ours),
        recall=recall,
        f1=_share(2 * shared * recall, shared + recall),
        token_precision=_share(hit, hit + extra),
        token_recall=_share(hit, hit + miss),
        token_f1=_share(2 * hit, 2 * hit + miss + extra),
        kappa=_kappa(table),
    )


def task_times(entries: Iterable[Entry]) -> dict[tuple[str, str], TaskTime]:
    """How long each teacher takes for a document: by (teacher, task), where the seconds were measured.

    The task is ``label`` when she only labelled the document, ``rationale`` when she only highlighted passages in it,
    and ``both``. Give the entries that count: ``record.active()``.
    """
    spent: dict[tuple[str, str], dict[str, float]] = {}  # (teacher, document) → kind of lesson → seconds
    for entry in entries:
        if isinstance(entry, Label | Adjudicate | Rationale) and entry.seconds is not None:
            kind = "rationale" if isinstance(entry, Rationale) else "label"
            mine = spent.setdefault((entry.teacher, entry.document), {})
            mine[kind] = mine.get(kind, 0.0) + entry.seconds
    tasks: dict[tuple[str, str], list[float]] = {}
    for (teacher, _), kinds in spent.items():
        task = "both" if len(kinds) > 1 else next(iter(kinds))
        tasks.setdefault((teacher, task), []).append(sum(kinds.values()))
    return {key: TaskTime(len(times), fmean(times), median(times)) for key, times in sorted(tasks.items())}


def _overlapping(span: Span) -> Callable[[Span], bool]:
    return lambda other: span[0] < other[1] and other[0] < span[1]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _kappa(table: Mapping[tuple[bool, bool], int]) -> float:
    """Cohen's kappa; 0 where all tokens are marked, or none: that is no more than chance."""
    is_mixed = len({marked for pair, number in table.items() if number for marked in pair}) > 1
    return cohen_kappa(table) if is_mixed else 0.0
