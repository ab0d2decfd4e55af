"""Random records as people make them: several teachers, classes that come and go, texts of every script.

A record is grown from moves. A move looks at the record as it is (a person retracts what she sees) and makes an entry;
what the record refuses is dropped, as it would be in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import accumulate
from typing import Any

from hypothesis import strategies as st

from teachback.errors import TeachbackError
from teachback.record import (
    Adjudicate,
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Describe,
    Distinction,
    Document,
    DocumentsAdded,
    DocumentsDrawn,
    Entry,
    Exclude,
    Flag,
    HeldOutDrawn,
    Label,
    NotAReason,
    Rationale,
    Record,
    RestDeclared,
    Retract,
    Skip,
    Teaching,
    Word,
    WordsPassedOver,
    adjudicator,
    latest,
    majority,
)

# The texts, cut by hand into what a person sees as one character: a passage may begin and end only between them.
CHARACTERS: dict[str, tuple[str, ...]] = {
    "d1": tuple("the app crashes"),
    "d2": ("c", "a", "f", "e\u0301", " ", "n\u0303\u0323", "a\u20dd", "!"),
    "d3": ("👩🏽\u200d🚒", "🇫🇮", "🇸🇪", "🙂", "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "👍🏿"),
    "d4": ("\r", "\n", "\x00", "a", "\t", "\u2028", "\ufeff", "b", "\r", "\n"),
    "d5": (*"שלום", " ", "بِ", "سْ", "مِ", "\u200f", "א\u05b8", "1"),
    "d6": ("한", "국", "𝒳", "语", "\u00ad", "か\u3099"),
}
TEXTS = {id: Document(id, "".join(characters)) for id, characters in CHARACTERS.items()}
BOUNDARIES = {id: (0, *accumulate(map(len, characters))) for id, characters in CHARACTERS.items()}

TEACHERS = ("ines", "ben", "machine:llama")
CLASSES = ("bug", "billing", "how-to", "é́té", "می\u200cخرم")
TERMS = ("crash", "credit card", ":-)", "🙂")
POLICIES = (majority, latest, adjudicator("ines"))
START = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)

Move = Callable[[Record, str], Entry]

teachers = st.sampled_from(TEACHERS)
classes = st.sampled_from(CLASSES)
documents = st.sampled_from(tuple(TEXTS))
terms = st.sampled_from(TERMS)
policies = st.sampled_from(POLICIES)
strengths = st.sampled_from((0.5, 1.0, 2.0))


@dataclass(frozen=True)
class Visible:
    """The class that stands there in the list that the teacher sees."""

    position: int

    def of(self, record: Record) -> str:
        return record.classes[self.position % len(record.classes)] if record.classes else CLASSES[self.position]


visible = st.integers(0, len(CLASSES) - 1).map(Visible)
chosen = visible | visible | visible | classes  # mostly a class that is there


def several(names: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)


def resolved(field: Any, record: Record) -> Any:
    if isinstance(field, tuple):
        return tuple(resolved(inner, record) for inner in field)
    return field.of(record) if isinstance(field, Visible) else field


@st.composite
def passages(draw: st.DrawFn) -> tuple[str, Any, int, int]:
    """A document, a class and two positions: mostly those of a passage, sometimes anywhere."""
    document = draw(documents)
    anywhere = st.integers(0, len(TEXTS[document].text) + 1)
    start, end = sorted(draw(st.tuples(*[st.sampled_from(BOUNDARIES[document]) | anywhere] * 2)))
    return document, draw(chosen), start, end


def _move(kind: type[Entry], *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Move]:
    return _moves(kind, st.tuples(*fields))


def _moves(kind: type[Entry], fields: st.SearchStrategy[tuple[Any, ...]]) -> st.SearchStrategy[Move]:
    def move(fields: tuple[Any, ...], common: dict[str, Any]) -> Move:
        return lambda record, id: kind(*resolved(fields, record), id=id, **common)

    return st.builds(move, fields, commons)


@st.composite
def _retractions(draw: st.DrawFn) -> Move:
    """Mostly of something recent; now and then of what everything rests on."""
    common: dict[str, Any] = draw(commons)
    back = draw(st.integers(0, 12))
    anything = draw(st.integers(0, 9)) == 9

    def move(record: Record, id: str) -> Retract:
        choice = record if anything else record[2:]
        return Retract(choice[-1 - back % len(choice)].id if len(choice) else "nothing", id=id, **common)

    return move


times = st.builds(
    lambda minutes, hours: (START + timedelta(minutes=minutes)).astimezone(timezone(timedelta(hours=hours))),
    st.integers(0, 60),
    st.sampled_from((0, 2, -11)),
)
commons = st.fixed_dictionaries(
    {"teacher": teachers, "time": times, "seconds": st.none() | st.floats(0, 1e6, allow_subnormal=False)}
)
_weighted: tuple[tuple[int, st.SearchStrategy[Move]], ...] = (
    (5, _move(Label, documents, chosen)),
    (4, _move(Exclude, documents, chosen)),
    (2, _move(Skip, documents)),
    (4, _move(Word, terms, chosen, strengths)),
    (3, _move(NotAReason, terms, st.none() | chosen)),
    (2, _moves(Rationale, passages())),
    (1, _move(Distinction, documents, chosen, documents, terms, st.booleans())),
    (1, _move(Flag, documents, st.text(max_size=3))),
    (2, _move(Describe, chosen, st.sampled_from(("crashes", "Crashes.\nNot: refunds.")))),
    (1, _move(Adjudicate, documents, chosen)),
    (3, _move(ClassesAdded, several(classes))),
    (2, _move(ClassRenamed, chosen, classes)),
    (2, _move(ClassesMerged, several(chosen), chosen)),
    (1, _move(ClassArchived, chosen)),
    (1, _move(DocumentsAdded, several(documents))),
    (1, _move(HeldOutDrawn, several(documents))),
    (1, _move(DocumentsDrawn, several(documents), st.floats(0.01, 1.0))),
    (1, _move(RestDeclared, st.none() | chosen)),
    (1, _move(WordsPassedOver, several(terms), st.none() | chosen)),
    (8, _retractions()),
)
moves = st.sampled_from([move for weight, move in _weighted for _ in range(weight)]).flatmap(lambda move: move)
beginning = (
    lambda record, id: ClassesAdded(CLASSES[:3], id=id, time=START),
    lambda record, id: DocumentsAdded(tuple(TEXTS), id=id, time=START),
)
lists_of_moves: st.SearchStrategy[tuple[Move, ...]] = st.builds(
    lambda begins, moves: (*(beginning if begins else ()), *moves),
    st.integers(0, 9).map(lambda n: n < 9),
    st.lists(moves, max_size=40) | st.lists(moves, min_size=20, max_size=60),  # to shrink well | to be long
)


def attempts(record: Record, moves: Iterable[Move], prefix: str = "e") -> Iterable[tuple[Entry, TeachbackError | None]]:
    """Append what each move makes; every entry that could be made, with the error if the record refused it."""
    for number, move in enumerate(moves):
        try:
            entry = move(record, f"{prefix}{number}")
        except TeachbackError:
            continue
        try:
            record.append(entry)
        except TeachbackError as error:
            yield entry, error
        else:
            yield entry, None


def grown(moves: Iterable[Move]) -> Record:
    """The record that the moves lead to."""
    record = Record(TEXTS)
    for _ in attempts(record, moves):
        pass
    return record


records = lists_of_moves.map(grown)


def observed(record: Record) -> dict[str, Any]:
    """Everything that can be seen of a record, the order of every mapping included."""
    views = {None, *record.teachers}
    return {
        "entries": list(record),
        "active": [entry.id for entry in record.active()],
        "found": [record.entry(entry.id) for entry in record],
        "classes": record.classes,
        "documents": record.documents,
        "teachers": record.teachers,
        "teaching": {(who, policy): in_order(record, who, policy) for who in views for policy in POLICIES},
    }


def in_order(record: Record, teacher: str | None, policy: Any) -> dict[str, Any]:
    """A teaching with its mappings as lists of pairs, so that comparing it compares their order."""
    teaching: dict[str, Any] = _as_list(record.teaching(teacher=teacher, policy=policy))
    return teaching


def _as_list(value: Any) -> Any:
    if isinstance(value, Teaching):
        return {name: _as_list(getattr(value, name)) for name in value.__dataclass_fields__}
    return [(key, _as_list(inner)) for key, inner in value.items()] if isinstance(value, dict) else value
