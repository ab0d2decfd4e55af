"""Words that a teacher saw on a list and passed over: they sink, and come again only when nothing else is left."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice

from teachback.project.questions.batch import AskedTerm
from teachback.record import Record, WordsPassedOver

PassedOver = Mapping[str | None, Mapping[str, int]]  # class, or None for lists of any class → word → times
_ENOUGH = 2  # times after which a word is not offered again while there are others


def sunk(column: Iterable[AskedTerm], class_: str | None, passed: PassedOver, n: int) -> tuple[AskedTerm, ...]:
    """The first n words of a column: those that were never passed over before those that were, once.

    What was passed over twice comes only when there is nothing else. On a list for any class it was passed over for
    each of them.

    >>> column = [AskedTerm(term, "") for term in ("please", "refund", "invoice")]
    >>> [asked.term for asked in sunk(column, "billing", {"billing": {"please": 1}}, 2)]
    ['refund', 'invoice']
    """
    here, anywhere = passed.get(class_, {}), passed.get(None, {}) if class_ is not None else {}
    if not here and not anywhere:
        return tuple(islice(column, n))
    by_times: dict[int, list[AskedTerm]] = {}
    for asked in column:
        by_times.setdefault(here.get(asked.term, 0) + anywhere.get(asked.term, 0), []).append(asked)
    often = [asked for times in sorted(by_times) if times >= _ENOUGH for asked in by_times[times]]
    return tuple(((by_times.get(0, []) + by_times.get(1, [])) or often)[:n])


def most_passed_over(passed: PassedOver) -> int:
    """How many more words a column needs, so that enough are left however many were passed over.

    >>> most_passed_over({"billing": {"please": 2, "today": 1}, "bug": {"again": 1}, None: {"thanks": 1}})
    3
    """
    anywhere = len(passed.get(None, {}))
    return anywhere + max((len(words) for class_, words in passed.items() if class_ is not None), default=0)


def read_over(
    offered: Mapping[str | None, Iterable[str]], taken: Mapping[str | None, Container[str]]
) -> dict[str | None, list[str]]:
    """Of each list the words before the last one that was taken from it: whether those after it were read is not known.

    >>> read_over({"bug": ["again", "crash", "today"], "billing": ["please"]}, {"bug": {"crash"}})
    {'bug': ['again']}
    """
    read: dict[str | None, list[str]] = {}
    for class_, column in offered.items():
        words, hits = list(column), taken.get(class_, ())
        last = max((place for place, word in enumerate(words) if word in hits), default=0)
        if before := [word for word in words[:last] if word not in hits]:
            read[class_] = before
    return read


def lists_passed_over(
    offered: Mapping[str | None, Iterable[str | AskedTerm]], record: Record, teacher: str
) -> Iterator[WordsPassedOver]:
    """An entry for each list, without the words that the teacher has spoken of."""
    for class_, column in offered.items():
        terms = dict.fromkeys(each if isinstance(each, str) else each.term for each in column)
        left = tuple(term for term in terms if not spoken_of(record, term, teacher))
        if left:
            yield WordsPassedOver(left, class_, teacher=teacher)


def spoken_of(record: Record, term: str, teacher: str) -> bool:
    """Whether the teacher has said of a term what it speaks for, or that it is no reason."""
    return any(taught.lesson.teacher == teacher for taught in record.about("term", term))
