"""Hugging Face datasets on disk, as `save_to_disk` writes them: a folder of Arrow streams, or one for each split.

pyarrow, which is an extra of the package, is imported when a dataset is read or written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from teachback.errors import require
from teachback.formats.jsonl import read_records
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, Problem
from teachback.formats.writing import Target

_FILE = "data-00000-of-00001.arrow"


def looks_like(folder: Path) -> bool:
    """Whether a folder is a saved dataset."""
    return (folder / "dataset_dict.json").is_file() or (folder / "state.json").is_file()


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of all splits, in the order that the dataset names them."""
    reading.unit = "row"
    return read_records(reading, enumerate(_records(reading), start=1))


def _records(reading: Reading) -> Iterator[dict[str, Any]]:
    require("pyarrow", "tables", "The format huggingface")
    import pyarrow as pa

    from teachback.formats.tables.arrow import as_records, class_names, most_bytes

    files = [file for split in _splits(reading.path) for file in _files(split)]
    total = sum(file.stat().st_size for file in files)
    done = 0
    for file in files:
        try:
            with pa.memory_map(str(file)) as source, pa.ipc.open_stream(source) as stream:
                yield from as_records(file, stream, class_names(file, stream.schema), most_bytes(total))
        except (pa.ArrowException, OSError, ValueError) as error:
            raise BadFile(file, f"it cannot be read as an Arrow stream ({error}).") from None
        done += file.stat().st_size
        if reading.progress is not None:
            reading.progress(done, total)


def _splits(folder: Path) -> list[Path]:
    index = folder / "dataset_dict.json"
    if not index.is_file():
        return [folder]
    return [folder / _inside(folder, name) for name in _list(index, "splits")]


def _files(folder: Path) -> list[Path]:
    names = [
        entry.get("filename") if isinstance(entry, dict) else None
        for entry in _list(folder / "state.json", "_data_files")
    ]
    files = [folder / _inside(folder, name) for name in names]
    for file in files:
        if not file.is_file():
            raise BadFile(file, "the dataset names this file, and it is not there.")
    return files


def _inside(folder: Path, name: object) -> str:
    """A name that the dataset gives for something in its own folder; one that leads out of it is refused."""
    if not isinstance(name, str) or Path(name).name != name or name in ("", ".", ".."):
        raise BadFile(folder, f"it names {name!r:.60} as a part of itself, which is not inside it.")
    return name


def _list(path: Path, key: str) -> list[Any]:
    try:
        entries = json.loads(path.read_bytes())[key]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        entries = None
    if not isinstance(entries, list):
        raise BadFile(path, f"a saved dataset has this file, with a list {key!r} in it; save the dataset again.")
    return entries


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a folder for `datasets.load_from_disk`; given the classes, `label` is a ClassLabel."""
    require("pyarrow", "tables", "The format huggingface")
    import pyarrow as pa

    from teachback.formats.tables.arrow import batches

    schema, made = batches(rows, target.classes)
    about = dict.fromkeys(("citation", "description", "homepage", "license"), "")
    state: dict[str, Any] = {
        "_data_files": [{"filename": _FILE}],
        "_fingerprint": "teachback",
        "_format_columns": None,
        "_format_kwargs": {},
        "_format_type": None,
        "_output_all_columns": False,
        "_split": None,
    }
    with target.folder() as folder:
        with pa.OSFile(str(folder / _FILE), "wb") as sink, pa.ipc.new_stream(sink, schema) as stream:
            for batch in made:
                stream.write_batch(batch)
        (folder / "dataset_info.json").write_text(json.dumps(about), encoding="utf-8")
        (folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
