from __future__ import annotations

import json
import subprocess
import sys

import teachback.record

ASK = """
import json, sys
before = set(sys.modules)
import teachback.record, teachback.record.form, teachback.errors
print(json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before})))
"""


def test_the_record_imports_only_the_standard_library():
    answer = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    imported = set(json.loads(answer.stdout))
    assert "teachback" in imported
    assert imported - {"teachback"} <= sys.stdlib_module_names


def test_every_public_name_is_there():
    assert all(hasattr(teachback.record, name) for name in teachback.record.__all__)
    assert sorted(teachback.record.__all__) == teachback.record.__all__
