"""How lime, shap and dice-ml rank the words of a document for one class, each as its documentation says."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import dice_ml
import numpy as np
import pandas as pd
import shap
from lime.lime_text import LimeTextExplainer
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from teachback.experiments.martens2014.tasks import Fitted

Rank = Callable[[str], list[str]]
_SAMPLES = 5000  # lime's default; shap's Kernel gets as many


def rankings(given: Fitted, names: Sequence[str], class_: str) -> dict[str, Rank]:
    """The named rankings of a model's words, the one that speaks most for the class first."""
    make = {"lime": _lime, "shap Linear": _shap_linear, "shap Kernel": _shap_kernel}
    return {name: make[name](given, class_) for name in names}


def _probability(given: Fitted, class_: str) -> Callable[[Any], NDArray[np.float64]]:
    """The probability (or the squashed decision value) of the class for rows."""
    model = given.model
    place = list(model.classes_).index(class_)
    if hasattr(model, "decision_function"):
        sign = 1.0 if place == 1 else -1.0
        return lambda X: expit(sign * model.decision_function(X))
    return lambda X: model.predict_proba(X)[:, place]


def _lime(given: Fitted, class_: str) -> Rank:
    probability, vectorizer = _probability(given, class_), given.split.vectorizer
    explainer = LimeTextExplainer(bow=True, random_state=0)

    def predict(texts: list[str]) -> NDArray[np.float64]:
        own = probability(vectorizer.transform(texts))
        return np.column_stack([1.0 - own, own])

    def rank(text: str) -> list[str]:
        read = vectorizer.build_analyzer()
        known = " ".join(word for word in read(text) if word in vectorizer.vocabulary_)
        told = explainer.explain_instance(known, predict, labels=(1,), num_features=30, num_samples=_SAMPLES)
        return [word for word, weight in told.as_list(label=1) if weight > 0]

    return rank


def _shap_linear(given: Fitted, class_: str) -> Rank:
    names, vectorizer = given.split.vectorizer.get_feature_names_out(), given.split.vectorizer
    sign = 1.0 if given.model.classes_[1] == class_ else -1.0
    empty = csr_matrix((1, given.X.shape[1]))
    explainer = shap.LinearExplainer(given.model, shap.maskers.Independent(empty, max_samples=1))

    def rank(text: str) -> list[str]:
        row = vectorizer.transform([text])
        values = sign * np.asarray(explainer.shap_values(row)).ravel()[row.indices]
        return [names[row.indices[place]] for place in np.argsort(-values, kind="stable") if values[place] > 0]

    return rank


def _shap_kernel(given: Fitted, class_: str) -> Rank:
    """Kernel SHAP over the document's own words: over the whole vocabulary it takes ten times as long."""
    probability, vectorizer = _probability(given, class_), given.split.vectorizer
    names = vectorizer.get_feature_names_out()

    def rank(text: str) -> list[str]:
        row = vectorizer.transform([text])

        def predict(kept: NDArray[np.float64]) -> NDArray[np.float64]:
            rows, places = np.nonzero(kept)
            shape = (len(kept), row.shape[1])
            return probability(csr_matrix((row.data[places], (rows, row.indices[places])), shape=shape))

        explainer = shap.KernelExplainer(predict, np.zeros((1, row.nnz)))
        values = explainer.shap_values(np.ones((1, row.nnz)), nsamples=_SAMPLES, silent=True, l1_reg="num_features(30)")
        values = np.asarray(values).ravel()
        return [names[row.indices[place]] for place in np.argsort(-values, kind="stable") if values[place] > 0]

    return rank


def dice(given: Fitted, which: NDArray[np.intp], terms: int, class_: str) -> tuple[float, float]:
    """Seconds a document, and how many values are changed, to turn documents of the class by dice-ml."""
    common = np.argsort(-np.bincount(given.X.indices, minlength=given.X.shape[1]), kind="stable")[:terms]
    names = [f"t{place}" for place in common.tolist()]
    y = (given.y == class_).astype(int)
    model = LogisticRegression(class_weight="balanced").fit(given.X[:, common].toarray(), y)
    train = pd.DataFrame(given.X[:1000][:, common].toarray(), columns=names).assign(y=y[:1000])
    rows = pd.DataFrame(given.split.X_test[which][:, common].toarray(), columns=names)
    rows = rows[model.predict(rows.to_numpy()) == 1]
    backend = dice_ml.Model(model=_OfNames(model), backend="sklearn")
    explainer = dice_ml.Dice(
        dice_ml.Data(dataframe=train, continuous_features=names, outcome_name="y"), backend, method="random"
    )
    begin = time.process_time()
    found = explainer.generate_counterfactuals(rows, total_CFs=1, desired_class=0, random_seed=0, verbose=False)
    seconds = (time.process_time() - begin) / len(rows)
    changes = [
        int((np.abs(one.final_cfs_df[names].to_numpy(dtype=float)[0] - row) > 1e-9).sum())
        for one, row in zip(found.cf_examples_list, rows.to_numpy(), strict=True)
        if one.final_cfs_df is not None and len(one.final_cfs_df)
    ]
    return seconds, float(np.mean(changes))


class _OfNames:
    """The model for tables with names, as dice-ml passes them."""

    def __init__(self, model: LogisticRegression) -> None:
        self.model = model

    def predict(self, X: Any) -> NDArray[np.intp]:
        return np.asarray(self.model.predict(np.asarray(X, dtype=np.float64)))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        return np.asarray(self.model.predict_proba(np.asarray(X, dtype=np.float64)))
