"""Models by their names: on this machine where they were fetched before, and fetched only when that is asked for."""

from __future__ import annotations

import re
from pathlib import Path

from teachback.encoders.encoder import NoEncoder, needed

_NAME = re.compile(r"[\w-][\w.-]{0,95}(/[\w-][\w.-]{0,95})?")
_USUAL = "sentence-transformers"  # whose names are often said alone
_SMALL = ("*.json", "1_Pooling/*", "0_StaticEmbedding/*", "vocab.txt", "*.model")  # beside the numbers
_ADDRESS = "https://huggingface.co"


def is_name(name: str) -> bool:
    """Whether something could be the name of a model: ``NAME`` or ``OWNER/NAME``.

    >>> is_name("all-MiniLM-L6-v2"), is_name("minishlab/potion-base-8M"), is_name("../model"), is_name("/a/b")
    (True, True, False, False)
    """
    return _NAME.fullmatch(name) is not None


def folder_of(name: str, *, fetch: bool = False) -> Path:
    """The folder of a model by its name, as the tools of Hugging Face keep it on this machine.

    With `fetch`, the files may be fetched if they are not here. Texts are never sent.
    """
    full = name if "/" in name else f"{_USUAL}/{name}"
    where = f"{_ADDRESS}/{full}"
    hub = needed("huggingface_hub", "onnx", f"The model {name}")
    if (folder := _found(hub, full)) is not None:
        return folder
    if not fetch:
        raise NoEncoder(
            f"There is no folder or file {name}, and no model of this name on this machine. With --fetch (in Python: "
            f"fetch=True) its files would be fetched once from {where}; your texts are sent nowhere."
        )
    try:
        there = {one.rfilename for one in hub.HfApi().model_info(full).siblings}
        numbers = ["onnx/model.onnx*"] if "onnx/model.onnx" in there else ["model.onnx*", "*.safetensors"]
        return Path(hub.snapshot_download(full, allow_patterns=[*_SMALL, *numbers]))
    except Exception as error:  # of the network, of the server, of the disk
        raise NoEncoder(f"{name} could not be fetched from {where} ({error!s:.160}).") from None


def _found(hub: object, full: str) -> Path | None:
    try:
        return Path(hub.snapshot_download(full, local_files_only=True))  # type: ignore[attr-defined]
    except Exception:  # it is not here, which is said in several ways
        return None
