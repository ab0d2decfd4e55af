"""The words that people type, the files that hosts read: what they name is there."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.covered import main

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
PINNED = ("audit", "benchmarks", "docs", "interop")  # environments of their own, beside constraints.txt
QUICK = (ROOT / "tests" / "quick.txt").read_text(encoding="utf-8").splitlines()


def commands_of(job: str) -> list[str]:
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "docs/keeping.md", ".github/pull_request_template.md"]
)
def test_every_word_of_make_that_a_page_names_is_one(name):
    words = set(re.findall(r"`?\bmake ([a-z]+)\b`", (ROOT / name).read_text(encoding="utf-8")))
    assert words
    assert {word for word in words if not re.search(rf"^{word}:", MAKEFILE, re.MULTILINE)} == set()


def test_the_reading_order_names_every_room_and_every_module_beside_them():
    order = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Reading order")[2].partition("\n## ")[0]
    )
    there = [path for path in (ROOT / "src" / "teachback").iterdir() if path.suffix == ".py" or path.is_dir()]
    names = {path.stem for path in there if not path.name.startswith("__")}
    assert names - set(re.findall(r"`(\w+)`", order)) == set()


def test_every_target_without_a_file_is_phony():
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    assert targets == set(re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split())


def test_the_hosted_ci_runs_the_whole_suite_on_every_python_that_we_promise():
    promised = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    versions = WORKFLOW["jobs"]["everything"]["strategy"]["matrix"]["python"]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert promised == f">={versions[0]}"
    assert commands_of("everything")[-1] == "make test INTEROP_PYTHON=python3.13"


def test_where_there_is_no_apt_the_hosted_ci_runs_the_quick_tests_as_make_does():
    arguments = shlex.split(commands_of("units")[-1])
    assert arguments[-1] == "@tests/quick.txt"
    assert "@tests/quick.txt" in MAKEFILE


def test_the_hosted_ci_names_systems_versions_words_of_make_and_files_that_are_there():
    assert WORKFLOW["jobs"]["units"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]
    for job in WORKFLOW["jobs"].values():
        choices = job.get("strategy", {}).get("matrix", {})
        assert {"name", "runs-on", "timeout-minutes", "steps"} <= job.keys()
        named = re.findall(r"\$\{\{ *(\S+) *\}\}", json.dumps(job))
        assert {name for name in named if name not in {f"matrix.{choice}" for choice in choices}} == set()
        for step in job["steps"]:
            assert len({"uses", "run"} & step.keys()) == 1
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/checkout@v4"))
            words = shlex.split(step.get("run", ""))
            if "make" in words:
                assert re.search(rf"^{words[words.index('make') + 1]}:", MAKEFILE, re.MULTILINE), words
            files = [word.removeprefix("@") for word in words if "/" in word or word.endswith(".txt")]
            assert [file for file in files if not (ROOT / file).is_file()] == []
            assert not re.search(r"(?<![\"'\w])@", step.get("run", ""))  # which is an operator of Windows' shell


def test_a_release_is_not_made_by_a_make_that_only_says_what_it_would_do():
    recipe = re.search(r"^release:.*\n(\t.*\n)+", MAKEFILE, re.MULTILINE)[0]
    assert "make_release.py" in recipe
    assert "$(MAKE)" not in recipe


def test_the_quick_tests_are_there():
    named = [line.rpartition("=")[2] for line in QUICK if line.startswith(("tests", "--deselect=", "--ignore="))]
    assert len(named) > 10
    for line in named:
        path, _, test = line.partition("::")
        assert (ROOT / path).exists(), line
        assert f"def {test.partition('[')[0]}" in (ROOT / path).read_text(encoding="utf-8") if test else True, line


def test_the_hooks_fetch_nothing_and_run_what_make_check_runs():
    repositories = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert [repository["repo"] for repository in repositories] == ["local"]
    programs = {hook["entry"].split()[0] for hook in repositories[0]["hooks"]}
    check = re.search(r"^check:.*?\n\n", MAKEFILE, re.MULTILINE | re.DOTALL)[0]
    assert programs == {f".venv/bin/{name}" for name in re.findall(r"\$\(BIN\)/([\w-]+)", check)}


def test_every_package_of_the_development_extra_has_its_pin():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, built_by = settings["project"], settings["build-system"]["requires"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"], *built_by]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted} - {"teachback"}
    assert (names | {"uv"}) - set(_pins("constraints.txt")) == set()


def _pins(file):
    """The pinned packages, and the hashes of each; `make pins` writes them."""
    entries = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return {
        entry.partition("==")[0].partition("[")[0]: re.findall(r"--hash=sha256:[0-9a-f]{64}", entry)
        for entry in entries
    }


@pytest.mark.parametrize("file", ["constraints.txt", *(f"{room}/requirements.txt" for room in PINNED)])
def test_every_pin_has_hashes_and_names_no_place(file):
    """A line that was added by hand has none: run `make pins`."""
    assert [name for name, hashes in _pins(file).items() if not hashes] == []
    assert "://" not in (ROOT / file).read_text(encoding="utf-8")
    assert "--require-hashes --requirement constraints.txt" in MAKEFILE


def test_nothing_is_installed_from_elsewhere_without_its_hash():
    image = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    commands = [line for line in (MAKEFILE + image).splitlines() if "pip install" in line]
    commands += [command for job in WORKFLOW["jobs"] for command in commands_of(job) if "pip install" in command]
    assert [each for each in commands if "--require-hashes" not in each and "--no-deps" not in each] == []
    assert len(commands) > 8
    assert all(f"--require-hashes --requirement {room}/requirements.txt" in MAKEFILE for room in PINNED)


@pytest.mark.parametrize(("least", "status"), [(79.9, 1), (80.0, 0)])
def test_a_module_of_which_too_little_is_tested_is_named_and_refused(least, status, tmp_path, capsys):
    files = {name: {"summary": {"percent_covered": share}} for name, share in (("a.py", least), ("b.py", 99.0))}
    (tmp_path / "report.json").write_text(json.dumps({"files": files, "totals": {"percent_covered": 93.2}}))
    assert main(str(tmp_path / "report.json")) == status
    printed = capsys.readouterr().out
    assert " 93.2 % of all 2 modules" in printed
    assert (" 79.9 % of a.py" in printed) == bool(status)


@pytest.mark.parametrize("name", ["bug.yml", "wish.yml"])
def test_an_issue_has_a_form_with_something_that_must_be_said(name):
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / name).read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    assert any(part.get("validations", {}).get("required") for part in form["body"])
