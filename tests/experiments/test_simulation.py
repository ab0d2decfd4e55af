"""The simulated teacher: her costs, her errors, her ways, and what is measured of them."""

import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import f1_score

from teachback.corpora import Corpus, CorpusRationale
from teachback.experiments.simulation import (
    CAREFUL,
    CARELESS,
    COMPARED,
    CORPORA,
    DECIDING,
    DESIGNING,
    WAYS,
    Costs,
    Place,
    Teacher,
    difference,
    rows_of,
    run,
    tasks,
)
from teachback.experiments.simulation import running as running_module
from teachback.experiments.simulation.corpora import skewed
from teachback.experiments.simulation.measures import calibration_error, interval, macro_f1, paired_difference
from teachback.experiments.simulation.rows import Cell, by_cell, over_corpora, significantly_below, value_at
from teachback.experiments.simulation.running import FULL, FinishedSession, SessionTask, read_finished, table_tasks
from teachback.experiments.simulation.session import SessionPoint, session
from teachback.experiments.simulation.setup import drawn
from teachback.experiments.simulation.student import QuestionPage, SimulatedQuestion
from teachback.experiments.simulation.ways import TeachingWay, labels, mixed, planned
from teachback.experiments.simulation.work import Work, WorkStep
from teachback.record import Distinction, Document, Label, NotAReason, Rationale, Word
from tests.experiments.tiny import EVERYDAY, SPORTS, write_newsgroups

CHESS = "pawn knight bishop rook queen castle check opening gambit endgame"


def messages(each=120, seed=0):
    """Messages of three kinds, each with words of its own among everyday ones."""
    draw = random.Random(seed)
    typical = {
        "baseball": SPORTS["rec.sport.baseball"].split(),
        "hockey": SPORTS["rec.sport.hockey"].split(),
        "chess": CHESS.split(),
    }
    documents, classes = [], {}
    for number in range(each):
        for class_, words in typical.items():
            id = f"{class_}-{number}"
            documents.append(Document(id, " ".join(draw.choices(words, k=3) + draw.choices(EVERYDAY.split(), k=6))))
            classes[id] = class_
    return Corpus("messages", documents, tuple(typical), classes)


@pytest.fixture(scope="module")
def setup():
    return drawn(messages(), seed=0)


@pytest.fixture(scope="module")
def many():
    return drawn(messages(each=1000), seed=0)


class Script:
    """A student that asks what it is told to ask and notes what it hears."""

    def __init__(self, setup, pages=()):
        self.setup, self.pages, self.heard, self.learned = setup, list(pages), [], []
        self.passed_over = []

    def ask(self, documents=0, words=0):
        return self.pages.pop(0) if self.pages else QuestionPage()

    def teach(self, lessons):
        self.heard += lessons

    def pass_over(self, words):
        self.passed_over.append(words)

    def learn(self):
        self.learned.append(len(self.heard))

    def reasons(self, document):
        return self.setup.classes[0], ()

    def probabilities(self):
        return np.eye(len(self.setup.classes))[np.zeros(len(self.setup.test), dtype=int)]

    def close(self):
        pass


# The texts.


def test_every_corpus_is_for_designing_or_for_deciding():
    assert sorted(DESIGNING + DECIDING) == sorted(CORPORA)
    assert "science" in DESIGNING
    assert "reuters" in DECIDING


def test_the_same_run_has_the_same_texts_and_another_run_has_others():
    first, again, other = (drawn(messages(), seed=seed) for seed in (0, 0, 1))
    assert (first.pool, first.test) == (again.pool, again.test)
    assert first.pool != other.pool
    assert len(first.pool) + len(first.test) == 360


def test_a_skewed_corpus_has_so_many_documents_of_its_first_class_for_one_of_the_others():
    documents = skewed(messages(), 9, seed=0).documents
    first = [document for document in documents if document.id.startswith("baseball")]
    assert (len(first), len(documents) - len(first)) == (120, 13)


def test_she_knows_the_words_of_the_class_and_no_everyday_ones(setup):
    for class_, words in zip(setup.classes, setup.knowledge.words, strict=True):
        assert set(words) - set(EVERYDAY.split()) == set(words), class_
        assert len(words) == 10


