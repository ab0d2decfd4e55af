"""From a record to the arrays of a learner."""

from __future__ import annotations

import numpy as np
import pytest

from teachback.learners import (
    ContrastSVM,
    ExpectationMaxEnt,
    LabelledWordNB,
    LessonRegression,
    PooledNB,
    RationaleMaxEnt,
)
from teachback.learners.rationales.marked_texts import MarkedTerms
from teachback.learners.training_set import MARKED, training_set
from teachback.record import (
    ClassesAdded,
    Describe,
    Distinction,
    Document,
    DocumentsAdded,
    Exclude,
    HeldOutDrawn,
    Label,
    NotAReason,
    Rationale,
    Record,
    Word,
)
from teachback.text import TermCounts

TEXTS = {
    "d1": "a refund of the invoice please",
    "d2": "it crashed again after the update",
    "d3": "the refund came late",
    "d4": "crashed on start",
    "d5": "where is the manual",
    "d6": "nothing that anybody knows",
}


def taught_to(learner, *lessons, classes=("billing", "bug", "how-to")):
    """The learner, taught."""
    record = Record({name: Document(name, text) for name, text in TEXTS.items()})
    record.append(ClassesAdded(list(classes)), DocumentsAdded(list(TEXTS)), *lessons)
    counts = TermCounts("words")
    counts.add(TEXTS.values())
    rows = {name: row for row, name in enumerate(TEXTS)}
    return training_set(record.teaching(), counts, rows, TEXTS.__getitem__, hears=learner).fit(learner), counts.X


def probabilities(learner, *lessons):
    """What it says of all documents, taught the labels, some words and this."""
    words = Word("late", "billing"), Word("start", "bug")
    model, X = taught_to(learner, *LABELS, *words, *lessons, classes=("billing", "bug"))
    return model.predict_proba(X)


LABELS = (Label("d1", "billing"), Label("d2", "bug"))


@pytest.mark.parametrize("learner", [LabelledWordNB(), PooledNB(), ContrastSVM(), RationaleMaxEnt()])
def test_a_class_of_which_nothing_is_heard_is_left_out(learner):
    marked = Rationale("d1", "billing", 2, 8), Rationale("d1", "how-to", 2, 8)
    model, X = taught_to(learner, *LABELS, *marked, NotAReason("the", "how-to"), NotAReason("please"))
    assert model.classes_.tolist() == ["billing", "bug"]
    assert set(model.predict(X).tolist()) == {"billing", "bug"}


def test_a_word_is_enough_to_be_heard_of_by_a_learner_of_words():
    model, X = taught_to(LabelledWordNB(), *LABELS, Word("manual", "how-to"))
    assert model.predict(X)[4] == "how-to"
    assert taught_to(ContrastSVM(), *LABELS, Word("manual", "how-to"))[0].classes_.tolist() == ["billing", "bug"]


def test_a_class_whose_only_label_is_held_out_or_whose_only_word_no_document_has_is_left_out():
    model, _ = taught_to(
        LabelledWordNB(), *LABELS, HeldOutDrawn(["d5"]), Label("d5", "how-to"), Word("howto", "how-to")
    )
    assert model.classes_.tolist() == ["billing", "bug"]


def test_where_only_one_class_is_heard_of_all_stay():
    model, X = taught_to(LabelledWordNB(), Word("crashed", "bug"))
    assert model.classes_.tolist() == ["billing", "bug", "how-to"]
    assert set(np.argsort(-model.predict_proba(X)[:, 1])[:2].tolist()) == {1, 3}


# Rationales and distinctions.


@pytest.mark.parametrize("learner", [LabelledWordNB(), PooledNB(), ExpectationMaxEnt()])
@pytest.mark.parametrize(
    "lesson",
    [Rationale("d1", "billing", 2, 8), Distinction("d2", "bug", "d1", "the", True)],  # the second is in both classes
)
def test_a_learner_of_words_hears_what_was_marked_and_what_tells_apart(learner, lesson):
    assert not np.array_equal(probabilities(learner), probabilities(learner, lesson))


def test_a_marked_term_counts_several_times_in_its_document():
    marked, X = taught_to(LabelledWordNB(), *LABELS, Rationale("d1", "billing", 2, 11), classes=("billing", "bug"))
    counts = TermCounts("words")
    counts.add(TEXTS.values())
    weighted = X[:2].toarray().astype(float)
    weighted[0, [counts.columns["refund"], counts.columns["of"]]] *= MARKED
    by_hand = LabelledWordNB().fit(weighted, ["billing", "bug"], pool=X[2:])
    np.testing.assert_allclose(marked.predict_proba(X), by_hand.predict_proba(X), rtol=1e-12)


def test_a_term_that_only_the_other_document_has_counts_there():
    lacks = Distinction("d2", "bug", "d1", "invoice", False)
    assert np.array_equal(
        probabilities(LabelledWordNB(), lacks),
        probabilities(LabelledWordNB(), Distinction("d1", "billing", "d2", "invoice", True)),
    )


@pytest.mark.parametrize(
    "lesson",
    [Rationale("d1", "bug", 2, 8), Rationale("d3", "billing", 4, 10)],
    ids=["another class than the label", "no label"],
)
def test_what_says_nothing_of_a_label_is_not_heard(lesson):
    np.testing.assert_array_equal(probabilities(LabelledWordNB()), probabilities(LabelledWordNB(), lesson))


