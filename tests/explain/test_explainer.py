"""What the explainer takes, what it refuses, and what it promises."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC

from teachback.corpora import load
from teachback.explain import SEDC, CannotExplain, Explainer
from teachback.explain.reading.reader import DocumentReader
from teachback.learners import ExpectationMaxEnt, LabelledWordNB, PooledNB
from teachback.text import TermCounts, Vectorizer

TEXTS = [
    "the goalie saved the puck", "hockey puck ice goalie", "the puck and the ice", "skates on ice",
    "pitcher threw the ball", "baseball inning pitcher", "the ball and the bat inning", "a bat and a glove",
]  # fmt: skip
CLASSES = ["hockey"] * 4 + ["baseball"] * 4
MIXED = "the goalie and the puck met a pitcher on the ice"


@pytest.fixture(scope="module")
def pipeline():
    return make_pipeline(TfidfVectorizer(), LogisticRegression(C=10)).fit(TEXTS, CLASSES)


@pytest.fixture(scope="module")
def demo():
    corpus = load("demo")
    return list(corpus.texts), list(corpus.y)


def test_an_explanation_is_a_sentence_data_and_a_page(pipeline):
    explanation = Explainer(pipeline).explain(MIXED)
    assert (explanation.from_class, explanation.to_class, explanation.status) == ("hockey", "baseball", "minimum")
    words = " ".join(explanation.words)
    assert str(explanation) == f"If words ({words}) are removed then class changes from hockey to baseball."
    plain = json.loads(json.dumps(explanation.to_dict()))
    assert plain["words"] == list(explanation.words)
    assert plain["curve"][0] == explanation.score_before > 0 > plain["curve"][-1] == explanation.score_after
    assert [MIXED[start:end] for start, end in explanation.spans] == [
        w for w in MIXED.split() if w in explanation.words
    ]
    assert explanation.to_html() == explanation._repr_html_()


def test_the_page_escapes_every_text_marks_the_words_and_has_no_script():
    texts = ["<script>alert(1)</script> good & fine", "bad \x00 news"]
    explanation = Explainer(
        make_pipeline(CountVectorizer(), LogisticRegression()).fit(texts, ["<b>yes</b>", "no"])
    ).explain(texts[0])
    page = explanation.to_html()
    assert "<script" not in page
    assert "<b>" not in page
    assert "prefers-color-scheme: dark" in page
    assert page.count("<mark>") == page.count("</mark>") == len(explanation.spans)
    assert (
        "\x00"
        not in Explainer(make_pipeline(CountVectorizer(), LogisticRegression()).fit(texts, [0, 1]))
        .explain(texts[1])
        .to_html()
    )


@pytest.mark.parametrize("removal", ["text", "zero"])
def test_the_same_question_has_the_same_answer_and_many_documents_are_explained_as_one_by_one(demo, removal):
    texts, y = demo
    pipeline = make_pipeline(TfidfVectorizer(), LinearSVC()).fit(texts, y)
    explainer = Explainer(pipeline, removal=removal)
    many = explainer.explain_many(texts[:40])
    for text, each in zip(texts[:40], many, strict=True):
        again = explainer.explain(text)
        assert (again.sets, again.status, again.curve, again.spans) == (each.sets, each.status, each.curve, each.spans)
        assert each.status in ("minimum", "none_exists", "not_found")
    rows = explainer.explain_many(pipeline[0].transform(texts[:40]))
    assert [one.sets for one in rows] == [one.sets for one in many]


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_deleting_the_words_from_the_text_really_changes_the_class(demo):
    texts, y = demo[0], [label == "bug" for label in demo[1]]
    for model in (LogisticRegression(C=10), MLPClassifier((8,), max_iter=20), SVC(), RandomForestClassifier(5)):
        pipeline = make_pipeline(TfidfVectorizer(min_df=2), model).fit(texts, y)
        for explanation in Explainer(pipeline).explain_many(texts[:6]):
            assert explanation.from_class == pipeline.predict([explanation.text])[0]
            if explanation.sets:
                rest = blanked(explanation.text, explanation.spans)
                assert pipeline.predict([rest])[0] == explanation.to_class != explanation.from_class


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="abÀİΣσß_ 1'<>-\n.日本", max_size=30), st.integers(0, 2**16))
def test_setting_columns_to_zero_and_dividing_anew_is_deleting_the_words(text, seed):
    for vectorizer in (
        TfidfVectorizer(token_pattern=r"(?u)\b\w+\b"),
        TfidfVectorizer(norm="l1", sublinear_tf=True, strip_accents="unicode", token_pattern=r"\w+"),
        CountVectorizer(binary=True, lowercase=False),
        Vectorizer("words"),
        Vectorizer("tokens"),
        Vectorizer("attributes"),
    ):
        vectorizer.fit([text + " ab ba a 1", "b ab 日本 ß"])
        reader = DocumentReader(vectorizer, (), None, "text", "words")
        document = reader.open(text)
        removed = np.random.default_rng(seed).random((3, len(document.words))) < 0.5
        for mask, row in zip(removed, document.variants(removed).toarray(), strict=True):
            gone = {word for word, out in zip(document.words, mask, strict=True) if out}
            np.testing.assert_allclose(
                row, vectorizer.transform([blanked(text, reader.spans(text, gone))]).toarray()[0]
            )


def blanked(text, spans):
    """The text with spaces instead of passages."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize(
    "model",
    [
        SVC(gamma=2.0),
        SVC(kernel="poly", coef0=1.0),
        SVC(kernel="sigmoid"),
        MLPClassifier((7, 3), max_iter=30, activation="tanh"),
        GradientBoostingClassifier(n_estimators=9),
    ],
)
@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_scores_by_taking_parts_away_are_the_models_own(model, removal):
    vectorizer = TfidfVectorizer()
    model.fit(vectorizer.fit_transform(TEXTS), CLASSES)
    explainer = Explainer(model, vectorizer, removal=removal)
    document = explainer.reader.open(MIXED)
    question = explainer._question(document, None, frozenset())
    removed = np.random.default_rng(0).random((30, len(document.words))) < 0.4
    removed[0] = True
    rows = document.variants(removed)
    f = (
        model.decision_function(rows)
        if hasattr(model, "decision_function")
        else np.log(model.predict_proba(rows)) @ [-1, 1]
    )
    scores, _ = question.scorer.scores(removed)
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], f, atol=1e-9)
    more = np.flatnonzero(~removed[1])
    children, _ = question.scorer.children(removed[1], more)
    each = np.repeat(removed[1:2], len(more), axis=0)
    each[np.arange(len(more)), more] = True
    np.testing.assert_allclose(children, question.scorer.scores(each)[0], atol=1e-9)


