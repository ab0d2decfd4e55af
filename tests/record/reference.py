"""The record once more, written from the requirements alone: slow, from the beginning each time, and independent.

Nothing is kept up to date here. What counts is found by walking the entries backwards (a retraction that is not itself
retracted later takes away its target); what a class name meant is found by replaying the classes before that entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from teachback.record import (
    Adjudicate,
    ClassArchived,
    ClassesAdded,
    ClassesMerged,
    ClassRenamed,
    Describe,
    Distinction,
    DocumentsAdded,
    DocumentsDrawn,
    Entry,
    Event,
    Exclude,
    Flag,
    HeldOutDrawn,
    Label,
    NotAReason,
    Rationale,
    RestDeclared,
    Retract,
    Skip,
    Word,
    WordsPassedOver,
)


class Refused(Exception):
    pass


@dataclass
class Class:
    key: tuple[str, int]
    name: str
    into: tuple[str, int] | None = None
    archived: bool = False


def what_counts(entries: Sequence[Entry]) -> list[Entry]:
    taken_away: set[str] = set()
    counts = []
    for entry in reversed(entries):
        if entry.id not in taken_away:
            counts.append(entry)
            if isinstance(entry, Retract):
                taken_away.add(entry.lesson)
    return counts[::-1]


class Reference:
    """What a list of entries leads to; `accept` tells whether one more would be accepted."""

    def __init__(self, boundaries: dict[str, tuple[int, ...]]) -> None:
        self.boundaries = boundaries  # of every text that could be added
        self.entries: list[Entry] = []
        self.meant: dict[str, dict[str, tuple[str, int]]] = {}  # entry id → name it uses → the class it meant

    # Classes and documents.

    def all_classes(self, entries: Sequence[Entry]) -> dict[tuple[str, int], Class]:
        """Every class whose adding counts, with what the events that count made of it."""
        classes: dict[tuple[str, int], Class] = {}
        events = [entry for entry in what_counts(entries) if isinstance(entry, Event)]
        for event in events:  # an event about a class that is gone still waits for it to come back
            if isinstance(event, ClassesAdded):
                for at, name in enumerate(event.classes):
                    classes[event.id, at] = Class((event.id, at), name)
        for event in events:
            meant = self.meant.get(event.id, {})
            for name, key in meant.items():
                if key not in classes:
                    continue
                if isinstance(event, ClassRenamed) and name == event.class_:
                    classes[key].name = event.to
                if isinstance(event, ClassArchived):
                    classes[key].archived = True
                if isinstance(event, ClassesMerged) and name != event.into:
                    classes[key].into = meant[event.into]
        self.refuse_nonsense(classes)
        return classes

    def refuse_nonsense(self, classes: dict[tuple[str, int], Class]) -> None:
        for one in classes.values():
            steps, key = 0, one.key
            while key in classes and (onward := classes[key].into) is not None:
                key, steps = onward, steps + 1
                if steps > len(classes):
                    raise Refused("merged in a circle")
        names = [one.name for one in classes.values() if one.into is None]
        if len(names) != len(set(names)):
            raise Refused("two classes of one name")

    def live(self, entries: Sequence[Entry]) -> dict[str, tuple[str, int]]:
        classes = self.all_classes(entries).values()
        return {one.name: one.key for one in classes if one.into is None and not one.archived}

    def ends_in(self, key: tuple[str, int]) -> tuple[str, int]:
        classes = self.all_classes(self.entries)
        while key in classes and (onward := classes[key].into) is not None:
            key = onward
        return key

    def called_now(self, key: tuple[str, int]) -> str | None:
        classes, key = self.all_classes(self.entries), self.ends_in(key)
        return None if key not in classes or classes[key].archived else classes[key].name

    def documents(self) -> list[str]:
        ever = [d for entry in self.entries if isinstance(entry, DocumentsAdded) for d in entry.documents]
        now = {d for entry in what_counts(self.entries) if isinstance(entry, DocumentsAdded) for d in entry.documents}
        return [document for document in dict.fromkeys(ever) if document in now]

    # One more entry.

    def accept(self, entry: Entry) -> bool:
        try:
            meant = self.check(entry)
            self.meant[entry.id] = meant
            self.all_classes([*self.entries, entry])
        except Refused:
            self.meant.pop(entry.id, None)
            return False
        self.entries.append(entry)
        return True

    def check(self, entry: Entry) -> dict[str, tuple[str, int]]:
        """Refuse what makes no sense now; the classes that the entry's names mean."""
        live = self.live(self.entries)
        names: list[str] = []
        match entry:
            case Retract():
                if all(entry.lesson != one.id for one in what_counts(self.entries)):
                    raise Refused("nothing to retract")
            case ClassesAdded():
                self.need(not set(entry.classes) & self.taken())
            case ClassRenamed():
                self.need(entry.to not in self.taken())
                names = [entry.class_]
            case ClassesMerged():
                names = [*entry.classes, entry.into]
            case ClassArchived():
                names = [entry.class_]
            case DocumentsAdded():
                self.need(not set(entry.documents) & set(self.documents()))
            case RestDeclared() | WordsPassedOver():
                names = [] if entry.class_ is None else [entry.class_]
            case HeldOutDrawn() | DocumentsDrawn():
                self.need(set(entry.documents) <= set(self.documents()))
            case Distinction():
                self.need({entry.document, entry.versus} <= set(self.documents()))
                names = [entry.class_]
            case Word() | Describe():
                names = [entry.class_]
            case NotAReason():
                names = [] if entry.class_ is None else [entry.class_]
            case Rationale():
                self.need(entry.document in self.documents())
                self.need({entry.start, entry.end} <= set(self.boundaries[entry.document]))
                names = [entry.class_]
            case Label() | Exclude() | Adjudicate():
                self.need(entry.document in self.documents())
                names = [entry.class_]
            case Skip() | Flag():
                self.need(entry.document in self.documents())
        self.need(set(names) <= live.keys())
        return {name: live[name] for name in names}

    def taken(self) -> set[str]:
        return {one.name for one in self.all_classes(self.entries).values() if one.into is None}

    def need(self, condition: bool) -> None:
        if not condition:
            raise Refused

    # The teaching.

    def teaching(self, teacher: str | None, policy: str) -> dict[str, Any]:
        present = set(self.documents())
        rows: list[tuple[int, Entry, str | None, bool]] = []  # position, lesson, today's class, whether it is asleep
        counting = {entry.id for entry in what_counts(self.entries)}
        for position, entry in enumerate(self.entries):
            if entry.id not in counting or isinstance(entry, Event | Retract):
                continue
            if entry.teacher.startswith("machine:") if teacher is None else entry.teacher != teacher:
                continue
            about = {getattr(entry, "document", None), getattr(entry, "versus", None)} - {None}
            if about <= present:
                name = getattr(entry, "class_", None)
                class_ = None if name is None else self.called_now(self.meant[entry.id][name])
                rows.append((position, entry, class_, name is not None and class_ is None))

        state: dict[str, Any] = {"classes": tuple(self.live(self.entries)), "labels": {}, "skips": set()}
        state["exclusions"] = {}
        state |= {
            "words": {},
            "not_a_reason": {},
            "disputed": set(),
            "disputed_terms": {},
            "rationales": {},
            "flags": {},
        }
        for document in present:
            self.settle_document(state, document, rows, policy)
        for term in {entry.term for _, entry, _, asleep in rows if isinstance(entry, Word | NotAReason) and not asleep}:
            self.settle_term(state, term, rows, policy)
        state["distinctions"] = tuple(
            replace(entry, class_=class_)
            for _, entry, class_, asleep in rows
            if isinstance(entry, Distinction) and class_
        )
        drawn = [d for entry in what_counts(self.entries) if isinstance(entry, HeldOutDrawn) for d in entry.documents]
        state["descriptions"] = self.descriptions(rows)
        state["held_out"] = present & set(drawn)
        state["rest"] = self.rest()
        machines = dict.fromkeys(entry.teacher for entry in self.entries if entry.teacher.startswith("machine:"))
        state["machines"] = {} if teacher else {name: self.teaching(name, "majority") for name in machines}
        return state

    def descriptions(self, rows: list[Any]) -> dict[str, tuple[Describe, ...]]:
        """What each teacher wrote last of each class."""
        here = [replace(entry, class_=class_) for _, entry, class_, _ in rows if isinstance(entry, Describe) and class_]
        return {
            class_: tuple(
                [one for one in here if (one.class_, one.teacher) == (class_, teacher)][-1]
                for teacher in dict.fromkeys(one.teacher for one in here if one.class_ == class_)
            )
            for class_ in {one.class_ for one in here}
        }

    def rest(self) -> str | None:
        declared = [entry for entry in what_counts(self.entries) if isinstance(entry, RestDeclared)]
        if not declared or declared[-1].class_ is None:
            return None
        meant = self.meant[declared[-1].id][declared[-1].class_]
        return next((name for name, key in self.live(self.entries).items() if key == meant), None)

    def passed_over(self, teacher: str | None) -> dict[str | None, dict[str, int]]:
        times: dict[str | None, dict[str, int]] = {}
        for entry in what_counts(self.entries):
            if not isinstance(entry, WordsPassedOver) or teacher not in (None, entry.teacher):
                continue
            name = entry.class_
            class_ = None if name is None else self.called_now(self.meant[entry.id][name])
            if name is None or class_ is not None:
                for word in entry.words:
                    times.setdefault(class_, {}).setdefault(word, 0)
                    times[class_][word] += 1
        return times

    def settle_document(self, state: dict[str, Any], document: str, rows: list[Any], policy: str) -> None:
        here = [one for one in rows if getattr(one[1], "document", None) == document]
        answers = [one for one in here if isinstance(one[1], Label | Skip)]
        rulings = [class_ for _, entry, class_, _ in here if isinstance(entry, Adjudicate)]
        last_words = {entry.teacher: (position, entry, class_) for position, entry, class_, _ in answers}.values()
        votes = [(position, entry.teacher, class_) for position, entry, class_ in last_words if class_ is not None]
        if rulings and rulings[-1] is not None:
            state["labels"][document] = rulings[-1]
        elif votes:
            winner = decide(votes, policy)
            if winner is None:
                state["disputed"].add(document)
            else:
                state["labels"][document] = winner
        else:
            if any(isinstance(entry, Skip) for _, entry, _ in last_words):
                state["skips"].add(document)
            if excluded := self.not_of(here):
                state["exclusions"][document] = excluded
        notes = tuple(entry.note for _, entry, _, _ in here if isinstance(entry, Flag))
        if notes:
            state["flags"][document] = notes
        passages: list[Rationale] = []
        for _, entry, class_, _ in here:
            if isinstance(entry, Rationale) and class_ is not None:
                passage = replace(entry, class_=class_)
                if all(place(passage) != place(other) for other in passages):
                    passages.append(passage)
        if passages:
            state["rationales"][document] = tuple(passages)

    def not_of(self, here: list[Any]) -> set[str]:
        """What teachers say that one document is not, each since her last label of it; of classes that were merged, all
        must be named."""
        since = {entry.teacher: position for position, entry, _, _ in here if isinstance(entry, Label)}
        exclusions = [
            (entry.teacher, self.meant[entry.id][entry.class_], class_)
            for position, entry, class_, asleep in here
            if isinstance(entry, Exclude) and not asleep and position > since.get(entry.teacher, -1)
        ]
        every = {key: self.ends_in(key) for key in self.all_classes(self.entries)}
        return {
            class_
            for teacher, key, class_ in exclusions
            if all(
                (teacher, other) in [(who, what) for who, what, _ in exclusions]
                for other, end in every.items()
                if end == self.ends_in(key)
            )
        }

    def settle_term(self, state: dict[str, Any], term: str, rows: list[Any], policy: str) -> None:
        """Ask of every class that anybody named, and of 'any class', what each teacher's last word there is."""
        here = [
            (position, entry, class_)
            for position, entry, class_, asleep in rows
            if isinstance(entry, Word | NotAReason) and entry.term == term and not asleep
        ]
        last_general = {
            who: max(
                (p for p, e, c in here if e.teacher == who and isinstance(e, NotAReason) and c is None), default=-1
            )
            for who in {entry.teacher for _, entry, _ in here}
        }
        here = [one for one in here if one[0] >= last_general[one[1].teacher]]  # a general rejection wipes the slate
        words: dict[str, float] = {}
        rejected: set[str | None] = set()
        disputed: set[str | None] = set()
        for question in {class_ for _, _, class_ in here}:
            votes, strengths = [], []
            for who, general in last_general.items():
                mine = [(p, e) for p, e, c in here if e.teacher == who and c == question]
                if question is None and general < 0:  # "no reason at all" is contradicted by every reason
                    last_of_each = {c: (p, e) for p, e, c in here if e.teacher == who}.values()
                    spoken: list[tuple[int, Word | NotAReason]] = [
                        (p, e) for p, e in last_of_each if isinstance(e, Word)
                    ]
                    mine = spoken and [max(spoken, key=lambda one: one[0])]
                if mine:
                    position, entry = mine[-1]
                    votes.append((position, who, isinstance(entry, Word)))
                    if isinstance(entry, Word):
                        strengths.append((position, who, entry.strength))
                elif general >= 0:
                    votes.append((general, who, False))
            speaks = decide(votes, policy)
            if speaks is None:
                disputed.add(question)
            elif speaks is False:
                rejected.add(question)
            elif question is not None:
                words[question] = decide(strengths, policy) or max(strengths)[2]
        for name, value in (("words", words), ("not_a_reason", rejected), ("disputed_terms", disputed)):
            if value:
                state[name][term] = value


def decide(votes: list[tuple[int, str, Any]], policy: str) -> Any:
    """The answer among (position, teacher, answer), or None."""
    if policy == "latest":
        return max(votes)[2]
    if policy == "ines" and any(who == "ines" for _, who, _ in votes):
        return next(answer for _, who, answer in votes if who == "ines")
    counts = Counter(answer for _, _, answer in votes)
    best = [answer for answer, count in counts.items() if count == max(counts.values())]
    if policy == "ines":
        return best[0] if len(counts) == 1 else None
    return best[0] if len(best) == 1 else None


def place(passage: Rationale) -> tuple[str, str, int, int]:
    return passage.teacher, passage.class_, passage.start, passage.end
