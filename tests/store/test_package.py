from __future__ import annotations

import json
import subprocess
import sys

import teachback.store

HEAVY = {"numpy", "scipy", "sklearn", "numba", "pandas", "pyarrow"}
ASK = """
import json, sys
from teachback.record import ClassesAdded
from teachback.store import open_store
with open_store(sys.argv[1]) as store:
    with store.writing() as writer:
        writer.append([ClassesAdded(["bug"])])
    assert list(store.entries()) and not store.search("x")
print(json.dumps(sorted(name.partition(".")[0] for name in sys.modules)))
"""


def test_a_lesson_is_kept_without_importing_anything_heavy(address):
    teachback.store.create_store(address).close()
    answer = subprocess.run([sys.executable, "-c", ASK, address], capture_output=True, text=True, check=True)
    imported = set(json.loads(answer.stdout))
    assert "sqlalchemy" in imported
    assert imported.isdisjoint(HEAVY | {"alembic"})  # a project of the newest version needs no migration


def test_every_public_name_is_there():
    assert all(hasattr(teachback.store, name) for name in teachback.store.__all__)
    assert sorted(teachback.store.__all__) == teachback.store.__all__
