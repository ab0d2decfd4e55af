"""Names in a file that may be no classes of their own: what says nothing, and what is only written otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from unicodedata import normalize

_BETWEEN_WORDS = re.compile(r"(?<=\w)[\s_-]+(?=\w)")
_NOTHING = frozenset(
    (
        *("na", "n/a", "n.a.", "#n/a", "#na", "not available", "not applicable", "nan", "null", "none", "nil"),
        *("-", "--", "---", "–", "—", "?", "??", "???", ".", "*", "tbd", "todo", "to do", "undefined"),
        *("unknown", "unk", "missing", "blank", "(blank)", "empty", "(empty)", "no label", "no class"),
        *("unlabeled", "unlabelled", "not labeled", "not labelled"),
    )
)


@dataclass(frozen=True)
class ClassQuestion:
    """A name that would be a new class, of which a person is asked what it means.

    Attributes
    ----------
    like
        The class that it could be, written otherwise; None where it could say that there is no class.
    """

    name: str
    like: str | None

    @property
    def likely(self) -> str:
        """The class that is likely meant; empty for none."""
        return self.like or ""

    @property
    def sentence(self) -> str:
        """What is asked.

        >>> ClassQuestion("NA", None).sentence
        "'NA' would be a class. Does it say that a document has none?"
        """
        if self.like is None:
            return f"{self.name!r} would be a class. Does it say that a document has none?"
        return f"{self.name!r} would be a class of its own beside {self.like!r}. Are they the same?"


def class_questions(new: Iterable[str], known: Iterable[str], answered: Collection[str] = ()) -> list[ClassQuestion]:
    """What to ask of names that would be new classes beside those that are known.

    >>> questions = class_questions(["Spam", "1.0", "not_spam", "n/a"], ["spam", "1", "not spam"])
    >>> [(each.name, each.like) for each in questions]
    [('Spam', 'spam'), ('1.0', '1'), ('not_spam', 'not spam'), ('n/a', None)]
    >>> class_questions(["A", "A-", "C", "C#"], [])
    []
    """
    first: dict[str, str] = {}
    for name in known:
        first.setdefault(_plain(name), name)
    questions = []
    for name in new:
        plain = _plain(name)
        like = first.setdefault(plain, name)
        if name in answered:
            continue
        if like != name:
            questions.append(ClassQuestion(name, like))
        elif plain in _NOTHING:
            questions.append(ClassQuestion(name, None))
    return questions


def _plain(name: str) -> str:
    """The name without what people write now so, now otherwise: capitals, spaces, accents in two letters, 1.0 for 1."""
    plain = _BETWEEN_WORDS.sub(" ", normalize("NFKC", name).casefold()).strip()
    try:
        return f"{float(plain):g}"
    except ValueError:
        return plain
