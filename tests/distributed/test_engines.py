"""Processes of this machine and a Dask cluster: the same answers, also when a worker is lost."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest
from distributed import LocalCluster

from teachback.distributed import WorkerLost, in_order, open_engine
from teachback.distributed.cluster import NoCluster
from teachback.errors import TeachbackError
from tests.distributed.work import deadly, deadly_once, joined, processors_for

TASKS = [str(number) for number in range(20)]


def test_every_task_is_answered_under_its_place(engine):
    answers = dict(engine.run(joined, b"d", TASKS))
    assert answers == {place: f"d{task}" for place, task in enumerate(TASKS)}
    assert list(engine.run(joined, b"d", [])) == []


def test_a_worker_is_one_thread_for_there_is_one_for_each_processor(engine):
    assert {answer for _, answer in engine.run(processors_for, b"", TASKS[:2])} == {1}


def test_a_worker_that_is_lost_in_the_middle_changes_nothing(engine, tmp_path):
    tasks = [*TASKS[:5], "deadly", *TASKS[5:]]
    marker = tmp_path / "lost"
    assert list(in_order(engine.run(deadly_once, str(marker).encode(), tasks))) == tasks
    assert marker.exists()


def test_a_task_that_no_worker_survives_is_named(processes):
    with pytest.raises(WorkerLost, match="worked on deadly ended twice"):
        list(processes.run(deadly, b"", [*TASKS[:3], "deadly"]))
    assert len(list(processes.run(joined, b"", TASKS))) == len(TASKS)  # others go on


def test_a_cluster_that_loses_all_its_workers_is_a_sentence(monkeypatch):
    monkeypatch.setattr("teachback.distributed.cluster._LOOK", 0.1)
    monkeypatch.setattr("teachback.distributed.cluster._ALONE", 0.2)
    local = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL)
    with local, open_engine(local.scheduler_address) as engine:
        answers = engine.run(joined, b"", TASKS)
        place, answer = next(answers)  # the first to be finished, whichever that is
        assert answer == TASKS[place]
        local.scale(0)
        while engine._client.nthreads():
            time.sleep(0.05)
        with pytest.raises(NoCluster, match=r"All workers of tcp:.* were lost\. .*start some with: dask worker"):
            list(answers)


def test_a_scheduler_that_is_lost_in_the_middle_is_a_sentence(tmp_path):
    known = tmp_path / "scheduler.json"
    here = ("--scheduler-file", str(known), "--host", "127.0.0.1", "--dashboard-address", ":0")
    with ExitStack() as both:

        def start(what, *options):
            command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *here, *options]
            process = both.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            both.callback(process.kill)
            return process

        scheduler = start("scheduler", "--port", "0")
        start("worker", "--nthreads", "1", "--no-nanny")
        while not known.exists():
            time.sleep(0.05)
        with open_with_workers(json.loads(known.read_text())["address"]) as engine:
            answers = engine.run(joined, b"", TASKS)
            next(answers)
            scheduler.kill()
            with pytest.raises(NoCluster, match=r"The Dask scheduler at tcp:.* was lost\. What is finished is kept"):
                list(answers)


def open_with_workers(address):
    """The cluster of a scheduler, once it has a worker."""
    while True:
        try:
            return open_engine(address)
        except NoCluster as none:
            if "has no workers" not in str(none):
                raise


def test_a_scheduler_that_does_not_answer_is_a_sentence(monkeypatch):
    monkeypatch.setattr("teachback.distributed.cluster._PATIENCE", "100ms")
    with pytest.raises(NoCluster, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        open_engine("tcp://127.0.0.1:9")
    with pytest.raises(TeachbackError, match="give --engine or --workers, not both"):
        open_engine("tcp://127.0.0.1:9", 2)
