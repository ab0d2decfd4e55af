"""Teachers at once on a server that is killed in the middle: how soon a lesson is kept, and whether all of them are.

Each is as quick as DUALIST's users were, times four, so that twenty minutes pass in five. A page also fetches the
explanation of every document that it shows, the words that were taught with every batch, and listens to the server's
events.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.messages import Messages, messages
from benchmarks.serving import served
from teachback.project import Project
from tests.store.server import running
from tests.web.crowd import Address, Crowd, join_team, lesson_ids

MINUTES, SPEED = 20, 4
_BAR = 100  # milliseconds
_HEARING = 20  # seconds until everybody must have heard of everything


def run(data: Path | None) -> None:
    """Print the table."""
    texts = messages(data, 20_000)
    with TemporaryDirectory() as folder:
        _teach_together("SQLite", Path(folder) / "messages.teachback", texts, 10)
    with running() as server:
        _teach_together("PostgreSQL", server.new_place(), texts, 50)


def _teach_together(engine: str, address: Address, texts: Messages, number: int) -> None:
    Project.from_texts(texts.texts, classes=texts.classes, address=address).close()
    sessions = join_team(address, number)
    seconds = 60 * MINUTES / SPEED
    with served(str(address), "--team") as server:
        crowd = Crowd(int(server.origin.rpartition(":")[2]), sessions, texts.labels, SPEED)
        with crowd:
            time.sleep(seconds / 2)
            server.kill()
            begin = time.perf_counter()
            server.start()
            away = time.perf_counter() - begin
            time.sleep(seconds / 2)
        deaf = _deaf(crowd)
    print(f"{engine}, {number} teachers, {MINUTES} minutes in {seconds:.0f} s; killed once, away for {away:.1f} s")
    for what in ("lessons", "questions"):
        took = [second for page in crowd.pages.values() for second in page.seconds[what]]
        p50, p99, most = 1000 * np.quantile(took, [0.5, 0.99, 1.0])
        bar = f"   bar {_BAR} ms" if what == "lessons" else ""
        print(f"  {what:<9} {len(took):>6,} times: median {p50:4.0f} ms, p99 {p99:5.0f} ms, most {most:5.0f} ms{bar}")
    print(f"  {_compared(crowd, lesson_ids(address, sessions))}; {deaf} pages did not hear of the last lesson")


def _deaf(crowd: Crowd) -> int:
    """How many pages have not heard that all lessons are there, after a while."""
    pages = crowd.pages.values()
    lessons = sum(len(page.log) for page in pages)
    end = time.monotonic() + _HEARING
    while time.monotonic() < end and any(page.heard < lessons for page in pages):
        time.sleep(0.1)
    return sum(page.heard < lessons for page in pages)


def _compared(crowd: Crowd, record: dict[str, list[str]]) -> str:
    """What the record has beside the teachers' own logs."""
    both = [(page.log, record[name]) for name, page in crowd.pages.items()]
    taught = sum(len(log) for log, _ in both)
    lost = sum(len(set(log) - set(ids)) for log, ids in both)
    doubled = sum(len(ids) - len(set(ids)) for _, ids in both)
    moved = sum(log != ids and sorted(log) == sorted(ids) for log, ids in both)
    unanswered = sum(page.lost for page in crowd.pages.values())
    return (
        f"{taught:,} lessons taught, {unanswered:,} requests unanswered; {lost} lost, {doubled} doubled, "
        f"{moved} teachers' in another order"
    )
