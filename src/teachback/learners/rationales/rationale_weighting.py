"""Rationales as weights: in a marked document, what was not marked counts for less."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from sklearn.base import clone, is_classifier

from teachback.learners.base import BadTeaching
from teachback.learners.rationales.marked_texts import MarkedTexts
from teachback.learners.rationales.rationale_learner import RationaleLearner
from teachback.sweeps import Matrix

_NEVER = -1e9  # the score of a class that was only named
_TINY = 1e-300  # a probability that has a logarithm


def weighted(X: csr_array, reasons: csr_array, r: float, o: float) -> csr_array:
    """Each document's terms times `r` where it has them in `reasons`, the others times `o`; without reasons as it is.

    >>> X, reasons = csr_array([[1, 2], [1, 2]]), csr_array([[1, 0], [0, 0]])
    >>> weighted(X, reasons, r=4.0, o=0.5).toarray().tolist()
    [[4.0, 1.0], [1.0, 2.0]]
    """
    marked = csr_array(X.multiply(reasons > 0))
    has = np.diff(reasons.indptr) > 0
    rest = diags_array(np.where(has, o, 1.0)) @ (X - marked)
    counts = csr_array(rest + r * marked)
    counts.indices, counts.indptr = counts.indices.astype(np.int32), counts.indptr.astype(np.int32)
    return counts  # some classifiers insist on 32-bit indices


class RationaleWeighting(RationaleLearner):
    """Any scikit-learn classifier, taught with rationale words times `r` and other words times `o`.

    A term counts as marked in a document when one of its tokens there is. Documents without marks for their own
    class, and documents to classify, stay as they are.

    Parameters
    ----------
    classifier
        What learns from the weighted counts; None: logistic regression.
    r, o
        The factors of marked and of other terms.

    Attributes
    ----------
    classes_
        The classes.
    classifier_
        The classifier, fitted.

    Examples
    --------
    >>> from teachback.learners import read_marked
    >>> from teachback.text import TermCounts
    >>> texts = ["a dull long evening", "a fine short evening"]
    >>> counts = TermCounts()
    >>> counts.add(texts)
    >>> marked = read_marked(counts, texts, [(0, "neg", 2, 6), (1, "pos", 2, 6)])
    >>> model = RationaleWeighting().fit(counts.X, ["neg", "pos"], rationales=marked)
    >>> model.predict(counts.rows(["dull but short", "long but fine"])).tolist()
    ['neg', 'pos']

    References
    ----------
    Sharma, Zhuang, Bilgic (2015). Active Learning with Rationales for Text Classification. NAACL HLT.
    """

    classifier_: Any

    def __init__(self, classifier: Any = None, *, r: float = 1.0, o: float = 0.1) -> None:
        self.classifier, self.r, self.o = classifier, r, o

    def _learn_marked(self, X: csr_array, y: NDArray[np.intp], rationales: MarkedTexts | None) -> None:
        from sklearn.linear_model import LogisticRegression  # a tenth of a second that the first model need not wait

        if len(np.unique(y)) < 2:
            raise BadTeaching("Only one class has documents; label documents of at least two classes.")
        if rationales is not None:
            X = weighted(X, rationales.marked_terms(self.classes_[y].tolist()), self.r, self.o)
        self.classifier_ = LogisticRegression() if self.classifier is None else clone(self.classifier)
        self.classifier_.fit(X, y)

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        out = np.full((X.shape[0], len(self.classes_)), _NEVER)
        if hasattr(self.classifier_, "decision_function"):
            values = self.classifier_.decision_function(X)
            values = np.stack([-values / 2, values / 2], axis=1) if values.ndim == 1 else values
        else:
            values = np.log(np.maximum(self.classifier_.predict_proba(X), _TINY))
        out[:, self.classifier_.classes_] = values
        return out

    def _check_parameters(self) -> None:
        self._check_numbers("r", "o", or_zero=True)
        if self.classifier is not None and not (hasattr(self.classifier, "fit") and is_classifier(self.classifier)):
            raise BadTeaching(f"classifier must be a scikit-learn classifier, or None, not {self.classifier!r:.80}.")
