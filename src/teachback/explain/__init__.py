"""Explanations: the smallest sets of words without which a decision would be another.

In reading order: :mod:`explanation` (the result) with its rendering :mod:`page`; the rooms
:mod:`structures` (what a classifier's scores are made of), :mod:`reading` (a classifier and a document as we see them)
and :mod:`search`; :mod:`explainer`, :mod:`neighbours` and :mod:`why_not` (hyper-explanations), :mod:`collection` (many
documents).
"""

from teachback.explain.collection import Explanations, Metric, Suspect
from teachback.explain.explainer import Explainer
from teachback.explain.explanation import CannotExplain, Explanation, Removal
from teachback.explain.neighbours import Neighbour
from teachback.explain.search.sedc import SEDC
from teachback.explain.why_not import WhyNot

__all__ = [
    "SEDC",
    "CannotExplain",
    "Explainer",
    "Explanation",
    "Explanations",
    "Metric",
    "Neighbour",
    "Removal",
    "Suspect",
    "WhyNot",
]
