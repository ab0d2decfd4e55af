"""The model as ONNX, for programs without teachback or Python: from counts of terms to a class and probabilities.

Two files: the graph, and beside it a JSON file of the same name that says how texts become counts, namely the
analyzer and the terms in the order of the columns.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from teachback.errors import TeachbackError
from teachback.formats.writing import Target
from teachback.text import analyzer_to_json

if TYPE_CHECKING:
    from teachback.classifier import TextClassifier
    from teachback.learners.linear_form import LinearForm

_OPERATIONS, _FILE_VERSION = 17, 9  # of ONNX: what runtimes of the last years read


class NoFormula(TeachbackError):
    """A model that is no sum over terms, so that ONNX has no place for it."""


class OnnxMissing(TeachbackError):
    """The library that writes ONNX files is not installed."""


def write_onnx_archive(model: TextClassifier, path: Path) -> None:
    """Write both files into one zip archive, to be downloaded."""
    content = to_onnx(model)
    with Target(path).bytes() as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.onnx", content)
        archive.writestr("model.json", json.dumps(description(model), ensure_ascii=False, indent=1))


def write_onnx(model: TextClassifier, path: Path) -> Path:
    """Write the graph, and the JSON file beside it, whose path is returned."""
    content = to_onnx(model)
    beside = path.with_suffix(".json")
    with Target(beside).text() as file:
        json.dump(description(model), file, ensure_ascii=False, indent=1)
    with Target(path).bytes() as graph:
        graph.write(content)
    return beside


def description(model: TextClassifier) -> dict[str, Any]:
    """How texts become what the graph takes, and what it answers, as JSON."""
    return {
        "input": {"counts": "float32, documents × terms: how often each term occurs in a document"},
        "output": {"class": "the likeliest class", "probabilities": "float64, documents × classes"},
        "classes": model.classes,
        "analyzer": analyzer_to_json(model.analyzer),
        "terms": list(model.terms),
        "about": dict(model.about),
    }


def to_onnx(model: TextClassifier) -> bytes:
    """The graph, from a matrix of counts to ``class`` and ``probabilities``; it calculates in double precision."""
    form = model.learner.linear_form()
    if form is None:
        raise NoFormula(
            f"The model is a {type(model.learner).__name__}, which is no sum over terms; write it without ONNX (a name "
            "that does not end in .onnx), or learn with LessonRegression first."
        )
    try:
        from onnx import TensorProto, checker, helper, numpy_helper
    except ImportError:
        raise OnnxMissing("Writing ONNX files needs one more library: pip install 'teachback[onnx]'") from None

    constants = {name: numpy_helper.from_array(value, name) for name, value in _constants(form).items()}
    constants["names"] = numpy_helper.from_array(np.array(model.classes, dtype=object), "names")
    nodes = [helper.make_node("Cast", ["counts"], ["given"], to=TensorProto.DOUBLE)]
    rows = "given"

    def then(operation: str, *inputs: str, output: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(operation, list(inputs), [output], **attributes))
        return output

    if form.present:
        rows = then("Sign", rows, output="present")
    elif model.view == "damped":
        rows = then("Log", then("Add", rows, "one", output="from_one"), output="damped")
    if form.factors is not None:
        rows = then("Mul", rows, "factors", output="weighed")
    if form.unit:
        length = then("ReduceL2", rows, output="length", axes=[1], keepdims=1)
        rows = then("Div", rows, then("Max", length, "tiny", output="divisor"), output="unit")
    scores = then("Add", then("MatMul", rows, "weights", output="sums"), "constant", output="scores")
    if form.power:
        words = then("ReduceSum", rows, "columns", output="words", keepdims=1)
        words = then("Max", words, "one", output="at_least_one")
        scores = then("Div", scores, then("Pow", words, "power", output="tempering"), output="tempered")
    then("Softmax", scores, output="probabilities", axis=1)
    then("Gather", "names", then("ArgMax", scores, output="best", axis=1, keepdims=0), output="class", axis=0)

    used = {name for node in nodes for name in node.input}
    terms, classes = form.weights.shape
    graph = helper.make_graph(
        nodes,
        "teachback",
        [helper.make_tensor_value_info("counts", TensorProto.FLOAT, ["documents", terms])],
        [
            helper.make_tensor_value_info("class", TensorProto.STRING, ["documents"]),
            helper.make_tensor_value_info("probabilities", TensorProto.DOUBLE, ["documents", classes]),
        ],
        [constant for name, constant in constants.items() if name in used],
    )
    made = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", _OPERATIONS)],
        ir_version=_FILE_VERSION,
        producer_name="teachback",
    )
    checker.check_model(made)
    return made.SerializeToString()  # type: ignore[no-any-return]


def _constants(form: LinearForm) -> dict[str, np.ndarray[Any, Any]]:
    """What a graph may calculate with."""
    constants: dict[str, Any] = {
        "weights": form.weights,
        "constant": form.constant,
        "factors": 1.0 if form.factors is None else form.factors,
        "power": form.power,
        "one": 1.0,
        "tiny": 1e-300,  # the length by which an empty row is divided
    }
    made = {name: np.array(value, dtype=np.float64, order="C") for name, value in constants.items()}
    return {**made, "columns": np.array([1], dtype=np.int64)}
