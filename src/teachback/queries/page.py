"""A page of documents to label: uncertain ones, all different, and now and then one drawn by chance as a check."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from teachback.errors import listed, percent
from teachback.pool import Pool
from teachback.queries.base import (
    Asked,
    Mask,
    Matrix,
    Positions,
    checked_classes,
    checked_open,
    checked_order,
    checked_pool,
    checked_posteriors,
    checked_share,
    checked_size,
    rows_of,
    same_length,
)
from teachback.queries.chance import chance
from teachback.queries.duplicates import alike_rows, checked_rows, diverse
from teachback.queries.uncertainty import Scores, highest, uncertainty_of

_FEW = 64  # candidates that are looked at first; more when too many of them are alike
_CHECK = "a random check, so that accuracy can be measured"


@dataclass(frozen=True, slots=True)
class Page:
    """Documents to label, in the order to ask them."""

    documents: tuple[Asked, ...]  # the questions
    note: str = ""  # why there are fewer of them than were asked for; empty when there are not

    def __iter__(self) -> Iterator[Asked]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)


def ask_documents(
    n: int,
    P: ArrayLike | None = None,
    *,
    classes: Sequence[Hashable],
    X: Any = None,
    open: ArrayLike | None = None,
    taught: ArrayLike | None = None,
    by: str = "entropy",
    order: ArrayLike | None = None,
    checks: float = 0.1,
    chosen: ArrayLike | None = None,
    threshold: float = 0.8,
    asked: int | None = None,
    drawn: ArrayLike = (),
    random_state: int = 0,
) -> Page:
    """A page of up to n open documents that the model would most like labelled.

    Until every class has been taught, and while there is no model, documents are drawn by chance. No two documents of
    a page are near-duplicates, as long as there are others to fill it. A document without any term can teach nothing
    and is asked last.

    Of all documents ever asked, a share `checks` is drawn by chance from what is open, whatever the model thinks, and
    marked as a check: every tenth one by default. Their accuracy is an honest estimate of the model's accuracy on what
    nobody has labelled, as long as they are kept out of training.

    Parameters
    ----------
    n
        How many documents; fewer are returned when there are no more, and the page's note says so.
    P
        The model's probabilities, documents × classes; None while there is no model.
    classes
        The classes' names, in the order of P's columns.
    X
        The documents' counts, to find near-duplicates; without them, all documents count as different.
    open
        True for each document that may be asked about: not labelled, not skipped, not held out.
    taught
        True for each class that has a label or a word (:func:`taught_classes`); all of them by default.
    by
        The order: ``"entropy"``, ``"margin"``, ``"least_confidence"`` or ``"random"``.
    order
        A score for each document, high where it should be asked, that was worked out elsewhere
        (:func:`~teachback.queries.designed`): instead of `by`, and of chance where not every class has been taught.
    checks
        The share of random checks, from 0 to 1.
    chosen
        True for documents that are not there by chance: they are checks only when no others are open.
    threshold
        The share of common terms from which on two documents are near-duplicates.
    asked
        How many documents have been asked before, which says when the next check is due; by default, how many are not
        open any more.
    drawn
        The positions of checks that were drawn before and wait for an answer; they are not open. They take the turns
        of checks before any other is drawn, and further turns only when nothing else is open.
    random_state
        The seed of everything that is drawn by chance.

    Examples
    --------
    >>> P = [[0.9, 0.1], [0.52, 0.48], [0.6, 0.4], [0.52, 0.48]]
    >>> X = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 2, 0]]
    >>> for question in ask_documents(2, P, classes=["bug", "billing"], X=X):
    ...     print(question.position, question.why, question.alike)
    1 the model hesitates between bug (52 %) and billing (48 %) (3,)
    2 the model hesitates between bug (60 %) and billing (40 %) ()
    """
    n, checks = checked_size(n, "documents"), checked_share(checks, "checks")
    threshold = checked_share(threshold, "threshold", above_zero=True)
    size = same_length(P=rows_of(P), X=rows_of(X), open=rows_of(open))
    P = None if P is None else checked_posteriors(P)
    names, heard = checked_classes(classes, P, taught)
    waiting = checked_rows(drawn, size)
    free = checked_open(open, size).copy()
    free[waiting] = False
    pool = _Pool(None if X is None else checked_pool(X), free, threshold)

    uncertain = np.zeros(size) if P is None or by == "random" else uncertainty_of(P, by)
    ready = P is not None and bool(heard.all())
    if order is not None:
        untaught = [str(name) for name, is_heard in zip(names, heard, strict=True) if not is_heard]
        why = None if ready else _typical(untaught)
        wanted = checked_order(order, size)
    else:
        why = _why_by_chance(names, heard, P, by)
        wanted = uncertain if why is None else chance(size, "start", random_state)

    available = int(free.sum()) + len(waiting)
    before = size - available if asked is None else asked
    due = [is_due(before + place, checks) for place in range(min(n, available))]
    draw = chance(size, "check", random_state)
    if chosen is not None:
        draw = np.where(chosen, -1.0, draw)
    new = pool.best(draw, sum(due) - len(waiting), waiting, any_length=True)
    to_check = np.concatenate([waiting[: sum(due)], new])
    to_teach = pool.best(wanted, len(due) - len(to_check), to_check)
    to_check = np.concatenate([to_check, waiting[sum(due) :][: len(due) - len(to_check) - len(to_teach)]])

    by_chance = order is None and (why is not None or by == "random")
    check = iter([Asked(int(k), _CHECK, float(uncertain[k]), check=True, among=available) for k in to_check])
    teach = iter(
        [
            Asked(
                int(k),
                why or _hesitation(names, P, int(k)),
                float(uncertain[k]),
                alike=group,
                among=available if by_chance else 0,
            )
            for k, group in zip(to_teach, pool.alike(to_teach, to_check), strict=True)
        ]
    )
    turns = [question for is_check in due if (question := next(check if is_check else teach, None))]
    return Page((*turns, *check, *teach), _note(n, len(due), size))


class _Pool:
    """The open documents and which of them are alike."""

    def __init__(self, pool: Pool | None, open: Mask, threshold: float) -> None:
        self.pool, self.open, self.threshold = pool, open, threshold

    def best(self, scores: Scores, n: int, besides: Positions, *, any_length: bool = False) -> Positions:
        """The n open documents of highest score besides some; near-duplicates and, except where any length will do,
        documents without a term only when there are no others."""
        chosen = np.empty(0, dtype=np.intp)
        if n <= 0:
            return chosen
        left = self.open.copy()
        left[besides] = False
        useful = left
        if self.pool is not None:
            useful = left if any_length else left & (np.diff(self.pool.counts.indptr) > 0)
            chosen = self._different(self.pool.counts, scores, np.flatnonzero(useful), n, besides)
        for among in (useful, left):
            if len(chosen) < n:
                others = among.copy()
                others[chosen] = False
                chosen = np.append(chosen, highest(scores, np.flatnonzero(others), n - len(chosen)))
        return chosen

    def alike(self, rows: Positions, besides: Positions) -> list[tuple[int, ...]]:
        """For each of the rows, the other open documents that are like it; some may be later rows."""
        if self.pool is None:
            return [()] * len(rows)
        left = self.open.copy()
        left[besides] = False
        groups = []
        for row, group in zip(rows.tolist(), alike_rows(self.pool, rows, self.threshold, self.open), strict=True):
            mine = tuple(k for k in group if left[k]) if left[row] else ()
            left[[row, *mine]] = False  # a document that is like two of them gets the first one's answer
            groups.append(mine)
        return groups

    def _different(self, X: csr_array, scores: Scores, among: Positions, n: int, besides: Positions) -> Positions:
        """Duplicates are looked for among the best candidates only: a few more of them each time they do not do."""
        candidates = max(_FEW, 4 * n)
        while True:
            chosen = diverse(X, highest(scores, among, candidates), n, self.threshold, besides)
            if len(chosen) == n or candidates >= len(among):
                return chosen
            candidates *= 8


def is_due(before: int, share: float) -> bool:
    """Whether the document that follows `before` others is one of a share: turns depend on nothing but their number.

    >>> [is_due(before, 0.25) for before in range(8)]
    [False, False, False, True, False, False, False, True]
    """
    return math.floor((before + 1) * share + 1e-9) > math.floor(before * share + 1e-9)


def _typical(untaught: list[str]) -> str:
    missing = f"; not every class has been taught yet ({listed(untaught, most=3)})" if untaught else ""
    return f"typical of many documents, and unlike those that were answered{missing}"


def _why_by_chance(names: list[Any], taught: Mask, P: Matrix | None, by: str) -> str | None:
    """Why documents are drawn by chance; None when they are not."""
    if not taught.all():
        untaught = [str(name) for name, heard in zip(names, taught, strict=True) if not heard]
        return f"random: not every class has been taught yet ({listed(untaught, most=3)})"
    if P is None:
        return "random: there is no model yet"
    return "random, as asked for" if by == "random" else None


def _hesitation(names: list[Any], P: Matrix | None, position: int) -> str:
    if P is None:
        raise AssertionError("there is a model wherever documents are not drawn by chance")
    first, second = np.argsort(-P[position], kind="stable")[:2]
    best, next_best = (f"{names[k]} ({percent(P[position, k])})" for k in (first, second))
    if P[position, second] >= 0.5 * P[position, first]:
        return f"the model hesitates between {best} and {next_best}"
    return f"the model says {best}, next {next_best}"


def _note(wanted: int, chosen: int, size: int) -> str:
    if chosen == wanted:
        return ""
    if not chosen:
        return "Every document has been answered." if size else "There are no documents."
    return f"Only {chosen:,}: no other document is open."
