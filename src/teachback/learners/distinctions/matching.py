"""Which rule decides each document: one compiled sweep over sparse counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.learners.distinctions.rule import Rule, true_of
from teachback.sweeps import spread


def first_matches(rules: Sequence[Rule], X: csr_array) -> NDArray[np.intp]:
    """The position of the first rule that holds of each row; the number of rules where none does.

    >>> from teachback.learners.distinctions.rule import make_rule
    >>> bug = make_rule("bug", None, frozenset(), [(0, True), (1, False)])
    >>> praise = make_rule("praise", None, frozenset(), [(1, True)])
    >>> first_matches([bug, praise], csr_array([[2, 0], [1, 1], [0, 0]])).tolist()
    [0, 1, 2]
    """
    features = list(dict.fromkeys(feature for rule in rules for feature, _ in rule["literals"]))
    number = {feature: k for k, feature in enumerate(features)}
    functions = [feature for feature in features if callable(feature)]
    place = np.full(X.shape[1], -1, dtype=np.int32)
    for feature, k in number.items():
        if not callable(feature):
            place[feature] = k
    asked = np.array([number[feature] for feature in functions], dtype=np.intp)
    answers = np.zeros((X.shape[0] if functions else 0, len(functions)), dtype=np.bool_)
    for row in range(len(answers)):
        example = row_example(X, row)
        answers[row] = [true_of(feature, example) for feature in functions]
    starts = np.cumsum([0, *(len(rule["literals"]) for rule in rules)])
    literals = np.array([number[feature] for rule in rules for feature, _ in rule["literals"]], dtype=np.intp)
    present = np.array([wanted for rule in rules for _, wanted in rule["literals"]], dtype=np.bool_)
    out = np.empty(X.shape[0], dtype=np.intp)

    def work(a: int, b: int) -> None:
        has = np.zeros(len(features), dtype=np.bool_)
        _decide(X.indptr, X.indices, place, asked, answers, starts, literals, present, a, b, has, out)

    spread(work, X.shape[0], X.nnz)
    return out


def row_example(X: csr_array, row: int) -> frozenset[int]:
    """The columns that are true of a row."""
    return frozenset(X.indices[X.indptr[row] : X.indptr[row + 1]].tolist())


@kernel
def _decide(indptr, indices, places, asked, answers, starts, literals, present, first, stop, has, out):  # type: ignore[no-untyped-def]
    for row in range(first, stop):
        has[:] = False
        for place in range(indptr[row], indptr[row + 1]):
            if places[indices[place]] >= 0:
                has[places[indices[place]]] = True
        for k in range(len(asked)):
            has[asked[k]] = answers[row, k]
        out[row] = len(starts) - 1
        for rule in range(len(starts) - 1):
            holds = True
            for k in range(starts[rule], starts[rule + 1]):
                if has[literals[k]] != present[k]:
                    holds = False
                    break
            if holds:
                out[row] = rule
                break
