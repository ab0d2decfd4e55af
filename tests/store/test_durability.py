"""Teachers are killed at random moments; nothing that was acknowledged is lost, and nothing is there twice."""

from __future__ import annotations

import random
import time
from signal import SIGKILL
from threading import Lock, Thread

from teachback.record import DocumentsAdded, Record
from teachback.store import NotAProject, create_store, open_store
from tests.store.worker import lesson, make, prepare, processes, received, teach

KILLS = 27  # of each of four teachers, on each of two engines: 216
TEACHERS = ("ada", "ben", "ines", "zoe")
ONE_AT_A_TIME = Lock()  # starting a process asks for the ends of all others, and an end can be asked for only once


class Career:
    """A teacher who is killed again and again, and goes on from the first lesson that was not acknowledged."""

    def __init__(self, address, name):
        self.address, self.name = address, name
        self.acknowledged = []  # positions, by the lesson's number
        self.ends = []  # how each of its processes ended
        self.random = random.Random(name)
        self.thread = Thread(target=self.run)

    def run(self):
        for _ in range(KILLS):
            self.live_once(lessons=self.random.choice([0, 0, 1, 2, 5, 9]))

    def live_once(self, lessons):
        answers, sender = processes.Pipe(duplex=False)
        first = len(self.acknowledged)
        process = processes.Process(target=teach, args=(self.address, self.name, first, sender), daemon=True)
        with ONE_AT_A_TIME:
            process.start()
        sender.close()
        heard = received(answers)
        for _ in range(lessons):
            self.hear(*next(heard))
        time.sleep(self.random.uniform(0, 0.02 if lessons else 0.06))  # also while it opens the project
        process.kill()
        for answer in heard:  # acknowledged before the end
            self.hear(*answer)
        with ONE_AT_A_TIME:
            process.join()
        self.ends.append(process.exitcode)
        answers.close()

    def hear(self, number, position):
        assert number == len(self.acknowledged)
        self.acknowledged.append(position)


def test_nothing_acknowledged_is_lost_and_nothing_doubled_when_teachers_are_killed(address):
    with create_store(address) as store:
        prepare(store)
    careers = [Career(address, name) for name in TEACHERS]
    for career in careers:
        career.thread.start()
    for career in careers:
        career.thread.join()
    assert [career.ends for career in careers] == [[-SIGKILL] * KILLS] * len(TEACHERS)

    with open_store(address) as store:
        for career in careers:  # what was in flight at the last kill is sent once more
            number = len(career.acknowledged)
            with store.writing() as writer:
                career.acknowledged += writer.append([lesson(career.name, number, writer)])
        entries = list(store.entries())
        assert len({entry.id for entry in entries}) == len(entries) == store.position
        for career in careers:
            mine = [(entry.id, at) for at, entry in enumerate(entries, start=1) if entry.teacher == career.name]
            expected = [(f"{career.name} {number}", at) for number, at in enumerate(career.acknowledged)]
            assert mine == expected
        texts = {document.id: document for document in store.documents()}
        added = [id for entry in entries if isinstance(entry, DocumentsAdded) for id in entry.documents]
        assert sorted(added) == sorted(texts)
        assert sorted(store.search("text")) == sorted(texts)
        record = Record(texts, entries)
        assert record.documents == tuple(added)
        assert record.teaching().labels == {"first": "bug"}


def test_a_project_whose_making_was_killed_can_be_made_again(server, tmp_path):
    moments = random.Random(0)
    for address in [str(tmp_path / "p"), server.new_place()]:
        made = False
        for _ in range(12):
            answers, sender = processes.Pipe(duplex=False)
            process = processes.Process(target=make, args=(address, sender), daemon=True)
            process.start()
            sender.close()
            time.sleep(moments.uniform(0.01, 0.08))
            process.kill()
            made = made or list(received(answers)) == ["made"]
            process.join()
            answers.close()
        try:
            store = create_store(address)
        except NotAProject:
            store = open_store(address)
        else:
            assert not made
        prepare(store)
        assert store.position == 2
        store.close()
