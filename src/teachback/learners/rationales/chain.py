"""A linear chain over two tags, inside (I) and outside (O) a rationale: forward-backward, compiled.

A token's score for I depends on its *kind* (the terms it carries) and on the class that the rationale speaks for; the
score of a pair of tags depends on the *place* between two tokens (which words and brackets meet there). Both come as
tables, so the inner loop reads exponentials and never computes one. Every text stands between two outside tags.

Sums are taken over a fixed number of parts of the sequences and added in order: the same bits with any number of
threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.sweeps import Matrix, spread

OO, OI, IO, II = range(4)  # the pairs of neighbouring tags
_PARTS = 8  # of the sequences; fixed, so that sums are rounded alike on every machine
_STEEPEST = 30.0  # a score beyond this is as certain as can be; keeps products of exponentials finite


@dataclass(frozen=True)
class Expected:
    """What the model expects of the sequences, and the logarithm of its normaliser."""

    log_z: float
    inside: Matrix  # kinds × classes: how many tokens are I
    pairs: Matrix  # places × 4: how many neighbours are tagged OO, OI, IO, II
    starts: Matrix  # sequences: how many rationales begin


@dataclass(frozen=True)
class Chain:
    """Tagged sequences of tokens."""

    # Text i has the tokens `rows[i]:rows[i + 1]` and, before, between and after them, one place more
    rows: NDArray[np.int64]
    # The kind of each token, and the number of each place
    kind: NDArray[np.int32]
    place: NDArray[np.int32]
    # Of each sequence: which text was highlighted, for which class. A text may have several sequences
    text: NDArray[np.int64]
    class_: NDArray[np.int64]
    tags: NDArray[np.bool_]  # sequence after sequence, whether each token is inside
    size: tuple[int, int, int]  # how many kinds, classes and places there are

    @cached_property
    def tags_at(self) -> NDArray[np.int64]:
        """Where each sequence's tags begin, and where the last ones end."""
        return np.concatenate([[0], np.cumsum(np.diff(self.rows)[self.text])]).astype(np.int64)

    @cached_property
    def observed(self) -> Expected:
        """The counts of :class:`Expected` in the tags as they are."""
        kinds, classes, places = self.size
        seen = Expected(0.0, np.zeros((kinds, classes)), np.zeros((places, 4)), np.zeros(len(self.text)))
        _observe(*self._sequences, self.tags_at, self.tags, seen.inside, seen.pairs, seen.starts)
        return seen

    def expected(self, emission: Matrix, transition: Matrix, laziness: Matrix) -> Expected:
        """The expectations under scores: kinds × classes of I, places × 4 of pairs, and of each start a sequence."""
        kinds, classes, places = self.size
        tables = np.exp(_within(emission)), np.exp(_within(transition)), np.exp(_within(laziness))
        log_z = np.zeros(_PARTS)
        inside, pairs = np.zeros((_PARTS, kinds, classes)), np.zeros((_PARTS, places, 4))
        starts = np.zeros(len(self.text))

        def work(a: int, b: int) -> None:
            for part in range(a, b):
                first, stop = self._bounds[part : part + 2]
                log_z[part] = _expect(
                    *self._sequences, *tables, first, stop, self._longest, inside[part], pairs[part], starts
                )

        spread(work, _PARTS, len(self.tags))
        return Expected(float(log_z.sum()), inside.sum(axis=0), pairs.sum(axis=0), starts)

    def log_likelihood(self, emission: Matrix, transition: Matrix, laziness: Matrix) -> tuple[float, Expected]:
        """The log-probability of the tags, and what is observed beyond expectation: its gradient by the scores."""
        seen, guess = self.observed, self.expected(emission, transition, laziness)
        value = float(np.vdot(seen.inside, _within(emission))) + float(np.vdot(seen.pairs, _within(transition)))
        value += float(seen.starts @ _within(laziness)) - guess.log_z
        beyond = (seen.inside - guess.inside, seen.pairs - guess.pairs, seen.starts - guess.starts)
        return value, Expected(guess.log_z, *beyond)

    def marginals(self, emission: Matrix, transition: Matrix) -> Matrix:
        """Sequence after sequence, the probability that each token is inside."""
        out = np.empty(len(self.tags))
        tables = np.exp(_within(emission)), np.exp(_within(transition))
        _marginals(*self._sequences, *tables, self.tags_at, out)
        return out

    @property
    def _sequences(self) -> tuple[NDArray[np.integer], ...]:
        return self.rows, self.kind, self.place, self.text, self.class_

    @cached_property
    def _bounds(self) -> Sequence[int]:
        """Parts of the sequences with about as many tokens each."""
        whole = self.tags_at[-1]
        cuts = np.searchsorted(self.tags_at, [whole * part // _PARTS for part in range(1, _PARTS)])
        return [0, *np.minimum(cuts, len(self.text)).tolist(), len(self.text)]

    @cached_property
    def _longest(self) -> int:
        return int(np.diff(self.rows).max(initial=0))


def _within(scores: Matrix) -> Matrix:
    return np.clip(scores, -_STEEPEST, _STEEPEST)


@kernel
def _observe(rows, kind, place, text, class_, tags_at, tags, inside, pairs, starts):  # type: ignore[no-untyped-def]
    for s in range(len(text)):
        first, tokens, before = rows[text[s]], rows[text[s] + 1] - rows[text[s]], False
        for m in range(tokens + 1):
            now = m < tokens and tags[tags_at[s] + m]
            pairs[place[first + text[s] + m], 2 * before + now] += 1.0
            if now:
                inside[kind[first + m], class_[s]] += 1.0
                starts[s] += not before
            before = now


@kernel
def _expect(  # type: ignore[no-untyped-def]
    rows, kind, place, text, class_, emission, transition, laziness, first_s, stop_s, longest, inside, pairs, starts
):
    """The log of the normaliser; what is expected is added to `inside`, `pairs` and `starts`.

    Dividing takes longer than all else, so sums over the ways to tag are scaled back to 1 only every fourth token.
    """
    in_, out, scale = np.empty(longest + 1), np.empty(longest + 1), np.empty(longest + 1)
    one, log_z = np.uint64(1), 0.0
    for s in range(first_s, stop_s):
        tokens = np.uint64(rows[text[s] + 1] - rows[text[s]])
        first, places = np.uint64(rows[text[s]]), np.uint64(rows[text[s]] + text[s])
        c, lazy = np.uint64(class_[s]), laziness[s]
        i, o, product = 0.0, 1.0, 1.0
        in_[0], out[0] = i, o
        for m in range(tokens):
            p, k = np.uint64(place[places + m]), np.uint64(kind[first + m])
            score = emission[k, c]
            i, o = (
                o * (transition[p, 1] * lazy * score) + i * (transition[p, 3] * score),
                o * transition[p, 0] + i * transition[p, 2],
            )
            if m & np.uint64(3) == np.uint64(3):
                scale[m] = 1.0 / (o + i)
                product *= o + i
                i, o = i * scale[m], o * scale[m]
                if not 1e-100 < product < 1e100:
                    log_z += np.log(product)
                    product = 1.0
            in_[m + one], out[m + one] = i, o
        p = np.uint64(place[places + tokens])
        z = o * transition[p, 0] + i * transition[p, 2]
        log_z += np.log(product) + np.log(z)

        back_out, back_in = transition[p, 0] / z, transition[p, 2] / z
        pairs[p, 0] += o * back_out
        pairs[p, 2] += i * back_in
        begun = 0.0
        for after in range(tokens):
            t = tokens - after - one
            p, k = np.uint64(place[places + t]), np.uint64(kind[first + t])
            score = emission[k, c]
            inside[k, c] += in_[t + one] * back_in
            if t & np.uint64(3) == np.uint64(3):
                back_in, back_out = back_in * scale[t], back_out * scale[t]
            i, o = in_[t], out[t]
            oo, io = transition[p, 0] * back_out, transition[p, 2] * back_out
            oi, ii = (transition[p, 1] * lazy * score) * back_in, (transition[p, 3] * score) * back_in
            pairs[p, 0] += o * oo
            pairs[p, 1] += o * oi
            pairs[p, 2] += i * io
            pairs[p, 3] += i * ii
            begun += o * oi
            back_out, back_in = oo + oi, io + ii
        starts[s] = begun
    return log_z


@kernel
def _marginals(rows, kind, place, text, class_, emission, transition, tags_at, out):  # type: ignore[no-untyped-def]
    for s in range(len(text)):
        first, tokens, c, at = rows[text[s]], rows[text[s] + 1] - rows[text[s]], class_[s], tags_at[s]
        i, o = 0.0, 1.0
        for m in range(tokens):
            p = place[first + text[s] + m]
            new_i = (o * transition[p, 1] + i * transition[p, 3]) * emission[kind[first + m], c]
            new_o = o * transition[p, 0] + i * transition[p, 2]
            i, o = new_i / (new_i + new_o), new_o / (new_i + new_o)
            out[at + m] = i
        p = place[first + text[s] + tokens]
        back_i, back_o = transition[p, 2], transition[p, 0]
        for m in range(tokens - 1, -1, -1):
            p, forward = place[first + text[s] + m], out[at + m]
            out[at + m] = forward * back_i / (forward * back_i + (1.0 - forward) * back_o)
            to_i, to_o = back_i * emission[kind[first + m], c], back_o
            back_i = transition[p, 2] * to_o + transition[p, 3] * to_i
            back_o = transition[p, 0] * to_o + transition[p, 1] * to_i
            back_i, back_o = back_i / (back_i + back_o), back_o / (back_i + back_o)
