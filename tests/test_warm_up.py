"""After warming up, no loop is compiled, nor loaded from the cache, while a person waits."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from teachback.warm_up import warm_up

AFTERWARDS = """
import gc, json, sys
from numba.core.registry import CPUDispatcher
from teachback.corpora import load
from teachback.project import Project
from teachback.record import Label, Rationale, Word
from teachback.warm_up import warm_up

def ready():
    kernels = [thing for thing in gc.get_objects() if isinstance(thing, CPUDispatcher)]
    return {f"{k.__module__}.{k.__name__}": len(k.signatures) for k in kernels if k.__module__.startswith("teachback")}

if sys.argv[1] == "warm":
    warm_up()
before = ready()
demo = load("demo")
texts = {document.id: document.text for document in demo.documents}
for names in (["a", "b"], list("abcdefghij")):
    project = Project.from_texts(texts, classes=names)
    project.ask(5)
    project.teach(*(Word(term, name) for term, name in zip(["card", "board"], names)))
    project.teach(*(Label(id, names[place % len(names)]) for place, id in enumerate(list(texts)[:40])))
    project.teach(Rationale(list(texts)[0], names[0], 0, 5))
    for learner in ("ContrastSVM", "RationaleMaxEnt", "DistinctionList", None):
        project.learn(learner)
        project.ask(5)
    project.explain(list(texts)[50])
print(json.dumps(sorted(name for name, number in ready().items() if number > before.get(name, 0))))
"""


@pytest.mark.parametrize("start", ["warm", "cold"])
def test_a_project_needs_no_further_loop_after_warming_up(start):
    run = subprocess.run([sys.executable, "-c", AFTERWARDS, start], capture_output=True, text=True, check=True)
    late = json.loads(run.stdout)
    assert bool(late) == (start == "cold"), late  # without warming up there are some: the test can fail


def test_warming_up_twice_does_no_harm():
    warm_up()
    warm_up()
