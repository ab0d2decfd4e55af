"""Encoders of whole texts: ONNX folders, and models by their names."""

from __future__ import annotations

import builtins
import json

import numpy as np
import pytest

from teachback.encoders import BadEncoder, NoEncoder, onnx_folder, open_encoder
from tests.encoders import made


def mean(*pieces):
    """The mean of what is said of these pieces, between the marks of beginning and end."""
    return np.mean([made.VOCABULARY.index(piece) for piece in ("[CLS]", *pieces, "[SEP]")])


def test_the_mean_of_the_tokens_without_the_padding(tmp_path):
    encoder = open_encoder(made.onnx_folder(tmp_path / "model"))
    assert (encoder.is_additive, encoder.size) == (False, 4)
    vectors = encoder.encode(["refund", "", "The app crashed", " ", "money back"])
    assert vectors.dtype == np.float32
    first = [mean("refund"), 0, mean("the", "app", "crash", "##ed"), 0, mean("money", "back")]
    np.testing.assert_allclose(vectors[:, 0], first, rtol=1e-6)
    np.testing.assert_allclose(vectors[0], first[0] + np.arange(4), rtol=1e-6)


def test_a_model_in_a_folder_of_its_own_and_with_another_input(tmp_path):
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    folder = made.onnx_folder(tmp_path / "model", inputs=inputs, inside="onnx")
    np.testing.assert_allclose(open_encoder(folder).encode(["refund"])[0, 0], mean("refund"))


def test_what_sentence_transformers_says_of_a_model_is_heeded(tmp_path):
    folder = made.onnx_folder(tmp_path / "model")
    (folder / "1_Pooling").mkdir()
    pooling = folder / "1_Pooling" / "config.json"
    pooling.write_text(json.dumps({"word_embedding_dimension": 4, "pooling_mode_cls_token": True}))
    assert open_encoder(folder).encode(["refund"])[0, 0] == made.VOCABULARY.index("[CLS]")
    pooling.write_text(json.dumps({"pooling_mode": "mean"}))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 4}))
    shortened = open_encoder(folder)
    fingerprint = shortened.fingerprint
    np.testing.assert_allclose(shortened.encode(["the app crashed"])[0, 0], mean("the", "app"))
    steps = [{"type": f"sentence_transformers.models.{kind}"} for kind in ("Transformer", "Pooling", "Normalize")]
    (folder / "modules.json").write_text(json.dumps(steps))
    unit = open_encoder(folder)
    assert unit.fingerprint != fingerprint
    np.testing.assert_allclose(np.linalg.norm(unit.encode(["refund"])), 1, rtol=1e-6)
    (folder / "modules.json").write_text(json.dumps([*steps, {"type": "sentence_transformers.models.Dense"}]))
    with pytest.raises(BadEncoder, match="a step Dense"):
        open_encoder(folder)
    (folder / "modules.json").unlink()
    pooling.write_text(json.dumps({"pooling_mode_max_tokens": True}))
    with pytest.raises(BadEncoder, match="pools tokens by max_tokens"):
        open_encoder(folder)
    pooling.write_text("[")
    with pytest.raises(BadEncoder, match="cannot be read"):
        open_encoder(folder)


def test_any_number_of_texts_in_any_order_gives_the_same_vectors(tmp_path, monkeypatch):
    encoder = open_encoder(made.onnx_folder(tmp_path / "model"))
    texts = [" ".join(made.VOCABULARY[4 + (k * j) % 7] for j in range(k % 23)) for k in range(200)]
    one_by_one = np.concatenate([encoder.encode([text]) for text in texts])
    monkeypatch.setattr(onnx_folder, "_TOKENS", 64)
    monkeypatch.setattr(onnx_folder, "_TEXTS", 37)
    np.testing.assert_allclose(encoder.encode(texts), one_by_one, rtol=1e-5)
    assert encoder.encode([]).shape == (0, 4)


def test_a_damaged_model_is_a_sentence(tmp_path):
    folder = made.onnx_folder(tmp_path / "model")
    (folder / "model.onnx").write_bytes((folder / "model.onnx").read_bytes()[:-50])
    with pytest.raises(BadEncoder, match="no ONNX model, or it is damaged"):
        _ = open_encoder(folder).size
    made.onnx_folder(folder, inputs=("input_ids", "position_ids"))
    with pytest.raises(BadEncoder, match="it wants position_ids"):
        _ = open_encoder(folder).size
    made.onnx_folder(folder, size=0)
    with pytest.raises(BadEncoder, match="shape"):
        _ = open_encoder(folder).size


def test_a_missing_package_is_said_with_its_extra(tmp_path, monkeypatch):
    folder = made.onnx_folder(tmp_path / "model")
    there = builtins.__import__
    missing = {"onnxruntime", "sentence_transformers"}
    monkeypatch.setattr("teachback.encoders.encoder.import_module", lambda name: _import(there, name, missing))
    with pytest.raises(NoEncoder, match=r"pip install 'teachback\[onnx\]'"):
        open_encoder(folder).encode(["refund"])
    other = tmp_path / "other"
    other.mkdir()
    made.tensors(other / "model.safetensors", weight=np.zeros((2, 2), dtype=np.float32))
    (other / "modules.json").write_text("[]")
    with pytest.raises(NoEncoder, match=r"pip install 'teachback\[encoders\]'"):
        open_encoder(other).encode(["refund"])


def _import(there, name, missing):
    if name in missing:
        raise ImportError(name)
    return there(name)


def test_weights_that_could_run_code_are_not_read(tmp_path):
    (tmp_path / "modules.json").write_text("[]")
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    with pytest.raises(BadEncoder, match="could run code"):
        open_encoder(tmp_path)


def test_a_model_is_fetched_only_when_that_is_asked_for(tmp_path, monkeypatch):
    import huggingface_hub

    asked = []

    def snapshot(name, *, local_files_only=False, allow_patterns=None):
        asked.append((name, local_files_only, allow_patterns))
        if local_files_only and not (tmp_path / "model").exists():
            raise FileNotFoundError
        return str(made.onnx_folder(tmp_path / "model"))

    class Api:
        def model_info(self, name):
            names = ["onnx/model.onnx", "model.safetensors", "tokenizer.json"]
            return type("Info", (), {"siblings": [type("File", (), {"rfilename": each}) for each in names]})

    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot)
    monkeypatch.setattr(huggingface_hub, "HfApi", Api)
    with pytest.raises(NoEncoder, match="--fetch"):
        open_encoder("tiny")
    assert asked == [("sentence-transformers/tiny", True, None)]
    assert open_encoder("tiny", fetch=True).size == 4
    name, local, patterns = asked[-1]
    assert (name, local) == ("sentence-transformers/tiny", False)
    assert "onnx/model.onnx*" in patterns
    assert "*.safetensors" not in patterns
    assert open_encoder("tiny").name == "tiny"  # it is here now
    assert len(asked) == 4
