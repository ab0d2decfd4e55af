"""Hyper-explanations: each kind, its sentence and its lessons."""

import json

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from teachback.explain import CannotExplain, Explainer
from teachback.explain.why_not import judge
from teachback.record import Label, NotAReason, Word

TEXTS = [
    "nude pictures", "nude video", "hot nude model", "medical journal", "medical model", "medical video course",
    "policy page", "blog page",
]  # fmt: skip
CLASSES = ["adult"] * 3 + ["fine"] * 5


@pytest.fixture(scope="module")
def explainer():
    vectorizer = CountVectorizer()
    model = LogisticRegression(C=10).fit(vectorizer.fit_transform(TEXTS), CLASSES)
    return Explainer(model, vectorizer, background=(TEXTS, CLASSES, [f"d{place}" for place in range(8)]))


def test_a_document_of_unknown_words_has_no_evidence(explainer):
    answer = explainer.why_not("naked ladies", "adult", id="d9")
    assert answer.kind == "1a"
    assert str(answer) == (
        "The model does not know any of its words. Without evidence a document is taken for fine. If it is adult, "
        "teach the words that show it."
    )
    assert [(lesson.kind, lesson.class_) for lesson in answer.lessons] == [("word", "adult")] * 2 + [("label", "adult")]


def test_a_document_with_evidence_for_the_default_class_only_says_so(explainer):
    answer = explainer.why_not("medical journal")
    assert (answer.kind, answer.against) == ("1b", ())
    assert "Every word that the model knows here speaks for fine" in answer.sentence
    assert all(isinstance(lesson, Word) for lesson in answer.lessons)


def test_an_outweighed_document_shows_the_words_that_trump(explainer):
    answer = explainer.why_not("nude pictures in a medical journal and a medical course policy", id="d10")
    assert answer.kind == "1c"
    assert answer.explanation.to_class == "adult"
    assert set(answer.explanation.words) <= {"medical", "journal", "course", "policy"}
    kinds = {type(lesson) for lesson in answer.lessons}
    assert kinds == {Word, NotAReason, Label}
    assert {lesson.term for lesson in answer.lessons if isinstance(lesson, Word)} <= {"nude", "pictures"}
    assert "outweigh them: without" in answer.sentence


def test_a_word_that_is_a_reason_is_not_said_to_speak_for_another_class(explainer):
    found = explainer.explain("nude pictures in a medical journal and a medical course policy")
    first = found.words[0]  # as if it spoke for a third class, too
    drops = [(first, -1.0), ("nude", -2.0), *((word, 1.0) for word in found.words[1:])]
    words = [word for word, _ in drops]
    told = judge(found, drops, [("nude", 1.0)], words, "adult", found.from_class, (), None)
    assert told.sentence.startswith("Some words speak for another class (nude), but those for fine outweigh them")


def test_too_much_evidence_shows_what_comes_nearest():
    vectorizer = CountVectorizer().fit(["a1 a2 a3 a4 a5 a6 b1"])
    counts = vectorizer.transform(["a1 a2 a3 a4 a5 a6", "b1"])
    model = MultinomialNB(class_prior=[0.4, 0.6]).fit(counts, ["a", "b"])
    answer = Explainer(model, vectorizer).why_not("a1 a2 a3 a4 a5 a6", max_words=2)
    assert answer.kind == "2"
    assert "6 words that are strong evidence each, and at least 5 of them would have to go" in answer.sentence
    assert all(isinstance(lesson, NotAReason) for lesson in answer.lessons)
    assert len(answer.explanation.curve) == 3


def test_an_odd_explanation_comes_with_similar_training_documents(explainer):
    answer = explainer.why_not("hot nude pictures")
    assert answer.kind == "3"
    assert [one.document for one in answer.neighbours[:2]] == ["d0", "d2"]
    assert answer.neighbours[0].shared == ("nude", "pictures")
    assert "d0, is labelled adult" in answer.sentence
    json.dumps(answer.to_dict())


def test_a_training_document_is_not_its_own_neighbour(explainer):
    assert explainer.why_not(TEXTS[0]).neighbours[0].document == "d0"
    answer = explainer.why_not(TEXTS[0], id="d0")
    assert "d0" not in {one.document for one in answer.neighbours}
    assert "d0" not in answer.sentence


def test_lessons_speak_for_the_wanted_class_with_words_that_speak_for_it():
    texts = ["sun sun sun beach", "sun beach beach", "snow ski", "snow slope", "museum art", "museum hall"]
    vectorizer = CountVectorizer()
    X = vectorizer.fit_transform(texts)
    model = MultinomialNB().fit(X, ["south", "south", "alps", "alps", "city", "city"])
    explainer = Explainer(model, vectorizer, default_class="south")
    document = "sun beach sun snow museum"
    answers = {wanted: explainer.why_not(document, wanted, id="d") for wanted in ("alps", "city", None)}
    assert {one.kind for one in answers.values()} == {"1c"}
    taught = {
        wanted: [one.term for one in answer.lessons if isinstance(one, Word)] for wanted, answer in answers.items()
    }
    assert (taught["alps"], taught["city"]) == (["snow"], ["museum"])
    assert answers[None].wanted == answers[None].explanation.to_class
    for answer in answers.values():
        assert {one.class_ for one in answer.lessons if not isinstance(one, NotAReason)} == {answer.wanted}
    with pytest.raises(CannotExplain, match="of class 'south' already"):
        explainer.why_not(document, "south")


def test_a_neighbour_with_a_doubtful_label_is_to_be_relabelled():
    vectorizer = CountVectorizer()
    model = LogisticRegression(C=10).fit(vectorizer.fit_transform(TEXTS), CLASSES)
    wrong = ["fine", *CLASSES[1:]]
    answer = Explainer(model, vectorizer, background=(TEXTS, wrong)).why_not("hot nude pictures")
    assert any(isinstance(one, Label) and (one.document, one.class_) == ("0", "adult") for one in answer.lessons)
    assert "although the model takes it for adult" in answer.sentence
