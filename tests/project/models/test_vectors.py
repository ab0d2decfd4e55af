"""What the documents of a project say by themselves: the first questions, and models before and after vectors."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from teachback.project import Project
from teachback.record import Document, Label, NotAReason, Word

TEXTS = {
    "music": "guitar drums violin chord melody tempo concert singer rhythm piano trumpet opera choir album",
    "garden": "soil seeds tulip roots compost weeds shovel harvest tomato prune blossom hedge lawn mulch",
    "space": "orbit rocket planet comet gravity lunar astronaut telescope nebula probe galaxy launch crater star",
    "kitchen": "oven flour butter simmer recipe garlic onion sauce pepper whisk dough skillet roast broth",
}
TOPICS = {topic: text.split() for topic, text in TEXTS.items()}
COMMON = ["the", "a", "of", "to", "and", "in", "it", "is", "that", "was", "for", "on", "with", "as"]


def documents(of_each=14, seed=0, topics=tuple(TOPICS), prefix=""):
    """Texts of clearly separated topics, mixed: id → text; an id begins with its topic."""
    numbers = np.random.default_rng(seed)
    made = [
        (f"{topic}-{prefix}{number}", " ".join([*numbers.choice(TOPICS[topic], 8), *numbers.choice(COMMON, 4)]))
        for topic in topics
        for number in range(of_each)
    ]
    return {made[place][0]: made[place][1] for place in numbers.permutation(len(made))}


def topic_of(id):
    return id.split("-")[0]


def new_project(texts=None):
    return Project.from_texts(documents() if texts is None else texts, classes=list(TOPICS))


def asked(project, n):
    return [question.document.id for question in project.ask(n, words=0, checks=0.0).documents]


def accuracy(project):
    return np.mean([guess.class_ == topic_of(id) for id, guess in project.predictions()])


def probabilities(project, texts):
    return project.learned.classifier.probabilities(list(texts))


def label_some(project, per_topic=1):
    ids = sorted(document.id for document in project.documents())
    for topic in TOPICS:
        project.teach(*(Label(id, topic) for id in [id for id in ids if topic_of(id) == topic][:per_topic]))


# What is asked.


@pytest.mark.parametrize("seed", range(4))
def test_the_first_questions_cover_every_topic_once(seed):
    with new_project(documents(seed=seed)) as project:
        assert sorted(map(topic_of, asked(project, 4))) == sorted(TOPICS)


def test_questions_that_are_asked_one_by_one_cover_every_topic_too():
    with new_project() as project:
        found = []
        for _ in TOPICS:
            (id,) = asked(project, 1)
            found.append(id)
            project.teach(Label(id, topic_of(id)))
        assert len(set(found)) == 4
        assert {topic_of(id) for id in found} == set(TOPICS)


def test_what_was_answered_is_not_asked_again():
    with new_project() as project:
        done = set()
        for _ in range(6):
            ids = asked(project, 6)
            assert len(ids) == 6
            assert not done & set(ids)
            done |= set(ids)
            project.teach(*(Label(id, topic_of(id)) for id in ids))
            project.learn()
        assert accuracy(project) > 0.95


def test_a_topic_of_more_documents_is_asked_before_others():
    texts = documents(of_each=10) | documents(of_each=20, topics=("space",), prefix="more")
    with new_project(texts) as project:
        assert topic_of(asked(project, 1)[0]) == "space"


def test_a_project_of_fewer_documents_asks_all_of_them():
    few = dict(list(documents().items())[:3])
    with new_project(few) as project:
        assert sorted(asked(project, 10)) == sorted(few)


# Models before and after vectors.


def test_a_model_that_cannot_wait_learns_of_terms_alone_and_a_later_one_of_vectors():
    unseen = list(documents(seed=3).values())
    with new_project() as project, new_project() as waiting:
        project.make_vectors_later()
        for each in (project, waiting):
            label_some(each)
            each.learn()
        labelled = " ".join(project.document(id).text for id in project.teaching().labels).split()
        strange = next(word for words in TOPICS.values() for word in words if word not in labelled)
        before = accuracy(project)
        empty, strange_before = probabilities(project, ["", strange])  # no labelled document has the word
        by_terms = np.abs(strange_before - empty).max()
        assert project.make_vectors()
        assert not project.make_vectors()
        project.learn()
        empty, strange_now = probabilities(project, ["", strange])
        assert np.abs(strange_now - empty).max() > 2 * by_terms > 0
        assert accuracy(project) >= before
        assert probabilities(project, unseen).tobytes() == probabilities(waiting, unseen).tobytes()


def test_words_are_learned_without_vectors_too():
    with new_project() as project:
        project.make_vectors_later()
        project.teach(*(Word(word, topic) for topic, words in TOPICS.items() for word in words[:3]))
        project.learn()
        assert accuracy(project) > 0.8


def test_new_documents_need_new_vectors():
    with new_project() as project:
        assert project.make_vectors()
        project.add_documents(Document(id, text) for id, text in documents(3, seed=7, prefix="new").items())
        assert project.make_vectors()
        assert not project.make_vectors()


def test_asking_makes_vectors_and_learning_uses_them():
    with new_project() as project:
        asked(project, 2)
        assert not project.make_vectors()


# Documents that were taken back.


def with_others_taken_back():
    """A project to which documents were added and taken back, of words that it knows."""
    project = new_project()
    numbers = np.random.default_rng(5)
    others = [
        Document(f"other-{place}", " ".join(["guitar", "soil", *numbers.choice(COMMON, 5)])) for place in range(40)
    ]
    project.add_documents(others)
    project.take_back(project.last_import())
    return project


def test_documents_that_were_taken_back_have_no_part_in_vectors():
    with with_others_taken_back() as project, new_project() as plain:
        assert project.make_vectors()
        plain.make_vectors()
        gone = project._ledger.gone
        found, expected = project._terms.made_vectors(gone), plain._terms.made_vectors()
        assert len(gone) == 40
        assert project._terms.made_vectors() is None
        known = [project._terms.columns[term] for term in plain._terms.columns]
        np.testing.assert_allclose(found.rarity[known], expected.rarity)
        np.testing.assert_allclose(found.directions[known], expected.directions, atol=1e-9)
        assert not {project._terms.documents[row] for row in found.rows} & gone


@pytest.mark.parametrize("later", [False, True], ids=["with vectors", "before vectors"])
def test_nothing_is_learned_from_documents_that_were_taken_back(later):
    texts = list(documents(seed=3).values())
    with with_others_taken_back() as project, new_project() as plain:
        for each in (project, plain):
            if later:
                each.make_vectors_later()
            label_some(each, 2)
            each.teach(
                Word("tulip", "garden"), Word("orbit", "space"), Word("guitar", "music"), Word("oven", "kitchen")
            )
            each.learn()
        np.testing.assert_allclose(probabilities(project, texts), probabilities(plain, texts), atol=1e-4)


def test_documents_that_were_taken_back_are_not_asked():
    with with_others_taken_back() as project:
        assert not any(id.startswith("other") for id in asked(project, 50))


def test_documents_that_come_back_have_a_part_in_vectors_again():
    with with_others_taken_back() as project:
        project.make_vectors()
        project.take_back(len(project.record))
        assert project.make_vectors()
        assert len(project._terms.made_vectors(project._ledger.gone).rows) == 14 * 4 + 40


# A word that is no reason has no weight in rows: the review explains those rows and judges them afterwards.


@pytest.mark.parametrize("rejected", [[], ["the"], ["the", "guitar"]])
def test_labels_that_are_left_out_are_judged_whatever_is_no_reason(rejected):
    with new_project() as project:
        label_some(project, 6)
        project.teach(*map(NotAReason, rejected))
        project.learn()
        found = project.review.cross_fit()
        right = [topic_of(id) == class_ for id, class_ in zip(found.labels, found.predicted, strict=True)]
        assert len(right) == 24
        assert np.mean(right) > 0.9
        np.testing.assert_allclose(found.P.sum(axis=1), 1.0)


def test_the_topics_of_the_first_page_do_not_depend_on_the_order_of_documents():
    texts = documents()
    turned = dict(reversed(list(texts.items())))
    with new_project(texts) as one, new_project(turned) as other:
        assert Counter(map(topic_of, asked(one, 8))) == Counter(map(topic_of, asked(other, 8)))
