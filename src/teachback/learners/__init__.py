"""Learners: one algorithm a module, all of them scikit-learn classifiers of sparse counts."""

from teachback.learners.base import BadTeaching, Learner
from teachback.learners.naive_bayes import LabelledWordNB

__all__ = ["BadTeaching", "LabelledWordNB", "Learner"]
