"""Phrases: words side by side that a teacher taught as one term."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.text.interning import Interner, spell
from teachback.text.scan import Scan

if TYPE_CHECKING:  # it takes a while to import, and who only teaches need not wait for it
    from scipy.sparse import csr_array

LONGEST_PHRASE = 6  # words


class PhraseJoiner:
    """Finds phrases, given with their words, among tokens: from left to right, the longest that begins at a token.

    No token is in two of them.
    """

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self.terms = tuple(words)
        self._words = Interner()
        spelled = [list(self._words.intern(*spell(list(words[term])))) for term in self.terms]
        order = sorted(range(len(spelled)), key=lambda phrase: (spelled[phrase][0], -len(spelled[phrase])))
        self._order = np.array(order, dtype=np.int64)
        self._size = np.array([len(spelled[phrase]) for phrase in order], dtype=np.int64)
        self._parts_at = np.concatenate([[0], np.cumsum(self._size)]).astype(np.int64)
        self._parts = np.array([word for phrase in order for word in spelled[phrase]], dtype=np.int64)
        first = self._parts[self._parts_at[:-1]] if order else np.zeros(0, dtype=np.int64)
        self._begin = np.searchsorted(first, np.arange(len(self._words) + 1)).astype(np.int64)

    def places(self, scan: Scan, gap: NDArray[np.bool_] | None = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first token of each phrase that is found, and which phrase it is; none reaches across a gap."""
        words = self._words.find(scan.spelling, scan.spelling_at)
        token, phrase = np.empty(len(scan), dtype=np.int64), np.empty(len(scan), dtype=np.int64)
        closed = np.zeros(len(scan), dtype=np.bool_) if gap is None else gap
        number = _find(scan.rows, words, closed, self._begin, self._parts, self._parts_at, token, phrase)
        return token[:number], phrase[:number]

    def counts(self, scan: Scan) -> csr_array:
        """How often each phrase is in each text: texts × phrases, in their order."""
        from scipy.sparse import csr_array

        token, phrase = self.places(scan)
        row = np.searchsorted(scan.rows, token, side="right") - 1
        shape = len(scan.rows) - 1, len(self.terms)
        return csr_array((np.ones(len(token), dtype=np.int32), (row, self._order[phrase])), shape=shape)

    def may_form(self, scan: Scan) -> NDArray[np.bool_]:
        """Which texts have all words of a phrase beside those that are one: without others, they might be another."""
        words = self._words.find(scan.spelling, scan.spelling_at)
        row = np.repeat(np.arange(len(scan.rows) - 1), np.diff(scan.rows))[words >= 0]
        shape = len(scan.rows) - 1, len(self._words)
        there = np.bincount(row * shape[1] + words[words >= 0], minlength=shape[0] * shape[1]).reshape(shape)
        own, may = self.counts(scan).toarray(), np.zeros(shape[0], dtype=np.bool_)
        for place, phrase in enumerate(self._order.tolist()):
            parts = self._parts[self._parts_at[place] : self._parts_at[place + 1]]
            needed = np.bincount(parts, minlength=shape[1])
            may |= (there >= (own[:, [phrase]] + 1) * needed)[:, needed > 0].all(axis=1)
        return may

    def join(self, scan: Scan, gap: NDArray[np.bool_] | None = None) -> Scan:
        """The tokens, those of a phrase as one."""
        token, phrase = self.places(scan, gap)
        if not len(token):
            return scan
        letters, at = spell(list(self.terms))
        begin, stop, end = scan.spelling_at[:-1].copy(), scan.spelling_at[1:].copy(), scan.end.copy()
        begin[token] = len(scan.spelling) + at[self._order[phrase]]
        stop[token] = len(scan.spelling) + at[self._order[phrase] + 1]
        end[token] = scan.end[token + self._size[phrase] - 1]
        stays = np.ones(len(scan), dtype=np.bool_)
        inside = self._size[phrase] - 1
        stays[
            np.repeat(token, inside) + 1 + np.arange(inside.sum()) - np.repeat(np.cumsum(inside) - inside, inside)
        ] = False
        left = np.concatenate([[0], np.cumsum(stays)]).astype(np.int64)
        begin, length = begin[stays], (stop - begin)[stays]
        spelling_at = np.concatenate([[0], np.cumsum(length)]).astype(np.int64)
        taken = np.arange(spelling_at[-1]) + np.repeat(begin - spelling_at[:-1], length)
        spelling = np.concatenate([scan.spelling, letters])[taken]
        return Scan(left[scan.rows], scan.start[stays], end[stays], spelling, spelling_at)


@kernel
def _find(rows, word, gap, begin, parts, parts_at, token_out, phrase_out):  # type: ignore[no-untyped-def]
    number = 0
    for text in range(len(rows) - 1):
        token = rows[text]
        while token < rows[text + 1]:
            taken = 1
            if word[token] >= 0:
                for phrase in range(begin[word[token]], begin[word[token] + 1]):
                    size = parts_at[phrase + 1] - parts_at[phrase]
                    same = token + size <= rows[text + 1]
                    for i in range(1, size):
                        if not same:
                            break
                        same = not gap[token + i] and word[token + i] == parts[parts_at[phrase] + i]
                    if same:
                        token_out[number], phrase_out[number] = token, phrase
                        number += 1
                        taken = size
                        break
            token += taken
    return number
