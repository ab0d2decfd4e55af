"""What the learners from rationales share: labelled documents, and what teachers marked in them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from teachback.learners.base import Learner
from teachback.learners.rationales.marked_texts import MarkedTexts, check_marked


class RationaleLearner(Learner):
    """A learner of labelled documents and of why they have their labels. A subclass writes only the mathematics."""

    def fit(  # type: ignore[override]
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        rationales: MarkedTexts | None = None,
        classes: Sequence[Hashable] | None = None,
    ) -> Self:
        """Learn from labelled documents and from why they have their labels.

        Parameters
        ----------
        X, y
            Counts of the documents and their classes.
        rationales
            The same documents with the rationales of teachers, in the same columns. Any of them may have none.
        classes
            All classes, when some may be untaught yet.
        """
        self._check_parameters()
        X, y, _ = self._checked_documents(X, y, None, classes, ())
        if rationales is not None:
            check_marked(rationales, X, self.classes_.tolist())
        self._learn_marked(X, y, rationales)
        return self

    @abstractmethod
    def _learn_marked(self, X: csr_array, y: NDArray[np.intp], rationales: MarkedTexts | None) -> None:
        """Learn from documents, the positions of their classes, and what was marked in them, if anything was."""
