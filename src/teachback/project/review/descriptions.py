"""What descriptions and names of classes do: the terms that the default learner takes from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from teachback.learners.lesson_regression.described import strengths
from teachback.learners.machine_advice import with_advice
from teachback.learners.training_set import spoken, words_in_names
from teachback.project.models.terms import Terms
from teachback.record import Describe, Teaching
from teachback.text.description import belonging, described_parts, spaced

Use = Literal["word", "taught", "shared", "everywhere", "rare", "unknown"]


@dataclass(frozen=True)
class DescribedTerm:
    """A term of a description.

    Attributes
    ----------
    use
        ``word``: it is a weak word of the class. Otherwise it counts for nothing here: it was ``taught`` or rejected as
        a word, it is ``shared`` by the descriptions of other classes, most documents have it (``everywhere``), hardly
        any of a class (``rare``), or it is ``unknown`` to them.
    strength
        How strongly it speaks for the class, where a word that is taught has 1; 0 unless it is a word.
    documents
        How many documents have it.
    """

    term: str
    use: Use
    strength: float
    documents: int


@dataclass(frozen=True)
class DescribedSentence:
    """A sentence of a description; what it says does not belong to the class (`excluded`) counts for nothing."""

    text: str
    excluded: bool
    terms: tuple[DescribedTerm, ...]


@dataclass(frozen=True)
class ClassDescription:
    """What a teacher wrote of a class, and what each sentence of it does.

    Attributes
    ----------
    lesson
        The id of the lesson.
    """

    class_: str
    teacher: str
    lesson: str
    text: str
    sentences: tuple[DescribedSentence, ...]


@dataclass(frozen=True)
class NameWord:
    """A word in a class's name that counts as a taught word.

    Attributes
    ----------
    documents
        How many documents have it.
    """

    class_: str
    term: str
    documents: int


def name_words(teaching: Teaching, terms: Terms) -> list[NameWord]:
    """What the default learner takes from the classes' names, in the order of the classes."""
    teaching = with_advice(teaching)
    with terms.updated():
        pool, counts = terms.pool(), terms.counts
        in_names = words_in_names(teaching, counts, terms.function_words)
        return [
            NameWord(class_, counts.terms[column], int(pool.reach[column]))
            for column, class_ in spoken(in_names, pool, len(teaching.classes))
        ]


def class_descriptions(teaching: Teaching, terms: Terms) -> list[ClassDescription]:
    """All descriptions that count, in the order of the classes: people's, and of other classes a language model's."""
    teaching = with_advice(teaching)
    with terms.updated():
        reader = _Reader(teaching, terms)
    return [reader.read(each) for class_ in teaching.classes for each in teaching.descriptions.get(class_, ())]


class _Reader:
    """Reads descriptions as the learner does."""

    def __init__(self, teaching: Teaching, terms: Terms) -> None:
        self._analyzer, self._columns, pool = terms.analyzer, terms.columns, terms.pool()
        self._reach, self._documents = pool.reach, len(pool)
        self._taught = {*teaching.words, *teaching.not_a_reason}
        self._number, self._classes = len(teaching.descriptions), max(len(teaching.classes), 1)
        of_classes = {
            class_: {token.term for each in texts for token in self._analyzer(belonging(each.text))}
            for class_, texts in teaching.descriptions.items()
        }
        self._times: dict[str, int] = {}
        for terms_of in of_classes.values():
            for term in terms_of:
                self._times[term] = self._times.get(term, 0) + 1

    def read(self, lesson: Describe) -> ClassDescription:
        sentences = tuple(
            DescribedSentence(
                sentence := lesson.text[part.start : part.end],
                part.excluded,
                () if part.excluded else tuple(map(self._term, self._terms(sentence))),
            )
            for part in described_parts(lesson.text)
        )
        return ClassDescription(lesson.class_, lesson.teacher, lesson.id, lesson.text, sentences)

    def _terms(self, text: str) -> list[str]:
        return list(dict.fromkeys(token.term for token in self._analyzer(spaced(text))))

    def _term(self, term: str) -> DescribedTerm:
        column = self._columns.get(term)
        reach = 0 if column is None else int(self._reach[column])
        strength = float(strengths(np.array([float(reach)]), self._documents, self._classes)[0]) if reach else 0.0
        times = self._times.get(term, 1)
        use: Use = "word"
        if not reach:
            use = "unknown"
        elif term in self._taught:
            use = "taught"
        elif times > 1 and times >= self._number / 2:
            use = "shared"
        elif strength <= 0.0:
            use = "everywhere" if 2 * reach > self._documents else "rare"
        return DescribedTerm(term, use, strength / times if use == "word" else 0.0, reach)
