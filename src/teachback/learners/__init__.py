"""Learners: one algorithm a module, all of them scikit-learn classifiers of sparse counts."""

from teachback.learners.base import BadTeaching, Learner
from teachback.learners.expectation import ExpectationMaxEnt
from teachback.learners.naive_bayes import LabelledWordNB
from teachback.learners.pooling import PooledNB

__all__ = ["BadTeaching", "ExpectationMaxEnt", "LabelledWordNB", "Learner", "PooledNB"]
