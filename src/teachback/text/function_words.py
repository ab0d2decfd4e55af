"""Words that say nothing of what a text is about: what no teacher should be asked of. Learners still see them."""

from __future__ import annotations

from collections.abc import Mapping

import stop_words as package
from numpy.typing import NDArray

from teachback.text.stop_words import stop_words

_ENOUGH = 0.15  # the share of a pool's words that are on the list of its language, at least
_LEFT_OVER = "ll ve re don didn doesn isn wasn aren weren couldn shouldn wouldn hasn haven hadn won nt th amp quot nbsp"
_TELLING = (  # on scikit-learn's English list, and about something all the same
    "amount bill bottom call computer cry describe detail empty fill find fire found front full interest mill mine "
    "move name serious show side sincere system top"
)


def function_words(columns: Mapping[str, int], reach: NDArray) -> frozenset[int]:  # type: ignore[type-arg]
    """The columns of terms that are function words of the language of most texts, single letters or left over of words.

    Parameters
    ----------
    columns
        The column of each term.
    reach
        How many documents have each term.

    Examples
    --------
    >>> import numpy as np
    >>> terms = ["the", "and", "refund", "bill", "ve", "t", "以"]
    >>> columns = {term: column for column, term in enumerate(terms)}
    >>> sorted(terms[column] for column in function_words(columns, np.array([9, 8, 3, 1, 2, 1, 1])))
    ['and', 't', 'the', 've']
    """
    lists = {language: _of(language) for language in package.AVAILABLE_LANGUAGES}
    found = {language: [columns[word] for word in words if word in columns] for language, words in lists.items()}
    spoken = max(found, key=lambda language: float(reach[found[language]].sum()))
    is_sure = reach[found[spoken]].sum() >= _ENOUGH * max(reach.sum(), 1)
    letters = (column for term, column in columns.items() if len(term) == 1 and term.isascii() and term.isalpha())
    return frozenset(
        {*(found[spoken] if is_sure else ()), *letters, *(columns[w] for w in _LEFT_OVER.split() if w in columns)}
    )


def _of(language: str) -> frozenset[str]:
    try:
        return stop_words(language) - frozenset(_TELLING.split())
    except UnicodeError:  # a list of the package that cannot be read
        return frozenset()
