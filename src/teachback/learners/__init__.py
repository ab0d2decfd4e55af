"""Learners: one algorithm a module, all of them scikit-learn classifiers of sparse counts.

In reading order: :mod:`base` (what they share), :mod:`guessing`, :mod:`naive_bayes`, :mod:`pooling` and
:mod:`expectation` (words and labels); the rooms :mod:`lesson_regression` (the default, every kind of lesson),
:mod:`rationales` and :mod:`distinctions`; :mod:`estimators` (scikit-learn's classifiers);
:mod:`training_set` (from a record to arrays), :mod:`catalogue` (the learners by name), :mod:`saving`, :mod:`tuning`.
"""

from teachback.learners.base import BadTeaching, Learner
from teachback.learners.distinctions import DistinctionDNF, DistinctionList, RobustDistinctionList
from teachback.learners.expectation import ExpectationMaxEnt
from teachback.learners.lesson_regression import LessonRegression
from teachback.learners.naive_bayes import LabelledWordNB
from teachback.learners.pooling import PooledNB
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import MarkedTexts, Passage, marked_documents, read_marked
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.rationale_weighting import RationaleWeighting
from teachback.learners.tuning import alternating_search, rotated_accuracy

__all__ = [
    "BadTeaching",
    "ContrastSVM",
    "DistinctionDNF",
    "DistinctionList",
    "ExpectationMaxEnt",
    "LabelledWordNB",
    "Learner",
    "LessonRegression",
    "MarkedTexts",
    "Passage",
    "PooledNB",
    "RationaleMaxEnt",
    "RationaleWeighting",
    "RobustDistinctionList",
    "alternating_search",
    "marked_documents",
    "read_marked",
    "rotated_accuracy",
]
