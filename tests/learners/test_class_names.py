"""What classes' names say: a word of a name counts as a taught one, until the teacher says something else."""

from __future__ import annotations

import pytest

from teachback.learners.training_set import spoken, words_in_names
from teachback.project import Project
from teachback.record import Describe, Label, NotAReason, Word

ABOUT = {
    "hockey": ("goalie", "rink", "puck"),
    "tennis": ("serve", "racket", "court"),
    "chess": ("rook", "king", "pawn"),
}


def text(name, number):
    """Every other text has its class's name."""
    first, second = ABOUT[name][number % 3], ABOUT[name][(number + 1) % 3]
    return f"{name} {first} {second}" if number % 2 else f"a {first} today"


TEXTS = {f"{name}-{number}": text(name, number) for name in ABOUT for number in range(20)}


@pytest.fixture
def project():
    with Project.from_texts(TEXTS, classes=["hockey", "tennis", "chess"]) as project:
        yield project


def right(project, name):
    guesses = {id: guess.class_ for id, guess in project.predictions()}
    return sum(guesses[id] == name for id in guesses if id.startswith(name))


def counted(project, **settings):
    terms = project._terms
    named = words_in_names(project.teaching(), terms.counts, **settings)
    return {terms.counts.terms[column] for column, _ in spoken(named, terms.pool(), len(project.classes))}


def test_classes_that_nobody_taught_are_known_by_their_names_as_soon_as_anything_was_taught(project):
    project.teach(Label("hockey-1", "hockey"))
    project.learn()
    assert [right(project, name) >= 10 for name in ABOUT] == [True, True, True]  # at least the texts that have the name


def test_what_a_teacher_says_of_a_word_takes_the_name_s_place_and_a_description_stands_beside_it(project):
    project.teach(Label("hockey-1", "hockey"))
    project.learn()
    assert counted(project) == {"hockey", "tennis", "chess"}
    project.teach(Word("hockey", "tennis"))
    assert counted(project) == {"tennis", "chess"}
    project.teach(NotAReason("chess", "chess"))
    assert counted(project) == {"tennis"}
    project.teach(Describe("tennis", "A game with a racket."))
    assert counted(project) == {"tennis"}


def test_everything_else_has_no_name_and_a_new_name_is_heard(project):
    project.teach(Label("hockey-1", "hockey"))
    project.learn()
    project.declare_rest("chess")
    project.rename_class("tennis", "racket")
    assert counted(project) == {"hockey", "racket"}
    assert counted(project, without={project._terms.columns["hockey"]}) == {"racket"}


def test_learners_of_the_papers_know_of_no_names(project):
    project.teach(Word("goalie", "hockey"), Word("rook", "chess"))
    assert set(project.learn("LabelledWordNB").classifier.classes) == {"hockey", "chess"}
    assert set(project.learn().classifier.classes) == {"hockey", "tennis", "chess"}
