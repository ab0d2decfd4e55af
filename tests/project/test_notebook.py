"""What a notebook shows of a project and gives it: well-formed, texts stay texts, tables are taken and given."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import pandas
import polars
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from teachback import Explainer
from teachback.errors import TeachbackError
from teachback.notebook import BadTexts, NotebookBar, progress
from teachback.project import Project
from teachback.project.review.audit import audited
from teachback.record import Document, Label

MARKUP = "<script>alert(1)</script> & <b>refund</b>"
TEXTS = ["refund my card", "it crashed", "a refund", "crashed again"]


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.open, self.seen = [], set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def taught():
    project = Project.from_texts(dict(zip("abcd", TEXTS, strict=True)), classes=["billing", "bug"])
    project.teach(Label("a", "billing"), Label("b", "bug"), Label("c", "bug"), Label("d", "bug"))
    project.teach(Label("a", "billing", teacher="ines"), Label("b", "billing", teacher="ines"))
    project.learn()
    return project


def test_texts_and_names_are_shown_as_text_everywhere():
    project = Project.from_texts({"<i>": MARKUP, "d2": "crashed"}, classes=["<u>", "bug"])
    project.teach(Label("<i>", "<u>", teacher="<em>"), Label("d2", "bug"), Label("<i>", "bug", teacher="<s>"))
    learned = project.learn()
    errors = project.review.errors()
    results = [
        project,
        learned,
        learned.classifier,
        project.ask(2, checks=0),
        project.status(),
        project.history(),
        project.agreement(),
        project.classify({"<i>": MARKUP}),
        project.review.predicted,
        errors,
        errors.matrix,
        project.review.doubtful(),
        Document("<i>", MARKUP),
        project.explain("d2"),
        project.why_not("d2"),
        audited({"<i>": "<u>"}, {"<i>": {"<em>": True}}),
        learned.classifier.explainer.explain_many([MARKUP, "crashed"]),
        learned.classifier.explainer.why_not(MARKUP),
    ]
    project.add_documents([Document("d3", MARKUP)])
    results.append(project.ask(2, checks=0))
    for thing in results:
        tags = Tags(thing._repr_html_())
        assert not tags.open
        assert tags.seen
        assert not tags.seen & {"script", "b", "i", "u", "em", "s"}


def test_the_plain_forms_are_sentences_and_lists():
    project = Project.from_texts(["refund", "crashed", "hello"], classes=["billing", "bug"])
    project.teach(Label("1", "billing"), Label("2", "bug"))
    assert repr(project) == "<Project: 3 documents; classes billing, bug; 2 lessons>"
    assert repr(project.learn()).startswith("LessonRegression learned in ")
    assert repr(project.ask(1, checks=0)).startswith("1. 3: hello")
    assert repr(project.status()).startswith("3 documents; 2 lessons that count")
    assert repr(project.explain("1")) == "The class is billing whatever words are removed."
    assert repr(project.history()).count("\n") == len(project.record) - 1
    assert repr(project.learned.classifier) == "LessonRegression of billing, bug, taught on texts with 3 terms"
    head = "text    class    probability  probability of billing  probability of bug"
    assert repr(project.classify("refund")).splitlines()[0] == head


def test_what_is_a_table_becomes_a_frame(taught):
    guesses = taught.classify(pandas.Series(TEXTS[:2], index=[7, 9])).to_frame()
    assert list(guesses.index) == [7, 9]
    assert list(guesses.columns) == ["text", "class", "probability", "probability of billing", "probability of bug"]
    assert list(taught.review.predicted.to_frame().index) == list("abcd")
    assert list(taught.status().to_frame().index) == ["billing", "bug"]
    assert list(taught.agreement().to_frame()["documents"]) == [2]
    assert taught.review.errors().matrix.to_frame().to_numpy().sum() == 3  # the other is disputed
    assert set(taught.review.errors().to_frame().columns) == {"text", "label", "predicted"}
    assert len(taught.review.doubtful().to_frame()) == len(taught.review.doubtful().labels)
    assert len(taught.history().to_frame()) == len(taught.record)
    assert taught.ask(1, checks=0).to_frame().shape[1] == 5
    assert taught.learned.classifier.to_frame().loc["crashed", "bug"] > 0
    assert taught.learn("DistinctionList").classifier.to_frame().empty
    assert list(audited({"a": "bug"}, {}).to_frame().index) == ["bug"]


def test_explanations_of_any_classifier_are_a_table():
    model = make_pipeline(CountVectorizer(), MultinomialNB()).fit(TEXTS, ["billing", "bug"] * 2)
    explanations = Explainer(model).explain_many(pandas.Series(TEXTS))
    assert list(explanations.to_frame()["class"]) == ["billing", "bug"] * 2
    assert "refund" in str(explanations)
    assert list(explanations[1].to_frame()["words"]) == [explanations[1].words]


def test_without_pandas_a_frame_is_a_sentence(taught, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(TeachbackError, match="pip install pandas"):
        taught.status().to_frame()


@pytest.mark.parametrize("of", [pandas.DataFrame, polars.DataFrame])
def test_a_table_is_taken_by_the_column_that_holds_its_texts(of):
    table = of({"stars": [1, 2, 3, 4], "day": ["Monday"] * 4, "body": TEXTS})
    with pytest.raises(BadTexts, match=r"columns stars, day, body\. Say which of them holds the texts: text='body'"):
        Project.from_texts(table)
    with pytest.raises(BadTexts, match=r"columns stars\. Say which of them holds the texts: text='NAME'"):
        Project.from_texts(table[["stars"]])
    with pytest.raises(BadTexts, match=r"Did you mean body\?"):
        Project.from_texts(table, text="bdy")
    project = Project.from_texts(table, text="body", classes=["billing", "bug"])
    assert [document.text for document in project.documents()] == TEXTS
    assert [document.id for document in project.documents()] == list("0123" if of is pandas.DataFrame else "1234")
    project.teach(*(Label(document.id, "billing") for document in project.documents() if "refund" in document.text))
    project.teach(*(Label(document.id, "bug") for document in project.documents() if "refund" not in document.text))
    project.learn()
    assert [guess.class_ for guess in project.classify(table, text="body")] == ["billing", "bug"] * 2
    assert [guess.class_ for guess in project.classify(table["body"])] == ["billing", "bug"] * 2
    assert [guess.class_ for guess in project.learned.classifier.classify(table["body"])] == ["billing", "bug"] * 2


def test_an_index_has_the_ids():
    project = Project.from_texts(pandas.Series(TEXTS, index=["x", "y", 3, 4.5]))
    assert [document.id for document in project.documents()] == ["x", "y", "3", "4.5"]
    with pytest.raises(BadTexts, match="'x' more than once"):
        Project.from_texts(pandas.Series(TEXTS, index=["x", "y", "z", "x"]))


def test_one_string_is_one_text_and_a_mapping_has_ids(taught):
    assert len(taught.classify("it crashed")) == len(list(taught.learned.classifier.classify("it crashed"))) == 1
    assert taught.classify({"m1": "it crashed"}).ids == ["m1"]


@pytest.mark.parametrize(
    ("texts", "text", "why"),
    [
        (pandas.Series(["a", None]), None, "Text 2 is nan"),
        (polars.Series(["a", None]), None, "Text 2 is None"),
        (pandas.Series([1, 2]), None, "Text 1 is 1"),
        (["a", None], None, "Text 2 is None"),
        (polars.LazyFrame({"body": ["a"]}), "body", r"A LazyFrame has no rows until it is run\. Give what \.collect"),
        (["a"], "body", "no table was given"),
        (7, None, "7 is no text and no list of texts"),
        (pandas.DataFrame([["a", "b"]], columns=["body", "body"]), "body", "more than one column 'body'"),
    ],
)
def test_what_cannot_be_taken_is_a_sentence(taught, texts, text, why):
    with pytest.raises(BadTexts, match=why):
        taught.classify(texts, text=text)


def test_a_bar_is_shown_in_a_notebook_and_gone_at_the_end(monkeypatch):
    displayed = []

    def display(content, **options):
        displayed.append(content["text/html"])
        return SimpleNamespace(update=lambda content, **options: displayed.append(content["text/html"]))

    shell = SimpleNamespace(kernel=None)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    clock = iter([0.0, 0.5, 1.5, 1.5, 1.6, 2.0, 2.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    with NotebookBar("<Reading>", 4) as bar:
        bar.advance(1)  # too early
        bar.advance(1)
        bar.advance(1)  # too soon after the last look
        bar.advance(1)
    assert ["of 4" in look and "&lt;Reading&gt;: " in look for look in displayed] == [True, True, False]
    assert displayed[-1] == ""


def test_a_project_says_what_it_is_also_where_nothing_can_be_read(tmp_path):
    with Project.from_texts(TEXTS, classes=["billing"], address=tmp_path / "mails.teachback") as project:
        project.teach(Label("1", "billing"))
    with Project.open(tmp_path / "mails.teachback") as again:
        assert repr(again) == "<Project: 4 documents; classes billing; 1 lesson>"
    for file in tmp_path.iterdir():
        file.unlink()
    assert repr(again).startswith("<Project: ")
