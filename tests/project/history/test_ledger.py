"""Threads that write at once: one turn of the store for all who wait, and each is kept or refused for itself."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from teachback.errors import BadLesson, BadText
from teachback.project.history.ledger import Ledger
from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Word
from teachback.store import CannotKeep, create_store


class Held:
    """A store whose turns are counted, and wait until they are let go."""

    def __init__(self, store):
        self._store = store
        self.turns, self.begun, self.go_on = 0, Event(), Event()
        self.failures = []  # what the next turns end with, instead of being kept

    def __getattr__(self, name):
        return getattr(self._store, name)

    @contextmanager
    def writing(self):
        self.turns += 1
        self.begun.set()
        assert self.go_on.wait(20)
        with self._store.writing() as writer:
            yield writer
            if self.failures:
                raise self.failures.pop(0)


@pytest.fixture
def held(tmp_path):
    with create_store(tmp_path / "mails.teachback") as store:
        held = Held(store)
        held.go_on.set()
        ledger = Ledger(held)
        ledger.write_all([([Document("d1", "a refund")], [ClassesAdded(["billing", "bug"]), DocumentsAdded(["d1"])])])
        held.turns = 0
        yield held, ledger


def at_once(held, ledger, *lessons):
    """Write the lessons in threads: the first has its turn when the others come. What each was answered."""
    with ThreadPoolExecutor(len(lessons)) as pool:
        held.begun.clear()
        held.go_on.clear()
        first = pool.submit(ledger.write, [lessons[0]])
        assert held.begun.wait(20)
        others = [pool.submit(ledger.write, [lesson]) for lesson in lessons[1:]]
        while len(ledger._waiting) < len(others):
            time.sleep(0.001)
        held.go_on.set()
        return [each.exception() or each.result() for each in (first, *others)]


def words(number):
    return [Word(f"word{chr(97 + place)}", "bug") for place in range(number)]


def test_those_who_wait_are_written_in_one_turn(held):
    store, ledger = held
    lessons = words(9)
    places = at_once(store, ledger, *lessons)
    assert store.turns == 2
    assert sorted(places) == [[place] for place in range(3, 12)]
    entries = list(store.entries())
    assert {entry.id: place for place, entry in enumerate(entries, 1)}.items() >= {
        lesson.id: place for lesson, (place,) in zip(lessons, places, strict=True)
    }.items()
    assert list(ledger.record) == entries


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (Label("d1", "nothing"), BadLesson),
        (Label("d9", "bug"), BadLesson),
        (Word("long", "bug", id="é" * 1500), BadText),  # which only the store refuses
    ],
)
def test_a_lesson_that_is_refused_is_refused_alone(held, bad, kind):
    store, ledger = held
    first, second, third, fourth = words(4)
    answers = at_once(store, ledger, first, second, bad, third, fourth)
    assert isinstance(answers[2], kind)
    assert all(isinstance(each, list) for place, each in enumerate(answers) if place != 2)
    assert {entry.id for entry in list(store.entries())[2:]} == {each.id for each in (first, second, third, fourth)}
    assert list(ledger.record) == list(store.entries())


def test_a_lesson_that_comes_twice_at_once_is_kept_once(held):
    store, ledger = held
    first, again = words(2)
    places = at_once(store, ledger, first, again, again)
    assert places[1] == places[2]
    assert store.position == 4
    answers = at_once(store, ledger, first, Word("other", "bug", id=again.id))
    assert answers[0] == places[0]
    assert "says something else" in str(answers[1])


def test_when_a_turn_fails_nothing_of_it_counts_and_everybody_tries_again(held):
    store, ledger = held
    store.failures = [CannotKeep("The disk is full."), CannotKeep("The disk is full.")]
    first, *others = words(5)
    answers = at_once(store, ledger, first, *others)
    assert isinstance(answers[0], CannotKeep)  # it was alone
    assert {entry.id for entry in list(store.entries())[2:]} == {lesson.id for lesson in others}
    assert list(ledger.record) == list(store.entries())


def test_nobody_is_told_that_a_lesson_was_kept_when_it_was_not(held):
    store, ledger = held
    store.failures = [CannotKeep("gone")] * 40
    answers = at_once(store, ledger, *words(6))
    assert all(isinstance(each, CannotKeep) for each in answers)
    assert store.position == len(ledger.record) == 2
