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
from teachback import kernels
from teachback.kernels import kernel

COUNT = """
import teachback.text
from teachback.text import TermCounts
counts = TermCounts("tokens", stop_words=None)
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


def test_a_kernel_is_compiled_and_computes():
    @kernel
    def total(numbers):
        answer = 0.0
        for number in numbers:
            answer += number
        return answer

    assert total(np.array([1.0, 2.5])) == 3.5
    assert total.compiled.signatures


@pytest.fixture
def doubling(tmp_path, monkeypatch):
    """A module with two kernels, of which the first calls the second."""
    (tmp_path / "doubling.py").write_text(DOUBLING)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("doubling")
    del sys.modules["doubling"]


def test_a_kernel_calls_another_of_its_module_also_when_threads_call_it_first(doubling):
    total, numbers = doubling.total_of_doubles, np.arange(4.0)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(total, [numbers] * 8)) == [12.0] * 8
    assert doubling.total_of_doubles is total.compiled  # which the loop finds when it calls another kernel
    assert total(numbers=numbers) == 12.0


def test_no_thread_meets_a_module_whose_kernels_are_compiled_in_part(doubling, monkeypatch):
    seen, total, compiled = [], doubling.total_of_doubles, kernels._compiled

    def look_and_compile(function):
        seen.append((doubling.total_of_doubles is total, total.compiled, doubling.double.compiled))
        return compiled(function)

    monkeypatch.setattr(kernels, "_compiled", look_and_compile)
    assert total(np.arange(4.0)) == 12.0
    assert seen == [(True, None, None)] * 2


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
