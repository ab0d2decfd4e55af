"""Phrases as terms of a project's models."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import Word


def test_a_phrase_that_no_document_has_is_unheard_and_stops_no_model():
    texts = {f"d{n}": ("the world cup final", "the world economy", "a cup of tea")[n % 3] for n in range(12)}
    with Project.from_texts(texts, classes=["sport", "politics"]) as project:
        project.teach(Word("world cup", "sport"), Word("economy", "politics"))
        project.learn()
        project.teach(Word("penalty shootout", "sport"))
        assert project.learn().unheard == ("penalty shootout",)
        assert [guess.class_ for guess in project.classify(["world cup", "economy"])] == ["sport", "politics"]
