"""Lists of documents, compared with looking at every document by itself."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import TeachbackError, UnknownDocument
from teachback.project import Project
from teachback.project.review.browsing import BadFilter, Filter
from teachback.record import Document, Flag, Label, Retract, Skip, Word
from tests.project.conftest import CLASSES, TEXTS
from tests.project.demo import demo_project


@pytest.fixture(scope="module")
def project():
    with demo_project() as project:
        project.teach(Flag("boards-25", "odd"), Skip("boards-26"), Label("boards-27", "bug", teacher="ben"))
        project.learn()
        yield project


def pages(project, wanted, **how):
    """The ids of all pages, one after the other, and the totals that they say."""
    after, ids, totals = None, [], set()
    while True:
        page = project.review.documents(wanted, after=after, **how)
        ids += [each.id for each in page.documents]
        totals.add(page.total)
        if page.next is None:
            return ids, totals
        after = page.next


def expected(project, wanted, sort):
    """What a filter and an order give, by brute force."""
    teaching, guesses = project.teaching(), dict(project.predictions())
    mine, disagreements = project.teaching_of("ben").labels, project.agreement().disagreements
    place = {id: at for at, id in enumerate(guesses)}
    fitting = []
    for id, guess in guesses.items():
        label = teaching.labels.get(id)
        only = {
            None: True,
            "errors": label is not None and label != guess.class_,
            "flagged": id in teaching.flags,
            "skipped": id in teaching.skips,
            "unlabelled": label is None,
            "mine": id in mine,
            "disagreements": id in disagreements,
        }[wanted.only]
        has = not wanted.query or re.search(rf"\b{wanted.query}\b", project.document(id).text, re.IGNORECASE)
        fits = wanted.label in (None, label) and wanted.predicted in (None, guess.class_) and has
        if only and fits and wanted.low <= guess.probability <= wanted.high:
            fitting.append(id)

    def loss(id):
        label = teaching.labels.get(id)
        return -math.log(guesses[id].probabilities[label]) if label else -1.0

    keys = {"order": place.get, "confidence": lambda id: guesses[id].probability, "loss": lambda id: -loss(id)}
    return sorted(fitting, key=lambda id: (round(keys[sort](id), 9), place[id]))


@pytest.mark.parametrize(
    "wanted",
    [
        Filter(),
        Filter(only="errors"),
        Filter(only="flagged"),
        Filter(only="skipped"),
        Filter(only="unlabelled", predicted="bug"),
        Filter(only="mine", teacher="ben"),
        Filter(only="disagreements"),
        Filter(label="bug", predicted="how-to"),
        Filter(label="bug"),
        Filter(low=0.3, high=0.6),
        Filter(query="invoice"),
    ],
)
@pytest.mark.parametrize("sort", ["order", "loss", "confidence"])
def test_the_pages_of_a_list_are_what_looking_at_every_document_gives(project, wanted, sort):
    ids, totals = pages(project, wanted, sort=sort, limit=97)
    assert ids == expected(project, wanted, sort)
    assert totals == {len(ids)}


def test_a_row_says_what_the_project_says_of_the_document(project):
    (row,) = project.review.documents(Filter(only="flagged")).documents
    assert (row.id, row.label, row.flagged) == ("boards-25", project.teaching().labels.get("boards-25"), True)
    guess = dict(project.predictions())["boards-25"]
    assert row.guess.class_ == guess.class_
    assert row.guess.probabilities == pytest.approx(guess.probabilities)
    assert row.snippet == project.document("boards-25").snippet(320)


def test_predictions_are_worked_out_once_and_again_when_there_is_a_new_model_or_a_new_document():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        assert project.review.predicted is None
        assert [row.guess for row in project.review.documents(limit=2).documents] == [None, None]
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        first = project.review.predicted
        assert project.review.predicted is first
        project.add_documents([Document("d9", "one more refund")])
        assert project.review.documents(Filter(query="more")).documents[0].guess.class_ == "billing"
        project.learn()
        assert project.review.predicted is not first


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["order", "loss", "confidence"]), st.integers(1, 9), st.sampled_from([None, "unlabelled"]))
def test_pages_of_any_size_list_every_document_once(sort, limit, only):
    project = _mails()
    ids, _ = pages(project, Filter(only=only), sort=sort, limit=limit)
    whole, _ = pages(project, Filter(only=only), sort=sort, limit=100)
    assert ids == whole
    assert len(set(ids)) == len(ids) == (len(TEXTS) if only is None else len(TEXTS) - 2)


def test_a_document_that_was_taken_out_is_not_listed():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.add_documents([Document("d9", "another refund")])
        project.teach(Retract(project.record[-1].id))
        assert "d9" not in pages(project, Filter(), limit=50)[0]


def test_an_unknown_place_to_go_on_and_nobody_s_own_documents_are_refused(project):
    with pytest.raises(UnknownDocument, match="'nowhere' is not a document"):
        project.review.documents(after="nowhere")
    with pytest.raises(BadFilter, match="Name the teacher"):
        project.review.documents(Filter(only="mine"))


def test_everything_that_is_said_of_a_document_is_together(project):
    details = project.review.document("boards-25")
    assert details.id == "boards-25"
    assert details.labels == {}
    assert [(flag.teacher, flag.note) for flag in details.flags] == [("teacher", "odd")]
    assert not details.held_out
    both = project.review.document("boards-27").labels
    assert both["ben"] == "bug"


_kept = []


def _mails():
    if not _kept:
        project = Project.from_texts(TEXTS, classes=CLASSES)
        project.teach(Word("refund", "billing"), Label("d1", "billing"), Label("d2", "bug"))
        project.learn()
        _kept.append(project)
    return _kept[0]


def test_a_selection_is_all_that_fits_and_says_what_is_labelled(project):
    wanted = Filter(predicted="bug", high=0.9)
    selection = project.review.select(wanted)
    assert list(selection.documents) == pages(project, wanted, limit=500)[0]
    labels = project.teaching().labels
    assert [id for id in selection.documents if id in labels] == list(selection.labelled)
    assert set(selection.open).isdisjoint(labels)
    assert len(selection.open) + len(selection.labelled) == len(selection.documents)


def test_words_in_quotation_marks_follow_each_other(project):
    apart, together = (project.review.select(Filter(query)).documents for query in ("log in", '"log in"'))
    assert 0 < len(together) < len(apart)
    texts = [project.document(id).text for id in together]
    assert all(re.search(r"\blog\W+in\b", text, re.IGNORECASE) for text in texts)


def test_what_is_like_a_document_comes_most_alike_first_and_without_itself(project):
    one = next(id for id in project.record.documents if "invoice" in project.document(id).text)
    alike = project.review.select(Filter(like=(one,))).documents
    assert 0 < len(alike) <= 200
    assert one not in alike
    first = [project.review.document(id).text for id in alike[:10]]
    rest = [project.review.document(id).text for id in project.record.documents[:200]]
    share = [sum("invoice" in text or "payment" in text for text in texts) / len(texts) for texts in (first, rest)]
    assert share[0] > share[1]


def test_what_is_like_a_word_goes_beyond_the_documents_that_have_it(project):
    alike = project.review.select(Filter(like_text="invoice")).documents
    has = ["invoice" in project.document(id).text.lower() for id in alike]
    assert all(has[:5])
    assert not all(has)
    with pytest.raises(TeachbackError, match="another word"):
        project.review.select(Filter(like_text="qqqqzzz"))
    assert project.review.select(Filter(like_text=" \n")) == project.review.select(Filter())  # it says nothing
