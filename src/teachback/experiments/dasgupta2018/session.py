"""Sessions of the protocol: examples come one by one, and a simulated teacher corrects what is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachback import corpora
from teachback.learners.base import BadTeaching
from teachback.learners.distinctions.protocol import Rules, Teacher


@dataclass
class SessionOutcome:
    """What happened: rounds, mistakes against the truth, the round of the last mistake, and the features named."""

    rounds: int = 0
    mistakes: int = 0
    last_mistake: int = 0
    features: int = 0


def teach(rules: Rules, examples: Iterable[tuple[Any, Any, Any]], teacher: Teacher) -> SessionOutcome:
    """Go through (example, true class, class as the teacher says); rules that have not begun begin with the first."""
    session, named = SessionOutcome(), set()

    def watched(x: Any, class_: Any, proposal: Any) -> Any:
        feature = teacher(x, class_, proposal)
        named.add(feature)
        return feature

    for x, truth, taught_class in examples:
        session.rounds += 1
        if not hasattr(rules, "default_"):
            rules.begin(x, taught_class)
            continue
        proposal = rules.propose(x)
        if proposal.class_ != truth:
            session.mistakes += 1
            session.last_mistake = session.rounds
        if proposal.class_ == taught_class:
            rules.agree(x)
            continue
        try:
            rules.correct(x, taught_class, watched(x, taught_class, proposal))
        except BadTeaching as error:
            rules.set_aside(x, taught_class, str(error))
    session.features = len(named - {None})
    return session


@lru_cache(maxsize=2)
def animals(data: Path | None) -> dict[str, tuple[frozenset[str], str]]:
    """The animals by name: what is true of each, and its class."""
    zoo = corpora.load("zoo", data)
    return {document.id: (frozenset(document.text.split("\n")), zoo.labels[document.id]) for document in zoo.documents}
