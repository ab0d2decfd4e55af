from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from teachback.pool import Pool
from teachback.project import Project
from teachback.queries import information_gain, of_length_one, topical_words, topics_of
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


def test_the_gain_is_the_information_gain_for_the_topic_where_a_word_is_most_frequent():
    draw = np.random.default_rng(1)
    X, topics = csr_array(draw.integers(0, 2, (20, 6)).astype(float)), draw.integers(0, 3, 20)
    for each in topical_words(6, X, topics, min_documents=1):
        often = [X[topics == topic][:, [each.term]].mean() for topic in range(3)]
        assert each.gain == pytest.approx(information_gain(X, np.eye(3)[topics])[each.term, int(np.argmax(often))])


def test_topics_are_the_directions_in_which_documents_lie():
    draw = np.random.default_rng(2)
    of = np.repeat([0, 1, 2], 30)
    places = of_length_one(np.eye(3)[of] + draw.normal(0.0, 0.1, (90, 3)))
    found = topics_of(places, 3)
    assert len({(topic, int(one)) for topic, one in zip(of, found, strict=True)}) == 3
    assert len(set(topics_of(np.tile([1.0, 0.0], (5, 1)), 4))) == 1  # there is but one


def test_words_of_a_signature_come_after_those_of_the_subject():
    """Half of the documents of a topic are one author's: his words always come together."""
    subject = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 1, 1]])
    signed = np.array([[1, 1]] * 4 + [[0, 0]] * 4)
    X = np.vstack([np.hstack([subject, signed]), np.zeros((8, 5))])
    asked = [each.term for each in topical_words(5, csr_array(X), np.repeat([0, 1], 8))]
    assert set(asked[:3]) == {0, 1, 2}
    assert set(asked[3:]) == {3, 4}


def test_words_to_begin_with_are_of_the_topics_and_not_those_of_all_documents():
    with Project.from_texts(texts(), classes=["sport", "politics"]) as project:
        first = [asked.term for asked in project.ask(0, words=2).words[None]]
    assert {first[0], first[1]} <= {*SPORT, *POLITICS}
    assert not {*first} & {*COMMON}


def test_closed_and_rare_words_are_not_asked():
    counts = np.array([[1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0]], dtype=float)
    topics = np.array([0, 0, 1, 1])
    assert [each.term for each in topical_words(4, csr_array(counts), topics, closed=[1], min_documents=2)] == [2]
    assert topical_words(4, csr_array(counts), topics, min_documents=3) == ()


def test_without_vectors_or_documents_there_are_none():
    pool = Pool(damped(csr_array(np.eye(3))))
    topics = topics_of(PoolVectors(pool, directions=0).places, 3)
    assert topical_words(3, pool.counts, topics, min_documents=1) == ()
    assert topical_words(3, csr_array((0, 3)), topics_of(np.zeros((0, 2)), 2), min_documents=1) == ()