# The teacher.


def test_the_costs_of_acts_are_added_up_and_what_exceeds_a_budget_is_not_done_before_the_test(setup):
    ids = [document.id for document in setup.pool[:3]]
    best = {name: list(known)[:1] for name, known in zip(setup.classes, setup.knowledge.words, strict=True)}
    pages = [QuestionPage(words=best), QuestionPage(), QuestionPage([SimulatedQuestion(id) for id in ids])]
    student = Script(setup, pages)
    way = TeachingWay(partial(mixed, first=0.0), lambda setup: student, "Script")
    teacher = replace(CAREFUL, overlooks=0.0)
    budgets = (9, 10, 20, 21, 40, 50)
    points = session(setup, way, teacher=teacher, budgets=budgets)
    # three words at 3.2, then documents at 10.8: 3.2, 6.4, 9.6, 20.4, 31.2, 42.0
    assert [point.words for point in points] == [2, 3, 3, 3, 3, 3]
    assert [sum(point.labels.values()) for point in points] == [0, 0, 0, 1, 2, 3]
    assert [sum(point.questions.values()) for point in points] == [0, 0, 0, 1, 2, 3]
    assert [type(lesson) for lesson in student.heard] == [Word] * 3 + [Label] * 3
    assert student.learned == [2, 3, 4, 5, 6]  # before each test, and once a round


def test_words_before_one_that_she_took_are_passed_over_and_all_of_a_list_without_a_good_one(setup):
    name, best = setup.classes[0], next(iter(setup.knowledge.words[0]))
    student = Script(
        setup, [QuestionPage(words={name: ["zzz", best, "yyy"]}), QuestionPage(words={name: ["yyy", "xxx"]})]
    )
    rounds = mixed(Work(replace(CAREFUL, overlooks=0.0, takes_wrong=0.0), setup), student, first=0.0)
    assert best in [lesson.term for act in next(rounds) for lesson in act.lessons]
    assert list(rounds) == []
    assert student.passed_over[:2] == [{name: ["zzz"]}, {name: ["yyy", "xxx"]}]


def test_every_act_costs_what_was_given(setup):
    costs = Costs(word=1, typed=2, document=3, skip=4, rationale=5, distinction=6, rejection=7, reading=0.5)
    work = Work(Teacher(costs=costs, overlooks=0.0, wrong_marks=0.0), setup)
    known, id = list(setup.knowledge.words[0]), setup.pool[0].id
    assert [act.seconds for act in work.take({setup.classes[0]: known[:2]}, 30)] == [1, 1]
    assert work.type_word(setup.classes[0]).seconds == 2
    assert work.answer(id).seconds == 3 + 0.5 * 9
    assert work.answer(id, highlighting=True).seconds == 5 + 0.5 * 9
    assert [act.seconds for act in work.reject(setup.classes[0], ["season"])] == [7]
    assert Work(Teacher(costs=costs, skips=1.0), setup).answer(id).seconds == 4 + 0.5 * 9


def test_words_are_taken_for_so_long_at_most_the_first_of_every_class_first(setup):
    offered = {name: list(known) for name, known in zip(setup.classes, setup.knowledge.words, strict=True)}
    acts = Work(replace(CAREFUL, overlooks=0.0), setup).take(offered, 13)
    assert [act.lessons[0].class_ for act in acts] == ["baseball", "hockey", "chess", "baseball"]


def test_a_word_that_was_passed_over_is_not_considered_again(setup):
    work = Work(replace(CAREFUL, takes_wrong=0.5), setup)
    first = work.take({"chess": EVERYDAY.split()}, 1000)
    assert 0 < len(first) < len(EVERYDAY.split())
    assert work.take({"chess": EVERYDAY.split()}, 1000) == []


def test_a_word_offered_for_any_class_is_taken_for_the_class_that_it_speaks_for(setup):
    (act,) = Work(replace(CAREFUL, overlooks=0.0, takes_wrong=0.0), setup).take({None: ["season", "goalie"]}, 30)
    assert (act.lessons[0].term, act.lessons[0].class_) == ("goalie", "hockey")


