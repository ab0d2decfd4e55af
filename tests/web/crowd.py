"""A crowd of teachers: each at a page of her own, as the server sees it, with a log of what she taught.

A page keeps a lesson until the server has answered, sends lessons in their order, and sends them again, with the ids
they had, when no answer came.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import uuid
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from threading import Event, Thread
from typing import Any, Self
from urllib.parse import quote

from teachback.project import Project
from teachback.web.team.opening import open_team
from teachback.web.team.team import Actor

WORD, UNDO, LABEL, SKIP = 3.2, 1.8, 10.8, 9.9  # seconds, as DUALIST's users took them
Address = str | PathLike[str]
_AGAIN = 0.1  # seconds until a page tries again
_PATIENCE = 60.0  # seconds that a page waits for an answer


class Page:
    """A teacher's page: it asks, keeps what she teaches until it is sent, and listens.

    Attributes
    ----------
    log
        The ids of her lessons, in the order in which she taught them.
    seconds
        How long the server took to keep lessons, and to answer questions.
    heard
        The last position of the record that the stream of events told.
    """

    def __init__(self, port: int, session: str) -> None:
        self._port = port
        self._headers = {"Cookie": f"teachback-{port}={session}", "Content-Type": "application/json"}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self._unsent: list[dict[str, Any]] = []
        self._open = True
        self.log: list[str] = []
        self.seconds: dict[str, list[float]] = {"lessons": [], "questions": []}
        self.heard = 0
        self.lost = 0  # how often there was no answer
        [project] = self._surely("GET", "/api/v1/session")["projects"]
        self._at = f"/api/v1/projects/{project['name']}"
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()

    def ask(self) -> dict[str, Any]:
        """The next questions; what waits is sent before. Beside them the page shows which words were taught."""
        while not self.send():
            time.sleep(_AGAIN)
        questions = self._surely("POST", f"{self._at}/questions", "questions")
        self._tried("GET", f"{self._at}/words")
        return questions

    def look(self, document: str) -> None:
        """Fetch why the model thinks what it thinks of a document, as a page does for the one on the screen."""
        self._tried("GET", f"{self._at}/documents/{quote(document, safe='')}/explanation?most=3")

    def teach(self, *lessons: dict[str, Any]) -> list[str]:
        """Keep the lessons, and send them if the server can be reached; their ids."""
        entries = [{"id": uuid.uuid4().hex, "seconds": 1.0, **lesson} for lesson in lessons]
        self._unsent += entries
        ids = [entry["id"] for entry in entries]
        self.log += ids
        self.send()
        return ids

    def send(self) -> bool:
        """Send what waits; whether nothing waits any more."""
        if self._unsent:
            entries = self._unsent[:50]
            if self._tried("POST", f"{self._at}/lessons", "lessons", {"entries": entries}) is None:
                return False
            del self._unsent[: len(entries)]
        return not self._unsent

    def close(self) -> None:
        """Send the rest, and listen no more once the server ends the stream."""
        while not self.send():
            time.sleep(_AGAIN)
        self._open = False
        self._connection.close()

    def _surely(self, method: str, path: str, what: str = "") -> dict[str, Any]:
        while (answer := self._tried(method, path, what)) is None:
            time.sleep(_AGAIN)
        return answer

    def _tried(self, method: str, path: str, what: str = "", body: object = None) -> dict[str, Any] | None:
        """The answer, or None where there was none."""
        begin = time.perf_counter()
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
            reply = self._connection.getresponse()
            answer = reply.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self.lost += 1
            return None
        if what:
            self.seconds[what].append(time.perf_counter() - begin)
        assert reply.status < 300, f"{method} {path}: {reply.status} {answer[:500]!r}"
        found: dict[str, Any] = json.loads(answer)
        return found

    def _listen(self) -> None:
        """Hear how far the record has come, from one server after the other."""
        while self._open:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE)
            try:
                connection.request("GET", f"{self._at}/events", headers=self._headers)
                for line in connection.getresponse():
                    if line.startswith(b"data:"):
                        self.heard = max(self.heard, json.loads(line[5:]).get("position", 0))
            except (OSError, http.client.HTTPException):
                pass
            connection.close()
            time.sleep(_AGAIN)


class Teacher:
    """Answers what she is asked: words and documents, some of them highlighted, skipped or taken back.

    Parameters
    ----------
    gold
        The true class of every document.
    speed
        How many times faster than a person she is.
    """

    def __init__(self, page: Page, gold: Mapping[str, str], speed: float, seed: int) -> None:
        self.page, self._gold, self._speed = page, gold, speed
        self._draw = random.Random(seed)

    def work(self, stop: Event) -> None:
        """Teach until the test says stop, and send the rest."""
        while not stop.wait(self._pause(WORD)):  # a look at the batch
            for took, lessons in self._answers(self.page.ask()):
                if stop.wait(self._pause(took)):
                    break
                taught = self.page.teach(*lessons)
                if self._draw.random() < 0.05:
                    stop.wait(self._pause(UNDO))
                    self.page.teach({"kind": "retract", "lesson": taught[-1]})
        self.page.close()

    def _answers(self, asked: dict[str, Any]) -> Iterator[tuple[float, list[dict[str, Any]]]]:
        """Lessons and how long a person takes for them; about half of the time goes into words."""
        words = [(each["term"], class_) for class_, column in asked["words"].items() for each in column[:1]]
        for document in asked["documents"]:
            for term, class_ in self._draw.sample(words, min(3, len(words))):
                yield WORD, [{"kind": "word", "term": term, "class": class_}]
            if document["guess"]:
                self.page.look(document["id"])
            if self._draw.random() < 0.1:
                yield SKIP, [{"kind": "skip", "document": document["id"]}]
            else:
                yield LABEL, list(self._label(document))

    def _label(self, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
        said = {"document": document["id"], "class": self._gold[document["id"]]}
        yield {"kind": "label", **said}
        words = list(re.finditer("[A-Za-z]{4,}", document["text"]))
        if document["highlight"]:
            for word in self._draw.sample(words, min(2, len(words))):
                yield {"kind": "rationale", **said, "start": word.start(), "end": word.end()}

    def _pause(self, mean: float) -> float:
        return self._draw.expovariate(1 / mean) / self._speed


class Crowd:
    """Teachers at work for the length of a block; in the end all has been sent.

    Parameters
    ----------
    sessions
        The sessions of the teachers, by their names.
    """

    def __init__(self, port: int, sessions: Mapping[str, str], gold: Mapping[str, str], speed: float) -> None:
        self.pages = {name: Page(port, session) for name, session in sessions.items()}
        self._teachers = [Teacher(page, gold, speed, seed) for seed, page in enumerate(self.pages.values())]
        self._stop = Event()

    @property
    def answers(self) -> int:
        """How often lessons were kept."""
        return sum(len(page.seconds["lessons"]) for page in self.pages.values())

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(len(self._teachers))
        self._works = [self._pool.submit(teacher.work, self._stop) for teacher in self._teachers]
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._pool.shutdown()
        for work in self._works:
            work.result()


def join_team(address: Address, number: int) -> dict[str, str]:
    """Accounts in the project's team for a number of teachers: the session of each, by name."""
    nobody, sessions = Actor(None), {}
    with open_team(address) as team:
        for k in range(1, number + 1):
            _, key = team.invite("teacher", 1, nobody)
            _, sessions[f"teacher {k}"] = team.join(key, f"teacher {k}", "sings in the evening", nobody)
    return sessions


def lesson_ids(address: Address, names: Collection[str]) -> dict[str, list[str]]:
    """The ids of everybody's lessons in the order in which the record has them."""
    ids: dict[str, list[str]] = {name: [] for name in names}
    with Project.open(address) as project:
        for entry in project.record:
            if entry.teacher in ids:
                ids[entry.teacher].append(entry.id)
    return ids
