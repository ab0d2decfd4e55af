"""All that is shown of a document comes from one model, also while newer ones are learned."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.project import Project
from teachback.project.review.explanations import removed
from teachback.record import Label, NotAReason, Word

WORDS = ["refund", "invoice", "crash", "update", "parcel", "late", "login", "password"]
WORDS += ["the", "a", "my", "please", "again"]
CLASSES = ["billing", "bug", "delivery", "account"]


def random_project(draw: random.Random) -> Project:
    """Short texts of few words, some of them labelled and some of the words taught, not always consistently."""
    texts = {f"d{n}": " ".join(draw.choices(WORDS, k=draw.randint(1, 9))) for n in range(24)}
    project = Project.from_texts(texts, classes=CLASSES[: draw.randint(2, 4)])
    classes = project.teaching().classes
    project.teach(*(Word(term, draw.choice(classes)) for term in draw.sample(WORDS, draw.randint(2, 6))))
    project.teach(*(Label(id, draw.choice(classes)) for id in draw.sample(list(texts), draw.randint(0, 9))))
    return project


def what_is_shown(project: Project, id: str, model: int) -> tuple[object, ...]:
    """The card with its bar, sets, curve and preview; a set that is taken out by hand; and the similar document."""
    review, card = project.review, project.review.card(id, model=model)
    tried = review.without(id, card.sets[-1].spans, model=model) if card.sets else None
    return card, tried, review.compare(id, model=model)


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_sentence_bar_preview_and_classify_are_of_one_model(draw):
    with random_project(draw) as project:
        learned = project.learn()
        id = draw.choice(list(project.record.documents))
        text, classify = project.document(id).text, learned.classifier.classify
        card, tried, like = what_is_shown(project, id, learned.number)
        (guess,) = classify([text])
        assert (card.model, card.class_, card.probabilities) == (learned.number, guess.class_, guess.probabilities)
        assert project.review.document(id).guess == guess
        for one in card.sets:
            assert one.to == next(classify([removed(text, one.spans)])).class_ != card.class_
        if card.sets:
            assert card.without == next(classify([removed(text, card.spans)]))
            assert card.sentence.endswith(f"class changes from {guess.class_} to {card.without.class_}.")
            assert card.without.class_ == card.to
        # The teacher answers, and a newer model hears it.
        other = next(name for name in project.teaching().classes if name != guess.class_)
        project.teach(Label(id, other), *(NotAReason(term) for term in card.words[:1]))
        newer = project.learn()
        assert newer.number == learned.number + 1
        again, tried_again, like_again = what_is_shown(project, id, learned.number)
        assert (again.class_, again.probabilities, again.sets, again.curve, again.without, again.model) == (
            (card.class_, card.probabilities, card.sets, card.curve, card.without, card.model)
        )
        assert (tried_again, like_again) == (tried, like)
        assert project.review.card(id).model == newer.number


def test_a_model_that_is_no_longer_remembered_gives_way_to_the_newest():
    with random_project(random.Random(3)) as project:
        first = project.learn()
        project.show(first)
        for turn in range(17):
            project.teach(Word(f"new{turn}", "bug"))
            project.show(project.learn())
        assert project.review.card("d1", model=first.number).model == first.number + 17
        assert project.review.card("d1", model=first.number + 15).model == first.number + 15
