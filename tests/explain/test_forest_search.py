"""The smallest explanations of trees are those that trying every combination of words finds, however rows are made."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from teachback.explain import Explainer
from tests.explain.test_exactness import checked, fitted, is_exact, made_up_texts

TREES = ["boosted", "forest", "extra", "tree"]


def least_by_scoring_everything(question):
    """The fewest words that change the class, of all combinations; None when there are none."""
    removed = (np.arange(1 << question.scorer.size)[:, np.newaxis] >> np.arange(question.scorer.size)) & 1 == 1
    removed = removed[~removed[:, np.setdiff1d(np.arange(question.scorer.size), question.free)].any(axis=1)]
    sizes = removed.sum(axis=1)[question.ask(removed)[1]]
    return int(sizes.min()) if len(sizes) else None


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize("vectorizer", ["counts", "presence", "tf-idf", "l1", "weighed afterwards"])
@pytest.mark.parametrize("model", TREES)
def test_trees_are_explained_by_the_proven_minimum(model, vectorizer, removal):
    for classes in (2, 3):
        assert is_exact(checked(vectorizer, model, removal, classes, seed=3, longest=11))


@pytest.mark.parametrize("vectorizer", ["tf-idf", "l1", "counts"])
@pytest.mark.parametrize("model", TREES)
def test_a_thousand_documents_are_explained_exactly_within_limits_and_with_words_that_stay(model, vectorizer):
    for classes in (2, 4):
        explainer = Explainer(fitted(vectorizer, model, classes))
        for number, text in enumerate(made_up_texts(50, classes, seed=6, longest=13)[0]):
            document = explainer.reader.open(text)
            protect = document.words[: number % 3 if len(document.words) > 2 else 0]
            least = least_by_scoring_everything(explainer._question(document, None, frozenset(protect)))
            most, free = 1 + number % 4, len(document.words) - len(protect)
            explanation = explainer.explain(text, max_words=most, protect=protect)
            assert not set(protect) & set(explanation.words)
            if least is not None and least <= most:
                assert (explanation.status, explanation.lower_bound, len(explanation.words)) == (
                    "minimum",
                    least,
                    least,
                )
            else:
                assert explanation.status == ("none_exists" if least is None or most >= free else "not_found")
                assert explanation.lower_bound == (free + 1 if least is None else min(most, free) + 1)


@pytest.mark.parametrize("learner", [GradientBoostingClassifier(n_estimators=20), RandomForestClassifier(8)])
def test_values_on_the_thresholds_go_where_the_trees_send_them(learner):
    random = np.random.default_rng(0)
    counts = random.integers(0, 3, size=(150, 8)).astype(np.float64)
    X, y = normalize(counts), (counts[:, 0] + counts[:, 1] > counts[:, 2] + counts[:, 3]).astype(int)
    vectorizer = TfidfVectorizer(use_idf=False).fit([" ".join(f"w{word}" for word in range(8))])
    model = learner.set_params(random_state=0).fit(csr_array(X), y)
    explainer = Explainer(model, vectorizer)
    trees = explainer.model.structure
    reachable = np.unique((X / np.linalg.norm(X[:, 1:], axis=1, keepdims=True).clip(0.1)).astype(np.float32))
    nearest = reachable[np.abs(trees.threshold[:, np.newaxis] - reachable).argmin(axis=1)].astype(np.float64)
    moved = replace(trees, threshold=np.where(trees.left >= 0, nearest, trees.threshold))
    explainer.model = replace(explainer.model, structure=moved, scores=moved.scores, confirm=None)
    for row in X[:100][counts[:100].any(axis=1)]:
        document = explainer.reader.open(csr_array(row[np.newaxis]))
        least = least_by_scoring_everything(explainer._question(document, None, frozenset()))
        explanation = explainer.explain(csr_array(row[np.newaxis]), max_words=None)
        assert explanation.status == ("none_exists" if least is None else "minimum")
        assert len(explanation.words) == (least or 0)


@pytest.mark.parametrize("model", TREES)
def test_a_search_that_is_given_up_claims_nothing_that_is_not_so(model):
    given_up = patch("teachback.explain.search.choice.smallest_for_trees", return_value=((), 1))
    with given_up, patch("teachback.explain.search.best_first._SMALL", 0):
        answers = [answer for classes in (2, 3) for answer in checked("tf-idf", model, "text", classes, seed=3)]
    assert any(explanation.status == "minimum" for explanation, _ in answers)
