"""A project over a pool learns from all of it: the same model whoever sums up, and as if all documents were in it."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.project import Project
from teachback.project.pool import parts
from teachback.project.pool.whole_pool import sums_of_part
from teachback.project.transfer.pools import set_up_pool
from teachback.record import Label, Word
from tests.distributed.here import Here
from tests.distributed.work import deadly_sums

BILLS = ["refund", "money", "paid", "invoice", "card", "charge", "month", "account", "double", "bank"]
BUGS = ["crash", "screen", "freeze", "button", "error", "start", "update", "app", "phone", "black"]
OTHER = ["the", "a", "please", "now", "again", "my", "it", "with", "when", "hello"]


def texts(rows, seed=0):
    draw = np.random.default_rng(seed)
    made = []
    for row in range(rows):
        own = BILLS if row % 2 else BUGS
        made.append(" ".join([*draw.choice(own, 4), *draw.choice(OTHER, 5)]))
    return made


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "_ROWS", 100)
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        table = pa.table({"key": [f"{number}-{row}" for row in range(200)], "body": texts(200, number)})
        pq.write_table(table, folder / f"{number}.parquet", row_group_size=50)
    return folder


def project_over(files, sample, engine, counts=True):
    project = Project.create(classes=["billing", "bug"])
    folder = files.parent / "counts" if counts else None
    set_up_pool(project, files / "*.parquet", engine, text="body", id="key", sample=sample, counts=folder)
    project.pool_parts.use(engine)
    return project


def taught(project):
    project.teach(Word("refund", "billing"), Word("crash", "bug"), Word("black phone", "bug"))
    first = list(project.documents())[:8]
    project.teach(*(Label(each.id, "billing" if BILLS[0] in each.text else "bug") for each in first))
    return project.learn().classifier


def test_the_model_is_that_of_one_process_with_all_documents(files):
    with project_over(files, 600, Here()) as over, project_over(files, 600, Here(), counts=False) as within:
        ours, theirs = taught(over), taught(within)
        assert ours.terms == theirs.terms
        np.testing.assert_allclose(ours.learner.weights_, theirs.learner.weights_, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(ours.learner.intercept_, theirs.learner.intercept_, rtol=1e-9)


def test_sums_are_of_all_documents_and_not_of_the_sample(files):
    with project_over(files, 60, Here()) as over, project_over(files, 600, Here()) as all_:
        over.read(), all_.read()
        few, many = over._terms.pool("damped"), all_._terms.pool("damped")
        assert (len(few), few.documents, len(many)) == (60, 600, 600)
        columns = [all_._terms.columns[term] for term in over._terms.counts.terms]
        assert few.reach.tolist() == many.reach[columns].tolist()


class FourWorkers(Here):
    """Answers come out of order, as those of four workers do."""

    def run(self, work, shared, tasks):
        answers = list(super().run(work, shared, tasks))
        for first in range(0, len(answers), 4):
            yield from reversed(answers[first : first + 4])


class Deadly(Here):
    """An engine whose worker is lost in the middle of the third part's sums, once."""

    def __init__(self, engine, marker):
        self._engine, self._marker = engine, marker

    def run(self, work, shared, tasks):
        if work is not sums_of_part:
            return self._engine.run(work, shared, tasks)
        return self._engine.run(deadly_sums, pickle.dumps((str(self._marker), str(tasks[2]), shared)), tasks)


def test_the_same_model_bit_for_bit_whoever_sums_up_and_when_a_worker_is_lost(files, cluster, tmp_path):
    marker, models = tmp_path / "lost", []
    for engine in (Here(), FourWorkers(), cluster, Deadly(cluster, marker)):
        with project_over(files, 60, engine) as project:
            models.append(taught(project).to_bytes())
    assert marker.exists()
    assert len(set(models)) == 1
