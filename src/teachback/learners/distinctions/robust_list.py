"""A decision list that outlives a careless teacher."""

from __future__ import annotations

from typing import Any

from teachback.learners.distinctions.distinction_list import DistinctionList
from teachback.learners.distinctions.protocol import Proposal, RuleChange, TaughtExample
from teachback.learners.distinctions.rule import Literal, as_example, make_rule, rule_text


class RobustDistinctionList(DistinctionList):
    r"""A :class:`DistinctionList` that drops what keeps being wrong.

    With right answers a rule makes at most :math:`m - 1` mistakes, :math:`m` being the number of groups. So a rule that
    has made more than `patience` mistakes was spoiled by a wrong answer. It is dropped, and its group begins a new one
    when it next comes up. The default is replaced likewise, by the example that it was wrong about. A label that
    nothing tells from the similar example is a mistake of the rule too, so nothing is repeated for ever.

    Let the patience be :math:`p \ge m - 1`. Without wrong answers nothing is ever dropped, and the bound is the list's
    own. With :math:`E` wrong answers, corrections grow linearly in :math:`E`; there are at most

    .. math:: (p + 2)\,\bigl(m + (p + 6)\, E\bigr)

    For a wrong answer spoils one rule or one default. No group has two unspoiled rules at a time, so at most
    :math:`m + E` are ever begun. Spoiled rules are begun by a wrong answer, or under a spoiled default, at most
    :math:`p` each: :math:`E + pE`. A rule costs its beginning and at most :math:`p + 1` mistakes. What is left are
    corrections that begin no rule: at most :math:`(p + 2) E` that cannot be used, and the replacements of defaults.

    Parameters
    ----------
    patience
        Mistakes that a rule may make. Below the number of groups, good rules are dropped too; far above it, spoiled
        ones are kept for long.

    Examples
    --------
    >>> animals = RobustDistinctionList(patience=1).begin({"legs=4"}, "mammal", name="horse")
    >>> _ = animals.correct({"aquatic"}, "bird", "aquatic", name="cod")      # a slip
    >>> animals.correct({"aquatic", "tail"}, "fish", "tail", name="carp").text
    'narrower: aquatic AND not(tail) ⇒ bird (cod)'
    >>> animals.correct({"aquatic", "fins"}, "fish", "fins", name="bass").text
    'dropped after 2 mistakes: aquatic AND not(tail) ⇒ bird (cod)'

    References
    ----------
    Dasgupta & Sabato (2020) and Sabato (2023) study teachers that err; this algorithm and its bound are our own.
    """

    def __init__(self, *, patience: int = 10) -> None:
        self.patience = patience

    def set_aside(self, x: Any, class_: Any, why: str = "no distinction was given", *, name: Any = None) -> RuleChange:
        """The proposal was wrong, and nothing tells the two apart: that too is a mistake of the rule."""
        change = super().set_aside(x, class_, why, name=name)
        if change.rule < len(self.rules_):
            return self._dropped(change.rule) or change
        return self._replaced(TaughtExample(as_example(x), class_, name)) or change

    def _revise(self, taught: TaughtExample, literal: Literal, proposal: Proposal) -> RuleChange:
        replaced = self._replaced(taught) if proposal.rule == len(self.rules_) else None
        return replaced or super()._revise(taught, literal, proposal)

    def _narrow(self, place: int, literal: Literal) -> RuleChange:
        return self._dropped(place) or super()._narrow(place, literal)

    def _dropped(self, place: int) -> RuleChange | None:
        """Drop a rule that has been wrong too often."""
        if self.rules_[place]["mistakes"] <= self.patience:
            return None
        rule = self.rules_.pop(place)
        return RuleChange("dropped", place, f"dropped after {rule['mistakes']} mistakes: {rule_text(rule)}")

    def _replaced(self, taught: TaughtExample) -> RuleChange | None:
        """Replace a default that has been wrong too often, by the example that it was wrong about."""
        if self.default_["mistakes"] <= self.patience:
            return None
        old, self.default_ = self.default_, make_rule(taught.class_, taught.name, taught.x)
        text = f"default replaced after {old['mistakes']} mistakes: {rule_text(self.default_)}"
        return RuleChange("replaced", len(self.rules_), text)

    def _check_parameters(self) -> None:
        self._check_whole("patience")
