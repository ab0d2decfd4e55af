"""A study with made-up people, in time that we tell."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from scipy.stats import ks_2samp, ttest_rel

from teachback.formats import Item
from teachback.project import Project
from teachback.project.study import CONDITIONS, StudyProblem
from teachback.project.study.report import Report, TrialReport
from teachback.record import Label, NotAReason, Rationale, Retract, Skip, Word
from tests.project.demo import CORPUS, GOLD


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is moved."""

    class Clock:
        now = datetime(2026, 3, 1, 12, tzinfo=UTC)

        def __call__(self):
            return self.now

        def move(self, seconds):
            self.now += timedelta(seconds=seconds)

    clock = Clock()
    monkeypatch.setattr("teachback.project.study.trial.now", clock)
    monkeypatch.setattr("teachback.project.study.study.now", clock)
    return clock


def corpus_project(address=None):
    """The demo corpus with its labels, as a file would bring them."""
    project = Project.create(address, classes=CORPUS.classes)
    project.add_rows(
        Item(document, (Label(document.id, GOLD[document.id], teacher="importer"),)) for document in CORPUS.documents
    )
    return project


@pytest.fixture
def project():
    with corpus_project() as project:
        yield project


def test_documents_held_out_and_labelled_tell_an_accuracy_and_no_errors():
    with Project.from_texts([document.text for document in CORPUS.documents], classes=CORPUS.classes) as project:
        project.hold_out(120)
        held = sorted(project.teaching().held_out)
        project.teach(*(Label(id, CORPUS.classes[0], teacher="ines") for id in held))
        known = project.study.known()
        assert (known.documents, known.test, known.asked) == (120, 120, 0)
        assert known.doubts == ("No document that will be asked has a known class, so wrong labels cannot be counted.",)


def take_part(project, clock, condition, subject, *, mistakes=0, pace=4.0, rounds=3):
    """A person who answers every document, some wrongly, and takes the first word of every column."""
    project.study.start(condition, subject=subject, teacher=subject)
    for _ in range(rounds):
        round_ = project.study.ask(subject)
        for document in (each.document for each in round_.documents):
            clock.move(pace)
            class_ = GOLD[document.id]
            if mistakes:
                mistakes -= 1
                class_ = next(name for name in CORPUS.classes if name != class_)
            project.teach(Label(document.id, class_, teacher=subject, time=clock(), seconds=pace))
        for class_, column in round_.words.items():
            if class_ is not None and column:
                clock.move(2.0)
                project.teach(Word(column[0].term, class_, teacher=subject, time=clock(), seconds=2.0))
    clock.move(360)
    return round_


def test_a_round_has_two_documents_and_with_words_a_hundred_of_them(project, clock):
    for condition in CONDITIONS:
        project.study.start(condition, subject="p1", teacher=condition)
        project.teach(
            *(
                Word(term, class_, teacher=condition, time=clock())
                for term, class_ in (
                    ("crashes", "bug"),
                    ("invoice", "billing"),
                    ("wish", "feature request"),
                    ("how", "how-to"),
                )
            )
        )
        round_ = project.study.ask(condition)
        assert len(round_.documents) == 2
        assert all(each.guess is None for each in round_.documents)
        words = [each.term for column in round_.words.values() for each in column]
        assert (90 <= len(words) <= 100) if condition == "dual" else not words


def test_a_round_that_is_not_answered_is_given_again_and_noted_once(tmp_path, clock):
    address = tmp_path / "study.teachback"
    with corpus_project(address) as project:
        project.study.start("dual", subject="p1", teacher="ines")
        first = project.study.ask("ines")
        project.teach(Word("invoice", "billing", teacher="ben", time=clock()))  # somebody else
        clock.move(10)
        assert [project.study.ask("ines") for _ in range(5)] == [first] * 5
    with Project.open(address) as project:  # another process, too
        again = project.study.ask("ines")
        assert [each.document for each in again.documents] == [each.document for each in first.documents]
        assert again.words == first.words
        (trial,) = project.study.trials
        assert [round.seconds for round in trial.rounds] == [0.0]
        project.teach(Skip(first.documents[0].document.id, teacher="ines", time=clock()))
        assert project.study.ask("ines").documents != first.documents
        assert [round.seconds for round in project.study.running("ines").rounds] == [0.0, 10.0]


