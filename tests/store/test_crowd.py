"""Many processes at one project."""

from __future__ import annotations

from threading import Thread

from teachback.record import Document, Label
from teachback.store import NotAProject, create_store, open_store
from tests.store.worker import follow_and_teach, prepare, processes, received

LESSONS = 25


def run(target, *arguments):
    answers, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=target, args=(*arguments, sender), daemon=True)
    process.start()
    sender.close()
    return process, answers


def test_eight_processes_that_follow_each_other_lose_nothing(address):
    with create_store(address) as store:
        prepare(store)
    crowd = [run(follow_and_teach, address, f"teacher {number}", LESSONS) for number in range(8)]
    all_answers = [answer for _, answers in crowd for answer in received(answers)]
    for process, answers in crowd:
        process.join()
        answers.close()
    assert [process.exitcode for process, _ in crowd] == [0] * 8  # nobody found the database locked
    with open_store(address) as store:
        positions = {entry.id: at for at, entry in enumerate(store.entries(), start=1)}
    assert len(all_answers) == 8 * LESSONS
    assert {id: positions[id] for id, _ in all_answers} == dict(all_answers)
    assert len(positions) == 2 + 8 * LESSONS


def test_two_openings_of_one_project_see_each_other(address):
    with create_store(address) as one, open_store(address) as other:
        prepare(one)
        assert other.position == 2
        seen = other.position
        with other.writing() as writer:
            writer.append([Label("first", "bug", id="a")])
        assert [entry.id for entry in one.entries(after=seen)] == ["a"]
        with one.writing() as writer:
            writer.add_documents([Document("second", "another text")])
        assert other.search("another") == ["second"]


def test_during_a_long_import_others_read_at_once_and_teach_when_it_ends(address):
    with create_store(address) as store, open_store(address) as other:
        prepare(store)
        taught = Thread(target=lambda: _teach(other))
        with store.writing() as writer:
            writer.add_documents(Document(f"d{number}", "text") for number in range(1000))
            taught.start()
            assert other.size == 1
            assert other.document("first").text == "the first text"
        taught.join()
        assert (store.size, store.position) == (1001, 3)


def _teach(store):
    with store.writing() as writer:
        writer.append([Label("first", "bug")])


def test_of_eight_who_make_a_project_at_one_place_one_succeeds(address):
    made, refused = [], []

    def make():
        try:
            made.append(create_store(address))
        except NotAProject as error:
            refused.append(str(error))

    threads = [Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(refused)) == (1, 7)
    assert all("holds a project already" in sentence for sentence in refused)
    prepare(made[0])
    made[0].close()
    with open_store(address) as store:
        assert store.position == 2