def test_what_was_marked_is_the_same_whether_it_was_read_before_or_not():
    texts = {f"d{k}": f"alpha beta gamma delta epsilon {k}" for k in range(6)}
    record = Record({id: Document(id, text) for id, text in texts.items()})
    record.append(ClassesAdded(["a", "b"]), DocumentsAdded(list(texts)))
    counts, memory, read = TermCounts("words"), MarkedTerms(), []
    counts.add(texts.values())

    def look(id):
        read.append(id)
        return texts[id]

    def same(looked):
        read.clear()
        documents = [id for id in record.teaching().labels if id in record.teaching().rationales]
        marked = memory.of(record.teaching(), counts, documents, look)
        assert sorted(read) == looked
        fresh = MarkedTerms().of(record.teaching(), counts, documents, texts.__getitem__)
        assert {id: sorted(columns) for id, columns in marked.items()} == {
            id: sorted(columns) for id, columns in fresh.items()
        }
        return {id: {counts.terms[column] for column in columns} for id, columns in marked.items()}

    record.append(Label("d0", "a"), Rationale("d0", "a", 0, 5), Label("d1", "b"), Rationale("d1", "b", 6, 10))
    assert same(["d0", "d1"]) == {"d0": {"alpha"}, "d1": {"beta"}}
    assert same([]) == {"d0": {"alpha"}, "d1": {"beta"}}
    record.append(Rationale("d1", "b", 11, 16), Label("d2", "a"), Rationale("d2", "a", 0, 10))
    assert same(["d1", "d2"]) == {"d0": {"alpha"}, "d1": {"beta", "gamma"}, "d2": {"alpha", "beta"}}
    record.append(Label("d0", "b"))
    assert same(["d0"])["d0"] == set()
    counts.add(["another document with new terms"])
    assert same(["d0", "d1", "d2"])["d2"] == {"alpha", "beta"}


class Hearing(LessonRegression):
    """Keeps what it was given."""

    def fit(self, X, y=None, *, exclusions=None, vectors=None, **teaching):
        self.heard_, self.named_ = exclusions, teaching["classes"]
        return self


NOT = [Exclude("d3", "bug"), Exclude("d4", "billing"), Exclude("d4", "how-to"), Exclude("d5", "how-to")]


def test_what_documents_are_not_is_heard_in_the_classes_that_are_heard_of():
    model, X = taught_to(Hearing(), *LABELS, *NOT[:1], NOT[3])
    rows, names = model.heard_
    assert model.named_ == ["billing", "bug"]
    assert names == [{"bug"}]  # that d5 is not how-to says nothing: nothing is heard of how-to
    assert rows.toarray().tolist() == X[[2]].toarray().tolist()


def test_a_class_is_heard_of_where_no_other_is_left():
    assert taught_to(Hearing(), Label("d1", "billing"), *NOT)[0].named_ == ["billing", "bug"]
    model, _ = taught_to(Hearing(), *LABELS, Exclude("d5", "billing"), Exclude("d5", "bug"))
    assert (model.named_, model.heard_[1]) == (["billing", "bug", "how-to"], [{"billing", "bug"}])


def test_documents_that_are_labelled_held_out_or_of_no_class_are_not_heard_as_excluded():
    nothing = [Exclude("d5", name) for name in ("billing", "bug", "how-to")]
    model, _ = taught_to(Hearing(), *LABELS, Exclude("d1", "bug"), *NOT[:1], HeldOutDrawn(["d3"]), *nothing)
    assert model.heard_ is None


def test_only_the_default_learner_hears_what_documents_are_not():
    words = Word("late", "billing"), Word("start", "bug"), Word("manual", "how-to")
    for learner, hears in ((LessonRegression, True), (LabelledWordNB, False), (ContrastSVM, False)):
        one, X = taught_to(learner(), *LABELS, *words)
        other, _ = taught_to(learner(), *LABELS, *words, NOT[0])
        assert (one.predict_proba(X).tolist() != other.predict_proba(X).tolist()) is hears


# Descriptions.

CODEBOOK = (Describe("billing", "About invoice, refund. Not: the manual."), Describe("bug", "About what crashed."))


class HearingDescriptions(Hearing):
    def fit(self, X, y=None, *, descriptions=None, vectors=None, **teaching):
        self.heard_, self.named_ = descriptions, teaching["classes"]
        return self


def test_of_a_description_is_heard_what_belongs_to_its_class():
    model, _ = taught_to(HearingDescriptions(), *CODEBOOK, Describe("how-to", "Unknown matters"))
    rows, classes = model.heard_
    counts = TermCounts("words")
    counts.add(TEXTS.values())
    terms = [[counts.terms[column] for column in rows[[row]].indices] for row in range(2)]
    assert classes == model.named_ == ["billing", "bug"]  # of how-to, no document has a word
    assert [sorted(each) for each in terms] == [["invoice", "refund"], ["crashed"]]


def test_with_descriptions_alone_there_is_a_model():
    model, X = taught_to(LessonRegression(), *CODEBOOK)
    assert model.predict(X)[:4].tolist() == ["billing", "bug", "billing", "bug"]


def test_a_word_that_was_taught_or_rejected_is_not_taken_from_a_description():
    words = Word("refund", "bug"), Word("invoice", "billing")
    model, X = taught_to(LessonRegression(), *CODEBOOK, *words)
    silent, _ = taught_to(LessonRegression(), Describe("billing", "Unknown matters"), CODEBOOK[1], *words)
    assert model.predict_proba(X).tolist() == silent.predict_proba(X).tolist()
    words = Word("refund", "bug"), Word("invoice", "billing"), Word("crashed", "bug")
    model, X = taught_to(LessonRegression(), *CODEBOOK, *words)  # descriptions say nothing more
    assert model.predict(X)[2] == "bug"
    model, X = taught_to(LessonRegression(), *CODEBOOK, NotAReason("refund"))
    assert np.ptp(model.weights_, axis=1)[1] == 0.0  # what it says of the second term, refund, it says for every class
