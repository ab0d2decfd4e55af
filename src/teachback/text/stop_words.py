"""Words too common to tell classes apart (a language's list, or your own), and those that no teacher is asked of."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from functools import cache

import stop_words as package
from numpy.typing import NDArray

from teachback.errors import TeachbackError, listed, near_miss

_ENOUGH = 0.15  # the share of a pool's words that are on the list of its language, at least
_LEFT_OVER = "ll ve re don didn doesn isn wasn aren weren couldn shouldn wouldn hasn haven hadn won nt th amp quot nbsp"
_TELLING = (  # on scikit-learn's English list, and about something all the same
    "amount bill bottom call computer cry describe detail empty fill find fire found front full interest mill mine "
    "move name serious show side sincere system top"
)


class UnknownLanguage(TeachbackError):
    """A language that has no list of stop words."""

    def __init__(self, language: str) -> None:
        known = package.AVAILABLE_LANGUAGES
        super().__init__(
            f"There is no list of stop words for {language!r}.{near_miss(language, known)} There is one for "
            f"{listed(known, most=40)}; or give your own words, or none."
        )


def languages() -> tuple[str, ...]:
    """The languages that have a list.

    >>> "english" in languages()
    True
    """
    return tuple(sorted(package.AVAILABLE_LANGUAGES))


def stop_words(given: str | Iterable[str] | None) -> frozenset[str]:
    """The words to leave out: of a language, or the given ones, or none.

    English has scikit-learn's list and the single letters (what is left of "don't" and "U.S."): the longer lists also
    drop words that tell classes apart (research, home, page, bill). Other languages have the lists of the `stop-words`
    package. They are applied when terms are chosen, not when texts are read, so a word that a teacher uses is never
    lost for being on a list.

    >>> "the" in stop_words("english"), stop_words(None), sorted(stop_words(["Foo"]))
    (True, frozenset(), ['foo'])
    """
    if given is None:
        return frozenset()
    return _of_language(given.lower()) if isinstance(given, str) else frozenset(word.lower() for word in given)


@cache
def _of_language(language: str) -> frozenset[str]:
    if language in ("english", "en"):
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(ENGLISH_STOP_WORDS) | frozenset(string.ascii_lowercase)
    try:
        return frozenset(package.get_stop_words(language))
    except package.StopWordError:
        raise UnknownLanguage(language) from None


def function_words(columns: Mapping[str, int], reach: NDArray) -> frozenset[int]:  # type: ignore[type-arg]
    """The columns of terms that do not say what a text is about: no teacher is asked about them. Learners see them.

    These are function words of the language of most texts, single letters or left over of words.

    `columns` has the column of each term, `reach` how many documents have it.

    >>> import numpy as np
    >>> terms = ["the", "and", "refund", "bill", "ve", "t", "以"]
    >>> columns = {term: column for column, term in enumerate(terms)}
    >>> sorted(terms[column] for column in function_words(columns, np.array([9, 8, 3, 1, 2, 1, 1])))
    ['and', 't', 'the', 've']
    """
    lists = {language: _of(language) for language in package.AVAILABLE_LANGUAGES}
    by_language = {language: [columns[word] for word in words if word in columns] for language, words in lists.items()}
    spoken = max(by_language, key=lambda language: float(reach[by_language[language]].sum()))
    is_sure = reach[by_language[spoken]].sum() >= _ENOUGH * max(reach.sum(), 1)
    letters = (column for term, column in columns.items() if len(term) == 1 and term.isascii() and term.isalpha())
    return frozenset(
        {*(by_language[spoken] if is_sure else ()), *letters, *(columns[w] for w in _LEFT_OVER.split() if w in columns)}
    )


def _of(language: str) -> frozenset[str]:
    try:
        return stop_words(language) - frozenset(_TELLING.split())
    except UnicodeError:  # a list of the package that cannot be read
        return frozenset()
