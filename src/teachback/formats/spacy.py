"""spaCy's DocBin, for `spacy train`: classes as `doc.cats`, rationales as `doc.spans["rationale"]` (write only)."""

from __future__ import annotations

from collections.abc import Iterable

from teachback.formats.rows import Row
from teachback.formats.rows.problems import MissingLibrary
from teachback.formats.tables.records import documents_of
from teachback.formats.writing import Target


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a `.spacy` file, with spaCy's tokens for any language; a passage grows to whole tokens."""
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError:
        raise MissingLibrary("spacy", "spacy") from None
    language = spacy.blank("xx")
    language.max_length = 1 << 31
    kept = DocBin(attrs=["ORTH", "SPACY"], store_user_data=True)
    for item in documents_of(rows, "spaCy"):
        doc = language.make_doc(item.document.text)
        doc.user_data["id"] = item.document.id
        if item.label is not None:
            classes = dict.fromkeys((*target.classes, item.label), 0.0)
            doc.cats = {**classes, item.label: 1.0}
        spans = (doc.char_span(s.start, s.end, label=s.class_, alignment_mode="expand") for s in item.rationales)
        doc.spans["rationale"] = [span for span in spans if span is not None]
        kept.add(doc)
    with target.bytes() as file:
        file.write(kept.to_bytes())
