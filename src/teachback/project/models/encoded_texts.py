"""What an encoder of whole texts has read of a project: made once, kept with the project, found again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock, RLock

import numpy as np
from numpy.typing import NDArray

from teachback.encoders import Encoder, ReadTexts
from teachback.encoders.encoder import halves
from teachback.project.models.terms import Terms
from teachback.store import KeptVectors, ReadOnly, Store
from teachback.store.content import text_key
from teachback.vectors.outside_directions import DOCUMENTS, least_reach

HalfVectors = NDArray[np.float16]

_LOOK = 500  # texts whose vectors are looked for at a time
_FEW, _MANY, _SECONDS = 16, 1024, 1.0  # texts encoded at a time: more of them as long as it takes less than this
_FIRST = 500  # texts whose vectors are of use before all are there; then twice as many, and so on


class EncodedTexts:
    """Vectors of a sample of the documents and of their frequent terms, half as precise as they are made (float16).

    From these the learner finds a vector for each term (:mod:`teachback.vectors.outside_directions`): however many
    documents there are, an encoder reads a few thousand of them. Vectors are kept in the project's store by the
    encoder's fingerprint and the text's digest: a text is encoded once, by whichever process.
    """

    def __init__(self, store: Store, terms: Terms, encoder: Encoder) -> None:
        self._store, self._terms, self.encoder = store, terms, encoder
        self.counts = terms.counts  # others, once a text was erased
        self._making, self._lock = Lock(), RLock()
        self._documents: dict[str, HalfVectors] = {}
        self._words: dict[str, HalfVectors] = {}
        self._wanted = -1  # texts, as far as was looked
        self._shown = ReadTexts(np.zeros(0, dtype=np.intp), np.zeros((0, encoder.size), dtype=np.float16), {})

    @property
    def done(self) -> int:
        """How many texts have a vector."""
        with self._lock:
            return len(self._documents) + len(self._words)

    @property
    def wanted(self) -> int:
        """How many shall have one."""
        return max(self._wanted, 0)

    def make(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Find or make the vectors that are missing, and say whether there were such.

        `progress` is told how many texts have a vector, and how many shall have one; `stop` is asked after every few
        texts, and what was made until then is kept.
        """
        with self._making:
            documents, words = self._missing()
            before = self.done
            self._wanted = before + len(documents) + len(words)
            if self._wanted == before:
                return False
            for some in _slices(documents, _LOOK):
                self._find(self._documents, some, self._texts(some))
            for some in _slices(words, _LOOK):
                self._find(self._words, some, some)
            documents = [name for name in documents if name not in self._documents]
            words = [word for word in words if word not in self._words]
            for is_word, some in _batches(documents, words, stop):
                self._encode(self._words if is_word else self._documents, some, some if is_word else self._texts(some))
                if progress is not None:
                    progress(self.done, self._wanted)
            return self.done > before

    def shown(self) -> ReadTexts:
        """What was read; the same until there is twice as much, or all."""
        with self._lock:
            done, in_use = self.done, len(self._shown.rows) + len(self._shown.of_terms)
            if done != in_use and (done == self._wanted or done >= max(_FIRST, 2 * in_use)):
                names = sorted(self._documents, key=self._terms.rows.__getitem__)
                rows = np.array([self._terms.rows[name] for name in names], dtype=np.intp)
                vectors = np.array([self._documents[name] for name in names]).reshape(len(names), self.encoder.size)
                self._shown = ReadTexts(rows, vectors, dict(self._words))
            return self._shown

    def _missing(self) -> tuple[list[str], list[str]]:
        """The documents and the terms whose vectors are wanted and not there.

        Documents are drawn by a hash of their names: most of the sample stays as others come.
        """
        with self._terms.updated():
            documents, terms = self._terms.documents, self._terms.counts.plain[1]
            pool = self._terms.plain_pool
        drawn = documents
        if len(documents) > DOCUMENTS:
            drawn = sorted(documents, key=text_key)[:DOCUMENTS]
        often = pool.reach >= least_reach(pool.counts, pool.reach)
        frequent = [terms[column] for column in np.flatnonzero(often).tolist()]
        with self._lock:
            return (
                [name for name in drawn if name not in self._documents],
                [term for term in frequent if term not in self._words],
            )

    def _texts(self, documents: Sequence[str]) -> list[str]:
        return [self._store.document(document).text for document in documents]

    def _find(self, known: dict[str, HalfVectors], names: Sequence[str], texts: Sequence[str]) -> None:
        keys = [text_key(text) for text in texts]
        stored = self._store.vectors(self.encoder.fingerprint, list(dict.fromkeys(keys)))
        with self._lock:
            for name, key in zip(names, keys, strict=True):
                if len(numbers := stored.get(key, b"")) == 2 * self.encoder.size:
                    known[name] = np.frombuffer(numbers, dtype="<f2")

    def _encode(self, known: dict[str, HalfVectors], names: Sequence[str], texts: Sequence[str]) -> None:
        vectors = halves(self.encoder.encode(texts))
        by_key = {text_key(text): vector.tobytes() for text, vector in zip(texts, vectors, strict=True)}
        with suppress(ReadOnly), self._store.writing() as writer:
            writer.keep_vectors(KeptVectors(self.encoder.fingerprint, by_key))
        with self._lock:
            known.update(zip(names, vectors, strict=True))


def _slices(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (names[first : first + size] for first in range(0, len(names), size))


def _batches(
    documents: Sequence[str], words: Sequence[str], stop: Callable[[], bool]
) -> Iterator[tuple[bool, Sequence[str]]]:
    """Some documents after others, then words, few enough that each round takes about a second."""
    for is_word, names in enumerate((documents, words)):
        size, first = _FEW, 0
        while first < len(names):
            if stop():
                return
            begin = time.monotonic()
            yield bool(is_word), names[first : first + size]
            first += size
            if time.monotonic() - begin < _SECONDS / 2:
                size = min(2 * size, _MANY)
