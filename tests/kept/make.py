"""Write a project, a backup, its record and its models as this version keeps them: `python -m tests.kept.make FOLDER`.

The files that an earlier version wrote stay as they are: they stand for the files that people have.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from teachback.learners.catalogue import DEFAULT, LEARNERS
from teachback.project import Project
from teachback.project.transfer.exports import write_model, write_record
from teachback.record import (
    Adjudicate,
    Distinction,
    Exclude,
    Flag,
    Label,
    NotAReason,
    Rationale,
    Retract,
    Skip,
    Word,
)
from teachback.store import copy, create_store, open_store
from tests.kept.answers import model_answers, project_answers

TEXTS = {
    "d1": "please refund my last invoice",
    "d2": "the app crashed and crashed again",
    "d3": "a refund for the invoice of march",
    "d4": "it crashed after the update",
    "d5": "why was the refund so small",
    "d6": "update, then a crash: it crashed",
    "d7": "the invoice is wrong 🙂 money back",
    "d8": "crashed on start",
    "d9": "lovely app, thank you",
    "d10": "thank you for the quick help",
    "d11": "win a prize, click now",
    "d12": "a prize is waiting for you",
    "d13": "no charge on my card, thank you",
    "d14": "it froze, then the update failed",
}
BINARY = {"DistinctionDNF", "PooledNB"}  # learners of two classes


def make(folder: Path) -> None:
    """Teach a small project every kind of lesson, and write it in every way that it can be kept."""
    address = folder / "project.teachback"
    with Project.from_texts(TEXTS, classes=["billing", "bug", "kudos", "junk", "spam"], address=address) as project:
        project.rename_class("kudos", "praise")
        project.merge_classes("junk", into="spam")
        project.hold_out(1)
        held_out = next(iter(project.teaching().held_out))
        labels = {"d1": "billing", "d2": "bug", "d3": "billing", "d4": "bug", "d9": "praise", "d11": "spam"}
        project.teach(*(Label(id, name, teacher="ines") for id, name in labels.items() if id != held_out))
        project.teach(Label("d3", "bug", teacher="ben"), Adjudicate("d3", "billing", teacher="owner"))
        project.teach(
            Word("refund", "billing", teacher="ines", seconds=2.5),
            Word("crashed", "bug", 2.0, teacher="ines"),
            Word("thank", "praise", teacher="ben"),
            Word("prize", "spam", teacher="ben", id="prize"),
            NotAReason("app", teacher="ines"),
            NotAReason("you", "spam", teacher="ines"),
            Rationale("d1", "billing", 7, 16, teacher="ines"),
            Rationale("d4", "bug", 3, 10, teacher="ines"),
            Distinction("d4", "bug", "d1", "crashed", teacher="ines"),
            Distinction("d1", "billing", "d4", "update", present=False, teacher="ines"),
            Exclude("d13", "billing", teacher="ben"),
            Skip("d12", teacher="ben"),
            Flag("d7", "two things at once", teacher="ben"),
            Word("click", "spam", teacher="ben", id="click"),
        )
        project.teach(Retract("click", teacher="ben"))
        project.pass_over({None: ["update"]}, teacher="ines")
        project.declare_rest("spam")
        project.add_classes("old")
        project.archive_class("old")
        project.prefer(batch=8)
        project.write_guidelines("A refund is billing.", version=project.guidelines.version)
        models = {}
        for name in sorted(LEARNERS.keys() - BINARY - {DEFAULT}):
            models[name] = _model(project, name, folder)
        models[DEFAULT] = _model(project, None, folder)
        write_record(project, folder / "record.jsonl")
    with Project.from_texts(TEXTS, classes=["billing", "bug"]) as project:
        project.teach(Label("d1", "billing"), Label("d2", "bug"), Label("d4", "bug"), Word("refund", "billing"))
        project.teach(Word("crashed", "bug"), Distinction("d4", "bug", "d1", "crashed"))
        models |= {name: _model(project, name, folder) for name in sorted(BINARY)}
    with open_store(address) as source, create_store(folder / "backup.teachback") as target:
        copy(source, target)
    for file in (address, folder / "backup.teachback"):
        _fold(file)
    asked = folder / "asked.teachback"
    asked.write_bytes(address.read_bytes())
    with Project.open(asked) as project:
        answers = {"project": project_answers(project), "models": models}
    for ending in ("", "-wal", "-shm"):
        asked.with_name(asked.name + ending).unlink(missing_ok=True)
    (folder / "answers.json").write_text(json.dumps(answers, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _model(project: Project, learner: str | None, folder: Path) -> dict[str, Any]:
    """Write the model of a learner, and return what it answers."""
    learned = project.learn(learner)
    write_model(project, folder / f"{learned.learner}.model")
    return model_answers(learned.classifier)


def _fold(file: Path) -> None:
    """Make it one file with nothing beside it."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
