"""The short form of `make fuzz`: a few seeds for every door, and those that once found something."""

from __future__ import annotations

import pytest

from tests.fuzz.damage import damaged
from tests.fuzz.doors import make_all, outcome

FEW = range(1)
SEEDS = {
    "huggingface": [1, 2, 3, 4, 5],  # a damaged table of Arrow ended the process
    "zip": [1010],  # the name of a member that is no text
    "salvage": [1026],  # a setting that is in the index and not in the table
    "settings": [1, 7, 28, 644, 910],  # JSON that is no analyzer, stability, act, estimate
    "backup": [1042, 1138],  # the time of a model that is none, the names of tables that are none
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def test_a_damaged_file_is_taken_or_refused_in_a_sentence(folder):
    for name, door in make_all(folder).items():
        for seed in [*FEW, *SEEDS.get(name, ())]:
            error = outcome(door, seed, folder)
            assert error is None, (name, seed, error)


def test_what_nobody_has_a_sentence_for_is_noticed(folder):
    def door(seed, place):
        raise ZeroDivisionError

    assert isinstance(outcome(door, 0, folder), ZeroDivisionError)


def test_a_seed_damages_in_one_way():
    content = bytes(range(256)) * 8
    assert damaged(content, 7) == damaged(content, 7)
    assert len({damaged(content, seed) for seed in range(20)}) > 15
