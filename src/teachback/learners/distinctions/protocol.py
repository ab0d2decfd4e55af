"""The protocol of learning from distinctions: propose with a similar example, and be corrected with what differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from teachback.errors import listed, near_miss
from teachback.learners.base import BadTeaching
from teachback.learners.distinctions.rule import (
    Feature,
    Literal,
    Rule,
    as_example,
    decides,
    feature_text,
    make_rule,
    rule_text,
    true_of,
)


class Contradiction(BadTeaching):
    """Feedback that cannot be true together with what was taught before."""


class TaughtExample(NamedTuple):
    """An example (what is true of it), its class and its name."""

    x: Any
    class_: Any
    name: Any


@dataclass(frozen=True)
class Proposal:
    """What the learner says of an example, and the seen example that it takes to be similar."""

    class_: Any
    # The similar example and its name; None where there is none to show
    example: Any
    name: Any
    rule: int  # the position of the rule that decided; the number of rules where none did


@dataclass(frozen=True)
class RuleChange:
    """What a correction did (``added``, ``narrowed``, ``dropped``, ``replaced``, ``aside``), to which rule, as text."""

    kind: str
    rule: int
    text: str


Teacher = Callable[[Any, Any, Proposal], Feature | None]
"""Given an example, its class and a wrong proposal: a feature that tells it from the similar example, or None."""


class Rules(ABC):
    """Rules of which the first that holds decides, and the protocol by which they are taught.

    A subclass says what a correction changes.
    """

    classes_: NDArray[Any]
    rules_: list[Rule]  # in the order in which they are tried
    default_: Rule  # what is said where no rule holds: a rule without literals
    aside_: list[dict[str, Any]]  # labels that the rules contradict where nothing tells the examples apart, and why
    open_: bool  # whether a correction may bring a new class
    seen_: int  # examples that were given a number for a name

    @abstractmethod
    def _first_rules(self, first: TaughtExample, classes: list[Any]) -> tuple[list[Rule], Rule]:
        """The rules and the default that follow from the first example; all classes are named, or only its own."""

    @abstractmethod
    def _revise(self, taught: TaughtExample, literal: Literal, proposal: Proposal) -> RuleChange:
        """Learn from a wrong proposal. The literal is true of the example and false of the similar one."""

    def begin(self, x: Any, class_: Any, *, name: Any = None, classes: Sequence[Hashable] | None = None) -> Self:
        """Teach the first example. With all `classes` named, others are refused from then on."""
        known = [class_] if classes is None else np.asarray(classes).tolist()
        if class_ not in known:
            raise _unknown_class(class_, known)
        self.rules_, self.default_ = self._first_rules(TaughtExample(as_example(x), class_, name), known)
        self.open_, self.classes_, self.aside_, self.seen_ = classes is None, np.array(known), [], 1
        return self

    def propose(self, x: Any) -> Proposal:
        """The class of an example, and a similar example that was seen before."""
        if not hasattr(self, "default_"):
            raise BadTeaching("There is no example yet to compare with. Teach the first one with begin(x, class).")
        example = as_example(x)
        place = next((k for k, rule in enumerate(self.rules_) if decides(rule, example)), len(self.rules_))
        rule = self._rule(place)
        known_example = None if rule["example"] is None else as_example(rule["example"])
        return Proposal(rule["class"], known_example, rule["name"], place)

    def agree(self, x: Any) -> None:
        """The proposal for this example was right: its rule has one more example to support it."""
        self._rule(self.propose(x).rule)["support"] += 1

    def correct(self, x: Any, class_: Any, feature: Feature | None = None, *, name: Any = None) -> RuleChange:
        """The proposal was wrong: learn the class, and a feature that tells the example from the similar one.

        What cannot be right is refused with a sentence, and nothing changes.
        """
        proposal, taught = self.propose(x), TaughtExample(as_example(x), class_, name)
        self._check_class(class_)
        if class_ == proposal.class_:
            raise BadTeaching(f"{_call(name)} is proposed as {class_} already. Correct only what is wrong.")
        literal = None if proposal.example is None else _separating(taught, feature, proposal)  # nothing was shown
        if class_ not in self.classes_.tolist():
            self.classes_ = np.array([*self.classes_.tolist(), class_])
        if name is not None:
            self.aside_ = [label for label in self.aside_ if label["name"] != name]
        self._rule(proposal.rule)["mistakes"] += 1
        return self._add(taught, []) if literal is None else self._revise(taught, literal, proposal)

    def set_aside(self, x: Any, class_: Any, why: str = "no distinction was given", *, name: Any = None) -> RuleChange:
        """Keep the label of a wrong proposal until a distinction comes."""
        place = self.propose(x).rule
        self._check_class(class_)
        self._rule(place)["mistakes"] += 1
        self.aside_.append({"name": name, "class": class_, "why": why})
        return RuleChange("aside", place, f"{_call(name)} is kept aside as {class_}: {why}")

    def _rule(self, place: int) -> Rule:
        return self.rules_[place] if place < len(self.rules_) else self.default_

    def _add(self, taught: TaughtExample, literals: Sequence[Literal]) -> RuleChange:
        self.rules_.append(make_rule(taught.class_, taught.name, taught.x, literals))
        return RuleChange("added", len(self.rules_) - 1, f"new rule: {rule_text(self.rules_[-1])}")

    def _narrow(self, place: int, literal: Literal) -> RuleChange:
        literals = self.rules_[place]["literals"]
        if literal not in [tuple(known) for known in literals]:  # a model that was saved has lists in place of pairs
            literals.append(literal)
        return RuleChange("narrowed", place, f"narrower: {rule_text(self.rules_[place])}")

    def _check_class(self, class_: Any) -> None:
        if not self.open_ and class_ not in self.classes_.tolist():
            raise _unknown_class(class_, self.classes_.tolist())


def _separating(taught: TaughtExample, feature: Feature | None, proposal: Proposal) -> Literal:
    """The feature as it is true of the example, if it is false of the similar one."""
    name, similar = _call(taught.name), _call(proposal.name, "the similar example")
    if taught.x == proposal.example:
        raise Contradiction(
            f"All that is true of {name} is true of {similar}, which is {proposal.class_}, and the other way round: "
            "nothing can tell them apart. One of the two labels is wrong, or a feature is missing."
        )
    if feature is None:
        raise BadTeaching(f"Say what tells {name} from {similar}: a feature that is true of exactly one of them.")
    present = true_of(feature, taught.x)
    if present == true_of(feature, proposal.example):
        raise BadTeaching(
            f"{feature_text(feature)} does not tell {name} from {similar}: it is {str(present).lower()} of both. Name "
            "a feature that is true of exactly one of them."
        )
    return feature, present


def _unknown_class(class_: Any, known: Sequence[Any]) -> BadTeaching:
    names = list(map(str, known))
    return BadTeaching(
        f"{class_!r} is not a class; the classes are {listed(names)}.{near_miss(str(class_), names)} Use one of these, "
        "or begin again with all classes named."
    )


def _call(name: Any, otherwise: str = "this example") -> str:
    return otherwise if name is None else str(name)
