"""Every kernel returns the same, to the bit, as Python, with arrays and compiled."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

from teachback import warm_up
from teachback.explain import Explainer
from teachback.kernels import Kernel, compiling
from teachback.queries.duplicates import near_duplicates
from teachback.text import TermCounts, Vocabulary, analyzer
from teachback.text.counts import stream
from teachback.text.scan import TextColumn

WORDS = ["goal", "match", "referee", "keeper", "vote", "party", "minister", "bill", "rain", "wind", "<b>sun</b>", "12"]
SIGNS = ["&amp;", "don't", "naïve", "日本語", "👍🏽", "@you", ":-)", "a < b", "नमस्ते"]


def copied(value):
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, tuple):
        parts = [copied(each) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def leaves(value):
    if isinstance(value, tuple):
        return [leaf for each in value for leaf in leaves(each)]
    return [value]


def assert_same(one, other, of):
    for a, b in zip(leaves(one), leaves(other), strict=True):
        np.testing.assert_array_equal(a, b, err_msg=of)


@pytest.fixture
def compared(monkeypatch):
    """Makes each call of a kernel in all its forms, and tells which kernels were called."""
    called = set()
    real = Kernel.__call__

    def call(self, *arguments):
        name = f"{self.__module__}.{self.__name__}"
        called.add(name)
        slow, quick = copied(arguments), copied(arguments)
        answer = self.as_python(*slow)
        meanwhile = self._meanwhile(*quick) if self._meanwhile else answer
        compiled = real(self, *arguments)
        for form, given in ((answer, slow), (meanwhile, quick if self._meanwhile else slow)):
            assert_same(compiled, form, name)
            if not name.endswith(("._expect", "._intern")):  # these leave scratch behind in what they were given
                assert_same(arguments, given, name)
        return compiled

    monkeypatch.setattr(Kernel, "__call__", call)
    with compiling():
        yield called


def texts(number, seed=0):
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS + SIGNS * (k % 2), k=draw.randint(0, 12))) for k in range(number)]


def test_while_teaching(compared):
    warm_up._round(12, 400, 3)
    assert {"teachback.sweeps._scores", "teachback.text.scanners.scan_words"} <= compared


def test_while_counting_texts_of_all_kinds(compared):
    for name in ("words", "tweets", "tokens", "lines"):
        counts = TermCounts(name)
        counts.add(texts(60))
    assert {f"teachback.text.scanners.scan_{name}" for name in ("words", "tweets", "spaces")} <= compared


def test_while_counting_texts_as_they_lie_in_a_table(compared):
    column = TextColumn.of([*texts(60), 300 * "a", 520 * "a b ", "Straße 7b", ""])
    for grow in (True, False):
        list(stream(analyzer("words"), Vocabulary(), column, grow=grow))
    assert "teachback.text.interning._count_words" in compared


def test_while_looking_for_duplicates(compared):
    counts = TermCounts("words")
    counts.add(texts(80) + texts(20))
    near_duplicates(csr_array(counts.X))
    assert compared


@pytest.mark.parametrize(
    "model", [RandomForestClassifier(5, random_state=0), SVC(), MLPClassifier((3,), solver="lbfgs", random_state=0)]
)
def test_while_explaining(model, compared):
    given = [text + " goal" * (place % 2) for place, text in enumerate(texts(30, seed=1))]
    pipeline = make_pipeline(CountVectorizer(), model).fit(given, [place % 2 for place in range(30)])
    Explainer(pipeline).explain(given[1])
    assert compared
