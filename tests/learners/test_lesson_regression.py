"""One model for every lesson: what it hears, what it must not say, and that lessons help."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

from teachback.checks import learner_checks
from teachback.classifier import TextClassifier
from teachback.learners import BadTeaching
from teachback.learners.lesson_regression import LessonRegression
from teachback.learners.lesson_regression.confidence import share_of_addition
from teachback.pool import Pool
from teachback.text import ANALYZERS, damped
from teachback.vectors import PoolVectors, UnitRows
from tests.explain.reference import every_minimal_set

quickly = settings(deadline=None, max_examples=12)
TYPICAL, COMMON = 60, 150
NAMES = ("bug", "how-to", "praise")


def falling(size, power):
    """Shares of terms, of which few are frequent and most are rare."""
    shares = np.arange(1.0, size + 1) ** -power
    return shares / shares.sum()


class Corpus:
    """Documents of clear topics: each has typical terms, more than a third of its text and at times in others, all
    share common ones, and *the* is nearly everywhere. The counts are damped, as projects give them."""

    def __init__(self, classes=3, documents=200, seed=0, shares=None):
        numbers = np.random.default_rng(seed)
        self.classes = [*NAMES, *(f"topic {j}" for j in range(3, classes))][:classes]
        rates = np.full((classes, TYPICAL * classes + COMMON + 1), 0.0)
        for j in range(classes):
            rates[:, self.own(j)] += 0.15 / classes * falling(TYPICAL, 0.8)
            rates[j, self.own(j)] += 0.35 * falling(TYPICAL, 0.8)
        rates[:, -COMMON - 1 : -1] = 0.5 * falling(COMMON, 1.0)
        of = numbers.choice(classes, documents, p=shares) if shares else np.arange(documents) % classes
        counts = numbers.poisson(rates[of] * numbers.lognormal(np.log(30), 0.5, (documents, 1))).astype(float)
        counts[:, -1] = numbers.random(documents) < 0.95
        self.y = np.array(self.classes)[of]
        self.X = damped(csr_array(counts))
        self.pool = Pool(self.X)
        self.the = counts.shape[1] - 1
        self.vectors = PoolVectors(self.pool)

    def own(self, j):
        """The typical terms of a class."""
        return list(range(TYPICAL * j, TYPICAL * (j + 1)))

    def words(self, number=3):
        return [(term, name) for j, name in enumerate(self.classes) for term in self.own(j)[:number]]

    def reasons(self, rows):
        """The typical terms of the documents in these rows, as their teacher would mark them."""
        marked = self.X[rows].toarray()
        for row, name in zip(marked, self.y[rows], strict=True):
            row[np.setdiff1d(np.arange(len(row)), self.own(self.classes.index(name)))] = 0.0
        return csr_array(marked)

    def descriptions(self, number=3):
        """A text for each class: some of its typical terms, and one that says nothing."""
        texts = np.zeros((len(self.classes), self.X.shape[1]))
        for j in range(len(self.classes)):
            texts[j, [*self.own(j)[number : 2 * number], self.the]] = 1.0
        return csr_array(texts), self.classes

    def few(self, number, seed=0):
        """Rows of so many documents, of every class at least one."""
        order = np.random.default_rng(seed).permutation(len(self.y))
        first = [next(row for row in order if self.y[row] == name) for name in self.classes]
        return np.array([*first, *(row for row in order if row not in first)][:number])

    def fit(self, rows=None, learner=None, **lessons):
        model = LessonRegression() if learner is None else learner
        X, y = (None, None) if rows is None else (self.X[rows], self.y[rows])
        return model.fit(X, y, pool=self.pool, vectors=self.vectors, classes=self.classes, **lessons)

    def accuracy(self, model, besides=()):
        others = np.setdiff1d(np.arange(len(self.y)), besides)
        return np.mean(model.predict(self.X[others]) == self.y[others])


@pytest.fixture(scope="module")
def corpus():
    return Corpus()


@st.composite
def mixtures(draw):
    """Labels, words and reasons of a corpus of three classes; any may be missing, but not all of them."""
    labels = draw(st.integers(0, 12))
    number = draw(st.integers(0 if labels else 1, 3))
    return labels, number, draw(st.booleans())


def taught(corpus, mixture, **more):
    """A model of such a mixture of lessons."""
    labels, number, marked = mixture
    rows = corpus.few(max(labels, 3), seed=labels) if labels else None
    reasons = {"reasons": corpus.reasons(rows)} if marked and labels else {}
    words = [word for word in corpus.words(number) if word[0] not in more.get("besides", ())]
    return corpus.fit(rows, words=words, **reasons, **{k: v for k, v in more.items() if k != "besides"})


def same(one, other):
    return all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes()
        for name in ("weights_", "intercept_", "term_weights_")
    )


# The contract that every learner keeps.


@parametrize_with_checks([LessonRegression()])
def test_it_is_a_scikit_learn_classifier(estimator, check):
    check(estimator)


@pytest.mark.parametrize("check", list(learner_checks(LessonRegression())), ids=lambda check: check.__name__)
def test_it_keeps_the_contract_of_learners(check):
    check(LessonRegression())


@pytest.mark.parametrize("name", ["ridge", "bias_ridge", "stretch", "reason_weight"])
def test_parameters_that_are_no_sensible_numbers_are_refused(corpus, name):
    for value in (-1.0, np.inf, np.nan):
        with pytest.raises(BadTeaching, match=f"{name} must be a number"):
            corpus.fit(learner=LessonRegression(**{name: value}), words=corpus.words())


# The same lessons, the same model.


@pytest.mark.parametrize("mixture", [(0, 3, False), (8, 0, False), (8, 2, False), (8, 0, True), (8, 2, True)])
def test_the_same_lessons_give_the_same_bits(mixture):
    first, second = Corpus(), Corpus()  # nothing is remembered from one to the other
    once = taught(first, mixture)
    taught(first, (5, 2, True))
    assert same(once, taught(first, mixture))
    assert same(once, taught(second, mixture))


def test_one_or_two_threads_give_the_same_bits():
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads, user_api="blas"):
            corpus = Corpus(documents=500)
            found.append([taught(corpus, mixture) for mixture in ((0, 3, False), (120, 0, False), (120, 3, True))])
    assert all(map(same, *found))


def test_vectors_that_were_worked_out_before_change_nothing(corpus):
    rows = corpus.few(10)
    alone = LessonRegression().fit(
        corpus.X[rows], corpus.y[rows], words=corpus.words(), pool=corpus.X, classes=corpus.classes
    )
    assert same(alone, corpus.fit(rows, words=corpus.words()))


# A linear model of unit rows.


@quickly
@given(mixtures())
def test_probabilities_are_the_softmax_of_unit_rows_times_weights(corpus, mixture):
    model = taught(corpus, mixture)
    rows = corpus.X.toarray() * model.term_weights_
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
    expected = softmax(rows @ model.weights_ + model.intercept_, axis=1)
    np.testing.assert_allclose(model.predict_proba(corpus.X), expected, atol=1e-9)
    explained = model.of_unit_rows.predict_proba(UnitRows(model.term_weights_).transform(corpus.X))
    np.testing.assert_allclose(explained, expected, atol=1e-9)


@quickly
@given(mixtures(), st.floats(0.1, 20))
def test_a_document_that_is_longer_by_a_factor_is_judged_alike(corpus, mixture, factor):
    model = taught(corpus, mixture)
    np.testing.assert_allclose(
        model.predict_proba(factor * corpus.X[:30]), model.predict_proba(corpus.X[:30]), atol=1e-9
    )


# Terms that are no reason.


@quickly
@given(mixtures(), st.sets(st.integers(0, 330), min_size=1, max_size=3))
def test_a_rejected_term_has_weight_zero_and_its_removal_changes_nothing(corpus, mixture, rejected):
    model = taught(corpus, mixture, besides=rejected, not_a_reason=sorted(rejected))
    terms = sorted(rejected)
    assert not model.term_weights_[terms].any()
    np.testing.assert_allclose(np.ptp(model.weights_[terms], axis=1), 0.0, atol=1e-12)
    without = corpus.X.toarray()
    without[:, terms] = 0.0
    np.testing.assert_allclose(
        model.predict_log_proba(corpus.X), model.predict_log_proba(csr_array(without)), atol=1e-9
    )


@quickly
@given(mixtures(), st.integers(0, 330), st.sampled_from([["bug"], ["praise"], ["bug", "how-to"]]))
def test_a_term_rejected_for_some_classes_says_there_what_it_says_of_the_others_on_average(
    corpus, mixture, term, names
):
    model = taught(corpus, mixture, besides=[term], not_a_reason=[(term, name) for name in names])
    no = np.isin(model.classes_, names)
    np.testing.assert_allclose(model.weights_[term, no], model.weights_[term, ~no].mean(), atol=1e-9)
    assert model.term_weights_[term] > 0


def test_a_document_that_is_not_of_its_likeliest_class_gives_that_probability_to_the_others(corpus):
    given = {"pool": corpus.pool, "vectors": corpus.vectors, "classes": corpus.classes}
    before = LessonRegression().fit(corpus.X[:12], corpus.y[:12], **given)
    rows = np.flatnonzero(before.predict(corpus.X[12:]) == "how-to")[:4] + 12
    excluded = corpus.X[rows], [["how-to"]] * len(rows)
    after = LessonRegression().fit(corpus.X[:12], corpus.y[:12], exclusions=excluded, **given)
    was, now = before.predict_proba(corpus.X[rows]), after.predict_proba(corpus.X[rows])
    assert (now[:, 1] < was[:, 1]).all()
    assert (now[:, [0, 2]].sum(axis=1) > was[:, [0, 2]].sum(axis=1)).all()
    assert after.comparison_["documents"] == 12  # it is no label


@pytest.mark.parametrize("words", [(), ((0, "bug"), (TYPICAL, "how-to"), (2 * TYPICAL, "praise"))])
def test_documents_that_can_only_be_of_one_class_teach_what_labels_teach(corpus, words):
    others = [[name for name in NAMES if name != own] for own in corpus.y[:60]]
    given = {"words": words, "pool": corpus.pool, "vectors": corpus.vectors, "classes": corpus.classes}
    model = LessonRegression().fit(None, exclusions=(corpus.X[:60], others), **given)
    assert (model.predict(corpus.X[60:]) == corpus.y[60:]).mean() > 0.9
    one = corpus.X[:1], corpus.y[:1]
    model = LessonRegression().fit(*one, exclusions=(corpus.X[1:60], others[1:]), **given)
    assert (model.predict(corpus.X[60:]) == corpus.y[60:]).mean() > 0.9  # also of classes that have no label


def test_without_exclusions_it_is_the_same_to_the_bit_and_what_says_nothing_is_refused(corpus):
    given = {"pool": corpus.pool, "vectors": corpus.vectors, "classes": corpus.classes}
    one = LessonRegression().fit(corpus.X[:12], corpus.y[:12], **given)
    assert same(one, LessonRegression().fit(corpus.X[:12], corpus.y[:12], exclusions=None, **given))
    for names, sentence in ((NAMES, "is excluded from all classes"), (["spam"], "'spam' is not a class")):
        with pytest.raises(BadTeaching, match=sentence):
            LessonRegression().fit(corpus.X[:12], corpus.y[:12], exclusions=(corpus.X[:1], [names]), **given)


def test_what_is_rejected_in_one_round_is_forgotten_in_the_next(corpus):
    before = corpus.fit(words=corpus.words())
    corpus.fit(words=corpus.words(), not_a_reason=[5, (20, "bug")])
    assert same(before, corpus.fit(words=corpus.words()))


# Classes of which little was heard.


@pytest.mark.parametrize("marked", [False, True], ids=["labels alone", "labels and reasons"])
@pytest.mark.parametrize("labels", [2, 20, 90])
def test_a_class_with_neither_label_nor_word_is_never_predicted(corpus, labels, marked):
    rows = np.array([row for row in corpus.few(len(corpus.y)) if corpus.y[row] != "how-to"][:labels])
    model = corpus.fit(rows, **({"reasons": corpus.reasons(rows)} if marked else {}))
    assert model.classes_.tolist() == corpus.classes
    assert "how-to" not in model.predict(corpus.X)
    of_its_terms = np.zeros((2, corpus.X.shape[1]))
    of_its_terms[1, corpus.own(1)] = 1.0
    assert "how-to" not in model.predict(of_its_terms)


@pytest.mark.parametrize("labels", [1, 3, 30])
def test_the_only_class_with_labels_is_predicted_everywhere_but_not_for_certain(corpus, labels):
    model = corpus.fit(np.flatnonzero(corpus.y == "praise")[:labels])
    assert set(model.predict(corpus.X)) == {"praise"}
    assert model.predict_proba(corpus.X).max() < 1.0
    assert model.predict_proba(corpus.X)[:, 2].min() > 0.5


# Lessons help, and wrong ones do little harm.

SEEDS = range(8)


@cache
def corpora(seed, **made):
    return Corpus(seed=seed, **made)


@cache
def mean_accuracy(labels, words=0, marked=False, described=False):
    """The accuracy on documents that were not labelled, on average over a few corpora."""
    found = []
    for seed in SEEDS:
        corpus = corpora(seed)
        rows = corpus.few(labels, seed) if labels else None
        reasons = {"reasons": corpus.reasons(rows)} if marked else {}
        texts = {"descriptions": corpus.descriptions()} if described else {}
        model = corpus.fit(rows, words=corpus.words(words), **reasons, **texts)
        found.append(corpus.accuracy(model, () if rows is None else rows))
    return np.mean(found)


@pytest.mark.parametrize("words", [2, 5])
@pytest.mark.parametrize("labels", [3, 9, 30])
def test_words_beside_the_same_labels_do_not_make_it_worse(labels, words):
    assert mean_accuracy(labels, words) >= mean_accuracy(labels) - 0.0125


@pytest.mark.parametrize("labels", [3, 9, 30])
def test_labels_beside_the_same_words_do_not_make_it_worse(labels):
    assert mean_accuracy(labels, 2) >= mean_accuracy(0, 2) - 0.02


@pytest.mark.parametrize("labels", [3, 9, 30])
@pytest.mark.parametrize("words", [0, 2])
def test_reasons_beside_the_same_lessons_do_not_make_it_worse(labels, words):
    assert mean_accuracy(labels, words, marked=True) >= mean_accuracy(labels, words) - 0.01


@pytest.mark.parametrize(("labels", "words"), [(0, 2), (3, 0), (9, 2), (30, 0), (30, 2)])
def test_descriptions_beside_the_same_lessons_do_not_make_it_worse(labels, words):
    assert mean_accuracy(labels, words, described=True) >= mean_accuracy(labels, words) - 0.01


@pytest.mark.parametrize("classes", [2, 3, 6, 12, 20])
def test_by_a_word_for_each_class_it_is_not_far_less_sure_than_it_is_right_however_many_classes(classes):
    corpus = corpora(0, classes=classes, documents=600)
    model = corpus.fit(words=[(corpus.own(j)[6], name) for j, name in enumerate(corpus.classes)])
    right, sure = corpus.accuracy(model), model.predict_proba(corpus.X).max(axis=1).mean()
    assert 0.55 * right < sure < right


def test_where_words_tell_next_to_nothing_of_many_classes_no_guess_is_sure():
    corpus = corpora(0, classes=12, documents=600)
    rarest = int(np.argmin(np.where(corpus.pool.reach > 0, corpus.pool.reach, np.inf)))
    assert corpus.fit(words=[(rarest, corpus.classes[0])]).predict_proba(corpus.X).max(axis=1).mean() < 0.3


def test_with_descriptions_alone_most_documents_are_right():
    assert mean_accuracy(0, described=True) > 0.8


def test_a_description_of_what_all_classes_share_says_nothing(corpus):
    texts = np.zeros((3, corpus.X.shape[1]))
    texts[:, corpus.the] = 1.0
    rows = corpus.few(9)
    learner = LessonRegression(description_weight=0.0)
    empty = corpus.fit(rows, learner, descriptions=(csr_array(texts), corpus.classes))
    assert same(empty, corpus.fit(rows))


def test_of_two_terms_that_stand_together_the_one_that_is_highlighted_counts_more(corpus):
    y, X = corpus.y[:60], corpus.X[:60].toarray()
    first, second = corpus.own(0)[-2:]
    X[:, [first, second]] = (y == corpus.classes[0])[:, np.newaxis]  # the same documents have both
    highlighted = np.zeros_like(X)
    highlighted[:, first] = X[:, first]
    alone, with_reasons = (
        LessonRegression().fit(csr_array(X), y, reasons=reasons, pool=corpus.pool).weights_[[first, second], 0]
        for reasons in (None, csr_array(highlighted))
    )
    assert with_reasons[0] / with_reasons[1] > 2.0 * abs(alone[0] / alone[1])


def test_many_labels_are_better_than_few():
    assert mean_accuracy(3) < mean_accuracy(60)
    assert mean_accuracy(3, 2) < mean_accuracy(60, 2)


def test_a_fifth_of_words_that_are_wrong_do_not_ruin_it():
    right, wrong, mended = [], [], []
    for seed in SEEDS:
        corpus = corpora(seed)
        words = corpus.words(5)
        other = {name: corpus.classes[place - 1] for place, name in enumerate(corpus.classes)}
        spoilt = [(term, other[name] if place % 5 == 0 else name) for place, (term, name) in enumerate(words)]
        rows = corpus.few(15, seed)
        right.append(corpus.accuracy(corpus.fit(words=words)))
        wrong.append(corpus.accuracy(corpus.fit(words=spoilt)))
        mended.append(corpus.accuracy(corpus.fit(rows, words=spoilt), rows))
    assert np.mean(right) > 0.8
    assert np.mean(wrong) > np.mean(right) - 0.1
    assert np.mean(mended) > np.mean(right) - 0.1


@pytest.mark.parametrize("labels", [0, 12])
def test_a_word_of_nearly_all_documents_hardly_moves_predictions(corpus, labels):
    rows = corpus.few(labels) if labels else None
    plain = corpus.fit(rows, words=corpus.words())
    moved = corpus.fit(rows, words=[*corpus.words(), (corpus.the, "bug")])
    other = corpus.fit(rows, words=[*corpus.words(), (corpus.own(1)[5], "bug")])
    change = np.abs(moved.predict_proba(corpus.X) - plain.predict_proba(corpus.X))
    assert change.mean() < 0.02
    assert np.mean(moved.predict(corpus.X) != plain.predict(corpus.X)) < 0.05
    assert change.mean() < 0.5 * np.abs(other.predict_proba(corpus.X) - plain.predict_proba(corpus.X)).mean()


@pytest.mark.parametrize("words", [0, 3])
@pytest.mark.parametrize("labels", [700, 900])
def test_hundreds_of_labels_are_learned_whatever_the_shares_of_the_classes(labels, words):
    corpus = corpora(0, classes=2, documents=1300, shares=(0.3, 0.7))
    rows = corpus.few(labels)
    model = corpus.fit(rows, words=corpus.words(words))
    assert corpus.accuracy(model, rows) > 0.9
    assert model.remark == ""


# Explanations and saving.


@pytest.fixture(scope="module")
def classifiers(corpus):
    """Models of words alone, of labels alone and of everything with a rejected term, for texts."""
    rows = corpus.few(20)
    models = [
        corpus.fit(words=corpus.words()),
        corpus.fit(rows),
        corpus.fit(rows, words=corpus.words(), reasons=corpus.reasons(rows), not_a_reason=[100, (4, "bug")]),
    ]
    terms = [f"t{column}" for column in range(corpus.X.shape[1])]
    return [TextClassifier(model, ANALYZERS["tokens"](), terms) for model in models]


def texts(number, seed=0):
    """Short texts of terms of several classes, some of them twice, and of words that are no terms."""
    numbers = np.random.default_rng(seed)
    for _ in range(number):
        terms = numbers.choice(200, numbers.integers(1, 8), replace=True)
        yield " ".join([*(f"t{term}" for term in terms), *(["unknown"] if numbers.random() < 0.3 else [])])


@pytest.mark.parametrize("which", range(3), ids=["words", "labels", "everything"])
def test_an_explanation_is_a_smallest_set_whose_real_deletion_changes_the_class(classifiers, which):
    model, found = classifiers[which], 0
    for text in texts(40, seed=which):
        tokens = text.split()

        def winners(sets, tokens=tokens):
            left = [" ".join(token for token in tokens if token not in removed) for removed in sets]
            return [guess.class_ for guess in model.classify(left)]

        words = sorted(set(tokens) & model.columns.keys())
        before, sets = every_minimal_set(words, winners)
        explanation = model.explain(text)
        assert explanation.from_class == before
        if sets:
            assert frozenset(explanation.words) in sets
            assert len(explanation.words) == len(sets[0])
            assert explanation.to_class == winners([frozenset(explanation.words)])[0] != before
            found += 1
        else:
            assert not explanation.words
    assert found >= 5


def test_a_rejected_term_is_no_part_of_an_explanation(classifiers):
    model = classifiers[2]
    for text in texts(40, seed=5):
        for size in (1, 2):
            for also in combinations(["t100", "t1"], size):
                assert "t100" not in model.explain(" ".join([text, *also])).words


def test_rows_to_explain_are_judged_as_the_rows_were(classifiers, corpus):
    for model in classifiers:
        given_rows = corpus.X[:50].copy()
        explained = model.explained_guesses(model.rows_to_explain(given_rows))
        for one, other in zip(explained, model.guesses(corpus.X[:50]), strict=True):
            assert one.class_ == other.class_
            assert one.probabilities == pytest.approx(other.probabilities)


def test_rows_to_explain_leave_the_rows_as_they_were(classifiers, corpus):
    for model in classifiers:
        given_rows = corpus.X[:50].copy()
        model.rows_to_explain(given_rows)
        np.testing.assert_array_equal(given_rows.toarray(), corpus.X[:50].toarray())


def test_the_pipeline_says_of_texts_what_the_classifier_says(classifiers):
    for model in classifiers:
        read = [*texts(20), ""]
        np.testing.assert_allclose(model.pipeline.predict_proba(read), model.probabilities(read), atol=1e-12)
        assert model.pipeline.predict(read).tolist() == [guess.class_ for guess in model.classify(read)]


def test_a_model_that_was_saved_and_loaded_says_the_same_bit_for_bit(classifiers):
    read = [*texts(30), ""]
    for model in classifiers:
        again = TextClassifier.from_bytes(model.to_bytes())
        assert same(again.learner, model.learner)
        assert again.probabilities(read).tobytes() == model.probabilities(read).tobytes()
        assert again.learner.remark == model.learner.remark
        for text in read[:10]:
            assert again.explain(text).words == model.explain(text).words


@quickly
@given(st.integers(2, 60), st.integers(2, 4), st.integers(0, 99))
def test_what_labels_add_is_believed_as_far_as_labels_that_were_left_out_bear_it_out(number, classes, seed):
    numbers = np.random.default_rng(seed)
    y, said = numbers.integers(0, classes, number), numbers.normal(size=(number, classes))
    least, expected = number / (number + 30), number / (number + 5)
    right, wrong = 5.0 * np.eye(classes)[y], -5.0 * np.eye(classes)[y]
    half_a_step = (1.0 - least) / 10
    assert share_of_addition(said, right, y) >= expected - half_a_step - 1e-9
    assert share_of_addition(said, wrong, y) == pytest.approx(least)
    assert least - 1e-9 <= share_of_addition(said, numbers.normal(size=said.shape), y) <= 1.0 + 1e-9


def test_a_wrong_word_that_labels_contradict_costs_little():
    corpus = Corpus(classes=2, documents=400, seed=3)
    right = [(corpus.own(j)[place], corpus.classes[j]) for j in (0, 1) for place in (2, 3)]
    wrong = [(corpus.own(1)[0], corpus.classes[0])]  # the most typical term of the other class
    rows = np.arange(30)

    def weight(words, labels):
        model = LessonRegression().fit(
            corpus.X[rows[:labels]], corpus.y[rows[:labels]], words=words, pool=corpus.pool, classes=corpus.classes
        )
        return model.weights_[wrong[0][0]] @ [1.0, -1.0]

    assert weight(right + wrong, 0) > weight(right, 0)  # it is heard while no label speaks against it
    assert weight(right + wrong, 30) < 0.0
    assert abs(weight(right + wrong, 30) - weight(right, 30)) < abs(weight(right, 30))


@quickly
@given(st.integers(2, 3), st.integers(1, 60), st.integers(0, 99))
def test_a_text_of_one_taught_word_is_of_its_class_however_the_labels_are(classes, labels, seed):
    """What is learned from whole documents does not decide of a text of a single word."""
    corpus = Corpus(classes=classes, documents=200, seed=seed)
    words = [(corpus.own(j)[place], corpus.classes[j]) for j in range(classes) for place in range(3)]
    rows = np.arange(labels)
    model = LessonRegression().fit(
        corpus.X[rows], corpus.y[rows], words=words, pool=corpus.pool, classes=corpus.classes
    )
    if model.comparison_["ahead"] == "all lessons":
        alone = csr_array(
            (np.ones(len(words)), ([*range(len(words))], [term for term, _ in words])), (len(words), corpus.X.shape[1])
        )
        assert model.predict(alone).tolist() == [class_ for _, class_ in words]
