"""What words add that no document of the pool has, by what an encoder says of them.

A short text has few words, and of those that are new to the pool the model would know nothing. An encoder's vector of a
word leads to the word's part in the vectors' directions (:class:`~teachback.vectors.PoolVectors`), as it does for the
pool's own terms as far as documents say no more of them, and the model has a weight for each direction. So a new word
is one more term with a weight, and explanations stay exact. It weighs in a row what a term weighs that one document
alone has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from teachback.learners.lesson_regression.documents import alone
from teachback.sweeps import Matrix
from teachback.vectors import PoolVectors, one_thread
from teachback.vectors.unit_rows import rarity


def new_words(vectors: PoolVectors, of_vectors: Matrix) -> dict[str, Any] | None:
    """What leads from an encoder's vector of a word to what the word adds for each class, and what it weighs in a row;
    None where nothing does.

    `of_vectors` is what each number of a document's vector adds, numbers × classes.
    """
    of_words = vectors.of_words
    if of_words is None or not of_vectors.any():
        return None
    documents = vectors.pool.documents
    weight = alone(documents) * float(rarity(np.zeros(1), documents)[0])
    through = of_words.then(of_vectors[-of_words.map.shape[1] :])
    return {"mean": through.mean, "weights": through.map, "weight": weight}


def terms_of(known: Mapping[str, Any], vectors: Matrix) -> tuple[Matrix, Matrix]:
    """What words weigh in a row, and what they add for each class; nothing where the encoder says nothing of a word.

    >>> known = {"mean": np.array([0.5, 0.0]), "weights": np.eye(2), "weight": 3.0}
    >>> weight, adds = terms_of(known, np.array([[1.0, 0.0], [0.0, 0.0]]))
    >>> weight.tolist(), adds.tolist()
    ([3.0, 0.0], [[0.5, 0.0], [0.0, 0.0]])
    """
    is_known = np.asarray(vectors.any(axis=1))
    with one_thread():
        adds = np.where(is_known[:, np.newaxis], vectors - known["mean"], 0.0) @ known["weights"]
    return np.where(is_known, known["weight"], 0.0), adds


def new_words_are_sound(known: Mapping[str, Any], size: int, classes: int) -> bool:
    """Whether what a file has of this fits an encoder of that size, and so many classes.

    >>> known = {"mean": np.zeros(2), "weights": np.eye(2), "weight": 3.0}
    >>> new_words_are_sound(known, 2, 2), new_words_are_sound(known, 3, 2)
    (True, False)
    """
    mean, weights, weight = (np.asarray(known.get(name)) for name in ("mean", "weights", "weight"))
    if any(array.dtype.kind != "f" for array in (mean, weights, weight)):
        return False
    is_finite = all(bool(np.isfinite(array).all()) for array in (mean, weights, weight))
    shapes = mean.shape, weights.shape, weight.shape
    return is_finite and shapes == ((size,), (size, classes), ()) and float(weight) >= 0.0
