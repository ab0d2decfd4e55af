"""Which teacher has which document."""

from collections import Counter

import pytest

from teachback.classroom.assignments import LEASE, Assignments
from teachback.project import Agenda, Project, WaitingDocument
from teachback.record import Exclude, Label, Skip, Word


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def project():
    texts = {f"d{number}": f"text {number}" for number in range(40)}
    with Project.from_texts(texts, classes=["a", "b"]) as project:
        yield project


def page(project, documents=range(20), checks=(), seconds=()):
    def waiting(numbers):
        return tuple(WaitingDocument(f"d{number}", "because", None) for number in numbers)

    queues = waiting(documents), waiting(checks), waiting(seconds)
    return Agenda(len(project.record), None, project.teaching(), *queues, {}, "", 0, 0)


def assigned_documents(assignments, project, teacher, n=5, **shares):
    shares = {"checks": 0.0, "overlap": 0.0} | shares
    return [each.waiting.document for each in assignments.give(teacher, n, project.record, **shares)[1]]


def test_teachers_get_different_documents_best_first(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project))
    assert assigned_documents(assignments, project, "ines") == ["d0", "d1", "d2", "d3", "d4"]
    assert assigned_documents(assignments, project, "ben") == ["d5", "d6", "d7", "d8", "d9"]
    assert (assignments.teachers, assignments.left) == (2, 10)


def test_a_new_page_hands_nothing_out_twice(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project))
    hers = assigned_documents(assignments, project, "ines")
    assignments.put(page(project))
    assert not set(hers) & set(assigned_documents(assignments, project, "ben"))


def test_a_document_that_anybody_answered_is_not_handed_out(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project))
    project.teach(Label("d0", "a", teacher="ben"), Skip("d2", teacher="ada"))
    assert assigned_documents(assignments, project, "ines", 3) == ["d1", "d3", "d4"]


def test_saying_what_a_document_is_not_is_no_answer_and_its_teacher_is_asked_again_later(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(3)))
    project.teach(Exclude("d0", "a", teacher="ines"))
    assert assigned_documents(assignments, project, "ben", 1) == ["d0"]
    assignments = Assignments(clock)
    assignments.put(page(project, range(3)))
    assert assigned_documents(assignments, project, "ines") == ["d1", "d2"]
    project.teach(*(Word(f"word{number}", "a", teacher="ines") for number in range(20)))
    assignments = Assignments(clock)
    assignments.put(page(project, range(3)))
    assert assigned_documents(assignments, project, "ines") == ["d0", "d1", "d2"]


def test_what_she_left_is_offered_again_once_nothing_else_is_there(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(7)))
    assert assigned_documents(assignments, project, "ines") == ["d0", "d1", "d2", "d3", "d4"]
    assert assigned_documents(assignments, project, "ines") == ["d5", "d6", "d0", "d1", "d2"]
    assert assignments.left == 0  # so that a new page is worked out


def test_what_she_left_is_offered_again_before_a_check_that_is_not_due(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(4), checks=range(8, 12)))
    for _ in range(2):
        reasons = [each.reason for each in assignments.give("ines", 4, project.record, checks=0.1, overlap=0.0)[1]]
        assert reasons == ["cold"] * 4
    _, asked = assignments.give("ines", 4, project.record, checks=0.1, overlap=0.0)  # the ninth to the twelfth
    assert [each.reason for each in asked] == ["cold", "check", "cold", "cold"]


def test_a_check_is_given_before_its_turn_when_nothing_else_is_there(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(1), checks=[8]))
    assert [each.reason for each in assignments.give("ines", 5, project.record, checks=0.1, overlap=0.0)[1]] == [
        "cold",
        "check",
    ]


def test_a_document_that_nobody_answers_is_free_again_after_the_lease(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(5)))
    assert len(assigned_documents(assignments, project, "ines")) == 5
    assignments.put(page(project, range(5)))
    assert assigned_documents(assignments, project, "ben") == []
    clock.now = LEASE + 1
    assignments.put(page(project, range(5)))
    assert assigned_documents(assignments, project, "ben") == ["d0", "d1", "d2", "d3", "d4"]


def test_asking_for_more_gives_back_what_was_not_answered(project, clock):
    assignments = Assignments(clock)
    assignments.put(page(project, range(10)))
    assigned_documents(assignments, project, "ines")
    assigned_documents(assignments, project, "ines")
    assert assignments.held == {"d5", "d6", "d7", "d8", "d9"}
    assignments.release(["d5"])
    assert len(assignments.held) == 4


def test_checks_and_second_opinions_come_at_their_turns(project, clock):
    assignments = Assignments(clock)
    project.teach(*(Label(f"d{number}", "a", teacher="ben") for number in range(30, 40)))
    clean = page(project, range(20), range(20, 24), range(30, 40))
    clean = Agenda(
        **{**vars(clean), "teaching": Project.from_texts(["x"]).teaching()}
    )  # as if nothing was dealt before
    assignments.put(clean)
    reasons = [each.reason for each in assignments.give("ines", 20, project.record, checks=0.2, overlap=0.25)[1]]
    assert Counter(reasons) == {"cold": 12, "check": 4, "second": 4}
    assert [place for place, reason in enumerate(reasons) if reason == "check"] == [4, 9, 14, 19]


def test_a_second_opinion_is_another_teachers(project, clock):
    assignments = Assignments(clock)
    project.teach(Label("d30", "a", teacher="ben"), Label("d31", "a", teacher="ines"))
    project.teach(Label("d32", "a", teacher="ben"), Label("d32", "b", teacher="ada"))
    assignments.put(page(project, (), (), (30, 31, 32)))
    assert assigned_documents(assignments, project, "ines", overlap=0.5) == ["d30"]


def test_only_checks_that_were_drawn_are_given_without_drawing(project, clock):
    project.questioner.draw_checks("d21")
    assignments = Assignments(clock)
    assignments.put(page(project, range(3), checks=range(20, 24)))
    _, assigned = assignments.give("ines", 4, project.record, checks=1.0, overlap=0.0, draw=False)
    assert [(each.waiting.document, each.reason) for each in assigned] == [
        ("d21", "check"),
        ("d0", "cold"),
        ("d1", "cold"),
        ("d2", "cold"),
    ]
    _, assigned = assignments.give("ben", 2, project.record, checks=1.0, overlap=0.0)
    assert [each.waiting.document for each in assigned] == ["d20", "d22"]