def test_a_careless_teacher_gives_about_as_many_wrong_labels_as_said(many):
    work = Work(CARELESS, many)
    answers = [work.answer(document.id).lessons[0].class_ for document in many.pool]
    assert share_wrong(many, answers) == pytest.approx(0.1, abs=0.02)


def test_a_careless_teacher_gives_about_as_many_wrong_words_as_said(setup):
    silent = []
    for seed in range(20):
        acts = Work(CARELESS, replace(setup, seed=seed)).type_words(120)
        words = [act.lessons[0] for act in acts]
        silent += [word.term not in setup.knowledge.words[setup.places[word.class_]] for word in words]
    assert len(silent) == 400
    assert np.mean(silent) == pytest.approx(0.2, abs=0.06)


def share_wrong(setup, answers):
    return np.mean(np.array(answers) != np.array(setup.classes)[setup.y])


def test_a_label_that_is_wrong_in_one_way_of_teaching_is_wrong_in_all(setup):
    ids = [document.id for document in setup.pool]
    one, other = Work(CARELESS, setup), Work(CARELESS, setup)
    other.type_words(30)
    backwards = {id: other.answer(id).lessons[0].class_ for id in reversed(ids)}
    assert {id: one.answer(id).lessons[0].class_ for id in ids} == backwards


def test_fatigue_makes_errors_more_frequent(many):
    work = Work(Teacher(fatigue=0.9), many)
    assert share_wrong(many, [work.answer(document.id).lessons[0].class_ for document in many.pool]) == 0
    work.clock = 2000.0
    tired = [work.answer(document.id).lessons[0].class_ for document in many.pool]
    assert share_wrong(many, tired) == pytest.approx(0.5, abs=0.04)


def test_she_marks_the_real_passages_where_there_are_some_and_her_best_words_elsewhere(setup):
    document, text = setup.pool[0].id, setup.texts[0]
    class_ = setup.classes[setup.y[0]]
    act = Work(replace(CAREFUL, wrong_marks=0.0), setup).answer(document, highlighting=True)
    marked = [text[lesson.start : lesson.end] for lesson in act.lessons if isinstance(lesson, Rationale)]
    assert act.seconds == 21.6
    assert set(marked) == set(text.split()[:3])
    real = replace(setup, passages={document: (CorpusRationale(document, class_, 2, 5, "A0"),)})
    (_, passage) = Work(CAREFUL, real).answer(document, highlighting=True).lessons
    assert (passage.start, passage.end) == (2, 5)


def test_a_distinction_names_a_term_that_one_of_the_two_documents_has(setup):
    work = Work(CAREFUL, setup)
    for document in setup.pool[:20]:
        work.answer(document.id)
    (document,) = [document for document in setup.pool[:20] if work.labels[document.id] == "chess"][:1]
    lesson = work.distinguish(document.id, "hockey").lessons[0]
    texts = {document.id: document.text for document in setup.pool}
    assert isinstance(lesson, Distinction)
    assert work.labels[lesson.versus] == "hockey"
    assert (lesson.term in texts[lesson.document].split()) == lesson.present
    assert (lesson.term in texts[lesson.versus].split()) != lesson.present
    assert work.distinguish(document.id, "chess") is None


def test_uninformative_reasons_are_rejected_once_and_good_ones_never(setup):
    work = Work(CAREFUL, setup)
    lessons = [act.lessons[0] for act in work.reject("chess", ["pawn", "season", "goalie"])]
    assert [(lesson.term, lesson.class_) for lesson in lessons] == [("season", None), ("goalie", "chess")]
    assert all(isinstance(lesson, NotAReason) for lesson in lessons)
    assert work.reject("chess", ["pawn", "season", "goalie"]) == []


# The ways.


@pytest.mark.parametrize("way", COMPARED)
def test_every_way_teaches_something(setup, way):
    points = session(setup, WAYS[way], budgets=(60, 300))
    assert [point.seconds for point in points] == [60, 300]
    assert points[-1].accuracy > 45
    assert bool(points[-1].words) == ("words" in way or way in ("everything", "planner", "settles2011 active dual"))
    assert bool(sum(points[-1].labels.values())) == (way not in ("words", "descriptions"))


