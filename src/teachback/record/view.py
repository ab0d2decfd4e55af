"""A view: the teaching of one teacher, or of all under one policy, kept up to date group by group."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from teachback.record.entry import Entry, is_person
from teachback.record.event import WordsPassedOver
from teachback.record.lesson import (
    Adjudicate,
    Describe,
    Distinction,
    Exclude,
    Flag,
    Label,
    NotAReason,
    Rationale,
    Skip,
    Word,
)
from teachback.record.policy import Policy, Vote
from teachback.record.teaching import Teaching

T = TypeVar("T", Rationale, Distinction, Describe)


class Subject(NamedTuple):
    """What a group of lessons is about: the answer for a document, a term, a document's passages …"""

    matter: str
    name: str


Groups = dict[str, dict[str, list[Entry]]]  # by matter and name: lessons in order, groups by their first lessons
ANSWERS = (Label, Exclude, Skip, Adjudicate)
MATTERS = ("answer", "term", "rationale", "distinction", "flag", "describe")
_PARTS = {  # of a snapshot, by the matter that they are about
    "answer": ("labels", "exclusions", "skips", "disputed"),
    "term": ("words", "not_a_reason", "disputed_terms"),
    "rationale": ("rationales",),
    "flag": ("flags",),
}
_SETS = ("skips", "disputed")
DESCRIPTIONS = Subject("describe", "")  # all of them: a class may get another name, or become part of another


class Taught(NamedTuple):
    """A lesson that is not retracted, its position in the record and the class it speaks for today."""

    lesson: Entry
    position: int
    class_: str | None

    @property
    def asleep(self) -> bool:
        """Whether the lesson is about a class that is archived or gone."""
        return self.class_ is None and getattr(self.lesson, "class_", None) is not None


def answers(lessons: Iterable[Taught], decisions: bool = True) -> dict[str, str]:
    """Each teacher's last word on a document, of those who labelled it.

    What she adjudicated is her last word; without `decisions` it is left out, as it is said of the others' answers.
    """
    latest: dict[str, str | None] = {}
    final: dict[str, str] = {}
    for lesson, _, class_ in lessons:
        if isinstance(lesson, Exclude) or (isinstance(lesson, Adjudicate) and not decisions):
            continue
        if not isinstance(lesson, Adjudicate):
            latest[lesson.teacher] = class_
        elif class_ is not None:
            final[lesson.teacher] = class_
        else:
            final.pop(lesson.teacher, None)
    return {who: class_ for who, class_ in (latest | final).items() if class_ is not None}


def exclusions(lessons: Iterable[Taught]) -> dict[str, set[str]]:
    """The classes that each teacher says a document is not; labelling it anew, she begins anew."""
    excluded: dict[str, set[str]] = {}
    for lesson, _, class_ in lessons:
        if isinstance(lesson, Label):
            excluded.pop(lesson.teacher, None)
        elif isinstance(lesson, Exclude) and class_ is not None:
            excluded.setdefault(lesson.teacher, set()).add(class_)
    return excluded


def verdicts(lessons: Iterable[Taught]) -> dict[str, dict[str | None, tuple[int, float]]]:
    """Each teacher's last words on a term: for each class the position and the strength, 0 where she rejects it."""
    last: dict[str, dict[str | None, tuple[int, float]]] = {}
    for taught in lessons:
        lesson, position, class_ = taught
        if taught.asleep:
            continue
        mine = last.setdefault(lesson.teacher, {})
        if isinstance(lesson, NotAReason) and lesson.class_ is None:
            mine.clear()
        mine[class_] = position, lesson.strength if isinstance(lesson, Word) else 0.0
    return last


def passed_over(lists: Iterable[Taught]) -> dict[str | None, dict[str, int]]:
    """How often words were passed over, on lists for a class and (None) on lists for any."""
    times: dict[str | None, dict[str, int]] = {}
    for taught in lists:
        if isinstance(taught.lesson, WordsPassedOver) and not taught.asleep:
            column = times.setdefault(taught.class_, {})
            column |= {word: column.get(word, 0) + 1 for word in taught.lesson.words}
    return times


class _Answer(NamedTuple):
    label: str | None
    excluded: frozenset[str]
    skipped: bool
    disputed: bool


class _Verdicts(NamedTuple):
    words: Mapping[str, float]
    rejected: frozenset[str | None]
    disputed: frozenset[str | None]


def subject_of(lesson: Entry) -> Subject:
    """The group that a lesson belongs to; lessons of different groups never touch each other."""
    match lesson:
        case Label() | Exclude() | Skip() | Adjudicate():  # ANSWERS
            return Subject("answer", lesson.document)
        case Word() | NotAReason():
            return Subject("term", lesson.term)
        case Rationale() | Distinction() | Flag():
            return Subject(lesson.kind, lesson.document)
        case Describe():
            return DESCRIPTIONS
    raise TypeError(f"a {lesson.kind} belongs to no group")