def test_two_who_ask_at_once_note_one_round(project, clock, monkeypatch):
    trial = project.study.start("documents", subject="p1", teacher="ines")
    project.study.ask("ines")
    monkeypatch.setattr(project.study, "_running", lambda teacher: trial)  # as it was before
    project.study.ask("ines")
    assert len(project.study.trials[0].rounds) == 1


def test_test_documents_are_the_same_tenth_in_every_trial_and_are_never_asked(project, clock):
    gold, test = project.study.gold()
    assert gold == GOLD
    assert len(test) == round(len(GOLD) / 10)
    for condition in CONDITIONS:
        project.study.start(condition, subject="p", teacher=condition)
        for _ in range(4):
            for each in project.study.ask(condition).documents:
                assert each.document.id not in test
                project.teach(Skip(each.document.id, teacher=condition, time=clock()))
        assert project.study.gold()[1] == test


def test_a_trial_knows_nothing_but_what_is_taught_in_it(project, clock):
    project.teach(Word("invoice", "billing", teacher="ines", time=clock()))
    clock.move(1)
    project.study.start("dual", subject="p1", teacher="ines")
    trial = project.study.running("ines")
    assert not project.study.teaching(trial).labels
    assert not project.study.teaching(trial).words
    project.teach(Label("boards-25", "bug", teacher="ines", time=clock(), id="mine"))
    project.teach(Label("boards-26", "bug", teacher="ben", time=clock()))
    assert project.study.teaching(trial).labels == {"boards-25": "bug"}
    project.teach(Retract("mine", teacher="ines", time=clock()))
    assert not project.study.teaching(trial).labels
    clock.move(400)
    project.teach(Label("boards-27", "bug", teacher="ines", time=clock()))
    assert not project.study.teaching(trial).labels
    assert project.study.running("ines") is None


def test_time_ends_a_trial_and_a_trial_survives_a_restart(tmp_path, clock):
    address = tmp_path / "study.teachback"
    with corpus_project(address) as project:
        project.study.start("dual", minutes=6, subject="p1", teacher="ines")
        first = project.study.ask("ines")
        project.teach(Label(first.documents[0].document.id, "bug", teacher="ines", time=clock()))
        clock.move(100)
    with Project.open(address) as project:
        trial = project.study.running("ines")
        assert trial.seconds_left == pytest.approx(260)
        assert len(trial.rounds) == 1
        second = project.study.ask("ines")
        assert first.documents[0].document.id not in [each.document.id for each in second.documents]
        clock.move(259)
        assert project.study.running("ines") is not None
        clock.move(1)
        assert project.study.running("ines") is None
        with pytest.raises(StudyProblem, match="takes part in no trial"):
            project.study.ask("ines")
        assert len(project.study.report().trials) == 1


def test_the_curve_is_the_accuracy_of_each_rounds_model_on_the_test_documents(project, clock):
    take_part(project, clock, "documents", "p1", rounds=4)
    (report,) = project.study.report().trials
    trial = project.study.trials[0]
    _, test = project.study.gold()
    assert [round.seconds for round in trial.rounds] == [0.0, 8.0, 16.0, 24.0]
    assert [at for at, _ in report.curve] == [8.0, 16.0, 24.0, 360.0]
    teaching = project.study.teaching(trial)
    assert len(teaching.labels) == 8
    model, _ = project._models.fitted(teaching, "LabelledWordNB")
    guesses = model.classify(project.document(id).text for id in sorted(test))
    right = sum(guess.class_ == GOLD[id] for guess, id in zip(guesses, sorted(test), strict=True))
    assert report.accuracy == pytest.approx(right / len(test))


