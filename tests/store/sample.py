"""A small project with something of everything; the kept files of older versions hold exactly this."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from teachback.record import (
    ClassesAdded,
    ClassRenamed,
    Document,
    DocumentsAdded,
    Entry,
    Flag,
    Label,
    Rationale,
    Retract,
    Word,
)
from teachback.store import Model, Reader, Store

START = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def _common(number: int) -> dict[str, Any]:
    return {"id": f"e{number}", "time": START + timedelta(seconds=number), "teacher": "ines", "seconds": number / 4}


DOCUMENTS = [
    Document("m1", "You charged my card twice.\r\n"),
    Document("m2", "a\x00b"),
    Document("m3", "\u202eשלום\u202c 👩🏽\u200d🚒"),
    Document("文書/4", ""),
]
ENTRIES: list[Entry] = [
    ClassesAdded(("bug", "billing"), **_common(1)),
    DocumentsAdded(("m1", "m2", "m3", "文書/4"), **_common(2)),
    Label("m1", "bug", **_common(3)),
    Retract("e3", **_common(4)),
    Rationale("m1", "billing", 4, 16, **_common(5)),
    Word("🙂", "billing", 2.5, **_common(6)),
    ClassRenamed("bug", "defect", **_common(7)),
    Flag("m2", "what is \x00?", **_common(8)),
]
MODELS = [Model("a first try", 3, b"", START), Model("current", 7, bytes(range(256)), START)]
SETTINGS = {"guidelines": "Line one\nline two \x00", "learner": "auto", "seed": 7, "tree": {"خط": [1.5, None, True]}}


def fill(store: Store) -> None:
    with store.writing() as writer:
        writer.add_documents(DOCUMENTS)
        writer.append(ENTRIES)
        for model in MODELS:
            writer.keep_model(model)
        for key, value in SETTINGS.items():
            writer.put(key, value)


def holds_sample(reader: Reader) -> bool:
    models = [reader.model(card.name) for card in reader.models()]
    content = (list(reader.documents()), list(reader.entries()), models, reader.settings())
    return content == (DOCUMENTS, ENTRIES, MODELS, SETTINGS) and reader.search("charged") == ["m1"]
