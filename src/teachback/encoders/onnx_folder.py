"""An encoder of whole texts in an ONNX folder: run by onnxruntime, cut by tokenizers, without torch."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.encoders.encoder import BadEncoder, Vectors, are_sound, fingerprint_of, needed
from teachback.encoders.tokenizer import Tokenizer

_LONGEST = 512  # tokens of a text that are read; the others are left out
_TOKENS = 2048  # that are encoded at a time, padding included
_TEXTS = 512  # of which those of like length are encoded together
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_MODULES = ("Transformer", "Pooling", "Normalize")  # of sentence-transformers


def onnx_model(folder: Path) -> Path | None:
    """Where the model of an ONNX folder is; None if the folder is none."""
    there = (folder / "model.onnx", folder / "onnx" / "model.onnx")
    return next((file for file in there if file.is_file() and (folder / "tokenizer.json").is_file()), None)


class OnnxEncoder:
    """A sentence encoder: the mean of what the model says at each token of a text, or what it says at the first.

    Its folder has ``model.onnx`` (perhaps in ``onnx/``) and ``tokenizer.json``, and as sentence-transformers has them
    ``1_Pooling/config.json`` (mean or cls), ``modules.json`` (whether vectors have length 1) and
    ``sentence_bert_config.json`` (how many tokens are read).
    """

    is_additive = False

    def __init__(self, name: str, folder: Path) -> None:
        model_file = onnx_model(folder)
        if model_file is None:
            raise BadEncoder(f"{folder} has no model.onnx with a tokenizer.json beside it.")
        self.name, self._folder, self._model = name, folder, model_file
        self._first = _is_first_token(folder)
        self._unit = any(kind == "Normalize" for kind in _modules(folder))

    @property
    def files(self) -> list[Path]:
        """The files that are read."""
        beside = ["tokenizer.json", "1_Pooling/config.json", "modules.json", "sentence_bert_config.json"]
        data = sorted(self._model.parent.glob("*.onnx_data"))
        files = [self._model, *data, *(self._folder / name for name in beside)]
        return [file for file in files if file.is_file()]

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files: equal for equal files."""
        return fingerprint_of(*self.files)

    @cached_property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self._encoded(["a"]).shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text; zeros for an empty one."""
        out = np.zeros((len(texts), self.size), dtype=np.float32)
        there = [place for place, text in enumerate(texts) if text and not text.isspace()]
        for first in range(0, len(there), _TEXTS):
            places = there[first : first + _TEXTS]
            out[places] = self._encoded([texts[place] for place in places])
        return out

    def _encoded(self, texts: list[str]) -> Vectors:
        tokens = self._tokenizer.pieces(texts, special=True)
        batches = list(_of_like_length(list(map(len, tokens))))
        vectors = np.concatenate([self._pooled([tokens[place] for place in places]) for places in batches])
        out = np.empty_like(vectors)
        out[np.concatenate(batches)] = vectors
        return out

    def _pooled(self, tokens: list[list[int]]) -> Vectors:
        ids = np.zeros((len(tokens), max(1, *map(len, tokens))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, each in enumerate(tokens):
            ids[row, : len(each)] = each
            mask[row, : len(each)] = 1
        inputs = dict(zip(_INPUTS, (ids, mask, np.zeros_like(ids)), strict=True))
        session, output = self._session
        try:
            (made,) = session.run([output], {one.name: inputs[one.name] for one in session.get_inputs()})
        except Exception as error:  # whatever the model does
            raise BadEncoder(f"{self._model} could not encode a text ({error!s:.160}).") from None
        return self._checked(np.asarray(made), mask)

    def _checked(self, vectors: NDArray[Any], mask: NDArray[np.int64]) -> Vectors:
        if vectors.ndim == 3 and vectors.shape[:2] == mask.shape:
            if self._first:
                vectors = vectors[:, 0]
            else:
                vectors = np.einsum("dtn,dt->dn", vectors, mask / np.maximum(mask.sum(axis=1, keepdims=True), 1))
        if vectors.ndim != 2 or len(vectors) != len(mask) or not vectors.shape[1]:
            raise BadEncoder(f"{self._model} made an array of the shape {vectors.shape} of {len(mask)} texts.")
        if not are_sound(vectors):
            raise BadEncoder(f"{self._model} made numbers that are not finite, or far too large.")
        if self._unit:
            vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors.astype(np.float32)

    @cached_property
    def _session(self) -> tuple[Any, str]:
        """What runs the model, and the name of its output: of whole texts where it has that, or else of tokens."""
        onnxruntime = needed("onnxruntime", "onnx", f"{self._folder}")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = max(1, (os.cpu_count() or 1) // 2)  # teachers come first
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = onnxruntime.InferenceSession(str(self._model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # of many kinds, all of which mean this
            raise BadEncoder(f"{self._model} is no ONNX model, or it is damaged ({error!s:.160}).") from None
        if strange := [one.name for one in session.get_inputs() if one.name not in _INPUTS]:
            raise BadEncoder(f"{self._model} is no encoder of texts: it wants {strange[0]}, and not only tokens.")
        outputs = [one.name for one in session.get_outputs()]
        return session, "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return Tokenizer(self._folder / "tokenizer.json", _longest(self._folder))


def _of_like_length(lengths: list[int]) -> Iterator[list[int]]:
    """Positions of texts of like length, few enough of them that their tokens are."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > _TOKENS:
            yield batch
            batch = []
        batch.append(place)
    yield batch


def _longest(folder: Path) -> int:
    """How many tokens of a text are read."""
    longest = _json(folder / "sentence_bert_config.json").get("max_seq_length")
    if not isinstance(longest, int):
        longest = _json(folder / "config.json").get("max_position_embeddings")
    return min(longest, _LONGEST) if isinstance(longest, int) and longest > 2 else _LONGEST


def _is_first_token(folder: Path) -> bool:
    """Whether a text's vector is that of its first token, and not the mean."""
    about = _json(folder / "1_Pooling" / "config.json")
    chosen = [name.removeprefix("pooling_mode_") for name, on in about.items() if on is True and "_mode_" in name]
    if isinstance(mode := about.get("pooling_mode"), str):
        chosen = [mode]
    names = {"cls_token": True, "cls": True, "mean_tokens": False, "mean": False}
    if len(chosen) > 1 or any(name not in names for name in chosen):
        raise BadEncoder(f"{folder} pools tokens by {' and '.join(chosen)}; only mean and cls are known here.")
    return names[chosen[0]] if chosen else False


def _modules(folder: Path) -> list[str]:
    """The steps of a sentence encoder, where they are said."""
    file = folder / "modules.json"
    if not file.is_file():
        return []
    kinds = [str(each.get("type", "")).rpartition(".")[2] for each in _json(file, list)]
    if strange := [kind for kind in kinds if kind not in _MODULES]:
        raise BadEncoder(f"{folder} has a step {strange[0]}, which is not known here; only {', '.join(_MODULES)} are.")
    return kinds


def _json(file: Path, kind: type[Any] = dict) -> Any:
    """What a JSON file says; nothing if there is none."""
    if not file.is_file():
        return kind()
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:
        raise BadEncoder(f"{file} cannot be read ({error!s:.80}).") from None
    if not isinstance(content, kind) or (kind is list and not all(isinstance(each, dict) for each in content)):
        raise BadEncoder(f"{file} does not say what such a file says.")
    return content