def keeps_answer(lesson: Entry, groups: Groups, names: Mapping[str, str | None], merged: bool) -> bool:
    """Whether `View.rename` is all that a change of classes asks for: alone, a label is what its class has become."""
    if not names or not isinstance(lesson, ANSWERS):
        return False
    alone = isinstance(lesson, Label) and len(groups["answer"][lesson.document]) == 1
    return alone or not (merged or None in names.values())


class View:
    """The settled state of every group, and which groups have to be looked at again."""

    def __init__(self, teacher: str | None, policy: Policy, groups: Groups, mine: Iterable[Subject]) -> None:
        self._teacher, self._policy, self._groups = teacher, policy, groups
        self._open = dict.fromkeys(mine)
        self._unordered = set(MATTERS)  # whose parts of the snapshot have to be made anew
        self._teaching = Teaching((), {}, {}, frozenset(), {}, {}, {}, (), {}, frozenset(), frozenset(), {})
        # None keeps a place, so that the order never depends on history.
        self._places: dict[str, dict[str, Any]] = {matter: dict.fromkeys(groups[matter]) for matter in MATTERS}

    def make_room(self, matter: str, shared: int, names: Iterable[str]) -> None:
        """Give names of a matter places behind the first `shared` ones: lessons came before others."""
        place = self._places[matter]
        put_before(place, shared, {name: place.get(name) for name in names})
        self._unordered.add(matter)

    def rename(self, names: Mapping[str, str | None]) -> None:
        """Say the answers by the new names of classes."""
        place = self._places["answer"]
        renamed: dict[_Answer | None, _Answer | None] = {None: None}  # few are different
        for answer in {*place.values()} - {None}:
            excluded = frozenset(name for each in answer.excluded if (name := names.get(each, each)) is not None)
            renamed[answer] = answer._replace(label=names.get(answer.label, answer.label), excluded=excluded)
        place |= {document: renamed[answer] for document, answer in place.items()}
        self._unordered.add("answer")

    def reopen(self, subject: Subject) -> None:
        """Look at this group again before the next snapshot."""
        self._open[subject] = None

    def teaching(
        self,
        taught: Callable[[Sequence[Entry], str | None], Iterable[Taught]],
        classes: tuple[str, ...],
        held_out: frozenset[str],
        rest: str | None,
    ) -> Teaching:
        """A snapshot, after settling the groups that were reopened."""
        settled: dict[str, list[str]] = {}
        new: set[Subject] = set()
        for subject in self._open:
            matter, name = subject
            settled.setdefault(matter, []).append(name)
            if name not in self._groups[matter]:  # its lessons were refused
                self._places[matter].pop(name, None)
                continue
            lessons = taught(self._groups[matter][name], self._teacher)
            if self._teacher is None:  # machines have no vote
                lessons = (one for one in lessons if is_person(one.lesson.teacher))
            if name not in self._places[matter]:
                new.add(subject)
            self._places[matter][name] = self._settled(matter, list(lessons))
        self._open.clear()
        state: dict[str, Any] = {"classes": classes, "held_out": held_out, "rest": rest}
        for matter in self._unordered:
            state |= self._parts(matter)
        for matter in settled.keys() - self._unordered:
            state |= self._parts(matter, settled[matter], new)
        self._unordered.clear()
        self._teaching = replace(self._teaching, **state)
        return self._teaching

    def _parts(self, matter: str, names: Sequence[str] = (), new: Container[Subject] = ()) -> dict[str, Any]:
        """The parts of a snapshot that are about a matter: as they were, with these names anew, or all anew."""
        place = self._places[matter]
        if matter == "distinction":
            pairs_in_order = sorted(pair for pairs in place.values() if pairs for pair in pairs)
            return {"distinctions": tuple(lesson for _, lesson in pairs_in_order)}
        if matter == "describe":
            return {"descriptions": place.get(DESCRIPTIONS.name) or {}}
        parts: dict[str, Any] = {}
        for at, part in enumerate(_PARTS[matter]):
            before = getattr(self._teaching, part)
            some = {name: settled[at] for name in names if (settled := place.get(name)) and settled[at]}
            if not names or any(name not in before and Subject(matter, name) not in new for name in some):
                every = {name: settled[at] for name, settled in place.items() if settled and settled[at]}
                parts[part] = frozenset(every) if part in _SETS else every
            elif part in _SETS:
                parts[part] = before.difference(names).union(some)
            else:
                parts[part] = {**before, **some}
                for name in names:
                    if name not in some:
                        parts[part].pop(name, None)
        return parts

    def _settled(self, matter: str, lessons: list[Taught]) -> Any:
        """What the lessons of a group come to, as a tuple of what the parts of a snapshot say; None for nothing."""
        awake = [taught for taught in lessons if not taught.asleep]
        if matter == "answer":
            return self._answer(lessons) if lessons else None
        if matter == "term":
            return self._verdicts(awake) if awake else None
        if matter == "rationale":
            return (_passages(awake),)
        if matter == "distinction":
            return tuple(
                (position, _in_todays_words(lesson, class_))
                for lesson, position, class_ in awake
                if isinstance(lesson, Distinction)
            )
        if matter == "describe":
            return _descriptions(awake)
        return (tuple(lesson.note for lesson, _, _ in awake if isinstance(lesson, Flag)),)

    def _answer(self, lessons: list[Taught]) -> _Answer:
        """Each teacher's last word on a document, settled by the policy unless the owner has adjudicated.

        A sleeping label says nothing, and still is the last word: what was relabelled does not come back. What it is
        not counts as long as nobody says what it is; nobody contradicts it but by a label.
        """
        last: dict[str, Taught] = {}
        final: str | None = None
        for taught in lessons:
            if isinstance(taught.lesson, Adjudicate):
                final = taught.class_
            elif not isinstance(taught.lesson, Exclude):
                last[taught.lesson.teacher] = taught
        votes = [Vote(who, each.class_, each.position) for who, each in last.items() if each.class_ is not None]
        if final is None and not votes:
            skipped = any(isinstance(each.lesson, Skip) for each in last.values())
            excluded = frozenset().union(*exclusions(lessons).values())
            return _Answer(None, excluded, skipped=skipped, disputed=False)
        label = final if final is not None else self._policy(votes)
        return _Answer(None if label is None else str(label), frozenset(), skipped=False, disputed=label is None)

    def _verdicts(self, lessons: list[Taught]) -> _Verdicts:
        """For each class, whether the term speaks for it: every teacher's last word there, settled by the policy.

        A rejection without a class is a verdict on every class that the teacher does not name later. It stands
        against the votes of those teachers for whom the term speaks for something.
        """
        last = verdicts(lessons)
        words: dict[str, float] = {}
        rejected: set[str | None] = set()
        disputed: set[str | None] = set()
        for class_ in dict.fromkeys(class_ for mine in last.values() for class_ in mine):
            opinions = {
                teacher: mine.get(class_, mine.get(None)) if class_ is not None else _on_any_class(mine)
                for teacher, mine in last.items()
            }
            votes = [Vote(who, view[1] > 0, view[0]) for who, view in opinions.items() if view is not None]
            speaks = self._policy(votes)
            if speaks is None:
                disputed.add(class_)
            elif not speaks:
                rejected.add(class_)
            elif class_ is not None:
                words[class_] = self._strength({who: view for who, view in opinions.items() if view and view[1] > 0})
        return _Verdicts(words, frozenset(rejected), frozenset(disputed))

    def _strength(self, spoken: Mapping[str, tuple[int, float]]) -> float:
        """How strongly the term speaks: settled by the policy, or else as said last."""
        agreed = self._policy([Vote(who, strength, position) for who, (position, strength) in spoken.items()])
        return agreed if isinstance(agreed, float) else max(spoken.values())[1]


