from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import teachback
from teachback.kernels import compiling, kernel

COUNT = """
import teachback.text
from teachback.text import TermCounts
from teachback.kernels import compiling
counts = TermCounts("tokens", stop_words=None)
with compiling():
    counts.add(["a b a"])
print(teachback.__file__, counts.terms, counts.X.toarray().tolist())
"""

DOUBLING = """
from teachback.kernels import kernel

@kernel
def total_of_doubles(numbers):
    answer = 0.0
    for number in numbers:
        answer += double(number)
    return answer

@kernel
def double(number):
    return 2 * number
"""


def total(numbers):
    answer = 0.0
    for number in numbers:
        answer += number
    return answer


def test_a_kernel_is_compiled_when_it_has_enough_to_do():
    little = kernel(total)
    assert little(np.array([1.0, 2.5])) == 3.5
    assert little.compiled is None
    assert little(np.ones(1_000_000)) == 1_000_000.0
    assert little.compiled.signatures
    assert little(np.array([1.0, 2.5])) == 3.5


def test_a_kernel_is_compiled_after_a_while_of_little():
    busy = kernel(total)
    while busy.compiled is None:
        assert busy(np.ones(100_000)) == 100_000.0
    assert busy._spent > 0.1


def test_a_kernel_that_was_compiled_before_is_loaded_sooner(doubling):
    for _ in range(2):
        first = kernel(doubling.total_of_doubles.__wrapped__, patience=60.0)
        assert first(np.ones(400_000)) == 800_000.0
        kept = first.compiled is not None
        with compiling():
            first(np.ones(3))
    assert kept  # the second time


def test_arrays_do_the_work_meanwhile():
    either = kernel(total, meanwhile=lambda numbers: float(numbers.sum()) + 0.5)
    assert either(np.ones(2)) == 2.5
    with compiling():
        assert either(np.ones(2)) == 2.0
    assert either(np.ones(2)) == 2.0


@pytest.fixture
def doubling(tmp_path, monkeypatch):
    """A module with two kernels, of which the first calls the second."""
    (tmp_path / "doubling.py").write_text(DOUBLING)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("doubling")
    del sys.modules["doubling"]


def test_a_kernel_calls_another_of_its_module_also_when_threads_call_it_first(doubling):
    total, numbers = doubling.total_of_doubles, np.arange(4.0)

    def compiled(numbers):
        with compiling():
            return total(numbers)

    for call in (total, compiled):
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(call, [numbers] * 8)) == [12.0] * 8
    assert total.compiled.signatures


def test_texts_are_counted_where_no_folder_can_keep_the_compiled_code(tmp_path):
    """A file stands wherever a folder would be made: root may write anywhere, but not below a file."""
    copy = tmp_path / "teachback"
    shutil.copytree(Path(teachback.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (folder / "__pycache__").write_text("")
    home = tmp_path / "home"
    home.write_text("")
    nowhere = {name: str(home / "x") for name in ("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME", "IPYTHONDIR")}
    environment = {**os.environ, **nowhere, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split(maxsplit=1) == [str(copy / "__init__.py"), "['a', 'b'] [[2, 1]]\n"]
    assert not list(tmp_path.rglob("*.nbi"))
