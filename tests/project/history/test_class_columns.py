"""Classes that a column of the file names already."""

from __future__ import annotations

import pytest

from teachback.errors import BadLesson
from teachback.project import Project
from teachback.record import Document

DESKS = ["grain", "oil", None, " oil ", "", "grain"]


@pytest.fixture
def project():
    with Project.create() as project:
        fields = [
            {"by": f"reporter {k}", "stars": k % 2, "urgent": k < 3, "all": "same"}
            | ({} if desk is None else {"desk": desk})
            for k, desk in enumerate(DESKS)
        ]
        project.add_documents(Document(f"d{k}", f"text {k}", each) for k, each in enumerate(fields))
        yield project


def test_columns_that_name_few_things_again_and_again_are_offered(project):
    assert [(each.name, each.values, each.documents) for each in project.class_columns()] == [
        ("urgent", ("true", "false"), 6),
        ("desk", ("grain", "oil"), 4),
    ]


def test_their_cells_become_classes_and_labels_and_one_undo_takes_the_labels_back(project):
    project.add_classes("oil", "other")
    assert project.add_classes_from("desk", teacher="ines") == 4
    assert project.classes == ("oil", "other", "grain")
    assert project.teaching().labels == {"d0": "grain", "d1": "oil", "d3": "oil", "d5": "grain"}
    project.undo("ines")
    assert not project.teaching().labels


def test_a_column_of_other_things_is_refused_with_those_that_can_be_taken(project):
    with pytest.raises(BadLesson, match=r"'by' cannot be classes\..*urgent, desk"):
        project.add_classes_from("by")
    assert project.classes == ()
