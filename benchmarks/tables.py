"""A spreadsheet of 12 columns and 20,000 rows, from import to classified spreadsheet: by command, Python and page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from teachback import corpora
from teachback.formats.excel import sheet_cells, write_sheet
from teachback.formats.reading import Reading
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer.classified_files import classify_file

_ROWS, _LABELLED = 20_000, 400
_COLUMNS = ["Nr", "received", "source", "text", "city", "amount", "agent", "stars", "vip", "language", "note", "label"]


def run(data: Path | None) -> None:
    """Print the seconds of each step, and whether all columns came back."""
    with TemporaryDirectory() as folder:
        source, project = Path(folder) / "inbox.xlsx", Path(folder) / "inbox.teachback"
        _write(source)
        print(f"{_ROWS:,} rows of {len(_COLUMNS)} columns, {source.stat().st_size / 1e6:.1f} MB; seconds")
        _command("import", "new", project, source)
        _command("learn", "learn", project)
        _command("classify by command", "classify", project, source, "-o", Path(folder) / "command.xlsx", "--reasons")
        with Project.open(project) as opened:
            first = next(opened.documents())
            print(f"fields of a document: {', '.join(first.fields)}")
            begin = time.perf_counter()
            classify_file(opened.learned.classifier, source, Path(folder) / "python.xlsx", reasons=True)
            print(f"{'classify in Python':<24}{time.perf_counter() - begin:8.1f}")
        begin = time.perf_counter()
        _by_page(project, source, Path(folder) / "page.xlsx")
        print(f"{'classify by page':<24}{time.perf_counter() - begin:8.1f}")
        own = _cells(source)
        for door in ("command", "python", "page"):
            found = _cells(Path(folder) / f"{door}.xlsx")
            same = [row[: len(_COLUMNS)] for row in found] == own
            print(
                f"{door}: {len(found) - 1:,} rows; its own columns are {'as they were' if same else 'NOT the same'}; "
                f"added {', '.join(found[0][len(_COLUMNS) :])}"
            )


def _write(path: Path) -> None:
    corpus = corpora.load("demo")
    documents = corpus.documents

    def rows():
        yield _COLUMNS
        for row in range(_ROWS):
            document = documents[row % len(documents)]
            label = corpus.labels[document.id] if row < _LABELLED else ""
            cells = [
                46082 + row % 300,
                "email",
                f"{document.text} ({row})",
                "Köln",
                row + 0.5,
                "ines",
                row % 5,
                "no",
                "en",
                "",
            ]
            yield [f"{row:05}", *cells, label]

    write_sheet(Target(path), rows())


def _command(what: str, *words: object) -> None:
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "teachback", *map(str, words)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    print(f"{what:<24}{time.perf_counter() - begin:8.1f}")


def _by_page(project: Path, source: Path, out: Path) -> None:
    serve = [sys.executable, "-m", "teachback", "serve", str(project), "--no-browser"]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ})
    try:
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        with sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-dev-shm-usage"]
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
            page = browser.new_page()
            page.goto(address)
            page.get_by_role("link", name="Classify").click()
            page.locator("input[type=file]").set_input_files(source)
            page.get_by_role("link", name="Download").wait_for(timeout=600_000)
            with page.expect_download() as download:
                page.get_by_role("link", name="Download").click()
            download.value.save_as(out)
            browser.close()
    finally:
        server.terminate()
        server.wait()


def _cells(path: Path) -> list[list[str]]:
    return [cells for _, cells in sheet_cells(Reading(path))]
