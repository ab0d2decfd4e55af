"""Words too common to tell classes apart: a language's list, or your own."""

from __future__ import annotations

import string
from collections.abc import Iterable
from functools import cache

import stop_words as package

from teachback.errors import TeachbackError, listed, near_miss


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
