"""From a name, a folder, a file or a function to an encoder; which kind it is, is seen in the files."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any, cast

from teachback.encoders.encoder import BadEncoder, Encoder, NoEncoder
from teachback.encoders.functions import FunctionEncoder
from teachback.encoders.hub import folder_of, is_name
from teachback.encoders.onnx_folder import OnnxEncoder, onnx_model
from teachback.encoders.sentence_models import SentenceEncoder
from teachback.encoders.static import TokenVectors, WordVectors, has_table
from teachback.encoders.word_files import looks_like_word_vectors

Given = str | PathLike[str] | Encoder | Callable[[list[str]], Any]

_WORDLLAMA = "wordllama"


def open_encoder(given: Given, *, fetch: bool = False) -> Encoder:
    """The encoder of a name, a folder, a file, or a function. Its files are read when its vectors are first asked for.

    It is given as a folder (of an ONNX model, of model2vec, of sentence-transformers, or with the files of wordllama),
    a file of word vectors (word2vec, GloVe or fastText, also gzipped), ``wordllama`` for the vectors in the package of
    that name, the name of a model that was fetched before, or a function from a list of texts to a matrix. With
    `fetch`, the files of a model may be fetched by its name if they are not on this machine.
    """
    if hasattr(given, "is_additive") and hasattr(given, "encode"):
        return cast(Encoder, given)
    if isinstance(given, str | PathLike):
        name, path = str(given), Path(given).expanduser()
        if path.is_dir():
            return _of_folder(str(path.absolute()), path)
        if path.is_file():
            return _of_file(str(path.absolute()), path)
        if name == _WORDLLAMA:
            return _wordllama()
        if is_name(name):
            return _of_folder(name, folder_of(name, fetch=fetch))
        raise NoEncoder(
            f"There is no folder or file {name}. Give the folder of a model, a file of word vectors, or {_WORDLLAMA}."
        )
    if callable(function := getattr(given, "encode", given)):
        return FunctionEncoder(function)
    raise BadEncoder(f"An encoder is a name, a folder, a file or a function, not {given!r:.80}.")


def _of_folder(name: str, folder: Path) -> Encoder:
    if onnx_model(folder) is not None:
        return OnnxEncoder(name, folder)
    for place in (folder, folder / "0_StaticEmbedding"):
        tensors, tokenizer = place / "model.safetensors", place / "tokenizer.json"
        if tensors.is_file() and tokenizer.is_file() and has_table(tensors):
            return TokenVectors(name, tensors, tokenizer)
    if files := _wordllama_files(folder):
        return TokenVectors(name, *files)
    if (folder / "modules.json").is_file():
        return SentenceEncoder(name, folder)
    raise BadEncoder(
        f"{folder} holds no encoder: there is neither model.onnx with tokenizer.json, nor model.safetensors with "
        "tokenizer.json as model2vec writes them, nor what sentence-transformers or wordllama have."
    )


def _of_file(name: str, file: Path) -> Encoder:
    if looks_like_word_vectors(file):
        return WordVectors(name, file)
    raise BadEncoder(
        f"{file} holds no word vectors: a file of them begins with the numbers of words and of numbers, or with a "
        "word and its numbers."
    )


def _wordllama() -> Encoder:
    spec = find_spec(_WORDLLAMA)  # found, and not imported
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        if files := _wordllama_files(Path(folder)):
            return TokenVectors(_WORDLLAMA, *files)
    raise NoEncoder("The package wordllama is not installed; install it with: pip install wordllama")


def _wordllama_files(folder: Path) -> tuple[Path, Path] | None:
    """The vectors and the tokenizer, in their folders inside the package or side by side."""
    tensors = sorted([*folder.glob("weights/*.safetensors"), *folder.glob("*.safetensors")])
    tokenizers = sorted([*folder.glob("tokenizers/*tokenizer*.json"), *folder.glob("*tokenizer*.json")])
    is_one = len(tensors) == len(tokenizers) == 1 and has_table(tensors[0])
    return (tensors[0], tokenizers[0]) if is_one else None
