"""The app as a teacher feels it: the real server and a real browser, each number with the bar that it must stay under.

Painted means that the frame after the one with the new text has begun: up to two frames, 33 ms, more than the app's
own work.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

import numpy as np
from playwright.sync_api import Browser

from benchmarks.messages import Messages, messages, word
from benchmarks.serving import served
from benchmarks.window import Window, chromium
from teachback.project import Project
from teachback.record import Label, Rationale
from tests.browser.process import Teachback

_KEYS = "1234567890"
_TEACHER = "ines"
_LABELLED = 400  # documents that were taught before
_WORDS = [word(rank) for rank in range(5000)]


def run(data: Path | None) -> None:
    """Print the table."""
    with TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        texts = messages(data, 20_000)
        file = _project(folder / "messages.teachback", texts)
        _start(browser, file, folder)
        with served(str(file), "--teacher", _TEACHER) as server:
            window = Window(browser, server)
            _keys(window, texts)
            _retrain(window, texts, 150, trained=True)
            window.close()
        _highlights(browser, folder / "long.teachback")
        texts = messages(data, 200_000)
        with served(str(_project(folder / "many.teachback", texts)), "--teacher", _TEACHER) as server:
            window = Window(browser, server)
            _retrain(window, texts, 1000, trained=True)
            _retrain(window, texts, 1000, trained=False)
            window.close()


def _project(file: Path, texts: Messages) -> Path:
    """A project with some labels, in which a batch has twenty documents."""
    with Project.from_texts(texts.texts, classes=texts.classes, address=file) as project:
        project.prefer(batch=20)
        labelled = list(texts.labels.items())[:: max(1, len(texts.labels) // _LABELLED)]
        project.teach(*(Label(id, class_, teacher=_TEACHER) for id, class_ in labelled))
        project.learn()
    return file


def _start(browser: Browser, file: Path, folder: Path) -> None:
    """From the start of the program to its page and a lesson, and from there to the first document in the browser."""
    with served(str(file)):
        pass  # from now on the byte code is there
    for what in ("everything still to compile", "compiled before"):
        begin = time.perf_counter()
        with served(str(file), NUMBA_CACHE_DIR=str(folder / "compiled")) as server:
            ready = time.perf_counter() - begin
            project = _project_of(server)
            _teach(server, project["name"], {"kind": "label", "document": "m1", "class": project["classes"][0]})
            taken = time.perf_counter() - begin
            window = Window(browser, server)
            fetched = window.fetched
            window.close()
            begin = time.perf_counter()
            _teach(server, project["name"], {"kind": "word", "term": "goalie", "class": project["classes"][0]})
            word = time.perf_counter() - begin
        print(f"server, {what}: ready after {ready:.2f} s; after the page, a word is taken in {1000 * word:.0f} ms")
        _told("  page served and a label taken", f"{taken:.2f} s", "3 s")
        _told("  first document painted after the link is opened", f"{window.seconds:.2f} s", "1 s")
    _told("first screen, gzipped", f"{fetched / 1000:.1f} kB", "60 kB")


def _project_of(server: Teachback) -> dict[str, Any]:
    """Fetch the page, as a program would, and what it asks first."""
    _called(server, "/")
    [project] = json.loads(_called(server, "/api/v1/session"))["projects"]
    return project


def _teach(server: Teachback, project: str, lesson: dict[str, str]) -> None:
    body = {"entries": [{"id": os.urandom(16).hex(), **lesson}]}
    _called(server, f"/api/v1/projects/{project}/lessons", json.dumps(body).encode())


def _called(server: Teachback, path: str, body: bytes | None = None) -> bytes:
    token = server.link.partition("token=")[2]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(server.origin + path, body, headers)) as reply:
        return reply.read()


def _keys(window: Window, texts: Messages) -> None:
    """Labels by keys, batch after batch; before one is answered, the same would come again."""
    window.screen.wait_for_guesses()
    for delay in (0, 100):
        window.delay(delay)
        took = []
        for _ in range(5):
            took += list(_labelled(window, texts))
            window.press("Control+Enter")
        median, p95 = np.quantile(took, [0.5, 0.95])
        what = f"key to next document painted, {len(took)} keys"
        _told(what + f", {delay} ms of network delay" * (delay > 0), f"median {median:.0f}, p95 {p95:.0f} ms", "30 ms")
    window.delay(0)


def _labelled(window: Window, texts: Messages, most: int = 20) -> Iterator[float]:
    """Milliseconds of each key: the guessed class where it has one, so that the page goes on at once, else skip."""
    asked = window.screen.asked
    for document in asked[: min(most, len(asked)) - 1]:  # the last would lead to no text, but to the end of the batch
        place = texts.classes.index(document["guess"]["class"]) if document["guess"] else len(_KEYS)
        yield window.press(_KEYS[place] if place < len(_KEYS) else "x")


def _retrain(window: Window, texts: Messages, bar: int, *, trained: bool) -> None:
    """A new batch, once the model has heard all labels or just when it began to learn."""
    window.wait_for_model()
    window.press("Control+Enter")
    took = []
    for _ in range(8):
        list(_labelled(window, texts, 6))
        if trained:
            window.wait_for_model()
        took.append(window.press("Control+Enter"))
    when = "trained ahead" if trained else "while it learns"
    numbers = f"median {np.median(took):.0f}, most {max(took):.0f} ms"
    _told(f"Retrain shown, {len(texts.texts):,} documents, {when}", numbers, f"{bar} ms")


def _highlights(browser: Browser, file: Path, words: int = 5000, marks: int = 200) -> None:
    """Long documents that are covered with highlights."""
    texts = {id: " ".join(random.Random(id).choices(_WORDS, k=words)) for id in map(str, range(10))}
    with Project.from_texts(texts, classes=["a", "b"], address=file) as project:
        for id, text in texts.items():
            starts = range(0, len(text) - 10, len(text) // marks)
            project.teach(*(Rationale(id, "a", at, at + 10, teacher=_TEACHER) for at in starts))
    with served(str(file), "--teacher", _TEACHER) as server:
        window = Window(browser, server)
        together = [window.press("Shift+1")]
        for _ in range(3):
            window.press("j")
            together.append(window.press("Shift+1"))
        turned = [window.press(key) for key in 4 * "kkkjjj"]
        window.page.keyboard.press("h")
        one_more = []
        for _ in range(5):
            window.page.keyboard.press("ArrowRight")
            one_more.append(window.press("Enter"))
        window.close()
    for what, took in (("all appear", together), ("another such document", turned), ("one more", one_more)):
        _told(f"{words:,} words with {marks} highlights, {what}", f"median {np.median(took):.0f} ms", "50 ms")


def _told(what: str, number: str, bar: str) -> None:
    print(f"{what:<76} {number:>28}   bar {bar}")
