"""Vectors of documents: what a pool of texts, without a single label, says about which terms belong together.

In reading order: :mod:`unit_rows` (rarity-weighted rows of length 1), :mod:`directions` (the main directions of such
rows), :mod:`outside_directions` (those that an encoder knows), :mod:`pool_vectors` (all of it for one pool of
documents, worked out once) and :mod:`blas` (the same numbers with any number of threads).
"""

from teachback.vectors.blas import one_thread
from teachback.vectors.directions import main_directions
from teachback.vectors.pool_vectors import PoolVectors
from teachback.vectors.unit_rows import UnitRows, rarity, specificity, spoken_of, unit_row_scores, unit_rows

__all__ = [
    "PoolVectors",
    "UnitRows",
    "main_directions",
    "one_thread",
    "rarity",
    "specificity",
    "spoken_of",
    "unit_row_scores",
    "unit_rows",
]