def test_a_class_held_by_either_of_two_synonyms_is_explained_by_both():
    words = [f"w{place}" for place in range(100)]
    explainer = Explainer(lambda texts: [[0.0 if "w7 " in text or "w93 " in text else 1.0, 0.5] for text in texts])
    explained = explainer.explain(" ".join(words) + " ")
    assert set(explained.words) == {"w7", "w93"}
    assert explained.status == "minimum"


def test_words_can_be_protected_and_removed_in_groups(pipeline):
    free = Explainer(pipeline).explain(MIXED)
    other = Explainer(pipeline).explain(MIXED, protect=free.words[:1])
    assert free.words[0] not in other.words
    grouped = Explainer(pipeline, units={"things": ["puck", "ice", "goalie"]}).explain(MIXED)
    assert "things" in grouped.words
    assert {"goalie", "puck", "ice"} <= {MIXED[start:end] for start, end in grouped.spans}
    held = Explainer(pipeline).explain("goalie puck", protect=["goalie", "puck"])
    assert (held.sets, held.status) == ((), "none_exists")


def test_terms_of_several_words_can_be_the_unit():
    pairs = make_pipeline(CountVectorizer(ngram_range=(1, 2)), LogisticRegression(C=10)).fit(TEXTS, CLASSES)
    explanation = Explainer(pairs, units="terms").explain("the goalie saved the puck")
    assert explanation.sets
    assert set(explanation.words) <= set(pairs[0].get_feature_names_out())
    zeroed = Explainer(pairs, units="terms", removal="zero").explain("the goalie saved the puck")
    assert (zeroed.status, zeroed.sets[0].status) == ("minimum", "minimum")


