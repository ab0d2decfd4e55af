"""Words or documents next: by what a minute settles at a teacher's pace, and each kind in its turn."""

from __future__ import annotations

import pytest

from teachback import corpora
from teachback.project import Project
from teachback.project.questions.planning import Worth, plan
from teachback.record import Exclude, Label, Rationale, Skip, Word


def words(n, seconds=3.0, teacher="ines"):
    return [Word(f"w{i}", "a", teacher=teacher, seconds=seconds) for i in range(n)]


def labels(n, seconds=10.0, teacher="ines"):
    return [Label(f"d{i}", "a", teacher=teacher, seconds=seconds) for i in range(n)]


def test_words_come_first_unless_there_are_none():
    assert plan(Worth(word=0.002, document=0.02), []).kind == "words"
    assert plan(Worth(word=0.02, document=0.0), []).kind == "words"
    assert plan(Worth(word=0.0001, document=0.02), words(20)).kind == "words"
    assert plan(Worth(word=0.0001, document=0.02), words(45)).kind == "documents"
    assert plan(Worth(word=0.0, document=0.02), []).kind == "documents"


def test_her_own_pace_counts():
    worth = Worth(word=0.0008, document=0.03)
    slow, quick = labels(20, 55.0), labels(20, 2.0)
    assert plan(worth, slow).documents < plan(worth, []).documents < plan(worth, quick).documents
    assert plan(worth, [*slow, *words(3)]).kind == "words"
    assert plan(worth, [*quick, *words(3)]).kind == "documents"


def test_after_two_minutes_of_the_first_words_documents_have_a_turn():
    worth = Worth(word=0.002, document=0.02, reach=0.4)
    assert str(plan(worth, words(20))) == "words: the next ones are in 40 % of the texts that are in doubt"
    turned = plan(worth, words(45))
    assert (turned.kind, turned.words > turned.documents) == ("documents", True)
    assert turned.why == "after 2 minutes of words, labels show how far these hold"
    assert plan(worth, [*words(45), *labels(1)]).kind == "documents"
    assert plan(worth, [*words(45), *labels(6)]).kind == "words"


def test_later_a_minute_of_either_is_enough():
    worth = Worth(word=0.002, document=0.02)
    assert plan(worth, [*labels(1), *words(15)]).kind == "words"
    assert plan(worth, [*labels(1), *words(21)]).why == "after a minute of words, labels show how far these hold"


def test_a_kind_that_settles_far_less_loses_its_turn():
    rather = plan(Worth(word=0.0001, document=0.02), [*words(1), *labels(7)])
    assert str(rather) == "documents: they settle far more in a minute than the words that are left"
    assert plan(Worth(word=0.02, document=0.0001), words(60)).kind == "words"


def test_there_is_no_turn_where_nothing_is_left_to_ask():
    assert plan(Worth(word=0.02, document=0.0), words(60)).kind == "words"
    assert plan(Worth(word=0.0, document=0.02), labels(60)).kind == "documents"


def test_highlights_and_skips_are_part_of_documents():
    marked = Rationale("d0", "a", 0, 3, teacher="ines", seconds=30.0)
    worth = Worth(word=0.002, document=0.02)
    assert plan(worth, [*words(1), *labels(1), marked]).kind == "documents"
    assert plan(worth, [*words(1), Exclude("d0", "a", teacher="ines", seconds=5.0)]).kind == "documents"
    assert plan(worth, [*words(1), *labels(1), marked, Skip("d5", teacher="ines", seconds=30.0)]).kind == "words"


@pytest.fixture(scope="module")
def demo():
    corpus = corpora.load("demo")
    texts = {document.id: document.text for document in corpus.documents}
    with Project.from_texts(texts, classes=corpus.classes) as project:
        yield project, corpus


def test_a_project_begins_with_words_and_goes_on_to_documents(demo):
    project, corpus = demo
    first = project.plan("ines")
    assert (first.kind, first.words > 0.0, first.documents > 0.0) == ("words", True, True)
    offered = [asked.term for terms in project.ask(0, words=50).words.values() for asked in terms][:45]
    assert len(offered) == 45
    project.teach(*(Word(term, corpus.classes[i % 3], teacher="ines", seconds=3.0) for i, term in enumerate(offered)))
    project.learn()
    assert project.plan("ines").kind == "documents"
    assert project.plan("another").kind == "words"  # who has not had her turn of them


def test_what_is_like_an_answered_document_would_settle_less(demo):
    project, _ = demo
    before = project.questioner.worth()
    asked = project.ask(10, words=0, checks=0.0).documents
    project.teach(*(Skip(each.document.id, teacher="ines") for each in asked))  # the model stays as it is
    assert 0.0 < project.questioner.worth().document < before.document


def test_texts_without_anything_in_common_have_no_plan():
    with Project.from_texts(["one", "two"], classes=["a", "b"]) as project:
        assert project.plan() is None


def _each(columns):
    return ((class_, asked) for class_, terms in columns.items() for asked in terms)


def test_where_every_document_is_answered_there_is_no_plan():
    texts = [f"{word} of the {thing}" for word in ("invoice", "refund", "crash") for thing in ("app", "shop", "car")]
    with Project.from_texts(texts, classes=["bug", "billing"]) as project:
        ids = list(project.record.documents)
        project.teach(
            *(Label(id, ("billing", "bug")[text.startswith("crash")]) for id, text in zip(ids, texts, strict=True))
        )
        project.learn()
        assert project.plan() is None
