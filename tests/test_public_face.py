"""What `from teachback import …` gives, and what it costs."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import teachback
from teachback import project

SOURCE = Path(teachback.__file__).read_text(encoding="utf-8")


def loaded_by(statements: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some statements, and had not before."""
    # pandas is no dependency of ours. Where it is installed, scikit-learn imports it, and it imports pyarrow.
    program = "import json, sys\nsys.modules['pandas'] = None\nbefore = set(sys.modules)\n" + statements
    program += "\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", teachback.__all__)
def test_every_public_name_is_a_class_of_that_name(name):
    public = getattr(teachback, name)
    assert isinstance(public, type)
    assert public.__name__ == name
    assert name in dir(teachback)


def test_type_checkers_are_told_the_names_and_where_they_are():
    imports = [node for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.ImportFrom) and node.level == 0]
    names = {
        node.module: {alias.name for alias in node.names} for node in imports if node.module.startswith("teachback.")
    }
    del names["teachback.first_use"]
    assert all(getattr(teachback, name).__module__.startswith(room) for room in names for name in names[room])
    assert sorted(name for room in names.values() for name in room) == sorted(teachback.__all__)


def test_another_name_is_refused_as_modules_do():
    with pytest.raises(AttributeError, match="module 'teachback' has no attribute 'Labell'"):
        _ = teachback.Labell
    with pytest.raises(ImportError, match="cannot import name 'Labell'"):
        exec("from teachback import Labell")


def test_the_package_alone_loads_nothing_else():
    assert loaded_by("import teachback") == {"teachback", "teachback.first_use"}


def test_the_room_of_projects_alone_loads_neither_arrays_nor_databases():
    loaded = loaded_by("import teachback.project")
    assert loaded.isdisjoint({"numpy", "sklearn", "sqlalchemy"})


def test_teaching_loads_nothing_that_learns():
    """A command that writes a lesson down need not wait for scikit-learn, which takes a second."""
    made = "from teachback import Document, Project, Word\nproject = Project.create(classes=['a', 'b'])\n"
    made += "project.add_documents([Document('1', 'a refund'), Document('2', 'it crashed')])\n"
    taught = loaded_by(made + "project.teach(Word('refund', 'a'), Word('it crashed', 'b'))\nproject.close()")
    assert "teachback.project.project" in taught
    assert taught.isdisjoint({"sklearn", "scipy", "teachback.learners", "teachback.explain", "teachback.vectors"})
    assert {"sklearn", "teachback.learners"} <= loaded_by(made + "project.status()")


def test_learning_and_explaining_wait_for_no_statistics():
    """They take scikit-learn, which imports SciPy's statistics for others: half a second of a first model."""
    made = "from teachback import Label, Project\n"
    made += "project = Project.from_texts(['a refund', 'it crashed'], classes=['a', 'b'])\n"
    made += "project.teach(Label('1', 'a'), Label('2', 'b'))\n"
    loaded = loaded_by(made + "project.learn()\nproject.explain('1')\nproject.close()")
    assert "sklearn.preprocessing" in loaded
    assert "scipy.stats" not in loaded


OURS = "import teachback.classifier\n"
STATISTICS = "import scipy.stats\nfrom scipy.stats import norm\nassert norm.cdf(0) == scipy.stats.norm.cdf(0) == 0.5\n"
SKLEARNS = """
from sklearn.preprocessing import QuantileTransformer
transformer = QuantileTransformer(n_quantiles=9, output_distribution="normal")
assert abs(transformer.fit_transform([[each] for each in range(9)])[4, 0]) < 1e-9
"""


@pytest.mark.parametrize("program", [OURS + STATISTICS, STATISTICS + OURS, OURS + SKLEARNS, SKLEARNS + OURS])
def test_who_asks_for_statistics_gets_them(program):
    assert "scipy.stats._stats_py" in loaded_by(program + "assert type(sys.modules['scipy.stats']) is type(sys)")


def test_type_checkers_are_told_where_a_projects_names_are():
    source = Path(project.__file__).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = {
        node.module: {alias.name for alias in node.names} for node in imports if node.module.startswith("teachback.")
    }
    del names["teachback.first_use"]
    assert all(getattr(project, name).__module__ == module for module in names for name in names[module])
    assert sorted(name for some in names.values() for name in some) == sorted(project.__all__)
    assert all(getattr(project, name).__name__ == name for name in project.__all__)


def test_a_lesson_loads_no_arrays():
    assert "numpy" not in loaded_by("from teachback import Label, Word")


def test_a_project_is_opened_without_a_compiler_and_without_tables():
    loaded = loaded_by("from teachback import Project\nproject = Project.from_texts(['a', 'b'], classes=['c', 'd'])")
    assert "teachback.project" in loaded
    assert loaded.isdisjoint({"numba", "llvmlite", "pyarrow", "sqlalchemy", "teachback.formats.catalogue"})


def test_a_few_texts_are_counted_without_a_compiler_and_many_with_it():
    few = "from teachback import Vectorizer\nVectorizer('words').fit_transform(['a text'])"
    many = few.replace("\n", "\nfrom teachback.kernels import compiling\nwith compiling(): ")
    assert "numba" not in loaded_by(few)
    assert "numba" in loaded_by(many)
