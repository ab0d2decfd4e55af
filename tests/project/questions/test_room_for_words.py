"""How many words are offered for a class that has more of them than another."""

from __future__ import annotations

from teachback.project import Project
from teachback.project.questions.batch import room_for_words
from teachback.record import Label, Word
from tests.project.demo import CORPUS

BILLING = ("refund", "invoice", "charged", "payment", "card")


def test_a_class_that_is_four_words_ahead_waits_for_the_others_or_for_labels():
    documents = CORPUS.documents[::4]
    with Project.from_texts({each.id: each.text for each in documents}, classes=CORPUS.classes) as project:
        project.declare_rest("how-to")  # which needs no words: nobody waits for it
        project.teach(Word("crashes", "bug"), Word("wish", "feature request"))
        project.teach(*(Word(word, "billing") for word in BILLING[:3]))
        assert room_for_words(project.teaching(), 3) == {
            None: 3,
            "billing": 2,
            "bug": 3,
            "how-to": 3,
            "feature request": 3,
        }
        project.teach(*(Word(word, "billing") for word in BILLING[3:]))
        project.learn()
        asked = project.ask(0, words=10)
        assert asked.note == "Words for billing wait until other classes have more, or until documents are labelled."
        offered = asked.words
        assert {class_: len(offered[class_]) for class_ in CORPUS.classes} == {
            "billing": 0,
            "bug": 4,
            "how-to": 0,
            "feature request": 4,
        }
        project.teach(*(Label(each.id, CORPUS.labels[each.id]) for each in documents[:20]))
        project.learn()
        asked = project.ask(0, words=10)
        assert (len(asked.words["billing"]), asked.note) == (10, "")
