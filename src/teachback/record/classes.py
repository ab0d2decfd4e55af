"""The project's classes through time: what each was called, what it became, and which lessons it still speaks for.

A class has an identity that never changes (the event that added it); its name, its merging into another and its
archiving are events that can be retracted. Lessons are tied to identities at the moment they are given, so renaming
and merging lose nothing, and taking a renaming back does not orphan what was taught under the new name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from teachback.errors import BadLesson, UnknownClass
from teachback.record.event import ClassArchived, ClassesAdded, ClassesMerged, ClassRenamed, Event, RestDeclared

ClassEvent = ClassesAdded | ClassRenamed | ClassesMerged | ClassArchived | RestDeclared


class Identity(NamedTuple):
    """The class that an event added, whatever it is called now."""

    event: str
    position: int


class Change(NamedTuple):
    """A class event with the classes it names pinned to their identities at that moment."""

    event: ClassEvent
    classes: tuple[Identity, ...]
    into: Identity | None


@dataclass
class ClassTable:
    """The classes that a sequence of active changes leads to."""

    names: dict[Identity, str] = field(default_factory=dict)
    merged: dict[Identity, Identity] = field(default_factory=dict)
    archived: dict[Identity, str] = field(default_factory=dict)  # and the event that archived it
    declared: Identity | None = None  # the class that is everything else
    _called: dict[Identity, str | None] = field(default_factory=dict)  # what :meth:`name` has answered

    @classmethod
    def of(cls, changes: Sequence[Change]) -> ClassTable:
        """Replay the changes; they may have lost a predecessor to a retraction, and must still make sense together."""
        table = cls()
        for change in changes:
            table._apply(change)
        table._check()
        return table

    def pin(self, event: Event) -> Change | None:
        """The event as a change of this table, or None for one that is not about classes; refuse what cannot be."""
        if isinstance(event, ClassesAdded):
            for name in event.classes:
                self._refuse_taken(name)
            return Change(event, tuple(Identity(event.id, at) for at in range(len(event.classes))), None)
        if isinstance(event, ClassRenamed):
            self._refuse_taken(event.to)
            return Change(event, (self.identity(event.class_),), None)
        if isinstance(event, ClassesMerged):
            return Change(event, tuple(self.identity(name) for name in event.classes), self.identity(event.into))
        if isinstance(event, ClassArchived):
            return Change(event, (self.identity(event.class_),), None)
        if isinstance(event, RestDeclared):
            return Change(event, () if event.class_ is None else (self.identity(event.class_),), None)
        return None

    @property
    def live(self) -> tuple[str, ...]:
        """The names of the classes that can be taught now, in the order they were added."""
        return tuple(name for identity, name in self.names.items() if self._is_live(identity))

    @property
    def numbers(self) -> dict[str, int]:
        """The how many-th class that was added each live one is: nothing that happens to another one changes it."""
        every = enumerate(self.names.items())
        return {name: number for number, (identity, name) in every if self._is_live(identity)}

    @property
    def asleep(self) -> dict[str, str]:
        """The names of the archived classes, each with the id of the event that archived it."""
        archived = ((identity, event) for identity, event in self.archived.items() if identity not in self.merged)
        return {self.names[identity]: event for identity, event in archived if identity in self.names}

    @property
    def rest(self) -> str | None:
        """The name of the class that is everything else, if one was declared and can be taught."""
        return self.names[self.declared] if self.declared is not None and self._is_live(self.declared) else None

    def identity(self, name: str) -> Identity:
        """The live class of that name; anything else is refused with what became of it."""
        identity = self._by_name.get(name)
        if identity is not None and self._is_live(identity):
            return identity
        raise UnknownClass(name, self.live, self._what_became_of(name))

    def name(self, identity: Identity) -> str | None:
        """What lessons about that class count for now; None while it is archived or its adding is retracted."""
        if identity not in self._called:
            root = self._root(identity)
            self._called[identity] = self.names[root] if self._is_live(root) else None
        return self._called[identity]

    def changed_since(self, before: ClassTable) -> set[Identity]:
        """The classes whose lessons count for something else here than there."""
        every = self.names | before.names
        changed = {identity for identity in every if self.name(identity) != before.name(identity)}
        if self.merged != before.merged:
            changed |= {identity for identity in every if self.parts(identity) != before.parts(identity)}
        return changed

    def renamed_since(self, before: ClassTable, changed: set[Identity]) -> dict[str, str | None]:
        """What the changed classes are called now, by their names there, None if archived; nothing where one split."""
        pairs = {(before.name(identity), self.name(identity)) for identity in changed}
        names = {old: new for old, new in pairs if old is not None}
        return names if len(names) == len(pairs) else {}

    def parts(self, identity: Identity) -> set[Identity]:
        """That class, and all that were merged into what it is now."""
        return {identity} | {each for each in self.names if self._root(each) == self._root(identity)}

    def _root(self, identity: Identity) -> Identity:
        while identity in self.merged:
            identity = self.merged[identity]
        return identity

    def _apply(self, change: Change) -> None:
        event = change.event
        if isinstance(event, ClassesAdded):
            self.names.update(zip(change.classes, event.classes, strict=True))
        elif isinstance(event, ClassRenamed):
            self.names.update((identity, event.to) for identity in change.classes if identity in self.names)
        elif isinstance(event, ClassesMerged) and change.into is not None:
            self.merged.update((identity, change.into) for identity in change.classes)
        elif isinstance(event, RestDeclared):
            self.declared = next(iter(change.classes), None)
        else:
            self.archived.update(dict.fromkeys(change.classes, event.id))

    def _check(self) -> None:
        for identity in self.merged:
            seen = {identity}
            while identity in self.merged:
                identity = self.merged[identity]
                if identity in seen:
                    raise BadLesson("two classes would be merged into each other")
                seen.add(identity)
        taken: set[str] = set()
        for identity, name in self.names.items():
            if identity not in self.merged:
                if name in taken:
                    raise BadLesson(f"two classes would be called {name!r}")
                taken.add(name)

    def _is_live(self, identity: Identity) -> bool:
        return identity in self.names and identity not in self.merged and identity not in self.archived

    @cached_property
    def _by_name(self) -> dict[str, Identity]:
        """The classes that were not merged, of which no two are called alike, by what they are called."""
        return {name: identity for identity, name in self.names.items() if identity not in self.merged}

    def _refuse_taken(self, name: str) -> None:
        identity = self._by_name.get(name)
        if identity in self.archived:
            raise BadLesson(
                f"A class called {name!r} is archived, with what was taught about it. Bring it back (in the "
                "app: Data, Classes, Archived), or choose another name."
            )
        if identity is not None:
            raise BadLesson(f"A class called {name!r} exists. Choose another name.")

    def _what_became_of(self, name: str) -> str:
        for identity, called in self.names.items():
            if called == name and identity in self.merged:
                return f" any more (it was merged into {self.name(identity) or 'a class that is archived'})"
            if called == name and identity in self.archived:
                return " any more (it is archived, and can be brought back)"
        return ""
