"""A formula in disjunctive normal form from corrections that say what tells two examples apart: two classes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils.multiclass import type_of_target

from teachback.errors import listed
from teachback.learners.base import BadTeaching, Words
from teachback.learners.distinctions.protocol import Proposal, RuleChange, TaughtExample
from teachback.learners.distinctions.rule import Literal, Rule, make_rule
from teachback.learners.distinctions.rule_learner import RuleLearner
from teachback.pool import Pool


class DistinctionDNF(RuleLearner):
    r"""Positive is what satisfies one of several conjunctions; all else is negative.

    Every conjunction :math:`C[\hat x]` has a positive example that stands for it, and begins empty. An example that
    should have been positive is added. Where the proposal is wrongly positive, the teacher names a feature :math:`\phi`
    that is true of the similar example :math:`\hat x` and false of the new one:

    .. math:: C[\hat x] \leftarrow C[\hat x] \wedge \phi

    If the positive examples fall into :math:`m` groups, each described by :math:`k` features from which the teacher
    chooses, there are at most :math:`m(k + 1)` mistakes.

    Parameters
    ----------
    positive
        The class that the conjunctions describe; the second of the two classes when None.

    Attributes
    ----------
    classes_
        The two classes.
    rules_, default_, aside_
        As of :class:`DistinctionList`; the default is the other class and has no example.

    Examples
    --------
    >>> spam = DistinctionDNF().begin({"win", "prize"}, "spam", name="m1", classes=["fine", "spam"])
    >>> spam.propose({"lunch", "today"}).class_              # nothing is known yet that is not spam
    'spam'
    >>> spam.correct({"lunch", "today"}, "fine", "prize").text
    'narrower: prize ⇒ spam (m1)'
    >>> spam.propose({"lunch"}).class_
    'fine'

    References
    ----------
    Dasgupta, Dey, Roberts & Sabato (2018). Learning from discriminative feature feedback. NeurIPS. Figure 4.
    """

    def __init__(self, *, positive: Any = None) -> None:
        self.positive = positive

    def _checked_documents(
        self, X: Any, y: ArrayLike | None, pool: Any, classes: Sequence[Hashable] | None, words: Words
    ) -> tuple[csr_array, NDArray[np.intp], Pool | None]:
        with np.errstate(invalid="ignore"):  # scikit-learn asks for classes to be refused before counts
            if y is not None and np.asarray(y).size and type_of_target(y) == "multiclass":
                _check_two(np.unique(np.asarray(y)).tolist())
        return super()._checked_documents(X, y, pool, classes, words)

    def _first_rules(self, first: TaughtExample, classes: list[Any]) -> tuple[list[Rule], Rule]:
        _check_two(classes)
        positive = classes[1] if self.positive is None else self.positive
        if positive not in classes:
            raise BadTeaching(f"positive={positive!r} is not a class; the classes are {listed(map(str, classes))}.")
        (negative,) = (name for name in classes if name != positive)
        default = make_rule(negative, None, None)
        default["support"] = int(first.class_ == negative)
        rules = [make_rule(first.class_, first.name, first.x)] if first.class_ == positive else []
        return rules, default

    def _revise(self, taught: TaughtExample, literal: Literal, proposal: Proposal) -> RuleChange:
        feature, present = literal
        return self._narrow(proposal.rule, (feature, not present))

    def _tell_apart(self, taught: TaughtExample, versus: TaughtExample, literal: Literal) -> None:
        feature, present = literal
        if taught.class_ == self.default_["class"]:
            self._add(versus, [(feature, not present)])
        else:
            self._add(taught, [literal])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _check_two(classes: Sequence[Any]) -> None:
    if len(classes) != 2:
        raise BadTeaching(
            f"Only binary classification is supported. DistinctionDNF tells two classes apart, not {len(classes)}: "
            f"{listed(map(str, classes))}. Name both with classes=[…], or use DistinctionList for more."
        )
