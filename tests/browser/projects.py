"""Small projects for the browser: a part of the demo corpus, untaught or taught for a while."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from teachback import corpora
from teachback.project import Project
from teachback.record import Label, Rationale, Word

CORPUS = corpora.load("demo")
CLASSES = CORPUS.classes
EVERY = 8  # of the demo's thousand mails, for a model in no time
TEXTS = {document.id: document.text for document in CORPUS.documents[::EVERY]}
GOLD = {id: CORPUS.labels[id] for id in TEXTS}
ID = {text: id for id, text in TEXTS.items()}
WORDS = {"invoice": "billing", "refund": "billing", "crashes": "bug", "error": "bug", "wish": "feature request"}
LABELS = 24


def untaught(file: Path) -> None:
    """Documents and classes, and nothing taught."""
    Project.from_texts(TEXTS, classes=CLASSES, address=file).close()


def taught(file: Path) -> None:
    """Labels, words and a passage by ines, and a model of them."""
    with Project.from_texts(TEXTS, classes=CLASSES, address=file) as project:
        apart = project.hold_out(12)
        project.teach(*(Label(id, GOLD[id], teacher="ines", seconds=5.0) for id in apart))
        free = [id for id in sorted(GOLD, key=lambda id: id[::-1]) if id not in apart][:LABELS]
        project.teach(*(Label(id, GOLD[id], teacher="ines", seconds=8.0) for id in free))
        project.teach(*(Word(term, name, teacher="ines", seconds=2.0) for term, name in WORDS.items()))
        end = TEXTS[free[0]].index(" ", 12)
        project.teach(Rationale(free[0], GOLD[free[0]], 0, end, teacher="ines", seconds=3.0))
        project.learn()


def empty(file: Path) -> None:
    """Nothing at all."""
    Project.create(file).close()


def classless(file: Path) -> None:
    """Documents, and no classes."""
    Project.from_texts(TEXTS, address=file).close()


class Copies:
    """Projects of each kind: made once, then copied, so that every test has its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def copy(self, make: Callable[[Path], None], to: Path) -> Path:
        """A fresh project in that file."""
        made = self._folder / f"{make.__module__}.{make.__name__}.teachback"  # modules may give them the same name
        if not made.exists():
            make(made)
        return Path(shutil.copy(made, to))
