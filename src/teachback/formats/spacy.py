"""spaCy: texts with `cats` as JSON are read; a DocBin for `spacy train` is written.

In a DocBin classes are `doc.cats` and rationales `doc.spans["rationale"]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from teachback.errors import MissingLibrary
from teachback.formats.reading import Reading
from teachback.formats.rows import Item, Prediction, Row
from teachback.formats.rows.problems import BadRow, Problem
from teachback.formats.tables.json_values import fields, values
from teachback.formats.tables.records import documents_of, number
from teachback.formats.tables.typed_cells import typed_values
from teachback.formats.writing import Target


def looks_like(value: object) -> bool:
    """Whether a JSON value is a text with its categories: an object, or a text and its annotations."""
    cats = _parts(value)[1].get("cats")
    return isinstance(cats, dict) and all(isinstance(each, int | float) for each in cats.values())


def read(reading: Reading) -> Iterator[Row | Problem]:
    """Texts with ``cats``; probabilities that are neither 0 nor 1 are what a model says."""
    return reading.rows(values(reading), partial(_item, reading))


def _item(reading: Reading, value: object) -> Item:
    text, about = _parts(value)
    cats = {name: number(score, "category") or 0.0 for name, score in fields(about.get("cats")).items()}
    others = {name: value for name, value in about.items() if name not in ("text", "id", "cats", "entities", "tokens")}
    draft = reading.draft(text, about.get("id"), typed_values(others, reading.kinds))
    for start, end, class_ in about.get("entities") or ():
        draft.rationale(class_, start, end)
    if any(0.0 < score < 1.0 for score in cats.values()):
        best = max(cats, key=lambda name: cats[name])
        return draft.item(Prediction(best, cats, model=None))
    if classes := [name for name, score in cats.items() if score]:
        draft.label(classes)
    else:
        for name in cats:
            draft.exclude(name)
    return draft.item()


def _parts(value: object) -> tuple[object, dict[str, Any]]:
    match value:
        case [str(text), dict(told)]:
            return text, told
        case dict(told):
            return told.get("text"), told
    raise BadRow(f"{value!r:.60} is not a text with its categories.")


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a `.spacy` file, with spaCy's tokens for any language; a passage grows to whole tokens."""
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError:
        raise MissingLibrary("The format spacy", "spacy") from None
    language = spacy.blank("xx")
    language.max_length = 1 << 31
    bin = DocBin(attrs=["ORTH", "SPACY"], store_user_data=True)
    for item in documents_of(rows, "spaCy"):
        doc = language.make_doc(item.document.text)
        doc.user_data["id"] = item.document.id
        if item.label is not None:
            classes = dict.fromkeys((*target.classes, item.label), 0.0)
            doc.cats = {**classes, item.label: 1.0}
        spans = (doc.char_span(s.start, s.end, label=s.class_, alignment_mode="expand") for s in item.rationales)
        doc.spans["rationale"] = [span for span in spans if span is not None]
        bin.add(doc)
    with target.bytes() as file:
        file.write(bin.to_bytes())
