"""Fewer rules and literals that say the same of everything that was taught."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.learners.distinctions.matching import first_matches, row_example
from teachback.learners.distinctions.rule import Feature, Rule, true_of
from teachback.learners.distinctions.rule_learner import RuleLearner
from teachback.pool import tidy

Mask = NDArray[np.bool_]
Learnt = TypeVar("Learnt", bound=RuleLearner)


def shortened(learner: Learnt, X: Any) -> Learnt:
    """A copy with as few literals and rules as we can find, which predicts the same for every row of X.

    The rules are chosen anew, in any order: always the one that decides most rows with fewest literals and none of
    them otherwise than before, its literals dropped as far as that allows. What is left at the end is the default.
    Then whatever can go, rule or literal, goes. Give all documents that were taught as X: a shorter list may say
    something else of others. Every literal left was taught for its rule, so it still holds for the whole group of the
    rule's example, and teaching may go on.

    >>> from teachback.learners.distinctions import DistinctionList
    >>> from teachback.learners.distinctions.rule import rules_text
    >>> X = [[0, 0], [1, 0], [1, 1]]
    >>> told = [(1, "worm", 0, 0, True), (2, "newt", 1, 1, True), (2, "newt", 0, 1, True)]
    >>> taught = DistinctionList().fit(X, ["frog", "worm", "newt"], distinctions=told)
    >>> print(rules_text(taught.rules_, taught.default_, ["tail", "legs"]))
    tail AND not(legs) ⇒ worm (1)
    legs ⇒ newt (2)
    ELSE: frog (0)
    >>> shorter = shortened(taught, X)
    >>> print(rules_text(shorter.rules_, shorter.default_, ["tail", "legs"]))
    legs ⇒ newt (2)
    tail ⇒ worm (1)
    ELSE: frog (0)
    """
    X = tidy(X if isinstance(X, csr_array) else csr_array(X))
    features = list(dict.fromkeys(feature for rule in learner.rules_ for feature, _ in rule["literals"]))
    seen = _Seen(features, X, first_matches(learner.rules_, X), learner)
    candidates = [seen.trimmed(learner.rules_, learner.default_)]
    for default in seen.defaults():
        rules = seen.chosen(default)
        if rules is not None:
            candidates.append(seen.trimmed(rules, default))
    shorter = deepcopy(learner)
    shorter.rules_, shorter.default_ = min(candidates, key=lambda one: (_literals(one[0]), len(one[0])))
    decided = first_matches(shorter.rules_, X)
    for place, support in enumerate(np.bincount(decided, minlength=len(shorter.rules_) + 1).tolist()):
        (shorter.rules_[place] if place < len(shorter.rules_) else shorter.default_)["support"] = support
    return shorter


def count_literals(learner: RuleLearner) -> int:
    """How many literals all the rules have together."""
    return _literals(learner.rules_)


def _literals(rules: Sequence[Rule]) -> int:
    return sum(len(rule["literals"]) for rule in rules)


class _Candidate(NamedTuple):
    rule: Rule
    covered: Mask


class _Seen:
    """What was taught: which features are true of each row, and what was said of it."""

    def __init__(
        self, features: Sequence[Feature], X: csr_array, decided: NDArray[np.intp], learner: RuleLearner
    ) -> None:
        self._rules, self._default = learner.rules_, learner.default_
        classes = [rule["class"] for rule in [*self._rules, self._default]]
        self._kind = {class_: kind for kind, class_ in enumerate(dict.fromkeys(classes))}
        self._said = np.array([self._kind[class_] for class_ in classes], dtype=np.intp)[decided]
        by_term = csr_array(X.T)
        self._columns = {feature: _column(feature, X, by_term) for feature in features}

    def defaults(self) -> list[Rule]:
        """A default of each class: the present one, or a rule's example."""
        by_class = {self._default["class"]: self._default}
        for rule in self._rules:
            by_class.setdefault(rule["class"], {**rule, "literals": []})
        return list(by_class.values()) if self._default["example"] is not None else [self._default]

    def chosen(self, default: Rule) -> list[Rule] | None:
        """Rules chosen one by one; None when they cannot do without the old default."""
        left, rules = np.ones(len(self._said), dtype=np.bool_), []
        other = self._said != self._kind[default["class"]]
        while (left & other).any():
            candidates = [candidate for rule in self._rules if (candidate := self._candidate(rule, left)) is not None]
            if not candidates:
                return None
            best = max(candidates, key=lambda candidate: self._worth(candidate, default))
            rules.append(best.rule)
            left &= ~best.covered
        return rules

    def trimmed(self, rules: Sequence[Rule], default: Rule) -> tuple[list[Rule], Rule]:
        """The rules without rules and literals whose absence changes nothing."""
        needed = [self._with(rule, rule["literals"]) for rule in rules]
        for place in reversed(range(len(needed))):
            if self._same(without := [*needed[:place], *needed[place + 1 :]], default):
                needed = without
                continue
            for literal in list(needed[place]["literals"]):
                literals = [known for known in needed[place]["literals"] if known != literal]
                changed = [*needed[:place], self._with(needed[place], literals), *needed[place + 1 :]]
                if literals and self._same(changed, default):
                    needed = changed
        return needed, self._with(default, [])

    def _candidate(self, rule: Rule, left: Mask) -> _Candidate | None:
        """The rule with as few literals as keep it right about the rows that are left; None if it cannot be right."""
        wrong = left & (self._said != self._kind[rule["class"]])
        literals = list(rule["literals"])
        if not (self._holds(literals) & left).any() or (self._holds(literals) & wrong).any():
            return None
        for literal in rule["literals"][::-1]:
            fewer = [known for known in literals if known != literal]
            if fewer and not (self._holds(fewer) & wrong).any():
                literals = fewer
        return _Candidate(self._with(rule, literals), self._holds(literals) & left)

    def _worth(self, one: _Candidate, default: Rule) -> tuple[bool, float]:
        useful = one.rule["class"] != default["class"]  # what the default says anyway needs no rule, if it can wait
        return useful, int(one.covered.sum()) / max(len(one.rule["literals"]), 1)

    def _same(self, rules: Sequence[Rule], default: Rule) -> bool:
        """Whether rules say of every row what was said."""
        left = np.ones(len(self._said), dtype=np.bool_)
        for rule in rules:
            holds = self._holds(rule["literals"]) & left
            if (self._said[holds] != self._kind[rule["class"]]).any():
                return False
            left &= ~holds
        return bool((self._said[left] == self._kind[default["class"]]).all())

    def _holds(self, literals: Sequence[Any]) -> Mask:
        holds = np.ones(len(self._said), dtype=np.bool_)
        for feature, present in literals:
            holds &= self._columns[feature] == present
        return holds

    def _with(self, rule: Rule, literals: Sequence[Any]) -> Rule:
        return {**rule, "literals": list(literals)}


def _column(feature: Feature, X: csr_array, by_term: csr_array) -> Mask:
    """Of which rows a feature is true."""
    if callable(feature):
        return np.array([true_of(feature, row_example(X, row)) for row in range(X.shape[0])], dtype=np.bool_)
    column = np.zeros(X.shape[0], dtype=np.bool_)
    column[by_term.indices[by_term.indptr[feature] : by_term.indptr[feature + 1]]] = True
    return column
