"""A stranger's encoder is tried in a child process before it is used in this one.

What reads a tokenizer or runs a model is a library of its own: a file of a few kilobytes can make it take all memory,
or end the process that it is in. In a child, which has little memory and time, that is a sentence. The files that were
tried are those that are used: they are known by their fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterator

from teachback.confined import ChildEnded, ChildLimits, call
from teachback.encoders.encoder import BadEncoder, Encoder
from teachback.encoders.onnx_folder import OnnxEncoder
from teachback.encoders.opening import open_encoder
from teachback.encoders.static import TokenVectors

_TEXTS = ("a text", "The quick brown fox jumps over the lazy dog.", "42 Größe 日本 😀", "word " * 1000)


def try_out(encoder: Encoder) -> None:
    """Refuse an encoder whose files break, or take too much, where they are read by other libraries."""
    if not isinstance(encoder, OnnxEncoder | TokenVectors):
        return  # its files are read here, or by a library that needs more than a child has
    limits = ChildLimits.for_size(sum(file.stat().st_size for file in encoder.files))
    try:
        for _ in call(f"{__name__}:encode_some", {"name": encoder.name}, limits):
            pass
    except ChildEnded as error:
        raise BadEncoder(f"{encoder.name} cannot be used as an encoder: {error}.") from None


def encode_some(name: str) -> Iterator[int]:
    """What the child does: encode some texts, and say how many numbers a vector has."""
    yield open_encoder(name).encode(_TEXTS).shape[1]