def _on_any_class(mine: Mapping[str | None, tuple[int, float]]) -> tuple[int, float] | None:
    spoken = [opinion for class_, opinion in mine.items() if class_ is not None and opinion[1] > 0]
    return mine.get(None) or max(spoken, default=None)


def _passages(lessons: list[Taught]) -> tuple[Rationale, ...]:
    """The rationales, each once a teacher and class, in the order they were taught."""
    rationales: dict[tuple[str, str | None, int, int], Rationale] = {}
    for lesson, _, class_ in lessons:
        if isinstance(lesson, Rationale):
            rationales.setdefault((lesson.teacher, class_, lesson.start, lesson.end), _in_todays_words(lesson, class_))
    return tuple(rationales.values())


def _descriptions(lessons: list[Taught]) -> dict[str, tuple[Describe, ...]]:
    """Each teacher's last description of each class, in the order in which teachers first described it."""
    last: dict[str, dict[str, Describe]] = {}
    for lesson, _, class_ in lessons:
        if isinstance(lesson, Describe) and class_ is not None:
            last.setdefault(class_, {})[lesson.teacher] = _in_todays_words(lesson, class_)
    return {class_: tuple(of.values()) for class_, of in last.items()}


def _in_todays_words(lesson: T, class_: str | None) -> T:
    return lesson if class_ is None or lesson.class_ == class_ else replace(lesson, class_=class_)


def put_before(places: dict[str, Any], shared: int, new: Mapping[str, Any]) -> None:
    """Give names places behind the first `shared` ones.

    >>> places = {"a": 1, "b": 2, "c": 3}
    >>> put_before(places, 1, {"d": 4, "c": 5})
    >>> places
    {'a': 1, 'd': 4, 'c': 5, 'b': 2}
    """
    for name in new:
        places.pop(name, None)
    names, values = list(places), list(places.values())
    places.clear()
    places.update(zip(names[:shared], values[:shared], strict=True))
    places.update(new)
    places.update(zip(names[shared:], values[shared:], strict=True))
