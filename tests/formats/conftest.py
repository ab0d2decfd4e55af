"""Files are read in this process here, where their reading can be watched; the child has tests of its own."""

from __future__ import annotations

import json
from importlib import import_module

import pytest


@pytest.fixture(autouse=True, scope="session")
def _read_here():
    def call_here(task, arguments, limits=None):
        module, _, function = task.partition(":")
        for value in getattr(import_module(module), function)(**json.loads(json.dumps(arguments))):
            yield json.loads(json.dumps(value))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("teachback.formats.plan.import_plan.call", call_here)
        yield
