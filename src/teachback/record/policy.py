"""How several teachers' lessons become one teaching: the policy for disagreement, always named.

A policy looks at the votes on one question (what is this document? does this term speak for that class? how
strongly?) and returns the winning answer, or None when the question stays disputed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from teachback.errors import BadLesson


class Vote(NamedTuple):
    """One teacher's current answer, and the position in the record of the lesson that gave it."""

    teacher: str
    answer: Hashable
    position: int


Policy = Callable[[Sequence[Vote]], Hashable | None]


def majority(votes: Sequence[Vote]) -> Hashable | None:
    """The answer most teachers give; a tie is disputed.

    >>> majority([Vote("a", "bug", 0), Vote("b", "billing", 1), Vote("c", "bug", 2)])
    'bug'
    >>> majority([Vote("a", "bug", 0), Vote("b", "billing", 1)]) is None
    True
    """
    if len(votes) == 1:
        return votes[0].answer
    ranked = Counter(vote.answer for vote in votes).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def latest(votes: Sequence[Vote]) -> Hashable | None:
    """The answer given last, by whomever."""
    return max(votes, key=lambda vote: vote.position).answer if votes else None


@dataclass(frozen=True)
class adjudicator:  # noqa: N801 - used like the functions beside it: adjudicator("ines")
    """The named teacher's answer where there is one; elsewhere only what no teacher contradicts.

    >>> adjudicator("ines")([Vote("ben", "bug", 0), Vote("ines", "billing", 1), Vote("ada", "bug", 2)])
    'billing'
    """

    teacher: str

    def __call__(self, votes: Sequence[Vote]) -> Hashable | None:
        """The adjudicator's answer, or the unanimous one."""
        for vote in votes:
            if vote.teacher == self.teacher:
                return vote.answer
        answers = {vote.answer for vote in votes}
        return answers.pop() if len(answers) == 1 else None


def policy_named(name: str) -> Policy:
    """The policy of that name: ``majority``, ``latest``, or ``adjudicator:`` and a teacher's name.

    >>> policy_named("adjudicator:ines")
    adjudicator(teacher='ines')
    """
    if name == "majority":
        return majority
    if name == "latest":
        return latest
    kind, colon, teacher = name.partition(":")
    if kind == "adjudicator" and colon and teacher:
        return adjudicator(teacher)
    raise BadLesson(
        f"{name!r:.80} is no policy for disagreement. Use majority, latest, or adjudicator:NAME with a teacher's name."
    )
