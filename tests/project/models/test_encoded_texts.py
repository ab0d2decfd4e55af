from __future__ import annotations

import numpy as np
import pytest

from teachback import Document, Project, Word
from teachback.project.models import encoded_texts
from teachback.store import copy, create_store
from teachback.vectors import outside_directions
from tests.encoders import made

TEXTS = ["refund me please", "it crashed again", "a refund, now", "the app crashed", ""]


class Counting:
    """An encoder of one's own that remembers what it was given; a vector is the text's length and number of words."""

    def __init__(self):
        self.texts = []

    def __call__(self, texts):
        self.texts += texts
        return [[len(text), len(text.split())] for text in texts]


def expected(texts):
    return np.array([[len(text), len(text.split())] for text in texts], dtype=np.float16)


@pytest.fixture(autouse=True)
def terms(monkeypatch):
    """Terms are many, so that those of one document alone are not read."""
    monkeypatch.setattr(outside_directions, "_TERMS", 0)


@pytest.fixture
def address(tmp_path):
    return tmp_path / "mails.teachback"


def vectors_of(project):
    """The documents that have a vector, and the vectors, as learners get them."""
    read = project._terms.make_vectors().outside.read
    return read.rows.tolist(), read.of_documents


def test_vectors_are_made_once_kept_extended_and_found_again(address):
    encoder, reported = Counting(), []
    with Project.from_texts(TEXTS, address=address, encoder=encoder) as project:
        encoder.texts.clear()
        assert project.encode(lambda done, total: reported.append((done, total)))
        assert not project.encode()
        assert sorted(encoder.texts) == sorted(TEXTS[:4])  # an empty text has no meaning
        assert reported[-1] == (5, 5)
        rows, vectors = vectors_of(project)
        assert rows == [0, 1, 2, 3, 4]
        assert vectors.dtype == np.float16
        np.testing.assert_array_equal(vectors, expected(TEXTS))
        assert (project.encoder.encoded, project.encoder.texts) == (5, 5)
    again = Counting()
    with Project.open(address) as project:
        project.use_encoder(again)
        again.texts.clear()
        project.add_documents([Document("new", "a new text"), Document("old", TEXTS[0])])
        assert project.encode()
        assert again.texts == ["a new text", "refund"]  # which three documents have by now
        rows, vectors = vectors_of(project)
        assert rows == [0, 1, 2, 3, 4, 5, 6]
        np.testing.assert_array_equal(vectors, expected([*TEXTS, "a new text", TEXTS[0]]))


def test_learning_waits_for_them_where_nobody_else_makes_them(address):
    encoder = Counting()
    with Project.from_texts(TEXTS, classes=["billing", "bug"], encoder=encoder) as project:
        encoder.texts.clear()
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        assert sorted(encoder.texts) == sorted(TEXTS[:4])
        assert vectors_of(project)[0] == [0, 1, 2, 3, 4]


def test_what_was_made_before_an_interruption_is_kept(address, monkeypatch):
    monkeypatch.setattr(encoded_texts, "_FEW", 2)
    monkeypatch.setattr(encoded_texts, "_MANY", 2)
    monkeypatch.setattr(encoded_texts, "_FIRST", 2)
    encoder = Counting()
    texts = [f"text number {number}" for number in range(9)]
    with Project.from_texts(texts, address=address, encoder=encoder) as project:
        assert vectors_of(project)[0] == []
        calls = iter([False, True])
        project.encode(stop=lambda: next(calls))
        first, vectors = vectors_of(project)
        assert len(first) == 2
        np.testing.assert_array_equal(vectors, expected([texts[row] for row in first]))

        def interrupt(done, total):
            if done >= 6:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            project.encode(interrupt)
        assert len(vectors_of(project)[0]) == 6
        assert project.encoder.encoded == 6
    with Project.open(address) as project:
        again = Counting()
        project.use_encoder(again)
        again.texts.clear()
        project.encode()
        assert len(again.texts) == 3 + 2
        assert again.texts[3:] == ["text", "number"]  # which stand in all of them
        assert len(vectors_of(project)[0]) == 9


def test_vectors_move_with_a_backup_or_are_left_out(address, tmp_path):
    with Project.from_texts(TEXTS, address=address, encoder=Counting()) as project:
        project.encode()
        fingerprint = project.encoder.fingerprint
        for vectors in (True, False):
            with create_store(tmp_path / f"{vectors}.teachback") as target:
                copy(project.store, target, vectors=vectors)
                assert target.count_vectors(fingerprint) == 5 * vectors
    with Project.open(tmp_path / "True.teachback") as project:
        encoder = Counting()
        project.use_encoder(encoder)
        encoder.texts.clear()
        project.encode()
        assert encoder.texts == []


def test_the_vectors_of_another_encoder_are_forgotten_and_those_of_none_stay(address, tmp_path):
    with Project.from_texts(TEXTS, address=address, encoder=Counting()) as project:
        project.encode()
        fingerprint = project.encoder.fingerprint
        project.use_encoder(None)
        assert project.encoder is None
        assert project.store.count_vectors(fingerprint) == 5
        project.use_encoder(made.onnx_folder(tmp_path / "model"))
        assert project.store.count_vectors(fingerprint) == 0
        assert project.encode()
        np.testing.assert_allclose(vectors_of(project)[1][4], 0)


def test_numbers_that_half_precision_cannot_hold_are_cut():
    with Project.from_texts(TEXTS, encoder=lambda texts: [[1e6, -1e6]] * len(texts)) as project:
        project.encode()
        assert np.isfinite(vectors_of(project)[1]).all()


def test_a_sample_of_the_documents_is_read_and_the_terms_that_several_have(address, monkeypatch):
    monkeypatch.setattr(encoded_texts, "DOCUMENTS", 4)
    texts = [f"refund {number}" for number in range(6)]
    with Project.from_texts(texts, address=address, encoder=Counting()) as project:
        assert project.encode()
        rows, _ = vectors_of(project)
        assert len(rows) == 4
        outside = project._terms.make_vectors().outside
        assert outside.read.of_terms.keys() == {"refund"}
        assert outside.of_terms(np.ones(len(outside.terms), bool))[outside.terms.index("refund")].tolist() == [6, 1]
        project.add_documents([Document("new", "refund again")])
        project.encode()
        assert project.encoder.encoded - 5 in (0, 1)  # a sample that grows by what is drawn into it
    again = Counting()
    with Project.open(address) as project:
        project.use_encoder(again)
        again.texts.clear()
        project.encode()
        assert again.texts == []


def test_of_short_texts_every_term_is_read_unless_there_are_many(monkeypatch):
    monkeypatch.setattr(outside_directions, "_TERMS", 10)
    with Project.from_texts(TEXTS, encoder=Counting()) as project:
        project.encode()
        known = project._terms.make_vectors().outside.read.of_terms
        assert known.keys() == set(project._terms.columns)
        assert len(known) == 10
        project.add_documents([Document("new", "another word")])
        assert project.encode()
        assert not {"another", "word"} & project._terms.make_vectors().outside.read.of_terms.keys()
