"""The vectors that an encoder makes of a project's documents: made once, kept with the project, found again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from threading import Lock, RLock

import numpy as np
from numpy.typing import NDArray

from teachback.encoders import Encoder
from teachback.encoders.encoder import halves
from teachback.project.models.terms import Terms
from teachback.store import KeptVectors, Store

Rows = NDArray[np.intp]
HalfVectors = NDArray[np.float16]

_LOOK = 500  # documents whose vectors are looked for at a time
_FEW, _MANY, _SECONDS = 16, 1024, 1.0  # documents encoded at a time: more of them as long as it takes less than this
_FIRST = 500  # documents whose vectors are of use before all are there; then twice as many, and so on


class DocumentVectors:
    """Vectors of all documents by one encoder, half as precise as it makes them (float16).

    They are kept in the project's store by the encoder's fingerprint and the text's digest: a text is encoded once,
    however often it is added and by whichever process. Documents are encoded in an order drawn by chance, so that the
    first are like the rest.

    Attributes
    ----------
    encoder
        Whose vectors they are.
    """

    def __init__(self, store: Store, terms: Terms, encoder: Encoder) -> None:
        self._store, self._terms, self.encoder = store, terms, encoder
        self._making, self._lock = Lock(), RLock()
        self._vectors: HalfVectors = np.zeros((0, encoder.size), dtype=np.float16)
        self._known = np.zeros(0, dtype=np.bool_)
        self._looked = 0  # documents whose vectors were looked for in the store
        self._shown: tuple[Rows, HalfVectors] = np.zeros(0, dtype=np.intp), self._vectors

    @property
    def done(self) -> int:
        """How many documents have a vector."""
        with self._lock:
            return int(np.count_nonzero(self._known))

    def make(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Find or make the vectors of all documents that have none, and say whether there were such.

        Parameters
        ----------
        progress
            Told how many documents have a vector, and how many there are.
        stop
            Asked after every few documents; what was made until then is kept.
        """
        with self._making:
            self._terms.update()
            documents = self._terms.documents
            total = len(documents)
            before = self.done
            if before == total:
                return False
            self._look(total)
            missing = np.flatnonzero(~self._known)
            for rows in self._batches(np.random.default_rng(0).permutation(missing), stop):
                self._encode(rows, [self._terms.text(documents[row]) for row in rows.tolist()])
                if progress is not None:
                    progress(self.done, total)
            return self.done > before

    def shown(self) -> tuple[Rows, HalfVectors]:
        """The documents that have a vector, and the vectors; the same pair until there are twice as many, or all."""
        with self._lock:
            done, shown = self.done, len(self._shown[0])
            if done != shown and (done == len(self._known) or done >= max(_FIRST, 2 * shown)):
                rows = np.flatnonzero(self._known)
                self._shown = rows, self._vectors if done == len(self._known) else self._vectors[rows]
            return self._shown

    def _look(self, total: int) -> None:
        """Make room for all documents, and find what is kept of those that are new."""
        with self._lock:
            more = total - len(self._known)
            self._vectors = np.concatenate([self._vectors, np.zeros((more, self.encoder.size), dtype=np.float16)])
            self._known = np.append(self._known, np.zeros(more, dtype=np.bool_))
        keys: list[bytes] = []
        for document in self._store.documents(after=self._looked):
            if self._looked + len(keys) >= total:
                break
            keys.append(_digest(document.text))
            if len(keys) == _LOOK:
                self._find(keys)
                keys = []
        self._find(keys)

    def _find(self, keys: Sequence[bytes]) -> None:
        found = self._store.vectors(self.encoder.fingerprint, list(dict.fromkeys(keys)))
        there = [place for place, key in enumerate(keys) if len(found.get(key, b"")) == 2 * self.encoder.size]
        if there:
            numbers = np.frombuffer(b"".join(found[keys[place]] for place in there), dtype="<f2")
            self._put(self._looked + np.array(there), numbers.reshape(len(there), -1))
        self._looked += len(keys)

    def _encode(self, rows: Rows, texts: Sequence[str]) -> None:
        vectors = halves(self.encoder.encode(texts))
        kept = {_digest(text): vector.tobytes() for text, vector in zip(texts, vectors, strict=True)}
        with self._store.writing() as writer:
            writer.keep_vectors(KeptVectors(self.encoder.fingerprint, kept))
        self._put(rows, vectors)

    def _put(self, rows: Rows, vectors: HalfVectors) -> None:
        with self._lock:
            self._vectors[rows] = vectors
            self._known[rows] = True

    def _batches(self, rows: Rows, stop: Callable[[], bool]) -> Iterator[Rows]:
        """Some rows after others, few enough that each round takes about a second."""
        size, first = _FEW, 0
        while first < len(rows) and not stop():
            begin = time.monotonic()
            yield rows[first : first + size]
            first += size
            if time.monotonic() - begin < _SECONDS / 2:
                size = min(2 * size, _MANY)


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()