def test_at_equal_lessons_the_same_documents_are_labelled_and_only_what_is_heard_differs(setup):
    def taught(kinds):
        points = session(setup, WAYS[f"equal lessons: {kinds}"], budgets=(200,))
        return points[-1].questions, points[-1].words, points[-1].accuracy

    alone, without_words, whole = taught("labels"), taught("all but words"), taught("all")
    assert alone[:2] == without_words[:2] == whole[:2]
    assert whole[2] == session(setup, WAYS["everything"], budgets=(200,))[-1].accuracy
    assert alone[2] != whole[2]


def test_the_same_seed_gives_the_same_session(setup):
    for way in ("everything", "scikit-learn TF-IDF margin", "settles2011 active dual"):
        once, again = (session(setup, WAYS[way], teacher=CARELESS, budgets=(60, 300)) for _ in range(2))
        assert once == again


def test_a_learner_that_cannot_hear_a_way_of_teaching_gives_no_points(setup):
    assert session(setup, WAYS["words"], learner="ContrastSVM", budgets=(60,)) == []


class Planning:
    """A student that wants words three times, then documents."""

    def __init__(self, offered):
        self.offered, self.asked = iter(offered), []

    def wants_words(self):
        return self.asked.count("words") < 3

    def pass_over(self, words):
        pass

    def ask(self, documents=0, words=0):
        self.asked.append("words" if words else "documents")
        return QuestionPage(words={"chess": [next(self.offered)]}) if words else QuestionPage([SimulatedQuestion("d")])


def test_a_planner_says_what_comes_next():
    setup = drawn(messages(each=30), seed=0)
    student = Planning(setup.knowledge.words[setup.places["chess"]])
    work = Work(replace(CAREFUL, overlooks=0.0), setup)
    work.answer = lambda document: WorkStep(10.8, ())
    rounds = planned(work, student)
    lengths = [len(next(rounds)) for _ in range(5)]
    assert student.asked == ["words"] * 3 + ["documents"] * 2
    assert lengths == [3, 1, 1, 1, 1]  # one of chess's words, and one for each other class; then as it is asked


def test_documents_that_are_used_up_end_the_session():
    small = drawn(messages(each=8), seed=0)
    (point,) = session(small, TeachingWay(labels), budgets=(2400,))
    assert sum(point.labels.values()) == len(small.pool)


# The measures.


def test_the_calibration_error_is_that_of_an_example_worked_by_hand():
    P = np.array([[0.9, 0.1], [0.7, 0.3], [0.2, 0.8], [0.5, 0.5], [0.4, 0.6], [0.0, 1.0]])
    truth = np.array([0, 1, 1, 0, 0, 1])
    # certainty, sorted: .5 right, .6 wrong | .7 wrong, .8 right | .9 right, 1 right; 3 bins
    expected = 100 * (abs(0.5 - 0.55) + abs(0.5 - 0.75) + abs(1 - 0.95)) / 3
    assert calibration_error(P, truth, bins=3) == pytest.approx(expected)


def test_macro_f1_is_the_mean_over_the_classes_of_the_test_texts():
    P, truth = np.eye(3)[[0, 0, 1, 2]], np.array([0, 1, 1, 1])
    expected = f1_score([0, 1, 1, 1], [0, 0, 1, 2], labels=[0, 1], average="macro")
    assert macro_f1(P, truth) == pytest.approx(100 * expected)


def test_intervals_are_those_of_scipy():
    values, others = np.array([71.0, 69.5, 74.0, 70.2]), np.array([70.0, 70.5, 71.0, 69.9])
    expected = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    assert interval(values)[1:3] == pytest.approx(expected)
    paired = stats.ttest_rel(values, others).confidence_interval(0.95)
    assert paired_difference(values, others)[1:3] == pytest.approx((paired.low, paired.high))


def made(corpus, way, accuracies, learner="default"):
    return [
        FinishedSession(
            SessionTask(corpus, way, learner, run, budgets=(60,)),
            (SessionPoint(60, accuracy, accuracy, 0.0, {"a": 1}, {"a": 1}),),
        )
        for run, accuracy in enumerate(accuracies)
    ]


