"""Files that an earlier version wrote are opened, learned from and answered from as that version did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teachback import formats
from teachback.classifier import TextClassifier
from teachback.cli import app
from teachback.learners.catalogue import LEARNERS
from teachback.project import Project
from teachback.record.form import to_json
from tests.kept.answers import model_answers, project_answers

KEPT = Path(__file__).parent / "v1"
ANSWERS = json.loads((KEPT / "answers.json").read_text(encoding="utf-8"))


def same(answer, expected):
    """Whether two answers are the same, their numbers to 6 digits."""
    if isinstance(expected, dict):
        return (
            isinstance(answer, dict)
            and answer.keys() == expected.keys()
            and all(same(answer[key], expected[key]) for key in expected)
        )
    if isinstance(expected, list):
        return len(answer) == len(expected) and all(map(same, answer, expected))
    return answer == (pytest.approx(expected, abs=1e-6) if isinstance(expected, float) else expected)


@pytest.fixture
def copied_file(tmp_path):
    """A file of before, where it can be written to."""

    def copied(name):
        path = tmp_path / name
        path.write_bytes((KEPT / name).read_bytes())
        return path

    return copied


@pytest.mark.parametrize("name", ["project.teachback", "backup.teachback"])
def test_a_project_and_a_backup_of_before_are_opened_and_answer_as_they_did(copied_file, name):
    with Project.open(copied_file(name)) as project:
        answers = project_answers(project)
    for part, expected in ANSWERS["project"].items():
        assert same(answers[part], expected), part


def test_a_backup_of_before_is_restored(copied_file, tmp_path):
    done = CliRunner().invoke(
        app, ["new", str(tmp_path / "new.teachback"), "--from", str(copied_file("backup.teachback"))]
    )
    assert done.exit_code == 0, done.output
    with Project.open(tmp_path / "new.teachback") as project:
        assert [to_json(entry) for entry in project.record] == ANSWERS["project"]["record"]
        assert same(model_answers(project.learned.classifier), ANSWERS["models"]["LessonRegression"])


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_model_of_before_is_loaded_and_answers_as_it_did(learner):
    model = TextClassifier.load(KEPT / f"{learner}.model")
    assert same(model_answers(model), ANSWERS["models"][learner])


def test_a_record_of_before_is_imported_with_its_documents_and_labels():
    items = {row.document.id: row for row in formats.read(KEPT / "record.jsonl") if isinstance(row, formats.Item)}
    assert {id: item.document.text for id, item in items.items()} == ANSWERS["project"]["documents"]
    labels = {id: item.label for id, item in items.items() if item.label}
    assert labels == {"d1": "billing", "d2": "bug", "d4": "bug", "d9": "praise"}
