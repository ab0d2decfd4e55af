"""What a simulated teacher and her student have before them: a pool to teach on, texts to be tested on, the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from teachback.corpora import Corpus, CorpusRationale
from teachback.experiments.simulation.corpora import POOL, TEST, Place, load, skewed, source_of
from teachback.experiments.simulation.knowledge import Knowledge
from teachback.record import Document

_ENOUGH = 1000  # test documents; a corpus with twice as many gives them


@dataclass(frozen=True, eq=False)
class Setup:
    """The texts and classes of one run, which every way of teaching shares."""

    classes: tuple[str, ...]
    analyzer: str
    # The documents that can be taught, and the positions of their classes
    pool: tuple[Document, ...]
    y: NDArray[np.intp]
    # The texts that are classified, and the positions of their classes
    test: tuple[str, ...]
    truth: NDArray[np.intp]
    # Where a person has highlighted why a document of the pool has its class
    passages: Mapping[str, tuple[CorpusRationale, ...]]
    seed: int  # of everything that is drawn by chance in this run
    encoder: str | None = None  # the encoder that students may use, if any

    @cached_property
    def texts(self) -> list[str]:
        """Of the pool."""
        return [document.text for document in self.pool]

    @cached_property
    def rows(self) -> dict[str, int]:
        """Where a document is in the pool."""
        return {document.id: row for row, document in enumerate(self.pool)}

    @cached_property
    def places(self) -> dict[str, int]:
        """Where a class is among the classes."""
        return {class_: place for place, class_ in enumerate(self.classes)}

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the true labels of the pool tell about its terms."""
        return Knowledge.of(self.texts, self.y, len(self.classes), self.analyzer)


@lru_cache(maxsize=1)
def setup(name: str, place: Place, seed: int, most: int = POOL, encoder: str | None = None) -> Setup:
    """A corpus drawn for one run; kept for the next way of teaching."""
    source, corpus = source_of(name), load(name, place)
    if source.ratio:
        corpus = skewed(corpus, source.ratio, seed)
    return replace(drawn(corpus, seed, pool=min(most, source.pool)), encoder=encoder)


def drawn(corpus: Corpus, seed: int, *, pool: int = POOL, test: int = TEST) -> Setup:
    """Draw a pool and a test set at random, a third of the documents (or 1,000, where there are twice as many) to test.

    >>> from teachback import corpora
    >>> given = drawn(corpora.load("demo"), seed=0, pool=300)
    >>> len(given.pool), len(given.test)
    (300, 516)
    """
    documents, size = corpus.documents, len(corpus.documents)
    tested = min(test, max(size // 3, min(_ENOUGH, size // 2)))
    order = np.random.default_rng([seed, size]).permutation(size).tolist()
    taught = [documents[row] for row in order[tested : tested + pool]]
    asked = [documents[row] for row in order[:tested]]
    place = {class_: position for position, class_ in enumerate(corpus.classes)}

    def truth(of: list[Document]) -> NDArray[np.intp]:
        return np.array([place[corpus.labels[document.id]] for document in of], dtype=np.intp)

    return Setup(
        classes=tuple(corpus.classes),
        analyzer=corpus.analyzer,
        pool=tuple(taught),
        y=truth(taught),
        test=tuple(document.text for document in asked),
        truth=truth(asked),
        passages=_passages(corpus, {document.id for document in taught}),
        seed=seed,
    )


def _passages(corpus: Corpus, documents: set[str]) -> dict[str, tuple[CorpusRationale, ...]]:
    """The passages of the one person who highlighted most; others may have another style."""
    if not corpus.rationales:
        return {}
    (busiest, _), *_ = Counter(passage.teacher for passage in corpus.rationales).most_common(1)
    marked: dict[str, list[CorpusRationale]] = {}
    for passage in corpus.rationales:
        if passage.teacher == busiest and passage.document in documents:
            marked.setdefault(passage.document, []).append(passage)
    return {document: tuple(passages) for document, passages in marked.items()}
