"""Documents by the fields of their rows: searched, sorted, and the accuracy by their values."""

from __future__ import annotations

from datetime import date

import pytest

from teachback.project import Project
from teachback.project.review.browsing import Filter
from teachback.project.review.facets import NoFacet
from teachback.project.review.field_search import UnknownField
from teachback.record import Document, Label, Word

ROWS = {
    "1": {
        "source": "email",
        "stars": 4,
        "received": date(2026, 3, 1),
        "tags": ["vip", "new"],
        "paid by": "credit card",
    },
    "2": {"source": "phone", "stars": 2.5, "received": date(2026, 3, 9), "urgent": True},
    "3": {"source": "Email", "stars": 11, "received": date(2026, 5, 2), "urgent": False},
    "4": {},
}


@pytest.fixture(scope="module")
def project():
    texts = {"1": "a refund", "2": "it crashed", "3": "refund: now", "4": "source:email crashed"}
    documents = [Document(id, text, ROWS[id]) for id, text in texts.items()]
    with Project.create(classes=["billing", "bug"]) as project:
        project.add_documents(documents)
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        yield project


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("source:email", ["1", "3"]),
        ("SOURCE:EMAIL refund", ["1", "3"]),
        ("source:e*", ["1", "3"]),
        ("stars:4", ["1"]),
        ("stars:>2,5", ["1", "3"]),
        ("stars:<4", ["2"]),
        ("stars:3..11", ["1", "3"]),
        ("stars:many", []),
        ("received:2026-03", ["1", "2"]),
        ("received:>2026-03", ["3"]),
        ("received:2026-03-05..2026-05", ["2", "3"]),
        ("urgent:yes", ["2"]),
        ("tags:new", ["1"]),
        ('"paid by":"credit card"', ["1"]),
        ("source:email stars:>5", ["3"]),
        ("crashed source:phone", ["2"]),
        ("no:field crashed", []),  # no field has this name, so these are words
    ],
)
def test_a_search_finds_documents_by_their_fields(project, query, expected):
    page = project.review.documents(Filter(query))
    assert [each.id for each in page.documents] == expected
    assert page.fields == ("source", "stars", "received", "tags", "paid by", "urgent")


@pytest.mark.parametrize(
    ("by", "order"),
    [("stars", "2134"), ("-stars", "3124"), ("received", "1234"), ("-received", "3214"), ("source", "1324")],
)
def test_documents_are_sorted_by_a_field_and_those_without_it_come_last(project, by, order):
    assert [each.id for each in project.review.documents(by=by).documents] == list(order)
    first = project.review.documents(by=by, limit=2)
    assert [each.id for each in project.review.documents(by=by, after=first.next).documents] == list(order[2:])


def test_a_field_that_no_document_has_is_refused(project):
    with pytest.raises(UnknownField, match="Did you mean source"):
        project.review.documents(by="sourc")


def test_documents_that_come_later_are_found_too():
    with Project.create(classes=["billing", "bug"]) as project:
        for id in ("1", "2", "3"):
            project.add_documents([Document(id, "a text", {"source": "email"})])
            assert project.review.documents(Filter("source:email")).total == int(id)


def test_the_accuracy_is_told_by_the_values_of_a_field_and_by_month():
    words = {"billing": "refund", "bug": "crashed"}
    documents, truth = [], {}
    for number in range(24):
        named, source = ("billing", "bug")[number % 2], ("email", "phone")[number // 2 % 2]
        is_odd = source == "phone" and number % 4 == 3
        fields = {"source": source, "received": date(2026, 1 + number % 3, 5), "nr": f"N{number}"}
        documents.append(Document(str(number), words[named], fields))
        truth[str(number)] = "billing" if is_odd else named
    with Project.create(classes=["billing", "bug"]) as project:
        project.add_documents(documents)
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        assert project.review.facets() == ()
        project.hold_out(24)
        project.teach(*(Label(id, class_) for id, class_ in truth.items()))
        project.learn()
        assert [facet.field for facet in project.review.facets()] == ["source", "received"]
        by_source = {each.value: each for each in project.review.facet("source").values}
        assert (by_source["email"].right, by_source["email"].checked) == (12, 12)
        assert (by_source["phone"].right, by_source["phone"].checked) == (6, 12)
        assert by_source["phone"].low < 0.5 < by_source["phone"].high
        assert [each.value for each in project.review.facet("received").values] == ["2026-01", "2026-02", "2026-03"]
        with pytest.raises(NoFacet, match="Not enough documents were checked"):
            project.review.facet("nr")
        with pytest.raises(NoFacet, match="Did you mean source"):
            project.review.facet("sorce")
