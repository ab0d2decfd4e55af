"""Explanations: the smallest sets of words without which a decision would be another.

In reading order: :mod:`explanation` (the result), :mod:`words` and :mod:`readers` (what is left of a document when
words are removed), :mod:`structures`, :mod:`trees` and :mod:`models` (what a classifier's scores are made of),
:mod:`cases` and :mod:`questions` (scoring removals), :mod:`additive`, :mod:`normalised`, :mod:`minimal_sets` and
:mod:`exact` (where sorting is enough), :mod:`targeted` (an integer program), :mod:`forest_view` and
:mod:`forest_search` (branch and bound), :mod:`ranges` and :mod:`envelopes` (lower bounds), :mod:`best_first` and
:mod:`sedc` (search), :mod:`searches` (which of them), :mod:`explainer`, :mod:`neighbours` and :mod:`why_not`
(hyper-explanations), :mod:`collection` (many documents), :mod:`sentences` and :mod:`page`.
"""

from teachback.explain.collection import Explanations, Metric, Suspect
from teachback.explain.explainer import Explainer
from teachback.explain.explanation import CannotExplain, Explanation, Removal
from teachback.explain.neighbours import Neighbour
from teachback.explain.sedc import SEDC
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
