"""Models of the package sentence-transformers, from a folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from teachback.encoders.encoder import BadEncoder, Vectors, are_sound, fingerprint_of, needed

_TEXTS = 512  # that are encoded at a time
_READ = (".json", ".txt", ".safetensors", ".model")


class SentenceEncoder:
    """A folder as sentence-transformers writes it, run by that package. Its weights are safetensors: no code runs."""

    is_additive = False

    def __init__(self, name: str, folder: Path) -> None:
        if not any(folder.rglob("*.safetensors")):
            raise BadEncoder(
                f"{folder} has no weights as safetensors. Other weights could run code and are not read; save the "
                "model with safe_serialization=True, or export it to ONNX."
            )
        self.name, self._folder = name, folder

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files: equal for equal files."""
        return fingerprint_of(*sorted(file for file in self._folder.rglob("*") if file.suffix in _READ))

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self._model.get_sentence_embedding_dimension())

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each text; zeros for an empty one."""
        out = np.zeros((len(texts), self.size), dtype=np.float32)
        there = [place for place, text in enumerate(texts) if text and not text.isspace()]
        for first in range(0, len(there), _TEXTS):
            places = there[first : first + _TEXTS]
            out[places] = self._model.encode([texts[place] for place in places], show_progress_bar=False)
        if not are_sound(out):
            raise BadEncoder(f"{self._folder} made numbers that are not finite, or far too large.")
        return out

    @cached_property
    def _model(self) -> Any:
        package = needed("sentence_transformers", "encoders", f"{self._folder}")
        try:
            return package.SentenceTransformer(
                str(self._folder),
                device="cpu",
                local_files_only=True,
                trust_remote_code=False,
                model_kwargs={"use_safetensors": True},
            )
        except Exception as error:  # of many kinds, all of which mean this
            raise BadEncoder(f"{self._folder} is no model, or it is damaged ({error!s:.160}).") from None
