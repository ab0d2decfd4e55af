"""Several teachers at one project, without a server."""

import threading
import time

import pytest

from teachback import corpora
from teachback.classroom import Classroom
from teachback.project import Preferences, Project
from teachback.record import Adjudicate, HeldOutDrawn, Label, WordsPassedOver

CORPUS = corpora.load("demo")
PATIENCE = 60.0  # seconds


def until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@pytest.fixture
def project():
    texts = {document.id: document.text for document in CORPUS.documents}
    with Project.from_texts(texts, classes=CORPUS.classes) as project:
        yield project


@pytest.fixture
def classroom(project):
    classroom = Classroom("demo", project)
    classroom.start()
    yield classroom
    classroom.close()
    classroom.join(PATIENCE)


def labels(n, teacher="ines"):
    return [Label(id, CORPUS.labels[id], teacher=teacher) for id in sorted(CORPUS.labels)[:n]]


def names(classroom):
    return [event.name for event in classroom.events._kept]


def test_what_is_written_is_heard_learned_and_told_without_being_pointed_out(classroom, project):
    until(lambda: classroom.is_read)
    project.teach(*labels(12))
    assert not classroom.up_to_date
    assert classroom.position == len(project.record)
    until(lambda: classroom.up_to_date and "trained" in names(classroom))
    assert classroom.agenda.learned.position == len(project.record)
    until(lambda: "taught" in names(classroom))


def test_what_counts_is_told_with_the_number_of_entries_that_it_is_of_whatever_is_taught_meanwhile(
    project, monkeypatch
):
    classroom, waiting, teaching = Classroom("demo", project), labels(4), project.teaching

    def overtaken():
        project.teach(waiting.pop())
        counted = teaching()
        project.teach(waiting.pop())
        if not waiting:
            monkeypatch.undo()
        return counted

    monkeypatch.setattr(project, "teaching", overtaken)
    counted, position = classroom.counted()
    assert len(counted.labels) == 4
    assert position == len(project.record)


def test_of_an_import_pages_hear_a_few_documents_those_on_a_screen_first(classroom, project, monkeypatch):
    monkeypatch.setattr("teachback.classroom.classroom._LISTED", 3)
    until(lambda: classroom.up_to_date)
    _, assigned = classroom.give("ben", 1, Preferences())
    [on_screen] = [each.waiting.document for each in assigned]
    others = [lesson.document for lesson in labels(20) if lesson.document != on_screen]
    everybody = [*others, on_screen]
    first, second, *_ = CORPUS.classes
    project.teach(*(lesson for id in everybody for lesson in (Label(id, first), Label(id, second, teacher="ann"))))
    until(lambda: names(classroom).count("conflict") == 3)
    announced = {
        name: [event.data for event in classroom.events._kept if event.name == name] for name in names(classroom)
    }
    assert announced["taught"][0]["documents"] == [on_screen, *others[:2]]
    assert [each["document"] for each in announced["conflict"]] == [on_screen, *others[:2]]


def test_what_is_taught_while_questions_are_worked_out_is_still_to_be_learned(classroom, project, monkeypatch):
    until(lambda: classroom.up_to_date)
    late, behind = labels(13)[12:], []
    ahead, learn = project.questioner.ahead, project._models.trainer._learn

    def overtaken(*arguments, **options):
        while late and project.learned:
            project.teach(late.pop())
        return ahead(*arguments, **options)

    def noted(name):
        behind.append((classroom.behind, classroom.up_to_date))
        return learn(name)

    monkeypatch.setattr(project.questioner, "ahead", overtaken)
    monkeypatch.setattr(project._models.trainer, "_learn", noted)
    project.teach(*labels(12))
    until(lambda: len(behind) > 1 and classroom.up_to_date)
    assert behind[1] == (1, False)  # when the second model began, the questions were newer than the first


def test_a_changed_setting_makes_other_questions(classroom, project):
    until(lambda: classroom.up_to_date)
    before = classroom.agenda
    project.prefer(by="random")
    until(lambda: classroom.agenda is not before)


def test_what_teaches_nothing_makes_no_other_questions(project):
    classroom = Classroom("demo", project)
    classroom.start()
    try:
        until(lambda: classroom.up_to_date)
        project.questioner.draw_checks(CORPUS.documents[0].id)
        project.pass_over({None: ["the"]})
        assert [type(entry) for entry in project.record[-2:]] == [HeldOutDrawn, WordsPassedOver]
        assert classroom.up_to_date
        project.hold_out(5)
        assert not classroom.up_to_date
    finally:
        classroom.close()
        classroom.join(PATIENCE)
    project.teach(*labels(1))  # a closed classroom hears nothing more
    assert classroom.position < len(project.record)


def test_everything_is_learned_in_one_thread(classroom, project, monkeypatch):
    until(lambda: classroom.is_read)
    learned_in, learn = set(), project._models.trainer._learn

    def noted(name):
        learned_in.add(threading.current_thread().name)
        return learn(name)

    monkeypatch.setattr(project._models.trainer, "_learn", noted)
    project.teach(*labels(12))
    assert classroom.learn("LabelledWordNB").learner == "LabelledWordNB"
    project.teach(*labels(14)[12:])
    until(lambda: classroom.up_to_date and "trained" in names(classroom))
    assert learned_in == {"teachback-demo-learning"}


def test_without_drawing_nothing_is_written_and_no_new_check_is_given(classroom, project):
    until(lambda: classroom.up_to_date)
    settings, before = project.prefer(checks=1.0), len(project.record)
    until(lambda: classroom.agenda.checks)
    reasons = {each.reason for each in classroom.give("ines", 5, settings, draw=False)[1]}
    assert reasons == {"cold"}
    assert len(project.record) == before
    _, drawn = classroom.give("ben", 5, settings)
    assert {each.reason for each in drawn} == {"check"}
    assert project.teaching().held_out == {each.waiting.document for each in drawn}


def test_who_asks_to_measure_again_gets_what_waits_for_her_answer_and_a_colleague_gets_other_documents(classroom):
    def asked(teacher):
        return {each.document.id for each in classroom.measure(teacher, 2)[1]}

    mine = asked("ines")
    assert asked("ines") == mine
    assert not asked("ben") & mine


def test_the_owners_final_word_is_no_side_in_a_conflict_and_ends_it(project):
    classroom, document = Classroom("demo", project), sorted(CORPUS.labels)[0]
    one, other = CORPUS.classes[:2]
    project.teach(Adjudicate(document, other, teacher="olga"), Label(document, one, teacher="ben"))
    classroom._tell()
    assert [event.name for event in classroom.events._kept] == ["taught"]
    project.teach(Label(document, other, teacher="cleo"))
    classroom._tell()
    assert [event.name for event in classroom.events._kept] == ["taught", "taught"]
    other_one = sorted(CORPUS.labels)[1]
    project.teach(Label(other_one, one, teacher="ben"), Label(other_one, other, teacher="cleo"))
    classroom._tell()
    assert list(classroom.events._kept)[-1].data == {"document": other_one, "said": {"ben": one, "cleo": other}}
