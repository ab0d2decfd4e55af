"""What true labels tell about the terms of a pool: which words a person would name, and which are no reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.errors import BadTerm
from teachback.experiments.oracle import oracle_words
from teachback.project import Project
from teachback.queries import information_gain
from teachback.sweeps import sums
from teachback.text import Analyzer, TermCounts, binary

KNOWN = 100  # words a class
_CHANCE = 3.84  # what 2 N times the information gain exceeds by chance in one of twenty terms that say nothing
_FEWEST = 3  # documents of a word that comes to mind


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Words and what they speak for."""

    analyzer: Analyzer
    terms: Sequence[str]
    X: csr_array  # which document of the pool has which term
    # For each class the columns of its most informative terms (class against rest), best first
    known: tuple[NDArray[np.intp], ...]
    # Terms × classes: whether more documents of the class than of the others have the term, and not by chance
    speaks: NDArray[np.bool_]

    @classmethod
    def of(cls, texts: Sequence[str], y: NDArray[np.intp], classes: int, analyzer: str) -> Knowledge:
        """From the pool's texts and their true classes, in the terms that a new project has; no stop words."""
        with Project.create(analyzer=analyzer) as project:
            counts = TermCounts(project.analyzer)
        counts.add(texts)
        X = counts.X
        has, truth = binary(X).astype(np.float64), np.eye(classes)[y]
        typical = sums(has, truth) * len(y) > np.outer(has.sum(axis=0), truth.sum(axis=0))
        speaks = typical & (2 * len(y) * information_gain(X, truth) > _CHANCE)
        known: list[list[int]] = [[] for _ in range(classes)]
        for term, class_ in oracle_words(X.astype(np.float64), y, classes, KNOWN):
            if speaks[term, class_] and can_be_taught(counts.analyzer, counts.terms[term]):
                known[class_].append(term)
        columns = tuple(np.array(words, dtype=np.intp) for words in known)
        return cls(counts.analyzer, counts.terms, has, columns, speaks)

    @cached_property
    def columns(self) -> dict[str, int]:
        """Which column a term has."""
        return {term: column for column, term in enumerate(self.terms)}

    @cached_property
    def words(self) -> tuple[dict[str, int], ...]:
        """For each class its known words, with their places in the list."""
        return tuple(
            {self.terms[column]: place for place, column in enumerate(columns.tolist())} for columns in self.known
        )

    @cached_property
    def thinkable(self) -> NDArray[np.intp]:
        """The columns of terms that are in a few documents at least."""
        return np.flatnonzero(np.bincount(self.X.indices, minlength=len(self.terms)) >= _FEWEST)

    def inside(self, row: int) -> NDArray[np.intp]:
        """The columns of a document's terms."""
        return np.asarray(self.X.indices[self.X.indptr[row] : self.X.indptr[row + 1]], dtype=np.intp)

    def speaks_for(self, term: str, class_: int) -> bool:
        """Whether a term is a reason for a class; a term that the pool does not have is none."""
        return term in self.columns and bool(self.speaks[self.columns[term], class_])


def can_be_taught(analyzer: Analyzer, term: str) -> bool:
    """Whether a person who types the term gets it: some pairs of signs are read as something else."""
    try:
        return analyzer.term(term) == term
    except BadTerm:
        return False