@pytest.mark.parametrize(
    "model", [LogisticRegression(), GradientBoostingClassifier(n_estimators=5), MLPClassifier((4,), max_iter=20)]
)
@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_a_threshold_moves_the_decision(model):
    vectorizer = CountVectorizer()
    model.fit(vectorizer.fit_transform(TEXTS), CLASSES)
    row = vectorizer.transform([MIXED])
    chance = float(model.predict_proba(row)[0, 1])
    for threshold in (chance - 0.02, chance + 0.02):
        explanation = Explainer(model, vectorizer, threshold=threshold).explain(MIXED)
        assert explanation.from_class == ("hockey" if chance > threshold else "baseball")
        if explanation.sets:
            rest = " ".join(word for word in MIXED.split() if word not in explanation.words)
            assert (model.predict_proba(vectorizer.transform([rest]))[0, 1] > threshold) == (
                explanation.to_class == "hockey"
            )


def test_our_own_learners_are_explained_exactly(demo):
    texts, y = demo
    counts = TermCounts("words")
    counts.add(texts)
    two = [str(label == "bug") for label in y]
    words = [(0, "True"), (1, "False")]
    for model, labels in ((LabelledWordNB(), y), (PooledNB(), two)):
        explanations = Explainer(model.fit(counts.X, labels), counts).explain_many(texts[:20])
        assert {one.status for one in explanations} <= {"minimum", "none_exists", "not_found"}
    model = ExpectationMaxEnt().fit(counts.X, two, words=words, pool=counts.X)
    for text, explanation in zip(texts, Explainer(model, counts).explain_many(texts[:20]), strict=False):
        assert explanation.from_class == model.predict(counts.rows([text]))[0]
        if explanation.sets:
            rest = " ".join(token.term for token in counts.analyzer(text) if token.term not in explanation.words)
            assert model.predict(counts.rows([rest]))[0] == explanation.to_class


def test_rows_with_names_need_no_text():
    animals = csr_array([[1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 0]])
    kinds = ["mammal", "mammal", "bird", "bird"]
    names = ["milk", "hair", "feathers", "tail"]
    explanation = Explainer(LogisticRegression().fit(animals, kinds), names=names).explain([1, 1, 0, 1])
    assert explanation.from_class == "mammal"
    assert "milk" in explanation.words
    dense = GaussianNB().fit(animals.toarray(), kinds)
    assert Explainer(dense, names=names).explain([[1, 1, 0, 1]]).from_class == dense.predict([[1, 1, 0, 1]])[0]


def test_any_text_step_can_be_rerun():
    hashed = make_pipeline(HashingVectorizer(n_features=64), LogisticRegression(C=10)).fit(TEXTS, CLASSES)
    letters = make_pipeline(TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 3)), LogisticRegression(C=10)).fit(
        TEXTS, CLASSES
    )
    for model in (hashed, letters):
        explanation = Explainer(model).explain(MIXED)
        rest = blanked(MIXED, explanation.spans)
        assert model.predict([rest])[0] == explanation.to_class != explanation.from_class


def test_scripts_without_spaces_are_deleted_from_the_text():
    texts = ["日本語の本", "英語の本", "日本の海", "英国の海"]
    vectorizer = Vectorizer()
    model = LogisticRegression(C=10).fit(vectorizer.fit_transform(texts), [1, 0, 1, 0])
    explanation = Explainer(model, vectorizer).explain(texts[0])
    rest = blanked(texts[0], explanation.spans)
    assert model.predict(vectorizer.transform([rest]))[0] == explanation.to_class == 0


def test_the_published_search_finds_the_minimum_of_a_binary_linear_model(demo):
    texts, y = demo
    pipeline = make_pipeline(TfidfVectorizer(), LinearSVC()).fit(texts, [label == "bug" for label in y])
    exact = Explainer(pipeline, removal="zero").explain_many(texts[:6])
    for search in (SEDC(), SEDC(prune=True, replace=True), SEDC(branch_and_bound=True), SEDC(by="margin")):
        explanations = Explainer(pipeline, removal="zero", search=search).explain_many(texts[:6], n=10)
        for one, best in zip(explanations, exact, strict=True):
            if best.sets:
                assert len(one.words) == len(best.words)  # theorem 1
                assert len(one.sets) <= 10


