"""What a notebook shows of a project: well-formed, and texts stay texts."""

from __future__ import annotations

from html.parser import HTMLParser

from teachback.project import Project
from teachback.record import Document, Label

MARKUP = "<script>alert(1)</script> & <b>refund</b>"


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


def test_texts_and_names_are_shown_as_text_everywhere():
    project = Project.from_texts({"<i>": MARKUP, "d2": "crashed"}, classes=["<u>", "bug"])
    project.teach(Label("<i>", "<u>", teacher="<em>"), Label("d2", "bug"))
    project.learn()
    shown = [
        project.ask(2, checks=0),
        project.status(),
        project.history(),
        Document("<i>", MARKUP),
        project.explain("d2"),
    ]
    project.add_documents([Document("d3", MARKUP)])
    shown.append(project.ask(2, checks=0))
    for thing in shown:
        tags = Tags(thing._repr_html_())
        assert not tags.open
        assert not tags.seen & {"script", "b", "i", "u", "em"}


def test_the_plain_forms_are_sentences_and_lists():
    project = Project.from_texts(["refund", "crashed", "hello"], classes=["billing", "bug"])
    project.teach(Label("1", "billing"), Label("2", "bug"))
    assert str(project.learn()).startswith("LessonRegression learned in ")
    assert str(project.ask(1, checks=0)).startswith("1. 3: hello")
    assert "billing" in str(project.status())
    assert str(project.history()).count("\n") == len(project.record) - 1