def test_a_way_is_significantly_below_another_if_the_whole_interval_of_the_paired_difference_is():
    cells = by_cell([*made("c", "labels", [60, 71, 80]), *made("c", "words", [62.0, 73.5, 82.0])])
    a, b = Cell("c", "labels", "default"), Cell("c", "words", "default")
    (row,) = significantly_below(cells, a, b)
    assert (row.seconds, row.mean, row.runs) == (60, pytest.approx(-2.167), 3)
    assert significantly_below(cells, b, a) == []
    assert difference(cells, a, Cell("c", "none", "default"), value_at(60)) is None


def test_the_mean_over_corpora_has_the_runs_that_all_have():
    cells = by_cell([*made("c", "labels", [60, 70]), *made("d", "labels", [80, 90, 99])])
    assert over_corpora(cells, ["c", "d"], "labels", "default", value_at(60)).mean == 75
    assert over_corpora(cells, ["c", "e"], "labels", "default", value_at(60)) is None


# Many sessions.


@pytest.fixture
def place(tmp_path):
    write_newsgroups(tmp_path, each=60)
    return Place(tmp_path)


def test_a_resumed_run_measures_nothing_twice(place, tmp_path, monkeypatch):
    chosen = tasks(["baseball_hockey"], ["labels", "words"], runs=2, budgets=(60,))
    finished = tmp_path / "finished.jsonl"
    first = list(run(chosen[:4], place, finished=finished))
    with finished.open("a") as file:
        file.write('[{"corpus": "baseb')  # cut short by an interruption
    measured = []
    measure = running_module.measure
    monkeypatch.setattr(running_module, "measure", lambda task, place: measured.append(task) or measure(task, place))
    sessions = list(run(chosen, place, finished=finished))
    assert measured == chosen[4:]
    assert sessions[:4] == first
    assert len(chosen) == len(sessions) == 6


def test_sessions_in_other_processes_are_the_same(place):
    chosen = tasks(["baseball_hockey"], ["words and labels"], runs=1, budgets=(60,))
    alone, beside = (sorted(run(chosen, place, jobs=jobs), key=lambda one: one.task.way) for jobs in (1, 2))
    assert alone == beside


def test_the_rows_have_every_quantity_with_its_interval(place):
    rows = rows_of(run(tasks(["baseball_hockey"], ["labels"], runs=2, budgets=(60, 120)), place))
    ours = [row for row in rows if row.way == "labels"]
    assert {row.metric for row in ours if row.seconds == 60} == {
        *("accuracy", "macro_f1", "calibration_error", "label_balance", "words")
    }
    assert {"area", "seconds_to_90", "labels of rec.sport.hockey", "questions of rec.sport.hockey"} <= {
        row.metric for row in ours if row.seconds == 120
    }
    assert all(row.low <= row.mean <= row.high and row.runs == 2 for row in rows)


def test_finished_sessions_are_read_as_they_were_written(place, tmp_path):
    finished = tmp_path / "finished.jsonl"
    sessions = list(run(tasks(["baseball_hockey"], ["words"], runs=1, budgets=(60,)), place, finished=finished))
    assert list(read_finished(finished)) == sessions


def test_an_encoder_is_taken_beside_what_does_without_it(place, tmp_path):
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("goalie 1 0\npuck 1 0.1\npitcher -1 0\ninning -1 0.1\n")
    chosen = tasks(["baseball_hockey"], ["words"], runs=1, budgets=(60,), encoder=str(vectors))
    cells = {(row.way, row.learner): row.mean for row in rows_of(run(chosen, place)) if row.metric == "accuracy"}
    assert [key for key in cells if key[0] != FULL] == [
        ("words", "default"),
        ("words", "default with vectors.txt"),
        ("scikit-learn encoder margin", "LogisticRegression with vectors.txt"),
    ]


def test_the_whole_table_may_be_made_of_some_corpora():
    assert {task.corpus for task in table_tasks(["demo", "webkb"])} == {"demo", "webkb"}
    assert {task for task in table_tasks() if task.corpus == "demo"} == set(table_tasks(["demo"]))
    others = {task.corpus for task in table_tasks(["demo", "webkb"]) if task.learner == "ContrastSVM"}
    assert others == {"demo"}  # only some of those that decide are taught other learners