def test_what_cannot_be_explained_is_refused_in_a_sentence(pipeline):
    explainer, of_rows = Explainer(pipeline), LogisticRegression().fit([[0], [1]], [0, 1])
    pairs = make_pipeline(CountVectorizer(ngram_range=(1, 2)), pipeline[-1])
    three = Perceptron().fit([[0], [1], [2]], [0, 1, 2])
    for attempt, says in (
        (lambda: explainer.explain(MIXED, target="hokey"), "'hokey' is not a class of this model. Did you mean hockey"),
        (lambda: explainer.explain(MIXED, target="hockey"), "of class 'hockey' already"),
        (lambda: explainer.explain(MIXED, n=0), "must be at least 1"),
        (lambda: Explainer(LinearRegression().fit([[0], [1]], [0, 1])), "gives no scores"),
        (lambda: Explainer(LogisticRegression()), "has not been fitted"),
        (lambda: Explainer(pipeline, removal="delete"), "removal must be 'text' or 'zero'"),
        (lambda: Explainer(three, threshold=0.1), "decides between two classes"),
        (lambda: Explainer(lambda texts: ["spam"] * len(texts)), "which are no scores"),
        (lambda: Explainer(of_rows).explain("text"), "given no vectorizer"),
        (lambda: Explainer(pairs).explain(csr_array((1, 3))), "neighbours"),
    ):
        with pytest.raises(CannotExplain) as refused:
            attempt()
        assert says in str(refused.value)
        assert str(refused.value).endswith(".")


def test_a_text_step_that_was_never_fitted_is_refused():
    with pytest.raises(CannotExplain, match="has not been fitted"):
        Explainer(LogisticRegression().fit([[0], [1]], [0, 1]), CountVectorizer(ngram_range=(1, 2))).explain("a text")


def test_a_document_without_known_words_says_so(pipeline):
    explanation = Explainer(pipeline).explain("xyzzy")
    assert (explanation.sets, explanation.status, explanation.known) == ((), "none_exists", 0)
    assert "no word that the model knows" in str(explanation)
    assert Explainer(pipeline).explain("").status == "none_exists"


@pytest.mark.parametrize("document", [None, float("nan"), 3, b"the puck"])
def test_what_is_no_text_and_no_row_is_refused(pipeline, document):
    with pytest.raises(CannotExplain, match="is no document; give a text, or a row of numbers"):
        Explainer(pipeline).explain(document)


def test_a_long_text_is_not_kept_once_for_each_of_its_words(monkeypatch):
    monkeypatch.setattr("teachback.explain.reading.scorers._LETTERS", 1 << 12)
    letters_at_once = []

    class Watched(TfidfVectorizer):
        def transform(self, raw_documents):
            letters_at_once.append(sum(map(len, raw_documents)))
            return super().transform(raw_documents)

    text = f"{MIXED} and so on" + " and so on" * 10
    vectorizer = Watched(ngram_range=(1, 2))
    rows = vectorizer.fit_transform([text, *TEXTS])
    model = make_pipeline(vectorizer, LogisticRegression().fit(rows, ["hockey", *CLASSES]))
    assert Explainer(model, removal="text").explain(text).from_class == "hockey"
    assert sum(letters_at_once) > 10 * len(text)
    assert max(letters_at_once) <= 1 << 12


def test_where_no_removal_leads_to_the_class_that_was_asked_about_another_may_still_be_reached():
    texts = ["ice puck", "ice puck", "ice rink", "ball bat", "ball bat", "court net"]
    classes = ["hockey"] * 3 + ["baseball"] * 2 + ["tennis"]
    explainer = Explainer(make_pipeline(CountVectorizer(), LogisticRegression()).fit(texts, classes))
    assert explainer.explain("ball ball bat").to_class == "hockey"
    asked = explainer.explain("ball ball bat", target="tennis")
    assert str(asked) == "The class is baseball; no words can be removed to make it tennis."
    assert asked.target == "tennis"
