"""The one form that every corpus has: documents, classes, labels, rationales."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from teachback.record.document import Document


class CorpusRationale(NamedTuple):
    """A passage of a document, highlighted as the reason for a class (code points, end exclusive)."""

    document: str
    class_: str
    start: int
    end: int
    teacher: str


@dataclass(frozen=True)
class Corpus:
    """Documents with the classes that people gave them.

    Attributes
    ----------
    analyzer
        The name of the analyzer (:mod:`teachback.text`) that suits these texts.
    labels
        The class of each labelled document, by document id.
    rationales
        Highlighted passages, in the order of the documents, each with the teacher who highlighted it.
    parts
        The corpus's own division (a fold number, or train and test), by document id; empty when it has none.
    """

    name: str
    documents: Sequence[Document]
    classes: Sequence[str]
    labels: Mapping[str, str]
    analyzer: str = "words"
    rationales: Sequence[CorpusRationale] = ()
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The documents' texts, in order."""
        return [document.text for document in self.documents]

    @property
    def y(self) -> list[str]:
        """The documents' classes, in order; every document must have one."""
        return [self.labels[document.id] for document in self.documents]

    @property
    def sizes(self) -> dict[str, int]:
        """How many documents each class has."""
        counted = Counter(self.labels.values())
        return {name: counted[name] for name in self.classes}

    def only(self, classes: Iterable[str], name: str) -> Corpus:
        """The part of this corpus that has one of the given classes, as a corpus of its own."""
        chosen = tuple(classes)
        labels = {document: label for document, label in self.labels.items() if label in chosen}
        return Corpus(
            name=name,
            documents=[document for document in self.documents if document.id in labels],
            classes=chosen,
            labels=labels,
            analyzer=self.analyzer,
            rationales=[passage for passage in self.rationales if passage.document in labels],
            parts={document: part for document, part in self.parts.items() if document in labels},
        )
