"""Encoders that somebody made to do harm: each is a sentence, and the process that was asked to use it goes on."""

from __future__ import annotations

import json

import numpy as np
import pytest

from teachback.encoders import BadEncoder, open_encoder
from teachback.project import Project
from tests.encoders import made

UNKNOWN = {"type": "WordPiece", "vocab": {"a": 0, "text": 1}, "unk_token": "[UNK]"}
WORDS = {**UNKNOWN, "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
BROKEN = {"type": "Precompiled", "precompiled_charsmap": "AAAAAAAA"}  # the library panics
GROWS = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1000}


def change(folder, **parts):
    """Another tokenizer for an encoder."""
    file = folder / "tokenizer.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **parts}))
    return folder


@pytest.fixture(params=[made.model2vec, made.onnx_folder], ids=["pieces", "onnx"])
def encoder(request, tmp_path):
    return request.param(tmp_path / "encoder")


def test_a_tokenizer_that_breaks_the_library_that_reads_it_is_a_sentence(encoder):
    with pytest.raises(BadEncoder, match=r"tokenizer\.json"):
        open_encoder(change(encoder, normalizer=BROKEN)).encode(["the app is a text", "refund"])


def test_a_tokenizer_that_cannot_cut_a_word_is_a_sentence(encoder):
    opened = open_encoder(change(encoder, model=WORDS, post_processor=None))
    assert opened.encode(["a text"]).shape == (1, opened.size)
    with pytest.raises(BadEncoder, match="could not cut a text into pieces"):
        opened.encode(["another one"])


def test_small_files_that_take_all_memory_end_a_child_and_nothing_else(tmp_path):
    bomb = change(made.model2vec(tmp_path / "encoder"), normalizer={"type": "Sequence", "normalizers": [GROWS] * 4})
    with Project.from_texts(["a text"], classes=["a", "b"]) as project:
        with pytest.raises(BadEncoder, match="cannot be used as an encoder"):
            project.use_encoder(bomb)
        assert project.encoder is None


def test_a_model_that_makes_far_more_numbers_than_texts_ends_a_child_and_nothing_else(tmp_path):
    from onnx import TensorProto, helper, save

    folder = made.onnx_folder(tmp_path / "encoder")
    given = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["texts", "tokens"])
    said = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, None)
    size = helper.make_tensor("size", TensorProto.INT64, [2], [1 << 16, 1 << 16])
    node = helper.make_node("ConstantOfShape", ["size"], ["sentence_embedding"])
    graph = helper.make_graph([node], "bomb", [given], [said], [size])
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), folder / "model.onnx")
    with Project.from_texts(["a text"]) as project, pytest.raises(BadEncoder):
        project.use_encoder(folder)


@pytest.mark.parametrize("number", ["3e38", "-1e16"])
def test_numbers_whose_sums_have_no_end_are_refused(tmp_path, number):
    """Each of them is finite; the vector of two words was not, and learning failed."""
    file = tmp_path / "vectors.txt"
    file.write_text(f"refund {number} 0\nmoney {number} 1\n")
    with pytest.raises(BadEncoder, match="far too large"):
        open_encoder(file).encode(["refund money"])
    table = np.full((len(made.VOCABULARY), 2), float(number), dtype=np.float32)
    made.tensors(made.model2vec(tmp_path / "pieces") / "model.safetensors", embeddings=table)
    with pytest.raises(BadEncoder, match="far too large"):
        open_encoder(tmp_path / "pieces").encode(["refund money"])
