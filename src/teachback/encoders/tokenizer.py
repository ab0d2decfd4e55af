"""How an encoder's files cut texts into pieces: a ``tokenizer.json``, which is not to be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from teachback.encoders.encoder import BadEncoder, needed


class Tokenizer:
    """Texts as the numbers of their pieces, by a file as the package tokenizers writes it.

    Of each text, all pieces are read, or the first `longest`.
    """

    def __init__(self, path: Path, longest: int | None = None) -> None:
        tokenizers = needed("tokenizers", "onnx", f"{path}")
        self._path = path
        try:
            self._made: Any = tokenizers.Tokenizer.from_file(str(path))
        except BaseException as error:
            raise _faulty(error, f"{path} is no tokenizer, or it is damaged") from None
        self._made.no_padding()
        self._made.no_truncation()
        if longest is not None:
            self._made.enable_truncation(longest)

    def pieces(self, texts: Sequence[str], *, special: bool) -> list[list[int]]:
        """The numbers of each text's pieces, perhaps with the special ones that stand before and after a text."""
        try:
            return [one.ids for one in self._made.encode_batch_fast(list(texts), add_special_tokens=special)]
        except BaseException as error:
            raise _faulty(error, f"{self._path} could not cut a text into pieces") from None

    @property
    def unknown(self) -> int:
        """What stands for a piece that is not known, and has no meaning; -1 if nothing does."""
        name = getattr(self._made.model, "unk_token", None)
        place = self._made.token_to_id(name) if name else None
        return -1 if place is None else int(place)


def _faulty(error: BaseException, what: str) -> BaseException:
    """What is said of a fault of the file's; the package has errors of its own kind, beside Python's, for the worst."""
    if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
        return error
    return BadEncoder(f"{what} ({error!s:.120}).")
