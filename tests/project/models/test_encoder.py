from __future__ import annotations

import numpy as np
import pytest

from teachback import Project, Word
from teachback.encoders import BadEncoder, NoEncoder
from tests.encoders import made

TEXTS = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]


def project(address=None, **options):
    return Project.from_texts(TEXTS, classes=["billing", "bug"], address=address, **options)


def test_an_encoder_is_kept_with_the_project_and_stands_beside_its_vectors(tmp_path):
    file, glove = tmp_path / "mails.teachback", made.glove(tmp_path / "glove.txt")
    with project(file, encoder=glove) as taught:
        chosen = taught.encoder
    assert (chosen.name, chosen.size, chosen.is_additive, chosen.problem) == (str(glove), 3, True, "")
    with Project.open(file) as opened:
        assert opened.encoder == chosen
        opened.teach(Word("refund", "billing"), Word("crashed", "bug"))
        opened.learn()
        vectors = opened._terms.make_vectors()
        at = vectors.outside.terms.index("refund")
        assert vectors.outside.of_terms(np.ones(len(vectors.directions), bool))[at].tolist() == [1, 0, 0]
        assert opened._terms.make_vectors() is vectors
        opened.use_encoder(None)
        assert opened.encoder is None
        without = opened._terms.make_vectors()
        assert without.outside is None
        assert without.directions is vectors._own[0]  # what the pool says is not worked out again
        assert vectors.directions.shape[1] > without.directions.shape[1]


def test_nothing_is_made_with_an_encoder_that_is_not_there(tmp_path):
    file = tmp_path / "mails.teachback"
    with pytest.raises(NoEncoder):
        project(file, encoder=tmp_path / "nowhere")
    assert not file.exists()


def test_a_project_works_without_its_encoder_and_says_so(tmp_path):
    file, glove = tmp_path / "mails.teachback", made.glove(tmp_path / "glove.txt")
    project(file, encoder=glove).close()
    glove.write_text(glove.read_text() + "money 9 9 9\n")
    with Project.open(file) as opened:
        assert "not those that were chosen" in opened.encoder.problem
        assert opened._terms.make_vectors().outside is None
        opened.use_encoder(glove)
        assert not opened.encoder.problem
    glove.unlink()
    with Project.open(file) as opened:
        assert f"There is no folder or file {glove}" in opened.encoder.problem
        opened.teach(Word("refund", "billing"), Word("crashed", "bug"))
        assert list(opened.learn().classifier.classes) == ["billing", "bug"]


def test_a_function_is_given_again_by_the_program(tmp_path):
    def lengths(texts):
        return [[len(text), 1.0] for text in texts]

    file = tmp_path / "mails.teachback"
    with project(file, encoder=lengths) as taught:
        fingerprint = taught.encoder.fingerprint
    with Project.open(file) as opened:
        assert "project.use_encoder(lengths)" in opened.encoder.problem
        assert opened.use_encoder(lengths).fingerprint == fingerprint
        assert not opened.encoder.problem
        with pytest.raises(BadEncoder):
            opened.use_encoder(lambda texts: 3)
        assert opened.encoder.fingerprint == fingerprint
