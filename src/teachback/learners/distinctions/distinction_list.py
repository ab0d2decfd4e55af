"""A decision list from corrections that say what tells two examples apart."""

from __future__ import annotations

from typing import Any

from teachback.learners.distinctions.protocol import Proposal, RuleChange, TaughtExample
from teachback.learners.distinctions.rule import Literal, Rule, make_rule
from teachback.learners.distinctions.rule_learner import RuleLearner


class DistinctionList(RuleLearner):
    r"""A list of rules, each with a seen example that stands for a group of similar ones.

    The first example :math:`x_0` is the default. A new example :math:`x` is given the class of the first rule whose
    conjunction :math:`C[\hat x]` it satisfies, and :math:`\hat x` is shown as the similar example. If that is wrong,
    the teacher says the class and a feature :math:`\phi` that is true of :math:`x` and false of :math:`\hat x`:

    .. math:: C[\hat x] \leftarrow C[\hat x] \wedge \neg\phi, \qquad \text{or, against } x_0: \quad C[x] \leftarrow \phi

    where the second adds :math:`x` to the end of the list. If the examples fall into :math:`m` groups, each of one
    class, and the teacher's features hold for the whole groups of the two examples, there are at most :math:`m^2`
    mistakes, and at most :math:`km` if the teacher uses :math:`k` features; the number of features does not matter.

    Rules may be inspected and continued at any time: :meth:`propose` and :meth:`correct` are the protocol,
    :meth:`partial_fit` runs it over rows of counts with a teacher, :meth:`fit` replays distinctions that were taught.

    Attributes
    ----------
    classes_
        The classes.
    rules_, default_
        The rules in the order in which they are tried, and what is said where none holds. Each is a dict with its
        ``class``, the ``name`` of its ``example``, its ``literals`` (pairs of a feature and whether it is present),
        its ``support`` (examples it decided rightly) and its ``mistakes``.
    aside_
        Labels that the rules contradict, where no distinction tells the two examples apart, and why.

    Examples
    --------
    >>> animals = DistinctionList().begin({"milk", "tail", "legs=4"}, "mammal", name="horse")
    >>> seahorse = {"tail", "aquatic", "fins"}
    >>> animals.propose(seahorse).class_, animals.propose(seahorse).name
    ('mammal', 'horse')
    >>> animals.correct(seahorse, "fish", "aquatic", name="seahorse").text
    'new rule: aquatic ⇒ fish (seahorse)'
    >>> dolphin = {"milk", "tail", "aquatic", "fins"}
    >>> animals.propose(dolphin).name
    'seahorse'
    >>> animals.correct(dolphin, "mammal", "milk", name="dolphin").text
    'narrower: aquatic AND not(milk) ⇒ fish (seahorse)'

    References
    ----------
    Dasgupta, Dey, Roberts & Sabato (2018). Learning from discriminative feature feedback. NeurIPS. Figure 2. Rules are
    tried in the order in which they were added; the other order does not give the paper's own run.
    """

    def _first_rules(self, first: TaughtExample, classes: list[Any]) -> tuple[list[Rule], Rule]:
        return [], make_rule(first.class_, first.name, first.x)

    def _revise(self, taught: TaughtExample, literal: Literal, proposal: Proposal) -> RuleChange:
        if proposal.rule == len(self.rules_):
            return self._add(taught, [literal])
        feature, present = literal
        return self._narrow(proposal.rule, (feature, not present))

    def _tell_apart(self, taught: TaughtExample, versus: TaughtExample, literal: Literal) -> None:
        self._add(taught, [literal])
