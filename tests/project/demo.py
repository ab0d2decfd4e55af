"""The demo corpus with a bit of teaching, for what needs more than eight mails."""

from __future__ import annotations

from teachback import corpora
from teachback.project import Project
from teachback.record import Label, Word

CORPUS = corpora.load("demo")
GOLD = dict(zip((document.id for document in CORPUS.documents), CORPUS.y, strict=True))
WORDS = {"invoice": "billing", "refund": "billing", "crashes": "bug", "error": "bug", "wish": "feature request"}


def teach(project, labels=40, held_out=0):
    """Teach the first documents of a fixed order and some that are held out as ines, and some words as ben."""
    apart = project.hold_out(held_out) if held_out else ()
    project.teach(*(Label(id, GOLD[id], teacher="ines", seconds=5.0) for id in apart))
    free = [id for id in sorted(GOLD, key=lambda id: id[::-1]) if id not in apart]
    project.teach(*(Label(id, GOLD[id], teacher="ines", seconds=8.0) for id in free[:labels]))
    project.teach(*(Word(term, class_, teacher="ben", seconds=2.0) for term, class_ in WORDS.items()))
    return project


def demo_project(labels=40, held_out=0):
    """A project of the demo corpus, taught."""
    texts = {document.id: document.text for document in CORPUS.documents}
    return teach(Project.from_texts(texts, classes=CORPUS.classes), labels, held_out)
