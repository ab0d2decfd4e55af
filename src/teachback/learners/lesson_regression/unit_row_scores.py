"""The linear part of the default learner, for rows that were weighed before."""

from __future__ import annotations

from scipy.sparse import csr_array

from teachback.learners.base import Learner
from teachback.sweeps import Matrix, scores


class UnitRowScores(Learner):
    """The linear part of a :class:`LessonRegression`, as explanations look at it."""

    weights_: Matrix
    intercept_: Matrix

    def evidence(self) -> tuple[Matrix, Matrix]:
        """The weights of the terms, and the constants."""
        return self.weights_, self.intercept_

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(X, self.weights_) + self.intercept_
