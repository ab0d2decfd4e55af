"""Many explanations: metrics, words, coverage, and labels that may be wrong."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline

from teachback.corpora import load
from teachback.explain import CannotExplain, Explainer, Explanations, Removal
from teachback.explain.explanation import Explanation


def explanation(own, *sets, seconds=1.0):
    removals = tuple(Removal(words, "other", -1.0, "minimal") for words in sets)
    removed = sets[0] if sets else ()
    status = "minimal" if sets else "not_found"
    return Explanation(own, removals, status, 1, True, 2.0, (2.0, -1.0), removed, 9, 5, seconds, seconds / 2)


def test_the_metrics_are_those_of_a_table_worked_by_hand():
    many = Explanations(
        [
            explanation("a", ("x",), ("y",), ("z", "u", "v")),
            explanation("a", ("x", "y", "w"), seconds=3.0),
            explanation("a"),
        ]
    )
    means = {name: metric.mean for name, metric in many.metrics().items()}
    assert means == pytest.approx({"PE": 200 / 3, "AWS": 2.0, "ANS": 1.5, "ANT": 2.0, "ADF": 1.0, "ADA": 2.0})
    assert many.metrics()["AWS"].low == pytest.approx(1.2)
    assert many.metrics()["AWS"].high == pytest.approx(2.8)
    assert many.words() == [("x", 2), ("w", 1), ("y", 1)]
    assert many.words(every_set=True)[:2] == [("x", 2), ("y", 2)]
    assert many.coverage(["w", "y", "x"]).tolist() == [0, 1, 2]
    assert np.isnan(Explanations([]).metrics()["AWS"].mean)


@pytest.mark.parametrize("model", [LogisticRegression(C=10), MLPClassifier((6,), max_iter=30, random_state=0)])
@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_coverage_counts_the_documents_that_some_of_the_words_explain(model):
    corpus = load("demo")
    texts, y = list(corpus.texts)[:40], list(corpus.y)[:40]
    pipeline = make_pipeline(CountVectorizer(), model).fit(texts, y)
    many = Explainer(pipeline).explain_many(texts)
    ranking = [word for word, _ in many.words(every_set=True)]
    covered = many.coverage(ranking)
    assert (np.diff(covered) >= 0).all()
    assert covered[-1] >= sum(bool(one.sets) for one in many)
    for size in (3, 10):
        inside = set(ranking[:size])
        by_sets = sum(bool(one.sets) and set(one.words) <= inside for one in many)
        assert covered[size - 1] >= by_sets


def test_wrong_labels_are_ranked_before_right_ones():
    random = np.random.default_rng(0)
    y = np.arange(240) % 2
    texts = [" ".join(f"w{word}" for word in random.choice(20, 10, p=_taste(c))) for c in y]
    flipped = random.choice(240, 24, replace=False)
    labels = y.copy()
    labels[flipped] = 1 - labels[flipped]
    pipeline = make_pipeline(CountVectorizer(), LogisticRegression())
    guessed = cross_val_predict(pipeline, texts, labels, cv=4)
    many = []
    for fold in range(4):
        test = np.arange(240) % 4 == fold
        half = pipeline.fit([text for text, out in zip(texts, test, strict=True) if not out], labels[~test])
        explanations = iter(Explainer(half).explain_many([text for text, out in zip(texts, test, strict=True) if out]))
        many.append((test, explanations))
    each = [next(next(explanations for test, explanations in many if test[place])) for place in range(240)]
    suspects = Explanations(each).mislabelled(labels.tolist())
    first = [suspect.position for suspect in suspects[:24]]
    assert np.isin(first, flipped).mean() > 0.7 > 2 * (guessed != labels).mean()
    assert "labelled" in suspects[0].why
    right, wrong = Explanations(each).by_truth(labels.tolist())
    assert len(right) + len(wrong) == 240
    with pytest.raises(CannotExplain, match="3 labels were given for 240 documents"):
        Explanations(each).mislabelled([0, 1, 0])


def _taste(c):
    liked = np.where(np.arange(20) % 2 == c, 4.0, 1.0)
    return liked / liked.sum()
