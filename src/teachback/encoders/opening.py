"""From a name, a folder, a file or a function to an encoder; which kind it is, is seen in the files."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from teachback.encoders.encoder import BadEncoder, Encoder, NoEncoder
from teachback.encoders.functions import FunctionEncoder
from teachback.encoders.static import TokenVectors, WordVectors
from teachback.encoders.word_files import looks_like_word_vectors

Given = str | PathLike[str] | Encoder | Callable[[list[str]], Any]

_WORDLLAMA = "wordllama"


def open_encoder(given: Given) -> Encoder:
    """The encoder of a name, a folder, a file, or a function.

    Parameters
    ----------
    given
        A folder with ``model.safetensors`` and ``tokenizer.json`` as model2vec writes it; ``wordllama``, for the
        vectors in the package of that name, or a folder with its files; a file of word vectors (word2vec, GloVe or
        fastText, also gzipped); or a function from a list of texts to a matrix.
    """
    if isinstance(given, Encoder):
        return given
    if isinstance(given, str | PathLike):
        path = Path(given).expanduser()
        if path.is_dir():
            return _of_folder(str(given), path)
        if path.is_file():
            return _of_file(str(given), path)
        if str(given) == _WORDLLAMA:
            return _wordllama()
        raise NoEncoder(
            f"There is no folder or file {given}. Give the folder of a model2vec model, a file of word vectors, or "
            f"{_WORDLLAMA}."
        )
    if callable(given):
        return FunctionEncoder(given)
    raise BadEncoder(f"An encoder is a name, a folder, a file or a function, not {given!r:.80}.")


def _of_folder(name: str, folder: Path) -> Encoder:
    tensors, tokenizer = folder / "model.safetensors", folder / "tokenizer.json"
    if tensors.is_file() and tokenizer.is_file():
        return TokenVectors(name, tensors, tokenizer)
    if found := _wordllama_files(folder):
        return TokenVectors(name, *found)
    raise BadEncoder(
        f"{folder} holds no encoder: there is neither model.safetensors with tokenizer.json nor what wordllama has."
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
        if found := _wordllama_files(Path(folder)):
            return TokenVectors(_WORDLLAMA, *found)
    raise NoEncoder("The package wordllama is not installed; install it with: pip install wordllama")


def _wordllama_files(folder: Path) -> tuple[Path, Path] | None:
    """The vectors and the tokenizer, in their folders inside the package or side by side."""
    tensors = sorted([*folder.glob("weights/*.safetensors"), *folder.glob("*.safetensors")])
    tokenizers = sorted([*folder.glob("tokenizers/*tokenizer*.json"), *folder.glob("*tokenizer*.json")])
    return (tensors[0], tokenizers[0]) if len(tensors) == len(tokenizers) == 1 else None
