"""`teachback teacher`: language models, added, asked, listed and removed."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.project import Project
from tests.cli.test_commands import run
from tests.project.machines.server import chat_server


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "teachback" / "teachers.json"


def test_a_language_model_is_added_asked_listed_and_removed(project, config):
    with chat_server('{"class": "bug"}', '{"class": "root"}') as script:
        assert "on this computer" in run("teacher", "add", "llama", "--address", script.address, "--model", "m").output
        asked = run("teacher", "ask", project, "llama", "-n", "2").output
    assert "llama taught 1 lesson in 2 answers: 220 tokens" in asked
    assert "1 answer could not be used:" in asked
    assert "'root' is not one of the classes" in asked
    listing = run("teacher", "list", project).output
    assert "llama: m at http://127.0.0.1" in listing
    assert "llama taught 1 label and 0 words here, for 220 tokens" in listing
    assert "machine:llama is no person" in run("status", project).output
    taught = json.loads(run("teacher", "list", project, "--json").output)["taught"]["llama"]
    assert (taught["usage"]["bad"], taught["in_training"]) == (1, True)
    assert run("teacher", "remove", "llama").output == "Removed llama.\n"
    reply = run("teacher", "ask", project, "llama")
    assert (reply.exit_code, "No language model is called 'llama'" in reply.stderr) == (1, True)


def test_nothing_is_sent_to_another_computer_unless_a_person_says_yes(project, monkeypatch):
    run("teacher", "add", "big", "--address", "https://api.example.com/v1", "--model", "m")
    sent = []
    monkeypatch.setattr("teachback.project.machines.ask_machine", lambda *args, **options: sent.append(args))
    reply = CliRunner().invoke(app, ["teacher", "ask", str(project), "big"], input="n\n")
    assert (reply.exit_code, sent) == (1, [])
    assert "would be sent to api.example.com" in reply.stderr
    assert "Nothing was sent." in reply.stderr
    with Project.open(project) as opened:
        assert any(document.text in reply.stderr for document in opened.documents())  # it is shown what would be


def test_the_key_is_not_in_the_file(config):
    run("teacher", "add", "big", "--address", "https://x.example/v1", "--model", "m", "--key-variable", "BIG_KEY")
    assert json.loads(config.read_text())["big"]["key_variable"] == "BIG_KEY"
    reply = run(
        "teacher", "add", "big", "--address", "https://x.example/v1", "--model", "m", "--key-variable", "sk-123"
    )
    assert (reply.exit_code, "not the key itself" in reply.stderr) == (1, True)
