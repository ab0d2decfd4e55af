"""What classes' names say: a word of a name counts as if the teacher had typed it, where documents bear it out."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from teachback.pool import Pool
from teachback.record import Teaching
from teachback.text import TermCounts
from teachback.text.description import words_of_name
from teachback.vectors import spoken_of

NameWords = list[tuple[int, str]]  # column and class


def words_in_names(teaching: Teaching, counts: TermCounts, without: Collection[int] = ()) -> NameWords:
    """The columns of the words in classes' names, where each is in one name only and nothing else was said of it.

    A class that is everything else has no name. `without` has the columns of words that are about nothing, such as
    *how*.

    >>> from teachback.record import ClassesAdded, Record, Word
    >>> record = Record({})
    >>> record.append(ClassesAdded(["sci.space", "sci.med", "other"]), Word("space", "sci.space"))
    >>> counts = TermCounts("words")
    >>> counts.add(["space and med", "some other sci med"])
    >>> [(counts.terms[column], class_) for column, class_ in words_in_names(record.teaching(), counts)]
    [('med', 'sci.med')]
    """
    named = [class_ for class_ in teaching.classes if class_ != teaching.rest]
    rows = counts.rows([words_of_name(class_) for class_ in named])
    names = np.bincount(rows.indices, minlength=rows.shape[1])
    taught = {*without, *(counts.columns.get(term) for term in (*teaching.words, *teaching.not_a_reason))}
    classes = np.repeat(np.arange(len(named)), np.diff(rows.indptr)).tolist()
    words = zip(rows.indices.tolist(), classes, strict=True)
    return [(column, named[class_]) for column, class_ in words if names[column] == 1 and column not in taught]


def spoken(words: NameWords, pool: Pool, classes: int) -> NameWords:
    """Those that are in enough documents to tell anything.

    >>> spoken([(0, "sport"), (1, "politics")], Pool([[1, 0]] * 3 + [[0, 0]] * 97 + [[0, 1]]), 2)
    [(0, 'sport')]
    """
    enough = spoken_of(pool.reach[[column for column, _ in words]], pool.documents, classes).tolist()
    return [word for word, is_spoken in zip(words, enough, strict=True) if is_spoken]
