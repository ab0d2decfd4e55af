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
from teachback.learners import LabelledWordNB
from teachback.pool import Pool
from teachback.queries import ask_documents, ask_words, rank
from teachback.text import TermCounts
from teachback.warm_up import warm_up

def ready():
    kernels = [thing for thing in gc.get_objects() if isinstance(thing, CPUDispatcher)]
    return {f"{k.__module__}.{k.__name__}": len(k.signatures) for k in kernels if k.__module__.startswith("teachback")}

if sys.argv[1] == "warm":
    warm_up()
before = ready()
documents = load("demo").documents
counts = TermCounts("words")
counts.add([document.text for document in documents])
pool = Pool(counts.X)
for names in (["a", "b"], list("abcdefghij")):
    words = [(term, name) for term, name in enumerate(names)]
    model = LabelledWordNB().fit(pool.counts[:len(names)], names, words=words, pool=pool, classes=names)
    P = model.predict_proba(pool)
    rank(P)
    ask_documents(5, P, classes=names, X=pool)
    ask_words(5, pool, P, classes=names, words=words)
    ask_words(5, pool, classes=names)
print(json.dumps(sorted(name for name, number in ready().items() if number > before.get(name, 0))))
"""


@pytest.mark.parametrize("start", ["warm", "cold"])
def test_a_round_needs_no_further_loop_after_warming_up(start):
    run = subprocess.run([sys.executable, "-c", AFTERWARDS, start], capture_output=True, text=True, check=True)
    late = json.loads(run.stdout)
    assert bool(late) == (start == "cold"), late  # without warming up there are some: the test can fail


def test_warming_up_twice_does_no_harm():
    warm_up()
    warm_up()
