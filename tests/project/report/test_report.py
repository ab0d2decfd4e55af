"""The report: figures as scikit-learn has them, every text escaped, one page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, confusion_matrix, precision_recall_fscore_support

from teachback.project import Project
from teachback.project.report import NothingToReport, report_on
from teachback.project.report.markdown import plain
from teachback.project.report.measures import measured
from teachback.project.transfer.exports import CannotExport, find_export, write, write_report
from teachback.record import Describe, Label, Rationale, Word

HOSTILE = '<script>alert(1)</script>" onload="x" | *bold* [a](javascript:x)'


@pytest.fixture(scope="module")
def reported():
    texts = {f"d{k}": f"{'refund' if k % 2 else 'crashed'} number {k} {HOSTILE}" for k in range(40)}
    with Project.from_texts(texts, classes=[HOSTILE, "bug"]) as project:
        project.teach(*(Label(f"d{k}", [HOSTILE, "bug"][k % 2], teacher="<i>ines</i>", seconds=5.0) for k in range(30)))
        project.teach(*(Label(f"d{k}", [HOSTILE, "bug"][k % 3 > 0], teacher="ben") for k in range(12)))
        project.teach(Word("refund", "bug"), Describe(HOSTILE, f"What crashed. {HOSTILE}"))
        project.teach(Rationale("d1", "bug", 0, 6, teacher="ben"))
        project.write_guidelines(f"# Rules\n{HOSTILE}", version=0)
        with pytest.raises(NothingToReport, match="There is no model"):
            report_on(project)
        project.learn()
        yield project, report_on(project, HOSTILE)


class Reader(HTMLParser):
    """The tags of a page and their attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.text = set(), set(), []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}

    def handle_data(self, data):
        self.text.append(data)


def test_every_section_is_there_and_no_text_becomes_a_tag(reported):
    page = Reader(reported[1].to_html())
    assert not page.tags & {"script", "i", "b", "a", "img", "link", "iframe"}
    assert not any(name.startswith("on") or name in ("href", "src") for name in page.attributes)
    text = " ".join(page.text)
    assert HOSTILE in text
    for section in (
        "Classes and guidelines",
        "How it was taught",
        "How good it is",
        "Precision against recall",
        "Can its probabilities be taken at their word?",
        "What it relies on",
        "Known weaknesses",
        "Errors",
        "Fingerprints",
        "Methods",
        "Model card",
    ):
        assert section in text
    assert page.tags >= {"svg", "polyline", "circle", "table", "caption"}
    assert "http" not in reported[1].to_html()  # nothing is fetched


def test_markdown_says_the_same_and_has_no_tags(reported):
    text = reported[1].to_markdown()
    assert "| teacher | lessons | minutes |" in text
    assert not re.search(r"<\w", text)
    assert plain(HOSTILE) in text
    rows = [line for line in text.splitlines() if line.startswith("| bug")]
    assert rows
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in rows[:1]}) == 1
    assert "## Model card" in text


@pytest.mark.parametrize("seed", range(3))
def test_figures_are_those_of_scikit_learn(seed):
    draw = np.random.default_rng(seed)
    classes, y = ["a", "b", "c"], draw.integers(0, 3, 200)
    P = draw.dirichlet([1, 1, 1], 200) + 0.4 * np.eye(3)[y]
    P /= P.sum(axis=1, keepdims=True)
    measures = measured(classes, [classes[place] for place in y], P)
    best = P.argmax(axis=1)
    precision, recall, f1, support = precision_recall_fscore_support(y, best)
    assert [each.precision for each in measures.classes] == pytest.approx(precision)
    assert [each.recall for each in measures.classes] == pytest.approx(recall)
    assert [each.f1 for each in measures.classes] == pytest.approx(f1)
    assert [each.labelled for each in measures.classes] == support.tolist()
    assert [each.average for each in measures.classes] == pytest.approx(
        [average_precision_score(y == place, P[:, place]) for place in range(3)]
    )
    assert np.array_equal(measures.confusion, confusion_matrix(y, best))
    assert sum(each.documents for each in measures.bins) == 200
    assert sum(each.right for each in measures.bins) == measures.right == (y == best).sum()


def test_a_report_is_written_as_its_name_says(reported, tmp_path):
    project, _ = reported
    write_report(project, tmp_path / "report.md", "mails")
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Report on mails\n")
    write(project, find_export("report"), tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(CannotExport, match="neither a page nor Markdown"):
        write_report(project, tmp_path / "report.pdf")


def test_a_project_taught_by_words_alone_says_that_nothing_was_measured():
    with Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"]) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        report = report_on(project)
        assert "No document has a label, so nothing can be measured." in report.to_html()
        assert "Nothing was measured: no document has a label." in report.methods


def test_a_report_begins_with_what_is_expected_where_labelled_documents_were_chosen(reported):
    project, report = reported
    text = report.to_markdown()
    expected = str(project.status().quality)
    assert expected.startswith("Expected accuracy")
    assert text.split("\n\n")[1].endswith(plain(expected))
    assert re.search(r"; 0 of these \d+ were drawn at random, and the others were chosen to learn from: ", text)
    assert "It is right about" not in text
