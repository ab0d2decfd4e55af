"""What all queries share: the questions they return, and checked input."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse

from teachback.errors import TeachbackError, listed
from teachback.pool import Pool, tidy

Matrix = NDArray[np.float64]
Mask = NDArray[np.bool_]
Positions = NDArray[np.intp]

_NEARLY = 1e-3  # how far a row of single-precision probabilities may be from 1


class BadQuery(TeachbackError, ValueError):
    """A question that cannot be asked of what was given."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A document to be labelled."""

    position: int  # the document's row in the pool
    why: str  # why it was chosen, in words
    score: float = 0.0  # how uncertain the model is about it; 0 where there is no model
    # Whether it was drawn to measure accuracy. Such a document is to be kept apart: an accuracy measured on documents
    # that the model was trained on, or that were chosen for being difficult, says nothing
    check: bool = False
    # The open documents that are near-duplicates of it: one answer can serve all of them. Some may come later on the
    # same page, for want of others. Empty for a check
    alike: tuple[int, ...] = ()
    among: int = 0  # how many documents it was drawn from by chance; 0 where it was chosen


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word (any term) to be taught or rejected."""

    term: int  # the term's column
    class_: Hashable | None  # the class it seems to speak for; None before anything is taught
    why: str  # why it was chosen, in words
    gain: float  # how much it tells; words are ordered by it


def checked_size(n: int, what: str) -> int:
    """A number of things to ask, at least one."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise BadQuery(f"Cannot ask for {n!r} {what}; ask for 1 or more.")
    return int(n)


def checked_share(value: float, name: str, *, above_zero: bool = False) -> float:
    """A number from 0 to 1."""
    if not 0.0 <= value <= 1.0 or (above_zero and value == 0.0):
        raise BadQuery(f"{name} must be {'above 0 and at most 1' if above_zero else 'from 0 to 1'}, not {value!r}.")
    return float(value)


def checked_posteriors(P: ArrayLike) -> Matrix:
    """Probabilities, documents × classes: every row sums to 1."""
    P = np.ascontiguousarray(P, dtype=np.float64)
    if P.ndim != 2 or P.shape[1] < 2:
        raise BadQuery(
            f"P must have a row for each document and a column for each class, at least two; its shape is {P.shape}."
        )
    if P.size:
        off = np.abs(P @ np.ones(P.shape[1]) - 1.0)
        if not off.max() <= _NEARLY or P.min() < 0.0:  # also when one is not a number
            bad = np.flatnonzero(~(off <= _NEARLY) | (P < 0.0).any(axis=1))
            raise BadQuery(
                f"P must have probabilities that sum to 1 in every row; row {bad[0]} is {_shown(P[bad[0]])} "
                f"({len(bad):,} of {len(P):,} rows are like that). Give predict_proba of the model."
            )
    return P


def checked_counts(X: Any) -> csr_array:
    """Counts as sparse rows, each term once a row, in order, without stored zeros; the caller's X is not changed."""
    return checked_pool(X).counts


def checked_pool(X: Any) -> Pool:
    """Counts as a pool, which may be one already."""
    if isinstance(X, Pool):
        return X
    X = X if isinstance(X, csr_array) else csr_array(X)
    if X.ndim != 2:
        raise BadQuery(f"X must have a row for each document and a column for each term; its shape is {X.shape}.")
    return Pool(tidy(X, "X", BadQuery))


def checked_open(open: ArrayLike | None, documents: int) -> Mask:
    """Which documents may be asked about, a truth value for each; all of them by default."""
    if open is None:
        return np.ones(documents, dtype=np.bool_)
    mask = np.asarray(open)
    if mask.dtype != np.bool_ or mask.shape != (documents,):
        raise BadQuery(
            f"open must have True or False for each of the {documents:,} documents; it is an array of {mask.dtype} of "
            f"shape {mask.shape}. For a list of positions: mask = np.zeros({documents}, bool); mask[positions] = True."
        )
    return mask


def checked_order(order: ArrayLike, documents: int) -> NDArray[np.float64]:
    """A score for each document, none of them NaN."""
    numbers = np.asarray(order, dtype=np.float64)
    if numbers.shape != (documents,) or np.isnan(numbers).any():
        raise BadQuery(f"order must have a number for each of the {documents:,} documents.")
    return numbers


def checked_classes(classes: Sequence[Hashable], P: Matrix | None, taught: ArrayLike | None) -> tuple[list[Any], Mask]:
    """The classes' names, and which of them have been taught; all of them by default."""
    names = [name.item() if isinstance(name, np.generic) else name for name in classes]
    if P is not None and P.shape[1] != len(names):
        raise BadQuery(
            f"P has {P.shape[1]} columns for {len(names)} classes ({listed(map(str, names))}); they must agree."
        )
    if taught is None:
        return names, np.ones(len(names), dtype=np.bool_)
    mask = np.asarray(taught)
    if mask.dtype != np.bool_ or mask.shape != (len(names),):
        raise BadQuery(
            f"taught must have True or False for each of the {len(names)} classes ({listed(map(str, names))}); it is "
            f"an array of {mask.dtype} of shape {mask.shape}."
        )
    return names, mask


def same_length(**lengths: int | None) -> int:
    """How many documents all the given arrays have."""
    sizes = {name: size for name, size in lengths.items() if size is not None}
    if not sizes:
        raise BadQuery(f"There is no pool to ask about: give at least one of {listed(lengths)}.")
    if len(set(sizes.values())) > 1:
        raise BadQuery(
            f"{' and '.join(f'{name} has {size:,} documents' for name, size in sizes.items())}; they must be the same."
        )
    return next(iter(sizes.values()))


def rows_of(X: Any) -> int | None:
    """How many rows an array, a matrix or a list has; None for none."""
    if X is None:
        return None
    return int(X.shape[0]) if issparse(X) else len(X)


def _shown(row: Matrix) -> str:
    return listed((f"{value:.3g}" for value in row), most=6)
