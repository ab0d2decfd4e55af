"""Install a wheel as strangers do, on each Python that can be had, and teach it ten lessons.

`python release/smoke.py WHEEL [3.11 …]`, by `make smoke`. Each environment is new; its packages are counted and
weighed, and then nobody may write to them. What runs in it has no Node, no home folder and, where root started this,
the rights of a user whom the system does not know.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
MOST_PACKAGES, MOST_MEGABYTES = 40, 560
STRANGER = 54321  # a user whom no system knows
UV = str(Path(sys.executable).with_name("uv"))
HERE = Path(__file__).parent


def main(wheel: Path, versions: list[str]) -> None:
    """Try the wheel on each version, and say which could not be had; one that fails ends it."""
    absent = []
    for version in versions or VERSIONS:
        with tempfile.TemporaryDirectory(prefix="teachback-smoke-") as folder:
            work = Path(folder)
            work.chmod(0o755)
            python = interpreter(version, work)
            if python is None:
                absent.append(version)
                print(f"Python {version}: not on this machine, and cannot be fetched; nothing is known of it")
                continue
            print(f"Python {version}: {python}")
            try:
                attempt(wheel.absolute(), python, work)
            finally:
                unlock(work)
    if len(absent) == len(versions or VERSIONS):
        sys.exit("No Python could be had, so nothing was tried.")


def interpreter(version: str, work: Path) -> Path | None:
    """An interpreter of that version: on the path, of pyenv, or fetched by uv; a copy where strangers cannot run it."""
    on_path = [shutil.which(f"python{version}")]
    of_pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    fetched = work / "fetched"
    for candidate in (*filter(None, on_path), *of_pyenv, None):
        if candidate is None:
            fetch = [UV, "python", "install", "--quiet", "--install-dir", str(fetched), version]
            if subprocess.run(fetch, capture_output=True, check=False).returncode:
                return None
            candidate = next(fetched.glob(f"*/bin/python{version}"))
        asked = [str(candidate), "-c", "import sys; print(sys.base_prefix)"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        if not answer.returncode:
            return reachable(Path(answer.stdout.strip()), version, work)
    return None


def reachable(prefix: Path, version: str, work: Path) -> Path:
    """The interpreter of an installation, or of a copy of it where the way there is closed to others."""
    if is_root() and not all(parent.stat().st_mode & stat.S_IXOTH for parent in (prefix, *prefix.parents)):
        left_out = shutil.ignore_patterns("test", "__pycache__", "*.a", "site-packages")
        prefix = Path(shutil.copytree(prefix, work / "python", symlinks=True, ignore=left_out))
    return prefix / "bin" / f"python{version}"


def attempt(wheel: Path, python: Path, work: Path) -> None:
    """Install the wheel in a new environment, lock it, and run the ten lessons there."""
    environment, home = work / "environment", work / "home"
    run([UV, "venv", "--quiet", "--python", str(python), str(environment)])
    own = environment / "bin" / "python"
    pins = HERE.parent / "constraints.txt"
    install = [UV, "pip", "install", "--quiet", "--link-mode", "copy", "--compile-bytecode", "--python", str(own)]
    run([*install, "--constraint", str(pins), str(wheel)])
    packages = next((environment / "lib").glob("python*/site-packages"))
    number = len(list(packages.glob("*.dist-info")))
    size = sum(path.lstat().st_blocks for path in (packages, *packages.rglob("*"))) / 2048  # as `du -m` counts
    print(f"  {number} packages, {size:.0f} MB")
    assert number <= MOST_PACKAGES, f"more than {MOST_PACKAGES} packages"
    assert size <= MOST_MEGABYTES, f"more than {MOST_MEGABYTES} MB"
    lock(environment)
    home.mkdir()
    shutil.copy(HERE / "ten_lessons.py", work)
    who = {"user": STRANGER, "group": STRANGER, "extra_groups": []} if is_root() else {}
    if who:
        os.chown(home, STRANGER, STRANGER)
    bare = {"PATH": str(environment / "bin"), "TMPDIR": str(home), "LANG": "C.UTF-8"}
    bare["LD_LIBRARY_PATH"] = str(python.parents[1] / "lib")  # a copy's own library is not where it was
    run([str(own), "-W", "error::ResourceWarning", str(work / "ten_lessons.py")], cwd=home, env=bare, **who)


def is_root() -> bool:
    """Whether this runs with all rights, so that others can be taken on."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def lock(folder: Path) -> None:
    """Let nobody write there."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)


def unlock(folder: Path) -> None:
    """Let the owner write there again, so that it can be removed."""
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o700)


def run(command: list[str], **how: object) -> None:
    """Run a command; where it fails, so does everything."""
    if subprocess.run(command, check=False, **how).returncode:  # type: ignore[call-overload]
        sys.exit(f"This failed: {' '.join(command)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
