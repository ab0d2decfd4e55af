"""The command line as a whole: help, version, errors, speed of starting, documentation."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
import typer.main
from typer.testing import CliRunner

from teachback import __version__
from teachback.cli import app

ROOT = Path(__file__).parents[2]


def run(*words, env=None):
    return CliRunner().invoke(app, list(words), env=env)


def commands(group=None, words=()):
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), command


COMMANDS = dict(commands())


def test_the_version_is_printed():
    assert run("--version").output == f"teachback {__version__}\n"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example_that_names_it(words):
    reply = run(*words, "--help")
    assert reply.exit_code == 0
    assert f"Example: teachback {' '.join(words)}" in " ".join(click.unstyle(reply.output).split())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_and_option_is_documented_in_its_section(words):
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `teachback (.*?)`\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    section = sections[" ".join(words)]
    options = {option for parameter in COMMANDS[words].params for option in parameter.opts if option.startswith("-")}
    assert {option for option in options if not re.search(rf"{option}\b", section)} == set()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_help_shows_blanks_as_a_default(words):
    defaults = [one.default for one in COMMANDS[words].params if getattr(one, "show_default", False)]
    assert not any(isinstance(default, str) and default.isspace() for default in defaults)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_shell_can_complete_commands_and_options(shell):
    wanted = {"COMP_WORDS": "teachback le", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "teachback le"}
    wanted |= {"_TYPER_COMPLETE_WORD_TO_COMPLETE": "le", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    for task, said in (("source", "teachback"), ("complete", "learn")):
        environment = {**wanted, "_TEACHBACK_COMPLETE": f"{task}_{shell}"}
        reply = CliRunner().invoke(app, [], env=environment, prog_name="teachback")
        assert reply.exit_code == 0
        assert said in reply.output


def test_a_mistake_is_one_sentence_on_standard_error_and_exit_code_1():
    reply = run("reproduce", "setles2011", "corpora")
    assert (reply.exit_code, reply.stdout) == (1, "")
    sentence = "teachback: 'setles2011' is not a paper here. Did you mean settles2011? There is settles2011"
    assert reply.stderr.startswith(sentence)
    assert reply.stderr.count("\n") == 1


def test_asking_for_help_imports_nothing_heavy():
    heavy = "numpy scipy sklearn numba matplotlib pyarrow sqlalchemy alembic"
    program = f"""
import sys
from teachback.cli import app
try:
    app(["--help"])
except SystemExit:
    pass
print([name for name in {heavy.split()!r} if name in sys.modules], file=sys.stderr)
"""
    reply = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert reply.stderr == "[]\n"


def test_the_package_runs_as_a_module():
    reply = subprocess.run([sys.executable, "-m", "teachback", "--version"], capture_output=True, text=True, check=True)
    assert reply.stdout == f"teachback {__version__}\n"


def test_files_and_programs_are_given_utf_8_where_the_system_has_another_encoding():
    asked = [sys.executable, "-m", "teachback", "reproduce", "日本", "corpora"]
    reply = subprocess.run(asked, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, check=False)
    assert reply.stderr.decode("utf-8").startswith("teachback: '日本' is not a paper here.")
