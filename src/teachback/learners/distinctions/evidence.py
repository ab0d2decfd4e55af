"""Distinctions as evidence for other learners: as taught words, and as contrasts.

"Unlike *versus*, this hockey message has *puck*" says two things more: *puck* speaks for hockey, at least against the
class of *versus*; and without *puck* the message would be less of a hockey message. "Unlike *versus*, it lacks
*pitcher*" says the same of *pitcher*, of *versus* and of its class.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from teachback.learners.distinctions.rule_learner import Distinctions
from teachback.text import TermCounts


class Contrast(NamedTuple):
    """A document that would be less of its class without a term."""

    row: int
    class_: Hashable
    column: int


def contrasts(distinctions: Distinctions, classes: Sequence[Hashable]) -> list[Contrast]:
    """Each distinction as a contrast of the document that has the term; `classes` are those of the rows.

    >>> contrasts([(0, "hockey", 1, 7, True), (0, "hockey", 1, 9, False)], ["hockey", "baseball"])
    [Contrast(row=0, class_='hockey', column=7), Contrast(row=1, class_='baseball', column=9)]
    """
    every = [
        Contrast(row, class_, column) if present else Contrast(versus, classes[versus], column)
        for row, class_, versus, column, present in distinctions
    ]
    return list(dict.fromkeys(every))


def words(distinctions: Distinctions, classes: Sequence[Hashable], X: Any) -> list[tuple[int, Hashable]]:
    """The terms of distinctions as taught words, (column, class), for learners such as `LabelledWordNB`.

    What tells two documents apart need not speak for a whole class. A term is taken for a word of the class for which
    it was named if in that class it is at least twice as frequent as in any other, by the documents taught: X has a
    row for each of `classes`, and a class counts as one document larger than it is.

    >>> X = [[1, 0, 1], [0, 1, 1]]                       # columns: puck, pitcher, monday
    >>> distinctions = [(0, "hockey", 1, 0, True), (0, "hockey", 1, 1, False)]
    >>> words(distinctions, ["hockey", "baseball"], X)
    [(0, 'hockey'), (1, 'baseball')]
    """
    named = dict.fromkeys((contrast.column, contrast.class_) for contrast in contrasts(distinctions, classes))
    place = {class_: k for k, class_ in enumerate(dict.fromkeys(classes))}
    truth = np.eye(len(place))[[place[class_] for class_ in classes]]
    having = csr_array(csr_array(X).T)[[column for column, _ in named]].astype(np.bool_).astype(np.float64)
    shares = (having @ truth) / (truth.sum(axis=0) + 1.0)
    typical = []
    for (column, class_), share in zip(named, shares, strict=True):
        others = np.delete(share, place[class_])
        if share[place[class_]] >= 2.0 * others.max(initial=0.0):
            typical.append((column, class_))
    return typical


def passages(
    distinctions: Distinctions, classes: Sequence[Hashable], texts: Sequence[str], counts: TermCounts
) -> list[tuple[int, Hashable, int, int]]:
    """Where the terms of contrasts stand, as rationales (text, class, start, end), for learners such as `ContrastSVM`.

    A term is gone only when all its places are: such a learner should mask them together.

    >>> counts = TermCounts("words")
    >>> counts.add(["the puck, a puck", "the pitcher"])
    >>> distinctions = [(0, "hockey", 1, counts.terms.index("puck"), True)]
    >>> passages(distinctions, ["hockey", "baseball"], ["the puck, a puck", "the pitcher"], counts)
    [(0, 'hockey', 4, 8), (0, 'hockey', 12, 16)]
    """
    return [
        (contrast.row, contrast.class_, start, end)
        for contrast in contrasts(distinctions, classes)
        for start, end in counts.analyzer.spans(texts[contrast.row], counts.terms[contrast.column])
    ]