def test_the_report_has_the_papers_numbers_and_tests(project, clock):
    for person in ("p1", "p2", "p3"):
        take_part(project, clock, "dual", f"{person}", pace=3.0 + int(person[1]), rounds=4)
        take_part(
            project, clock, "passive", f"{person}", pace=12.0 + int(person[1]), mistakes=2, rounds=1 + int(person[1])
        )
    report = project.study.report()
    assert {name: condition["trials"] for name, condition in report.conditions.items()} == {"dual": 3, "passive": 3}
    assert report.conditions["passive"]["errors"] == 2.0
    assert report.conditions["dual"]["errors"] == 0.0
    assert report.conditions["dual"]["seconds"]["word"]["mean"] == 2.0
    dual = [3.0 + n for n in (1, 2, 3) for _ in range(8)]
    passive = [12.0 + n for n in (1, 2, 3) for _ in range(2 * (1 + n))]
    tests = {test.what: test for test in report.tests}
    theirs = ks_2samp(dual, passive)
    labels = tests["seconds to label"]
    assert (labels.conditions, labels.n) == (("dual", "passive"), (24, 18))
    assert (labels.statistic, labels.p) == (theirs.statistic, theirs.pvalue)
    assert labels.corrected == min(1.0, labels.p * len(report.tests))
    ends = {(each.subject, each.condition): each.accuracy for each in report.trials}
    people = ("p1", "p2", "p3")
    paired = ttest_rel([ends[who, "dual"] for who in people], [ends[who, "passive"] for who in people])
    assert tests["accuracy at the end"].p == pytest.approx(paired.pvalue)
    assert json.loads(json.dumps(report.to_dict()))["trials"][0]["condition"] == "dual"
    table = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert len(table) == sum(len(each.curve) for each in report.trials)


def test_a_name_that_a_spreadsheet_would_run_is_only_shown():
    trial = TrialReport("t1", "=1+1", "dual", 6.0, curve=((360.0, 0.5),), seconds={}, labelled=0, wrong=0, ignored=0)
    (row,) = csv.DictReader(io.StringIO(Report(10, (trial,), ()).to_csv()))
    assert row["subject"] == "'=1+1"


def test_actions_are_told_apart_as_the_paper_does(project, clock):
    project.study.start("dual", subject="p1", teacher="ines")
    project.teach(
        *(
            Word(term, class_, teacher="ines", time=clock(), seconds=5.9)
            for term, class_ in (
                ("crashes", "bug"),
                ("invoice", "billing"),
                ("wish", "feature request"),
                ("how", "how-to"),
            )
        )
    )
    asked = project.study.ask("ines")
    class_, column = next((name, column) for name, column in asked.words.items() if name and column)
    word = Word(column[0].term, class_, teacher="ines", time=clock(), seconds=3.2)
    ids = [each.document.id for each in asked.documents]
    project.teach(word, Retract(word.id, teacher="ines", time=clock(), seconds=1.8))
    project.teach(Skip(ids[0], teacher="ines", time=clock(), seconds=9.9))
    project.teach(Label(ids[1], GOLD[ids[1]], teacher="ines", time=clock(), seconds=10.8))
    project.teach(Rationale(ids[1], GOLD[ids[1]], 0, 3, teacher="ines", time=clock(), seconds=4.0))
    project.teach(NotAReason("the", teacher="ines", time=clock(), seconds=1.0))
    clock.move(1)
    project.study.stop("ines")
    clock.move(1)
    (report,) = project.study.report().trials
    assert {kind: times[0] for kind, times in report.seconds.items()} == {
        "type": 5.9,
        "word": 3.2,
        "unlabel": 1.8,
        "ignore": 9.9,
        "label": 10.8,
        "rationale": 4.0,
        "not_a_reason": 1.0,
    }
    assert (report.labelled, report.wrong, report.ignored) == (1, 0, 1)
    assert report.curve[-1][0] == 1.0


def test_held_out_answers_can_be_the_truth_where_no_file_brought_any(clock):
    texts = {document.id: document.text for document in CORPUS.documents}
    with Project.from_texts(texts, classes=CORPUS.classes) as project:
        with pytest.raises(StudyProblem, match="import a file with labels"):
            project.study.start("dual", subject="p", teacher="ines")
        apart = project.hold_out(20)
        project.teach(*(Label(id, GOLD[id], teacher="owner") for id in apart))
        project.study.start("dual", subject="p", teacher="ines")
        assert project.study.gold() == ({id: GOLD[id] for id in apart}, frozenset(apart))


def test_what_makes_no_trial_is_refused(project, clock):
    with pytest.raises(StudyProblem, match="'dul' is not a condition"):
        project.study.start("dul", subject="p", teacher="ines")
    with pytest.raises(StudyProblem, match="cannot last 0 minutes"):
        project.study.start("dual", minutes=0, subject="p", teacher="ines")
    project.study.start("dual", subject="p", teacher="ines")
    with pytest.raises(StudyProblem, match="takes part in a trial already"):
        project.study.start("passive", subject="p", teacher="ines")
    with pytest.raises(StudyProblem, match="takes part in no trial now"):
        project.study.stop("ben")
