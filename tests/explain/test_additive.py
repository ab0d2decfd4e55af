"""The sorting kernels, on numbers: random documents, ties, empty documents, several classes, protected words."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from teachback.explain.search.minimal_sets import is_minimal, minimal_sets
from teachback.explain.structures import additive, normalised


def winner(scores, last_wins):
    return len(scores) - 1 - int(np.argmax(scores[::-1])) if last_wins else int(np.argmax(scores))


def left(parts, sizes, constant, norm, stays):
    """The scores of what is left, by the definition."""
    if not stays.any():
        return constant
    by = {None: 1.0, "l1": sizes[stays].sum(), "l2": np.sqrt(sizes[stays].sum())}[norm]
    return constant + parts[stays].sum(axis=0) / by


def smallest_by_trying(parts, sizes, constant, free, norm, last_wins):
    stays = np.ones(len(parts), dtype=bool)
    before = winner(left(parts, sizes, constant, norm, stays), last_wins)
    for size in range(1, free.sum() + 1):
        for removed in combinations(np.flatnonzero(free), size):
            stays[:] = True
            stays[list(removed)] = False
            if winner(left(parts, sizes, constant, norm, stays), last_wins) != before:
                return before, size
    return before, -1


def made_up(random, whole):
    """A document: whole numbers (many ties) or any."""
    words, classes = random.integers(0, 9), random.integers(2, 5)
    draw = (
        (lambda *shape: random.integers(-3, 4, shape).astype(float))
        if whole
        else (lambda *shape: random.normal(size=shape))
    )
    values = random.integers(1, 4, words).astype(float) if whole else random.random(words) + 0.05
    weights = draw(words, classes)
    weights[:, random.integers(classes)] += random.integers(0, 2)
    constant = draw(classes) * random.choice([0.0, 0.1, 1.0, 3.0])
    return weights * values[:, np.newaxis], values, constant, random.random(words) < 0.9


@pytest.mark.parametrize("norm", [None, "l1", "l2"])
@pytest.mark.parametrize("last_wins", [False, True])
def test_small_documents_have_the_smallest_explanation_that_trying_everything_finds(norm, last_wins):
    random = np.random.default_rng(7)
    for _ in range(400):
        whole = norm is None and random.random() < 0.5  # divided, whole numbers would tie up to rounding only
        parts, values, constant, free = made_up(random, whole)
        sizes = values * values if norm == "l2" else values
        starts = np.array([0, len(parts)])
        if norm is None:
            smallest = additive.smallest(starts, parts, constant, free, last_wins=last_wins)
        else:
            smallest = normalised.smallest(starts, parts, sizes, constant, free, root=norm == "l2", last_wins=last_wins)
        before, size = smallest_by_trying(parts, sizes, constant, free, norm, last_wins)
        assert (smallest.winner[0], smallest.size[0]) == (before, size)
        assert smallest.certain[0]
        if size > 0:
            stays = np.ones(len(parts), dtype=bool)
            stays[smallest.order[:size]] = False
            assert free[smallest.order[:size]].all()
            assert winner(left(parts, sizes, constant, norm, stays), last_wins) == smallest.to[0] != before


def test_many_documents_at_once_are_explained_as_one_by_one():
    random = np.random.default_rng(1)
    parts = random.normal(size=(400, 3))
    starts = np.concatenate([[0], np.sort(random.integers(0, 401, 30)), [400]])
    free, constant = np.ones(400, dtype=bool), np.array([0.1, -0.4, 0.0])
    sizes = random.random(400)
    for kernel, more in ((additive.smallest, ()), (normalised.smallest, (sizes,))):
        options = {"root": True} if more else {}
        together = kernel(starts, parts, *more, constant, free, last_wins=False, **options)
        for row, (a, b) in enumerate(pairwise(starts)):
            cut = [each[a:b] for each in more]
            alone = kernel(np.array([0, b - a]), parts[a:b], *cut, constant, free[a:b], last_wins=False, **options)
            assert (alone.size[0], alone.winner[0], alone.to[0]) == tuple(
                x[row] for x in (together.size, together.winner, together.to)
            )
            used = alone.used[0]
            assert (alone.order[:used] + a == together.order[a : a + used]).all()


def test_a_set_that_loses_no_single_word_may_still_not_be_minimal():
    p, q, r = (2, 2), (2, -5), (2, -5)
    leads, at_tie = np.array([5.0, 1.0]), [False, False]
    drops = np.array([p, q, r], dtype=float)
    for pair in combinations(range(3), 2):
        assert not (drops[list(pair)].sum(axis=0) > leads).any()  # no two of them change the class
    assert (drops.sum(axis=0) > leads).any()
    assert not is_minimal(drops, leads, at_tie)  # because p alone does
    sets, complete = minimal_sets(drops, leads, at_tie, range(1, 4), None, 1000, np.inf)
    assert sets == [(0,)]
    assert complete


def test_every_minimal_set_of_an_additive_model_is_listed_once_smallest_first():
    random = np.random.default_rng(3)
    for _ in range(150):
        words, rivals = random.integers(1, 9), random.integers(1, 4)
        drops = random.integers(-3, 5, (words, rivals)).astype(float)
        leads = random.integers(0, 9, rivals).astype(float)
        at_tie = (random.random(rivals) < 0.5).tolist()
        leads[np.array(at_tie)] += 1.0

        def changes(removed, drops=drops, leads=leads, at_tie=at_tie):
            gone = drops[list(removed)].sum(axis=0)
            return bool(((gone > leads) | (np.array(at_tie) & (gone >= leads))).any())

        expected = []
        for size in range(1, words + 1):
            for removed in combinations(range(words), size):
                if changes(removed) and not any(set(small) < set(removed) for small in expected):
                    expected.append(removed)
        sets, complete = minimal_sets(drops, leads, at_tie, range(1, words + 1), None, 10**6, np.inf)
        assert complete
        assert sorted(map(sorted, sets)) == sorted(map(list, expected))
        assert [len(one) for one in sets] == sorted(len(one) for one in sets)
