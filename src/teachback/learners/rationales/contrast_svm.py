"""The support vector machine that must be less sure of a document without its rationales."""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.exceptions import ConvergenceWarning

from teachback.learners.base import BadTeaching
from teachback.learners.linear_form import LinearForm
from teachback.learners.rationales.hinge import separate
from teachback.learners.rationales.marked_texts import MarkedTexts
from teachback.learners.rationales.masking import masked
from teachback.learners.rationales.rationale_learner import RationaleLearner
from teachback.sweeps import Matrix, scores
from teachback.text import binary, unit_length


class ContrastSVM(RationaleLearner):
    r"""A linear support vector machine with contrast examples made from rationales.

    Document :math:`i` without its rationale :math:`j` is the contrast example :math:`v_{ij}`. The model should be less
    sure of it than of the document, by a margin :math:`\mu`:

    .. math:: \min_{w,\xi} \tfrac12 \lVert w \rVert^2 + C \sum_i \xi_i + C_c \sum_{ij} \xi_{ij}
        \quad\text{with}\quad y_i\, w \cdot x_i \ge 1 - \xi_i, \quad
        y_i\, w \cdot (x_i - v_{ij}) \ge \mu (1 - \xi_{ij})

    That is an ordinary machine with the pseudo-examples :math:`(x_i - v_{ij}) / \mu` of cost :math:`C_c`. The bias is
    the weight of an element that is 1 in documents and 0 in pseudo-examples. Without rationales it is the ordinary
    machine. With more than two classes, each is told from the rest, and its own rationales are its contrasts.

    Parameters
    ----------
    C
        Cost of a document on the wrong side of its margin.
    mu
        How much less sure the model should be without a rationale.
    C_contrast
        Cost of a contrast example that is not enough less sure; 0 ignores the rationales.
    masking
        ``"deletion"``, or ``"mask"``: no pair of words reaches across the gap. The same where all terms are words.
    together
        Mask all that a teacher marked in a document at once, instead of one passage at a time.
    weights
        ``"binary"``: a term is there or not; ``"counts"``: as often as it is there. Either way a document has length 1.
    tol
        Stop when no example violates the conditions of optimality by more than this.
    max_iter
        Sweeps over the examples at most.

    Attributes
    ----------
    classes_
        The classes.
    coef_
        The weights, terms × classes; of two classes they are opposites, and add up to the margin.
    intercept_
        The bias of each class.
    n_iter_
        Sweeps that were made, at most over the classes.

    Examples
    --------
    Several words could tell the two documents apart; the teacher says which of them matter:

    >>> from teachback.learners import read_marked
    >>> from teachback.text import TermCounts
    >>> texts = ["a dull long evening", "a fine short evening"]
    >>> counts = TermCounts()
    >>> counts.add(texts)
    >>> marked = read_marked(counts, texts, [(0, "neg", 2, 6), (1, "pos", 2, 6)])
    >>> svm = ContrastSVM().fit(counts.X, ["neg", "pos"], rationales=marked)
    >>> dict(zip(counts.terms, svm.coef_[:, 1].round(1).tolist(), strict=True))
    {'a': 0.0, 'dull': -0.5, 'long': -0.2, 'evening': 0.0, 'fine': 0.5, 'short': 0.2}

    References
    ----------
    Zaidan, Eisner, Piatko (2007). Using "Annotator Rationales" to Improve Machine Learning for Text Categorization.
    NAACL HLT. They used SVM-light, where the bias costs nothing unless it is an element of the examples, as here.
    """

    coef_: Matrix
    intercept_: Matrix
    n_iter_: int

    def __init__(
        self,
        *,
        C: float = 1.0,
        mu: float = 1.0,
        C_contrast: float = 1.0,
        masking: Literal["deletion", "mask"] = "deletion",
        together: bool = False,
        weights: Literal["binary", "counts"] = "binary",
        tol: float = 1e-3,
        max_iter: int = 20_000,
    ) -> None:
        self.C, self.mu, self.C_contrast, self.masking, self.together = C, mu, C_contrast, masking, together
        self.weights, self.tol, self.max_iter = weights, tol, max_iter

    def _learn_marked(self, X: csr_array, y: NDArray[np.intp], rationales: MarkedTexts | None) -> None:
        X = self._rows(X)
        if rationales is None or not self.C_contrast:
            contrasts, of = X[:0], y[:0]
        else:
            contrasts, of = self._contrasts(X, rationales)
        if len(self.classes_) == 2:
            planes = [self._plane(X, np.where(y == 1, 1.0, -1.0), contrasts, np.where(of == 1, 1.0, -1.0))]
            w = np.stack([-planes[0][0] / 2, planes[0][0] / 2], axis=1)  # so that they differ by the margin
        else:
            planes = [
                self._plane(X, np.where(y == j, 1.0, -1.0), contrasts[of == j], np.ones(np.count_nonzero(of == j)))
                for j in range(len(self.classes_))
            ]
            w = np.stack([plane for plane, _ in planes], axis=1)
        self.coef_, self.intercept_, self.n_iter_ = w[:-1], w[-1], max(sweeps for _, sweeps in planes)
        if self.n_iter_ >= self.max_iter:
            warnings.warn(
                f"ContrastSVM stopped after {self.max_iter} sweeps before it converged. Raise max_iter, or lower the "
                "costs C and C_contrast / mu².",
                ConvergenceWarning,
                stacklevel=2,
            )

    def _contrasts(self, X: csr_array, rationales: MarkedTexts) -> tuple[csr_array, NDArray[np.intp]]:
        """The pseudo-examples, and the positions of the classes they speak for; what masking leaves alone is no one."""
        alone = [[passage] for passage in rationales.passages]
        groups = list(rationales.tagged_texts.values()) if self.together else alone
        if not groups:
            return X[:0], np.zeros(0, dtype=np.intp)
        left = self._rows(masked(rationales, groups, close_up=self.masking == "deletion"))
        pseudo = (X[[passages[0].text for passages in groups]] - left) / self.mu
        says = np.diff(pseudo.indptr) > 0
        return pseudo[says], self._positions([passages[0].class_ for passages in groups])[says]

    def _plane(self, X: csr_array, side: Matrix, contrasts: csr_array, contrast_side: Matrix) -> tuple[Matrix, int]:
        documents, pseudo = X.shape[0], contrasts.shape[0]
        return separate(
            vstack([X, contrasts], format="csr"),
            np.repeat([1.0, 0.0], [documents, pseudo]),
            np.concatenate([side, contrast_side]),
            np.repeat([float(self.C), float(self.C_contrast)], [documents, pseudo]),
            tol=self.tol,
            max_iter=self.max_iter,
        )

    def _rows(self, X: csr_array) -> csr_array:
        return unit_length(binary(X) if self.weights == "binary" else X)

    def linear_form(self) -> LinearForm:
        """The formula of the probabilities."""
        return LinearForm(self.coef_, self.intercept_, present=self.weights == "binary", unit=True)

    def _joint_log_likelihood(self, X: csr_array) -> Matrix:
        return scores(self._rows(X), self.coef_) + self.intercept_

    def _check_parameters(self) -> None:
        self._check_numbers("C", "mu")
        self._check_numbers("C_contrast", or_zero=True)
        self._check_choice("masking", "deletion", "mask")
        self._check_choice("weights", "binary", "counts")
        if not self.tol > 0:
            raise BadTeaching(f"tol must be a number above 0, not {self.tol!r}.")
        self._check_whole("max_iter", 1)
