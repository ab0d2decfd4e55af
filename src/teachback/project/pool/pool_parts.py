"""The parts of a project's pool, and the engine that sums them up in their order.

Which engine that is, a user chose: it is kept in a file of her own, never in a project. A scheduler can let programs
run on the machine that asks it, so a project that is passed on must not lead to one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from teachback.distributed import Engine, in_order, open_engine
from teachback.distributed.engine import Answer, Task, Work
from teachback.errors import counted, listed
from teachback.folders import user_folder
from teachback.pool import Pool
from teachback.project.pool.manifest import manifest_in
from teachback.project.pool.part_counts import CountedPart
from teachback.project.pool.whole_pool import Layout, Summed, WholePool, sums_of_part
from teachback.record import DocumentsAdded, Entry
from teachback.store import Reader, Writer, reading_setting
from teachback.text import Analyzer, analyzer_from_json, analyzer_to_json


class ChosenEngine(NamedTuple):
    """The address of a scheduler, or how many processes of this machine; neither where nothing was chosen."""

    address: str | None = None
    workers: int | None = None


def chosen_engine(folder: Path) -> ChosenEngine:
    """What was chosen for the counts in a folder."""
    return ChosenEngine(*_kept().get(str(folder), ()))


def choose_engine(folder: Path, chosen: ChosenEngine) -> None:
    """Remember it; a user without a folder of her own chooses anew each time."""
    file = _file()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = file.with_suffix(".new")
        unfinished.write_text(json.dumps({**_kept(), str(folder): chosen}, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(file)


def _kept() -> dict[str, list[str | int | None]]:
    with suppress(OSError, ValueError):
        engines: dict[str, list[str | int | None]] = json.loads(_file().read_text(encoding="utf-8"))
        return engines
    return {}


def _file() -> Path:
    return user_folder("XDG_CONFIG_HOME") / "engines.json"


SEARCHER = "search"  # who brings documents of the pool into a project because they are worth asking
_COUNTED = "pool counts"  # the setting's name
_INDEX = "parts.json"


class PoolParts:
    """The counted parts of the pool of a project, if it has one; the engine is opened when it is needed first.

    One question is put to the parts at a time, whichever thread asks.
    """

    def __init__(self, store: Reader) -> None:
        self._store, self._lock = store, RLock()
        self._engine: Engine | None = None
        self._own: Engine | None = None  # the one that was opened here
        self._known: tuple[dict[str, Any], tuple[CountedPart, ...]] | None = None

    @property
    def parts(self) -> tuple[CountedPart, ...]:
        """All parts, in order; none where the pool is not counted, or where its counts are not on this machine."""
        setting = self._store.settings().get(_COUNTED)
        if not setting:
            return ()
        if self._known is None or self._known[0] != setting:
            index = Path(setting["folder"]) / _INDEX
            if not index.is_file():
                return ()
            parts = json.loads(index.read_text(encoding="utf-8"))
            self._known = setting, tuple(CountedPart(**{**part, "groups": tuple(part["groups"])}) for part in parts)
        return self._known[1]

    def whole(self, sample: Pool, terms: Sequence[str], phrases: Sequence[str], analyzer: Analyzer) -> Pool:
        """A sample with the sums over all documents, or the sample alone: without parts, or of other terms than these
        were counted by."""
        parts = self.parts
        if not parts or (form := analyzer_to_json(analyzer.plain)) != self._store.settings()[_COUNTED]["analyzer"]:
            return sample
        layout = Layout.of(terms, phrases, json.dumps(form), "damped", self.text)
        documents = sum(part.documents for part in parts)
        return WholePool(sample, layout, documents, lambda question: self._added_up(question, parts))

    @property
    def sentence(self) -> str:
        """Which documents models learn from, and who sums them up."""
        setting, parts = self._store.settings().get(_COUNTED), self.parts
        if columns := analyzer_from_json(self._store.settings()["analyzer"]).columns:
            return (
                f"Models learn from the documents in the project: they learn from {listed(columns)}, too, and the "
                "counts of all documents are of texts alone."
            )
        if not parts or not setting:
            return (
                "Models learn from the documents in the project. To learn from all: teachback pool PROJECT --count"
                if not setting
                else f"The counts of all documents are not in {setting['folder']}: models learn from the documents in "
                "the project. Put them back, or count again with: teachback pool PROJECT --count"
            )
        chosen = chosen_engine(Path(setting["folder"]))
        who = chosen.address or f"{counted(chosen.workers or os.cpu_count() or 1, 'process', 'processes')} here"
        return f"Models learn from all {sum(part.documents for part in parts):,} documents, summed up by {who}."

    @property
    def text(self) -> str:
        """The column of the texts."""
        manifest = manifest_in(self._store)
        return "" if manifest is None else manifest.text

    def use(self, engine: Engine) -> None:
        """Use this engine, which the caller closes."""
        self._engine = engine

    def run(self, work: Work[Task, Answer], shared: bytes, tasks: Sequence[Task]) -> list[Answer]:
        """The answers to the tasks, in their order."""
        with self._lock:
            return list(in_order(self._opened().run(work, shared, tasks)))

    def close(self) -> None:
        """Let go of the engine."""
        if self._own is not None:
            self._own.close()
        self._engine = self._own = None

    def _added_up(self, question: bytes, parts: Sequence[CountedPart]) -> Summed:
        with self._lock:
            return _sum(in_order(self._opened().run(sums_of_part, question, parts)))

    def _opened(self) -> Engine:
        if self._engine is None:
            chosen = chosen_engine(Path(self._store.settings()[_COUNTED]["folder"]))
            self._engine = self._own = open_engine(*chosen)
        return self._engine


def _sum(answers: Iterable[Summed]) -> Summed:
    totals: Summed = ()
    for answer in answers:
        if not totals:
            totals = tuple(each.copy() for each in answer)
        else:
            for total, each in zip(totals, answer, strict=True):
                total += each
    return totals


def note_counts(writer: Writer, parts: Sequence[CountedPart], analyzer: Analyzer) -> None:
    """Write down which parts of a project's pool are counted, and by what."""
    folder = Path(parts[0].counts).parent
    unfinished = folder / f".{_INDEX}"
    unfinished.write_text(json.dumps([asdict(part) for part in parts]), encoding="utf-8")
    unfinished.replace(folder / _INDEX)
    form = analyzer_to_json(analyzer.plain)
    writer.put(_COUNTED, {"folder": str(folder), "parts": len(parts), "analyzer": form})


@reading_setting(_COUNTED)
def counts_folder(store: Reader) -> Path | None:
    """Where the counts of a project's pool are; None where it is not counted."""
    setting = store.settings().get(_COUNTED)
    return None if not setting else Path(setting["folder"])


def searched_for(entries: Iterable[Entry]) -> frozenset[str]:
    """The documents that came because they are worth asking: not by chance, as all others of a pool."""
    events = (entry for entry in entries if isinstance(entry, DocumentsAdded) and entry.teacher == SEARCHER)
    return frozenset(id for entry in events for id in entry.documents)
