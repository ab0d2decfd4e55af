"""What a report says, section by section, as blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from teachback import __version__
from teachback.errors import TeachbackError, counted, listed, percent
from teachback.explain import CannotExplain
from teachback.learners.distinctions.protocol import Rules
from teachback.project.history.timing import active_seconds, pace
from teachback.project.report.blocks import Block, Gallery, Heading, Listing, Paragraph, Picture, Quoted, Table
from teachback.project.report.evidence import ENOUGH, Evidence, gathered
from teachback.project.report.markdown import as_markdown
from teachback.project.report.measures import ClassMeasures
from teachback.project.report.model_card import methods, model_card
from teachback.project.report.page import as_page, calibration_chart, recall_curve
from teachback.queries import accuracy_interval
from teachback.record import Lesson
from teachback.record.entry import now

if TYPE_CHECKING:
    from teachback.project.project import Project

_ERRORS = 20  # that are shown
_ASKED = 60  # errors that are looked into
_WORDS = 15  # of each class
_SNIPPET = 200  # characters of a text
_CASES = {
    "1a": "the model knows no word of the text",
    "1b": "all it knows of the text speaks for the class that it takes where it knows nothing",
    "1c": "words for the right class are there, and outweighed",
    "2": "much speaks for the wrong class: many words would have to go",
    "3": "similar documents that were taught have the wrong class",
}


class NothingToReport(TeachbackError):
    """A project without a model."""


@dataclass(frozen=True)
class ProjectReport:
    """A report: its title, and what it says."""

    title: str
    blocks: tuple[Block, ...]

    def to_html(self) -> str:
        """One page that needs nothing else: no script, light and dark, to be printed."""
        return as_page(self.title, self.blocks)

    def to_markdown(self) -> str:
        """Markdown, with the figures of pictures as tables."""
        return as_markdown(self.blocks)

    @property
    def methods(self) -> str:
        """The paragraph on the methods, to be pasted into a paper."""
        begin = self.blocks.index(Heading("Methods"))
        return "\n\n".join(block.text for block in self.blocks[begin : begin + 2] if isinstance(block, Paragraph))

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.to_html())}" style="width:100%;height:40em;border:0"></iframe>'


def report_on(project: Project, name: str = "") -> ProjectReport:
    """The report on a project as it stands, for the newest model."""
    learned = project.learned
    if learned is None:
        raise NothingToReport("There is no model to report on yet; teach something, and learn.")
    title = f"Report on {name}" if name else "Report"
    of = gathered(project, learned)
    sections = (_summary, _classes, _taught, _accuracy, _relies_on, _weaknesses, _errors, _fingerprints)
    blocks = (block for section in (*sections, methods, model_card) for block in section(of))
    return ProjectReport(title, (Heading(title, 1), *blocks))


def _summary(of: Evidence) -> Iterator[Block]:
    measures = of.measures
    task = f"{of.learned.learner} tells {listed(of.classes, 20)} apart in {counted(of.status.documents, 'document')}."
    if of.expected:
        yield Paragraph(f"{task} {of.expected}")
        return
    if not measures.documents:
        yield Paragraph(f"{task} No document has a label, so nothing can be measured.")
        return
    low, high = measures.interval
    yield Paragraph(
        f"{task} It is right about {percent(measures.right / measures.documents)} of the time (95 % interval "
        f"{percent(low)} to {percent(high)}; macro-F1 {measures.macro_f1:.2f}), measured {of.how}."
    )


def _classes(of: Evidence) -> Iterator[Block]:
    yield Heading("Classes and guidelines")
    rows = [[each.name, f"{each.labels:,}", f"{each.words:,}"] for each in of.status.classes]
    yield Table("The classes, and how much was taught of each", ["class", "labels", "words"], rows, numbers=2)
    if of.project.rest is not None:
        yield Paragraph(f"{of.project.rest} is everything else: whatever the other classes are not.")
    for each in of.project.review.descriptions():
        yield Quoted(f"{each.class_}, as {each.teacher} describes it", each.text)
    guidelines = of.project.guidelines
    if guidelines.text:
        yield Quoted(f"Guidelines (version {guidelines.version})", guidelines.text)
    else:
        yield Paragraph("Nobody has written guidelines for this project.")


def _taught(of: Evidence) -> Iterator[Block]:
    yield Heading("How it was taught")
    lessons = [entry for entry in of.project.record[:] if isinstance(entry, Lesson)]
    people = [lesson for lesson in lessons if lesson.teacher != "importer"]
    minutes = sum(active_seconds(people)) / 60
    yield Paragraph(
        f"{counted(sum(of.status.lessons.values()), 'lesson')} count, of "
        f"{counted(len(of.status.teachers), 'teacher')}; active teaching took {minutes:.0f} minutes."
    )
    paces = pace(of.project.record[:])
    rows = [
        [kind.replace("_", " "), f"{many:,}", f"{paces[kind].median:.1f}" if kind in paces else "not measured"]
        for kind, many in of.status.lessons.items()
    ]
    yield Table("Lessons that count, by kind", ["lesson", "number", "seconds (median)"], rows, numbers=2)
    teachers = [[each.name, f"{each.lessons:,}", f"{each.seconds / 60:.1f}"] for each in of.status.teachers]
    yield Table("Teachers", ["teacher", "lessons", "minutes"], teachers, numbers=2)
    yield from _agreement(of)


def _agreement(of: Evidence) -> Iterator[Block]:
    agreed = of.status.agreement
    if not agreed.documents:
        yield Paragraph("No document was labelled by two teachers, so their agreement is not known.")
        return
    alpha = "" if agreed.krippendorff is None else f"; Krippendorff's alpha {agreed.krippendorff:.2f}"
    fleiss = "" if agreed.fleiss is None else f", Fleiss' kappa {agreed.fleiss:.2f}"
    yield Paragraph(
        f"Two teachers or more labelled {counted(agreed.documents, 'document')}, and differ on "
        f"{len(agreed.disagreements):,} of them{alpha}{fleiss}."
    )
    pairs = [[*pair, f"{kappa:.2f}", f"{documents:,}"] for pair, (kappa, documents) in agreed.pairs.items()]
    if pairs:
        yield Table("Agreement of each two", ["teacher", "teacher", "Cohen's kappa", "documents"], pairs, numbers=2)


def _accuracy(of: Evidence) -> Iterator[Block]:
    m = of.measures
    yield Heading("How good it is")
    if of.expected:
        yield Paragraph(f"{of.expected} Nine times out of ten the true value lies in the range.")
    if not m.documents:
        yield Paragraph("No document has a label, so nothing can be measured.")
        return
    low, high = m.interval
    yield Paragraph(
        f"Measured {of.how}: {m.right:,} of {m.documents:,} right, {percent(m.right / m.documents)}, with a 95 % "
        f"interval (Wilson) from {percent(low)} to {percent(high)}."
    )
    if m.documents < ENOUGH:
        yield Paragraph(f"With fewer than {ENOUGH} documents, all of these figures are rough.")
    heads = ["class", "precision", "95 %", "recall", "95 %", "F1", "average precision", "labelled", "predicted"]
    yield Table("Each class", heads, list(map(_class_row, m.classes)), numbers=8)
    shares = [[count / max(sum(row), 1) for count in row] for row in m.confusion]
    rows = [[name, *map(str, row)] for name, row in zip(of.classes, m.confusion, strict=True)]
    yield Table(
        "What is taken for what (rows: label, columns: prediction)",
        ["", *of.classes],
        rows,
        numbers=len(of.classes),
        shares=shares,
    )
    yield Gallery("Precision against recall", [_curve(each) for each in m.classes if each.curve])
    yield Heading("Can its probabilities be taken at their word?", 3)
    yield Paragraph(
        f"Predictions of about the same probability, and how many of them are right; on average they differ by "
        f"{percent(m.calibration_error)}. On the dashed line they would not."
    )
    bins = [
        [f"{percent(each.said)}", f"{percent(each.right / each.documents)}", f"{each.documents:,}"] for each in m.bins
    ]
    yield Picture(
        calibration_chart(m.bins), Table("Calibration", ["said, on average", "right", "documents"], bins, numbers=3)
    )


def _relies_on(of: Evidence) -> Iterator[Block]:
    yield Heading("What it relies on")
    decided: dict[str, Counter[str]] = {}
    for each in of.cross_fit.explanations:
        decided.setdefault(str(each.from_class), Counter()).update(each.words)
    rows = [
        [class_, ", ".join(f"{word} ({times})" for word, times in words.most_common(_WORDS))]
        for class_, words in sorted(decided.items())
        if words
    ]
    if rows:
        yield Table(
            "Words without which a labelled document would have another class, and in how many",
            ["class", "words"],
            rows,
        )
    taught = [
        [
            word.term,
            "no reason" if word.class_ is None or not word.strength else word.class_,
            f"{word.documents:,}",
            "" if word.weight is None else f"{word.weight:+.2f}",
        ]
        for word in of.project.review.words()
    ]
    if taught:
        heads = ["word", "taught for", "documents", "weight"]
        yield Table("Words that were taught or rejected", heads, taught, numbers=2)
    rules = of.project.review.rules()
    if rules.rules:
        about = "Its rules; the first that holds decides" if rules.in_use else "What was told apart, as rules"
        rule_rows = [[rule.text, f"{rule.decides:,}", f"{len(rule.mistakes):,}"] for rule in rules.rules]
        yield Table(about, ["rule", "labelled documents decided", "mistakes"], rule_rows, numbers=2)
    if of.learned.unheard:
        yield Paragraph(f"Taught words that no document has: {listed(of.learned.unheard, 20)}.")


def _weaknesses(of: Evidence) -> Iterator[Block]:
    yield Heading("Known weaknesses")
    explanations = of.cross_fit.explanations
    stuck = sum(not each.sets for each in explanations)
    several = sum(len(each.words) > 5 for each in explanations)
    if explanations:
        yield Listing(
            [
                f"{stuck:,} of {len(explanations):,} labelled documents keep their class whatever words are removed.",
                f"{several:,} need more than five words removed together: the evidence is spread over many words.",
                *filter(None, [of.learned.remark]),
            ]
        )
    cases: dict[str, list[str]] = {}
    for id, label, _ in of.wrong[:_ASKED]:
        if label in of.learned.classifier.classes and (why := _case(of, id, label)):
            cases.setdefault(why, []).append(id)
    if cases:
        rows = [[_CASES[case], f"{len(cases[case]):,}", listed(cases[case], 5)] for case in _CASES if case in cases]
        yield Table("Why documents are taken for something else", ["reason", "documents", "such as"], rows)


def _case(of: Evidence, id: str, label: str) -> str | None:
    if isinstance(of.learned.classifier.learner, Rules):
        return None
    try:
        advice = of.project.why_not(id, label)
    except CannotExplain:  # the newest model has learned from the label, and is right
        return None
    return None if advice is None else advice.case


def _errors(of: Evidence) -> Iterator[Block]:
    yield Heading("Errors")
    wrong = of.wrong
    if not wrong:
        yield Paragraph("None of the measured documents is taken for something else.")
        return
    rows = []
    for id, label, guess in wrong[:_ERRORS]:
        words = of.cross_fit.explanations[of.rows[id]].removed if of.cross_fit.explanations else ()
        text = of.project.document(id).snippet(_SNIPPET)
        rows.append([id, text, label, guess, percent(float(of.cross_fit.P[of.rows[id]].max())), ", ".join(words[:8])])
    heads = ["document", "text", "label", "taken for", "probability", "because of"]
    yield Table(f"The surest {len(rows):,} of {len(wrong):,} errors", heads, rows)


def _fingerprints(of: Evidence) -> Iterator[Block]:
    documents = sha256()
    for document in of.project.documents():
        documents.update(f"{len(document.id)} {document.id} {len(document.text)} ".encode())
        documents.update(document.text.encode())
    rows = [
        ["documents", f"{of.status.documents:,}", documents.hexdigest()],
        ["model", of.learned.learner, sha256(of.learned.classifier.to_bytes()).hexdigest()],
    ]
    yield Heading("Fingerprints")
    yield Table("Which data and which model this is about (SHA-256)", ["of", "", "fingerprint"], rows)
    yield Paragraph(
        f"The model has heard the first {of.learned.position:,} of {len(of.project.record):,} entries of the "
        f"record. Written by teachback {__version__} on {now():%Y-%m-%d}."
    )


def _class_row(each: ClassMeasures) -> Sequence[str]:
    return [
        each.name,
        "–" if each.precision is None else percent(each.precision),
        _between(each.right, each.predicted),
        "–" if each.recall is None else percent(each.recall),
        _between(each.right, each.labelled),
        f"{each.f1:.2f}",
        f"{each.average:.2f}" if each.labelled else "–",
        f"{each.labelled:,}",
        f"{each.predicted:,}",
    ]


def _curve(each: ClassMeasures) -> Picture:
    few = each.curve[:: max(len(each.curve) // 6, 1)]
    rows = [[f"{recall:.2f}", f"{precision:.2f}"] for recall, precision in few]
    return Picture(recall_curve(each), Table(each.name, ["recall", "precision"], rows, numbers=2))


def _between(right: int, documents: int) -> str:
    """Where a share lies with a confidence of 95 %."""
    if not documents:
        return "–"
    low, high = accuracy_interval(right, documents)
    return f"{100 * low:.0f} – {100 * high:.0f}"
