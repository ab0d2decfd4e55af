"""Have every compiled loop ready before a person waits for it."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from sklearn.pipeline import make_pipeline

from teachback.explain import Explainer
from teachback.kernels import compiling
from teachback.learners import ContrastSVM, DistinctionList, LabelledWordNB, LessonRegression, RationaleMaxEnt
from teachback.learners.rationales.marked_texts import read_marked
from teachback.pool import Pool
from teachback.queries import UNCERTAINTIES, ask_documents, ask_words, rank
from teachback.text import Damped, TermCounts, Vectorizer
from teachback.vectors import UnitRows

_CLASSES = (2, 10)  # few and many are added up in different ways


def warm_up() -> None:
    """Run a round of teaching on a few made-up texts.

    Loops are compiled when they have enough to do, which takes seconds, and are kept on disk: after that, loading them
    takes a fraction of one. A program that people wait for calls this at its start, behind whatever they look at first.

    >>> warm_up()
    """
    with compiling():
        for shape in ((12, 400), (400, 20)):  # fewer documents than terms, and more
            for classes in _CLASSES:
                _round(*shape, classes)


def _round(documents: int, terms: int, classes: int) -> None:
    draw = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrst"))
    spelled = ["".join(letters[[number // 20, number % 20, 0]]) for number in range(terms)]
    texts = [" ".join(spelled[number] for number in draw.integers(terms, size=60)) for _ in range(documents)]
    counts = TermCounts("words")
    counts.add(texts)
    pool, names = Pool(counts.X), [f"class {number}" for number in range(classes)]
    words = [(term, names[term % classes]) for term in range(classes)]
    LabelledWordNB().fit(pool.counts[:classes], names, words=words[1:], not_a_reason=[0], pool=pool, classes=names)
    model = LabelledWordNB().fit(None, words=words, pool=pool, classes=names)
    P = model.predict_proba(pool)
    few = pool.counts[:classes]
    reasons = csr_array(few.multiply(csr_array(few > 1)))
    learner = LessonRegression().fit(few, names, words=words, pool=pool, classes=names, reasons=reasons)
    learner.predict_proba(pool)
    for order in UNCERTAINTIES:
        rank(P, by=order)
    ask_documents(3, P, classes=names, X=pool)
    ask_words(3, pool, P, classes=names, min_documents=1)
    ask_words(3, pool, classes=names, min_documents=1)
    _reasons(texts[:classes], names, counts)


def _reasons(texts: list[str], names: list[str], counts: TermCounts) -> None:
    """Explain, and learn from highlights and distinctions."""
    for steps in ((), (UnitRows(np.ones(counts.X.shape[1])),)):
        model = make_pipeline(Vectorizer.of(counts.analyzer, counts.terms), Damped(), *steps, LabelledWordNB())
        explainer = Explainer(model.fit(texts, names))
        explainer.explain(texts[0])
        explainer.explain_many(texts)
    marked = read_marked(counts, texts, [(0, names[0], 0, 7)])
    X = counts.X[: len(texts)]
    ContrastSVM().fit(X, names, rationales=marked)
    RationaleMaxEnt().fit(X, names, rationales=marked)
    DistinctionList().fit(X, names).predict(X)
