"""A project over a pool learns from all of it, as if all documents were in it, with every engine alike."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.distributed import open_engine
from teachback.errors import TeachbackError
from teachback.project import Project
from teachback.project.pool import parts, pool_parts, whole_pool
from teachback.project.pool.pool_parts import ChosenEngine, choose_engine
from teachback.project.pool.whole_pool import sums_of_part
from teachback.project.transfer.pools import count_pool, search_pool, set_up_pool, take_in
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


def test_a_worker_keeps_as_many_parts_for_the_next_round_as_it_has_room_for(files, monkeypatch):
    read, reading = [], whole_pool.Layout.read
    monkeypatch.setattr(whole_pool.Layout, "read", lambda layout, part: read.append(part) or reading(layout, part))
    monkeypatch.setattr(whole_pool, "_ready", whole_pool._Ready())
    monkeypatch.setattr(whole_pool, "_MOST", 2 * 100 * 9)  # two of the six parts, whose texts have nine words at most
    with project_over(files, 60, Here()) as project:
        taught(project)
        read.clear()
        project.teach(Word("money", "billing"))
        project.learn()
        assert len(read) == 4


def test_a_file_that_is_taken_in_is_counted(files):
    with project_over(files, 60, Here()) as project:
        pq.write_table(pa.table({"key": ["n1", "n2"], "body": ["voucher", "refund"]}), files / "new.parquet")
        take_in(project, Here())
        assert sum(part.documents for part in project.pool_parts.parts) == 602


class Deadly(Here):
    """An engine whose worker is lost in the middle of the third part's sums, once."""

    def __init__(self, engine, marker):
        self._engine, self._marker = engine, marker

    def run(self, work, shared, tasks):
        if work is not sums_of_part:
            return self._engine.run(work, shared, tasks)
        return self._engine.run(deadly_sums, pickle.dumps((str(self._marker), str(tasks[2]), shared)), tasks)


def test_the_same_model_bit_for_bit_with_1_2_and_4_workers_and_when_one_is_lost(files, cluster, tmp_path):
    marker, models = tmp_path / "lost", []
    with open_engine(workers=4) as four:
        for engine in (Here(), cluster, four, Deadly(cluster, marker), Deadly(four, marker.with_suffix(".4"))):
            with project_over(files, 60, engine) as project:
                models.append(taught(project).to_bytes())
    assert marker.exists()
    assert marker.with_suffix(".4").exists()
    assert len(set(models)) == 1


def test_documents_worth_asking_come_from_the_whole_pool_and_are_not_drawn_as_checks(files):
    rare = pa.table({"key": ["r1", "r2"], "body": ["voucher expired hello", "my voucher please"]})
    pq.write_table(rare, files / "9.parquet")
    with project_over(files, 60, Here()) as project:
        taught(project)
        project.teach(Word("voucher", "billing"))
        before = {document.id for document in project.documents()}
        assert before.isdisjoint({"r1", "r2"})
        project.learn()
        assert 20 < search_pool(project) <= 62  # 20 that it is least sure of, 20 for each scarce word
        new = {document.id for document in project.documents()} - before
        assert new > {"r1", "r2"}
        assert "voucher" in project.learn().classifier.terms
        checks = {asked.document.id for asked in project.ask(30, words=0, checks=0.5).documents if asked.check}
        assert len(checks) == 15
        assert checks.isdisjoint(new)
        assert search_pool(project) > 0
        assert len({document.id for document in project.documents()}) == project.size  # nothing comes twice


def test_a_pool_that_was_not_counted_is_counted_later_and_damaged_counts_are_told(files, monkeypatch):
    with project_over(files, 60, Here(), counts=False) as project:
        assert "learn from the documents in the project" in project.pool_parts.sentence
        model = taught(project)
        assert count_pool(project, files.parent / "counts", Here()) == 600
        assert "learn from all 600 documents" in project.pool_parts.sentence
    with project_over(files, 60, Here()) as project:
        assert taught(project).to_bytes() != model.to_bytes()
        next((files.parent / "counts").glob("*.npz")).write_bytes(b"PK damaged")
        monkeypatch.setattr(whole_pool, "_ready", whole_pool._Ready())  # as in another process
        project.teach(Word("money", "billing"))
        with pytest.raises(TeachbackError, match=r"cannot be read .* teachback pool PROJECT --count"):
            project.learn()


def test_no_project_leads_to_a_scheduler_that_its_user_did_not_choose(files, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(pool_parts, "open_engine", lambda *engine: asked.append(engine) or Here())
    with project_over(files, 40, Here()) as project:
        folder = pool_parts.counts_folder(project.store)
        setting = project.store.settings()[pool_parts._COUNTED]
        with project.store.writing() as writer:
            writer.put(pool_parts._COUNTED, {**setting, "address": "tcp://far.example:8786", "workers": 10**6})
        project.pool_parts.close()
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "somebody else"))
        assert project.pool_parts.parts
        taught(project)
        assert asked == [(None, None)]
        project.pool_parts.close()
        choose_engine(folder, ChosenEngine("tcp://own.example:8786"))
        assert project.pool_parts.sentence.endswith("summed up by tcp://own.example:8786.")
        project.teach(Word("invoice", "billing"))
        project.learn()
        assert asked[1:] == [("tcp://own.example:8786", None)]
