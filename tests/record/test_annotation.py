from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, precision_recall_fscore_support

from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Rationale, Record, Retract
from teachback.record.annotation import TaskTime, agreement, agreements, rationale_counts, task_times, words

TEXT = "a very dull film with a very fine cast"
spans = st.tuples(st.integers(0, len(TEXT) - 2), st.integers(1, 12)).map(lambda s: (s[0], min(s[0] + s[1], len(TEXT))))


def recorded(*lessons, texts=None):
    documents = {name: Document(name, text) for name, text in (texts or {"d1": TEXT, "d2": TEXT}).items()}
    record = Record(documents, [ClassesAdded(("neg", "pos")), DocumentsAdded(tuple(documents))])
    record.append(*lessons)
    return documents, record


def marked(teacher, *passages, document="d1"):
    return [Rationale(document, "neg", start, end, teacher=teacher) for start, end in passages]


def test_agreement_worked_by_hand():
    mine, theirs = marked("ann", (2, 11), (22, 33)), marked("bob", (7, 16), (34, 38))
    documents, record = recorded(*mine, *theirs, *marked("ann", (0, 1), document="d2"))
    agreed = agreement(documents, record.teaching(), "ann", "bob")
    assert (agreed.documents, agreed.rationales) == (1, 2)  # bob did not mark d2
    assert (agreed.shared, agreed.same, agreed.recall, agreed.f1) == (0.5, 0.0, 0.5, 0.5)
    assert (agreed.token_precision, agreed.token_recall) == (1 / 5, 1 / 3)  # very dull a very fine; dull film cast


@settings(deadline=None, max_examples=40)
@given(st.lists(spans, min_size=1, max_size=3, unique=True), st.lists(spans, min_size=1, max_size=3, unique=True))
def test_tokens_agree_as_scikit_learn_says(mine, theirs):
    documents, record = recorded(*marked("ann", *mine), *marked("bob", *theirs))
    agreed = agreement(documents, record.teaching(), "ann", "bob")
    tags = [
        [any(a < end and start < b for start, end in passages) for a, b in words(TEXT)] for passages in (mine, theirs)
    ]
    precision, recall, f1, _ = precision_recall_fscore_support(tags[1], tags[0], average="binary", zero_division=0)
    np.testing.assert_allclose([agreed.token_precision, agreed.token_recall, agreed.token_f1], [precision, recall, f1])
    if 0 < sum(tags[0]) < len(tags[0]):
        assert agreed.kappa == pytest.approx(cohen_kappa_score(*tags))


@settings(deadline=None, max_examples=40)
@given(st.lists(spans, min_size=1, max_size=3, unique=True), st.lists(spans, min_size=1, max_size=3, unique=True))
def test_what_is_precision_one_way_is_recall_the_other(mine, theirs):
    documents, record = recorded(*marked("ann", *mine), *marked("bob", *theirs))
    pairs = agreements(documents, record.teaching())
    one, other = pairs["ann", "bob"], pairs["bob", "ann"]
    assert (one.shared, one.token_precision) == (other.recall, other.token_recall)
    assert one.kappa == pytest.approx(other.kappa)


def test_teachers_without_a_common_document_have_no_agreement():
    documents, record = recorded(*marked("ann", (0, 3)), *marked("bob", (0, 3), document="d2"))
    assert agreement(documents, record.teaching(), "ann", "bob") is None
    assert agreements(documents, record.teaching()) == {}


def test_retracted_rationales_do_not_count():
    lesson = Rationale("d1", "neg", 0, 3, id="oops")
    _, record = recorded(Label("d1", "neg"), lesson, Rationale("d1", "neg", 7, 11), Retract("oops"))
    assert rationale_counts(record.teaching()) == {1: 1}


def test_rationales_are_counted_for_one_teacher_or_for_all():
    _, record = recorded(Label("d2", "neg"), *marked("ann", (0, 3), (7, 9)), *marked("bob", (0, 3)))
    assert rationale_counts(record.teaching()) == {0: 1, 3: 1}


def test_times_are_by_teacher_and_task():
    texts = {f"d{number}": TEXT for number in range(5)}
    _, record = recorded(
        Label("d0", "neg", teacher="ann", seconds=10),
        Label("d1", "neg", teacher="ann", seconds=20),
        Label("d2", "neg", teacher="ann", seconds=12),
        Rationale("d2", "neg", 0, 3, teacher="ann", seconds=5),
        Rationale("d2", "neg", 7, 9, teacher="ann", seconds=3),
        Rationale("d3", "neg", 7, 9, teacher="bob", seconds=8),
        Label("d4", "neg", teacher="bob"),
        texts=texts,
    )
    assert task_times(record.active()) == {
        ("ann", "both"): TaskTime(1, 20.0, 20.0),
        ("ann", "label"): TaskTime(2, 15.0, 15.0),
        ("bob", "rationale"): TaskTime(1, 8.0, 8.0),
    }
