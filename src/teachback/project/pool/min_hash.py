r"""MinHash signatures: near-duplicates in different parts, found without bringing the terms together.

Under a random order of all terms, two documents have the same first term as often as the share of their terms that both
have, :math:`|A \cap B| / |A \cup B|` (Jaccard). A signature has the first terms under 128 orders, each as a number that
its spelling alone decides, so that signatures made in different places can be compared. The share is met to about 0.04.

References
----------
Broder (1997). On the resemblance and containment of documents. Compression and Complexity of Sequences.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.text import Analyzer
from teachback.text.counts import stacked, stream
from teachback.text.vocabulary import Vocabulary

Signatures = NDArray[np.uint32]  # documents × orders
_ORDERS = 128
_ALIKE = 0.8  # share of common terms from which on documents hardly differ, as for those of a page
_draw = np.random.default_rng(0)
_FACTORS = _draw.integers(0, 1 << 63, _ORDERS, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_OFFSETS = _draw.integers(0, 1 << 63, _ORDERS, dtype=np.uint64)


def signatures(X: csr_array, letters: NDArray[np.uint32], at: NDArray[np.int64]) -> Signatures:
    """The signatures of rows of counts, whose terms are spelled so (:attr:`Vocabulary.spellings`)."""
    made = np.full((X.shape[0], _ORDERS), np.iinfo(np.uint32).max, dtype=np.uint32)
    terms, places = np.unique(X.indices, return_inverse=True)
    spelled = (letters[at[term] : at[term + 1]].astype("<u4").tobytes() for term in terms.tolist())
    digests = b"".join(blake2b(letters_of, digest_size=8).digest() for letters_of in spelled)
    hashes = np.frombuffer(digests, dtype="<u8")
    filled = np.flatnonzero(np.diff(X.indptr))
    for order in range(_ORDERS if len(filled) else 0):
        ranks = ((hashes * _FACTORS[order] + _OFFSETS[order]) >> np.uint64(32)).astype(np.uint32)
        made[filled, order] = np.minimum.reduceat(ranks[places], X.indptr[filled])
    return made


def signatures_of_texts(analyzer: Analyzer, texts: Iterable[str]) -> Signatures:
    """The signatures of texts."""
    vocabulary = Vocabulary()
    blocks = list(stream(analyzer, vocabulary, texts, grow=True))
    return signatures(stacked(blocks, len(vocabulary)), *vocabulary.spellings)


def different(candidates: Signatures, most: int, besides: Signatures) -> list[int]:
    """The first places, `most` of them at most, of documents that are like none of the chosen, nor like one `besides`.

    >>> from teachback.text.analyzers import Words
    >>> texts = ["the screen went black", "Black! The screen went.", "where is my refund"]
    >>> different(signatures_of_texts(Words(), texts), 2, np.empty((0, _ORDERS), dtype=np.uint32))
    [0, 2]
    """
    chosen: list[int] = []
    for place, signature in enumerate(candidates):
        if len(chosen) == most:
            break
        if not (_like_one(signature, besides) or _like_one(signature, candidates[chosen])):
            chosen.append(place)
    return chosen


def _like_one(signature: Signatures, of: Signatures) -> bool:
    return bool(((of == signature).mean(axis=1) >= _ALIKE).any()) if len(of) else False
