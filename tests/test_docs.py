"""The documentation: figures come from tables, examples run as printed, links lead somewhere, no machine is named."""

import json
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import teachback
from docs.pictures import screens
from teachback.cli import app
from teachback.confined import calls
from teachback.project import Preferences
from teachback.warm_up import warm_up
from tests import console, elsewhere
from tests.cli.test_commands import COMMANDS
from tests.encoders import made

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_or_a_heading_leads_somewhere(page):
    links = re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not _is_there(page, link)] == []


def _is_there(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not anchor:
        return target.exists()
    headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_every_page_is_listed_once_by_its_title_below_the_index():
    listed: list[tuple[str, Path]] = []
    for index in sorted(ROOT.glob("docs/**/README.md")):
        lines = [line for line in index.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
        links = [link for line in lines for link in re.findall(r"\[([^\]]+)\]\(([^)#]+\.md)\)", line)]
        listed += [(title, (index.parent / link).resolve()) for title, link in links]
    pages = [page for page in ROOT.glob("docs/**/*.md") if page != ROOT / "docs" / "README.md"]
    titles = [(re.search(r"^# (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)[1], page) for page in pages]
    assert sorted(of for of in listed if (ROOT / "docs") in of[1].parents) == sorted(titles)


def test_the_tour_has_a_picture_of_every_screen_and_the_pictures_are_small():
    pictures = sorted((ROOT / "docs" / "pictures" / "screens").iterdir())
    pictured = re.findall(r"\]\(pictures/screens/(\S+)\)", (ROOT / "docs" / "screens.md").read_text(encoding="utf-8"))
    assert sorted(pictured) == [picture.name for picture in pictures]
    now = {name.removesuffix("-now.webp") for name in pictured if name.endswith("-now.webp")}
    assert now == {screen.name for screen in screens.SCREENS} | {"join", "sign-in"}
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000


def test_the_reference_has_every_public_name():
    pages = "".join(page.read_text(encoding="utf-8") for page in ROOT.glob("docs/api/*.md"))
    named = {name.rpartition(".")[2] for name in re.findall(r"^\.\. autoclass:: (\S+)$", pages, re.MULTILINE)}
    assert set(teachback.__all__) - named == set()
    for name in re.findall(r"^\.\. autoclass:: (\S+)$", pages, re.MULTILINE):
        assert isinstance(pkgutil.resolve_name(name), type)


def test_the_page_of_settings_has_every_setting_and_variable():
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    sources = "".join(file.read_text(encoding="utf-8") for file in ROOT.glob("src/teachback/**/*.py"))
    variables = set(re.findall(r'"((?:TEACHBACK_|XDG_|NUMBA_CACHE)[A-Z_]+)"', sources))
    assert {"TEACHBACK_TEACHER", "NUMBA_CACHE_DIR"} <= variables
    assert [name for name in {*variables, *vars(Preferences())} if f"`{name}`" not in page] == []


def test_the_readme_of_a_package_index_has_no_link_that_leads_nowhere():
    made = [sys.executable, "-m", "hatch_fancy_pypi_readme", str(ROOT / "pyproject.toml")]
    text = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link] == []
    assert re.findall(r"docs/\S*|\(how\)|make \w+", text) == []
    assert "nothing leaves it" in text
    assert "pip install teachback" in text
    assert "| explanations | the smallest set of words" in text


def test_the_readme_quotes_table_1():
    rows = json.loads((ROOT / "docs" / "tables" / "settles2011-table1.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, method, field in (
        ("DUALIST, as published", "Priors+EM1", "paper"),
        ("`LabelledWordNB`", "LabelledWordNB", "ours"),
        ("`LessonRegression`, the default", "ours", "ours"),
    ):
        line = next(line for line in readme.splitlines() if line.startswith(f"| {name} |"))
        quoted = [row[field] for row in rows if (row["method"], row["metric"]) == (method, "accuracy")]
        assert re.findall(r"\d+\.\d", line) == [f"{value:.1f}" for value in quoted]


def test_no_page_names_a_place_on_a_machine():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert not re.search(r"(?<![\w.])/(home|root|work|tmp|usr)/", text)


TRANSCRIPTS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", TRANSCRIPTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_transcript_comes_out_as_printed(page, tmp_path, monkeypatch):
    warm_up()  # a conversation waits for a new model only so long
    monkeypatch.chdir(tmp_path)
    for step in console.steps(page):
        printed = console.run(step)
        assert console.matches(step.expected, printed), f"$ {step.command}\n{printed}"


WAIT_FOR_A_BROWSER = {("demo",), ("serve",)}
NEED_A_CORPUS = {("data", "fetch"), ("play", "zoo"), ("reproduce",)}
NEED_A_LANGUAGE_MODEL = {("teacher", "ask")}


def test_the_examples_of_the_help_run_one_after_the_other_also_where_open_files_stay(tmp_path, monkeypatch):
    elsewhere.refuse_to_move_what_is_open(monkeypatch)
    monkeypatch.setattr(calls, "_CAN_FORK", False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made.onnx_folder(tmp_path / "models" / "all-MiniLM-L6-v2")
    apart = WAIT_FOR_A_BROWSER | NEED_A_CORPUS | NEED_A_LANGUAGE_MODEL
    run = [words for words in COMMANDS if words not in apart]
    for words in sorted(run, key=lambda words: words != ("data", "export")):  # it writes the texts of the others
        example = re.search(r"Example: `(.*)`", COMMANDS[words].help)[1]
        reply = CliRunner().invoke(app, shlex.split(example)[1:])
        assert reply.exit_code == 0, f"$ {example}\n{reply.output}"
    assert elsewhere.names_that_windows_refuses(tmp_path) == []


def test_a_transcript_that_differs_is_noticed():
    assert console.matches("… of 3 right.\n…", "ines finds 2 of 3 right.\nben: 1\n")
    assert not console.matches("… of 3 right.", "ines finds 2 of 4 right.\n")
