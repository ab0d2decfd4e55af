"""Rules as data: an example, what is true of everything like it, and the class. Nothing here learns.

A *feature* is anything that is true or false of an example: a column, a term, or a function. An *example* is the set
of the columns or terms that are true of it; where all features are functions it may be anything. So there may be
infinitely many features: only those that a teacher names are ever looked at or kept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from scipy.sparse import issparse

from teachback.learners.base import BadTeaching

Feature = Any  # a column, a term, or a function of an example
Literal = tuple[Feature, bool]  # a feature, and whether it is present
Names = Mapping[Any, str] | Sequence[str] | None  # what columns are called

Rule = TypedDict(
    "Rule",
    {
        "class": Any,  # what the rule says
        "name": Any,  # of its example
        "example": Any,  # what is true of it
        "literals": list[Literal],  # what must hold for the rule to decide; all of them
        "support": int,  # examples that it has decided rightly, its own among them
        "mistakes": int,  # examples that it has decided wrongly
    },
)


def true_of(feature: Feature, example: Any) -> bool:
    """Whether a feature is true of an example.

    >>> true_of("puck", {"puck", "ice"}), true_of(len, set()), true_of(3, {1, 2})
    (True, False, False)
    """
    if callable(feature):
        return bool(feature(example))
    if isinstance(example, str) or not isinstance(example, Collection):
        raise BadTeaching(
            f"Whether {feature!r} is true of {example!r:.60} cannot be said. Give the example as the set of its terms "
            "or columns, or the feature as a function of it."
        )
    return feature in example


def as_example(x: Any) -> Any:
    """A row of numbers, a sparse row or a collection of features as a set; anything else as it is.

    >>> sorted(as_example(np.array([0, 2, 1]))), as_example("a text")
    ([1, 2], 'a text')
    """
    if x is None:
        raise BadTeaching(
            "None is no example. Give what is true of it: a row, a set of terms or columns, or an object."
        )
    if issparse(x):
        x = x.toarray().ravel()
    if isinstance(x, np.ndarray):
        if x.ndim != 1:
            raise BadTeaching(f"An example is one row; this array has the shape {x.shape}. Give one row at a time.")
        return frozenset(np.flatnonzero(x).tolist())
    return frozenset(x) if isinstance(x, list | tuple | set | frozenset) else x


def make_rule(class_: Any, name: Any, x: Any, literals: Sequence[Literal] = ()) -> Rule:
    """A rule as its example begins it."""
    example = sorted(x, key=lambda feature: (type(feature).__name__, feature)) if isinstance(x, frozenset) else x
    return {"class": class_, "name": name, "example": example, "literals": list(literals), "support": 1, "mistakes": 0}


def decides(rule: Rule, example: Any) -> bool:
    """Whether all the rule's literals hold."""
    return all(true_of(feature, example) == present for feature, present in rule["literals"])


def literal_text(feature: Feature, present: bool, names: Names = None) -> str:
    """A literal as people read it.

    >>> literal_text("backbone", False), literal_text(1, True, ["hair", "milk"])
    ('not(backbone)', 'milk')
    """
    name = feature_text(feature, names)
    return name if present else f"not({name})"


def feature_text(feature: Feature, names: Names = None) -> str:
    """A feature's name: a function's own, a column's where names are given."""
    if callable(feature):
        return getattr(feature, "__name__", None) or repr(feature)
    return str(feature if names is None else names[feature])


def conditions_text(rule: Rule, names: Names = None) -> str:
    """What must hold for the rule to decide."""
    return " AND ".join(literal_text(feature, present, names) for feature, present in rule["literals"]) or "always"


def rule_text(rule: Rule, names: Names = None) -> str:
    """A rule in one line.

    >>> rule_text(make_rule("other", "worm", frozenset(), [("backbone", False), ("legs=6", False)]))
    'not(backbone) AND not(legs=6) ⇒ other (worm)'
    """
    return f"{conditions_text(rule, names)} ⇒ {_says(rule)}"


def rules_text(rules: Sequence[Rule], default: Rule, names: Names = None) -> str:
    """A list of rules, one a line, of which the first that holds decides; the last line is for when none does."""
    return "\n".join([*(rule_text(rule, names) for rule in rules), f"ELSE: {_says(default)}"])


def _named(rule: Rule) -> str:
    return "" if rule["name"] is None else str(rule["name"])


def _says(rule: Rule) -> str:
    return f"{rule['class']} ({_named(rule)})" if _named(rule) else str(rule["class"])
