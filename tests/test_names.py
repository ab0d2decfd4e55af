"""The house: class names exist once, folders and modules have a size a reader takes in, and a page names all rooms."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "teachback"
APP = ROOT / "frontend" / "src"
MODULES = sorted(PACKAGE.rglob("*.py"))
APP_FILES = sorted(
    file for file in APP.rglob("*") if file.suffix in {".ts", ".tsx", ".css"} and ".d" not in file.suffixes
)
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
    folders = Counter(file.parent for file in [*MODULES, *APP_FILES])
    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_no_module_is_longer_than_one_idea():
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in [*MODULES, *APP_FILES]}
    assert {file: count for file, count in lines.items() if count > MOST_LINES} == {}


def test_the_page_names_every_room():
    named = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))
    papers = PACKAGE / "experiments"
    rooms = {file.parent for file in [*MODULES, *APP_FILES] if papers not in file.parents} - {PACKAGE, APP}
    assert {room.name for room in rooms} - named == set()


def test_no_import_leads_back_to_its_module_not_even_one_in_a_function():
    graph = grimp.build_graph("teachback", exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(list(TopologicalSorter(imports).static_order())) == len(MODULES)
