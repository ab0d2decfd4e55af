"""From a record to rules, and from a decision back to documents; and what other learners make of distinctions."""

import numpy as np

from teachback.learners import LabelledWordNB
from teachback.learners.distinctions import DistinctionDNF, DistinctionList
from teachback.learners.distinctions.evidence import Contrast, contrasts, passages, words
from teachback.learners.distinctions.lessons import distinction_lessons, reason
from teachback.learners.distinctions.rule import rules_text
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import read_marked
from teachback.record import (
    ClassesAdded,
    ClassRenamed,
    Distinction,
    Document,
    DocumentsAdded,
    HeldOutDrawn,
    Label,
    Record,
    Retract,
)
from teachback.text import TermCounts

TEXTS = {
    "horse": "milk tail legs",
    "cod": "aquatic tail fins",
    "dolphin": "milk aquatic tail fins",
    "eel": "aquatic tail",
    "owl": "feathers tail",
}


def a_record(*more):
    record = Record(
        {name: Document(name, text) for name, text in TEXTS.items()},
        [ClassesAdded(("mammal", "fish")), DocumentsAdded(tuple(TEXTS))],
    )
    record.append(
        Label("horse", "mammal"),
        Distinction("cod", "fish", "horse", "aquatic", True, id="first"),
        Label("dolphin", "mammal"),
        Distinction("dolphin", "mammal", "cod", "milk", True, id="second"),
        *more,
    )
    return record


def learned(record):
    counts = TermCounts("words")
    counts.add(TEXTS.values())
    column = {term: place for place, term in enumerate(counts.terms)}
    row = {name: place for place, name in enumerate(TEXTS)}
    lessons = distinction_lessons(record.teaching(), column)
    X = counts.X[[row[name] for name in lessons.documents]]
    learner = DistinctionList().fit(X, lessons.classes, distinctions=lessons.distinctions)
    return learner, lessons, counts


def test_a_records_labels_and_distinctions_become_rules():
    learner, lessons, counts = learned(a_record())
    assert lessons.documents == ("horse", "dolphin", "cod")
    assert rules_text(learner.rules_, learner.default_, counts.terms) == (
        "aquatic AND not(milk) ⇒ fish (2)\nELSE: mammal (0)"
    )
    assert learner.aside_ == []


def test_a_retracted_distinction_is_replayed_without():
    learner, _, counts = learned(a_record(Retract("second")))
    assert rules_text(learner.rules_, learner.default_, counts.terms) == "aquatic ⇒ fish (2)\nELSE: mammal (0)"
    assert [entry["name"] for entry in learner.aside_] == [1]  # the dolphin waits for a reason


def test_a_renamed_class_has_its_name_of_today():
    learner, _, _ = learned(a_record(ClassRenamed("fish", "swimmer")))
    assert learner.rules_[0]["class"] == "swimmer"


def test_what_cannot_be_learned_from_is_said():
    record = a_record(
        Distinction("eel", "fish", "owl", "aquatic", True),
        Distinction("eel", "fish", "horse", "gills", True),
        Label("owl", "mammal"),
        HeldOutDrawn(("owl",)),
        Distinction("owl", "fish", "horse", "feathers", True),
    )
    lessons = learned(record)[1]
    assert [(lesson.document, why) for lesson, why in lessons.unusable] == [
        ("eel", "owl has no label, or is held out; label it first"),
        ("eel", "no document has the term 'gills'"),
        ("owl", "owl is held out"),
    ]
    assert "owl" not in lessons.documents


def test_a_decision_names_its_rule_and_the_similar_document():
    learner, lessons, counts = learned(a_record())
    why = reason(learner, counts.rows(["aquatic fins"]), names=counts.terms, documents=lessons.documents)
    assert (why.class_, why.similar) == ("fish", "cod")
    assert why.text == "fish, like cod: aquatic, not(milk)"
    why = reason(learner, counts.rows(["nothing of it"]), names=counts.terms, documents=lessons.documents)
    assert why.text == "mammal, like horse: no rule holds"
    formula = DistinctionDNF().begin({"milk"}, "no", classes=["no", "yes"])
    assert reason(formula, {"milk"}).text == "no: no rule holds"


def test_contrasts_are_of_the_document_that_has_the_term():
    distinctions = [(0, "a", 1, 2, True), (0, "a", 1, 3, False), (0, "a", 1, 2, True)]
    assert contrasts(distinctions, ["a", "b"]) == [Contrast(0, "a", 2), Contrast(1, "b", 3)]


def test_a_contrast_learner_leans_on_the_terms_of_distinctions():
    texts, y = ["a dull long evening, long", "a fine short evening"], ["neg", "pos"]
    counts = TermCounts("words")
    counts.add(texts)
    column = {term: place for place, term in enumerate(counts.terms)}
    distinctions = [(0, "neg", 1, column["long"], True), (0, "neg", 1, column["fine"], False)]
    marked = passages(distinctions, y, texts, counts)
    assert [texts[text][start:end] for text, _, start, end in marked] == ["long", "long", "fine"]
    svm = ContrastSVM(together=True).fit(counts.X, y, rationales=read_marked(counts, texts, marked))
    weight = dict(zip(counts.terms, svm.coef_[:, 1].tolist(), strict=True))
    assert weight["long"] < weight["dull"] < 0 < weight["short"] < weight["fine"]


def test_a_term_is_a_word_only_if_it_is_typical_of_its_class():
    X = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
    distinctions = [(0, "a", 3, 0, True), (0, "a", 3, 1, True)]
    assert words(distinctions, list("aabb"), X) == [(0, "a")]  # column 1 is as frequent in the other class
    assert words([], list("aabb"), X) == []


def test_naive_bayes_learns_from_the_words_of_distinctions():
    distinctions, y = [(0, "a", 1, 0, True), (0, "a", 1, 1, False)], ["a", "b"]
    X = np.array([[2, 0, 1], [0, 2, 1]])
    model = LabelledWordNB().fit(None, words=words(distinctions, y, X), pool=X, classes=["a", "b"])
    assert model.predict(X).tolist() == y
