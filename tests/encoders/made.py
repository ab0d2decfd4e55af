"""Tiny encoders that the tests make themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "refund", "money", "back", "crash", "##ed", "the", "app"]


def tensors(path: Path, **arrays: Any) -> Path:
    """A safetensors file."""
    kinds = {"float16": "F16", "float32": "F32", "int64": "I64"}
    header, content = {}, b""
    for name, array in arrays.items():
        packed = array.tobytes()
        about = {"dtype": kinds[str(array.dtype)], "shape": list(array.shape)}
        header[name.replace("__", ".")] = {**about, "data_offsets": [len(content), len(content) + len(packed)]}
        content += packed
    written = json.dumps(header).encode()
    path.write_bytes(len(written).to_bytes(8, "little") + written + content)
    return path


def tokenizer(path: Path) -> Path:
    """A tokenizer of words and pieces, as BERT has it."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    places = {piece: place for place, piece in enumerate(VOCABULARY)}
    made = Tokenizer(models.WordPiece(places, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    made.save(str(path))
    return path


def model2vec(folder: Path, size: int = 3, **more: Any) -> Path:
    """A folder as model2vec writes it; the vector of the piece k is k, k + 0.25 …"""
    folder.mkdir(exist_ok=True)
    table = np.arange(len(VOCABULARY), dtype=np.float32)[:, np.newaxis] + 0.25 * np.arange(size, dtype=np.float32)
    tensors(folder / "model.safetensors", embeddings=table, **more)
    tokenizer(folder / "tokenizer.json")
    return folder


def glove(path: Path) -> Path:
    """A file of the vectors of three words."""
    path.write_text("refund 1 0 0\nmoney 0.5 0.5 0\ncrashed 0 0 1\n", encoding="utf-8")
    return path


def onnx_folder(
    folder: Path,
    size: int = 4,
    *,
    inputs: tuple[str, ...] = ("input_ids", "attention_mask"),
    output: str = "last_hidden_state",
    inside: str = "",
) -> Path:
    """A folder with a model that says of the piece k at every token: k, k + 1 …"""
    from onnx import TensorProto, helper, numpy_helper, save

    (folder / inside).mkdir(parents=True, exist_ok=True)
    table = np.arange(len(VOCABULARY), dtype=np.float32)[:, np.newaxis] + np.arange(size, dtype=np.float32)
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in inputs]
    said = helper.make_tensor_value_info(output, TensorProto.FLOAT, ["texts", "tokens", size])
    node = helper.make_node("Gather", ["table", inputs[0]], [output])
    graph = helper.make_graph([node], "tiny", given, [said], [numpy_helper.from_array(table, "table")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    save(model, str(folder / inside / "model.onnx"))
    tokenizer(folder / "tokenizer.json")
    return folder
