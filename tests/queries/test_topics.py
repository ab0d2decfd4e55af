from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from teachback.pool import Pool
from teachback.project import Project
from teachback.queries import topical_words
from teachback.text import damped
from teachback.vectors import PoolVectors

SPORT, POLITICS, COMMON = ["goal", "referee", "pitch"], ["vote", "ballot", "senate"], ["the", "of", "and"]


def texts(documents=60, seed=0):
    draw = np.random.default_rng(seed)
    found = []
    for place in range(documents):
        topic = SPORT if place % 2 else POLITICS
        found.append(" ".join([*draw.choice(topic, 2), *draw.choice(COMMON, 3)]))
    return found


def test_the_gain_is_that_of_the_docstring_by_loops():
    draw = np.random.default_rng(1)
    X, z = draw.integers(0, 2, (20, 6)), draw.normal(size=(20, 3))
    asked = topical_words(6, csr_array(X.astype(float)), z, min_documents=1)
    for each in asked:
        having = [d for d in range(20) if X[d, each.term]]
        total = sum(z[d] for d in having)
        assert each.gain == pytest.approx(total @ total / len(having) - 1)


def test_words_to_begin_with_are_of_the_topics_and_not_those_of_all_documents():
    with Project.from_texts(texts(), classes=["sport", "politics"]) as project:
        first = [asked.term for asked in project.ask(0, words=2).words[None]]
    assert {first[0], first[1]} <= {*SPORT, *POLITICS}
    assert not {*first} & {*COMMON}


def test_closed_and_rare_words_are_not_asked():
    counts = np.array([[1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0]], dtype=float)
    z = np.array([[1.0], [1.0], [-1.0], [-1.0]])
    assert [each.term for each in topical_words(4, csr_array(counts), z, closed=[1], min_documents=2)] == [2]
    assert topical_words(4, csr_array(counts), z, min_documents=3) == ()


def test_without_vectors_or_documents_there_are_none():
    pool = Pool(damped(csr_array(np.eye(3))))
    vectors = PoolVectors(pool, directions=0)
    assert topical_words(3, pool.counts, vectors.places, min_documents=1) == ()
    assert topical_words(3, csr_array((0, 3)), np.zeros((0, 2)), min_documents=1) == ()
