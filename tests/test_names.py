"""The house: a public class name exists once, no folder has too many modules, and no module is too long."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "teachback"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_MODULES = 20  # in a folder
MOST_LINES = 400  # of a module


def place(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def test_a_public_class_name_exists_once():
    places = defaultdict(list)
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(place(module))
    assert places["Project"] == ["project/project.py"]
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_no_folder_has_more_modules_than_a_reader_takes_in():
    modules = defaultdict(list)
    for module in MODULES:
        modules[place(module.parent) if module.parent != PACKAGE else "."].append(module)
    assert {folder: len(inside) for folder, inside in modules.items() if len(inside) > MOST_MODULES} == {}


def test_no_module_is_longer_than_one_idea():
    lines = {place(module): len(module.read_text(encoding="utf-8").splitlines()) for module in MODULES}
    assert {module: count for module, count in lines.items() if count > MOST_LINES} == {}
