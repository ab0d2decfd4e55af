"""Folders of sentence-transformers, with a stand-in for that package, which is too large for every test run."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from teachback.encoders.encoder import BadEncoder, NoEncoder
from teachback.encoders.sentence_models import SentenceEncoder


class Model:
    """Vectors of a text's length and words; notes how it was opened and what it was given."""

    def __init__(self, folder, **options):
        if not options["model_kwargs"]["use_safetensors"] or options["trust_remote_code"]:
            raise AssertionError("it would run code")
        if not options["local_files_only"]:
            raise AssertionError("it would ask the network")
        if "damaged" in folder:
            raise OSError("a header is cut off")
        self.batches = []

    def get_sentence_embedding_dimension(self):
        return 2

    def encode(self, texts, *, show_progress_bar):
        self.batches.append(len(texts))
        return np.array([[len(text), np.nan if text == "broken" else len(text.split())] for text in texts])


@pytest.fixture
def package(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=Model))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.safetensors").write_bytes(b"weights")
    return tmp_path / "model"


def test_texts_are_encoded_in_batches_and_empty_ones_are_zeros(package, folder):
    encoder = SentenceEncoder("mine", folder)
    vectors = encoder.encode(["", "a text", " \n", *["one"] * 600])
    assert vectors.dtype == np.float32
    assert vectors[:4].tolist() == [[0, 0], [6, 2], [0, 0], [3, 1]]
    assert encoder._model.batches == [512, 89]
    assert encoder.encode([]).shape == (0, 2)


def test_numbers_that_are_none_are_refused(package, folder):
    with pytest.raises(BadEncoder, match="not finite"):
        SentenceEncoder("mine", folder).encode(["fine", "broken"])


def test_weights_that_could_run_code_are_not_opened(tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"a pickle")
    with pytest.raises(BadEncoder, match="no weights as safetensors"):
        SentenceEncoder("mine", tmp_path)


def test_a_damaged_folder_is_a_sentence(package, folder):
    with pytest.raises(BadEncoder, match=r"damaged \(a header is cut off\)"):
        SentenceEncoder("mine", folder.rename(folder.with_name("damaged"))).encode(["a text"])


def test_without_the_package_it_says_what_to_install(monkeypatch, folder):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(NoEncoder, match=r"pip install 'teachback\[encoders\]'"):
        SentenceEncoder("mine", folder).encode(["a text"])


def test_the_fingerprint_is_of_the_files_that_are_read(folder):
    before = SentenceEncoder("mine", folder).fingerprint
    (folder / "README.md").write_text("about it")
    assert SentenceEncoder("yours", folder).fingerprint == before
    (folder / "model.safetensors").write_bytes(b"others")
    assert SentenceEncoder("mine", folder).fingerprint != before
