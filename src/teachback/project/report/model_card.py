"""The methods in a paragraph, and the model card in the usual form."""

from __future__ import annotations

from collections.abc import Iterator

from teachback import __version__
from teachback.errors import counted, listed, percent
from teachback.project.report.blocks import Block, Heading, Paragraph, Table
from teachback.project.report.evidence import Evidence

_NOTHING = "Nothing was measured: no document has a label."


def methods(of: Evidence) -> Iterator[Block]:
    """How the model was made and measured, as a paper would say it."""
    kinds = ", ".join(f"{kind.replace('_', ' ')} ({many:,})" for kind, many in of.status.lessons.items() if many)
    agreed, agreement = of.status.agreement, ""
    if agreed.documents and agreed.krippendorff is not None:
        agreement = (
            f" On the {agreed.documents:,} documents that two or more labelled, Krippendorff's alpha was "
            f"{agreed.krippendorff:.2f}."
        )
    parameters = of.learned.classifier.learner.get_params(deep=False)
    with_them = ", ".join(f"{key} = {value}" for key, value in sorted(parameters.items()))
    yield Heading("Methods")
    yield Paragraph(
        f"A text classifier was taught with teachback {__version__} by {_teachers(of)} on {_documents(of)}. Lessons "
        f"that counted, by kind: {kinds or 'none'}.{agreement} Texts were read as terms by the analyzer "
        f"{of.project.analyzer.name}{_beside(of)}. The learner was {of.learned.learner} ({with_them}). "
        f"{_measured(of)} Reasons are the smallest sets of words whose removal changes the class (Martens and Provost, "
        "2014)."
    )


def model_card(of: Evidence) -> Iterator[Block]:
    """The model card, in the sections of Mitchell et al. (2019)."""
    model, measures = of.learned.classifier, of.measures
    scores = "scores are sums over terms, so that reasons are exact"
    if model.rules:
        scores = "a list of rules"
    elif model.learner.evidence() is None:
        scores = "reasons are found by asking it again without the words"
    weakest = min((each for each in measures.classes if each.labelled), key=lambda each: each.f1, default=None)
    weak = f" It is weakest on {weakest.name} (F1 {weakest.f1:.2f})." if weakest else ""
    lessons = counted(sum(of.status.lessons.values()), "lesson")
    sections = {
        "Model details": f"{of.learned.learner} by teachback {__version__}; {len(model.terms):,} terms; {scores}.",
        "Intended use": f"To tell {listed(of.classes, 20)} apart in texts like those it was taught on.",
        "Out of scope": "Other kinds of text, other languages, and decisions that no person looks at.",
        "Factors": "Length, vocabulary and source of the texts; figures by class are above.",
        "Metrics": _metrics(of),
        "Evaluation data": _measured(of),
        "Training data": f"{_documents(of)}, {lessons} of {_teachers(of)}.",
        "Ethical considerations": "Texts and the names of teachers are in the project and in this report. Look among "
        "the words above for some that should be no reason.",
        "Caveats": f"Probabilities were fitted to this project's labels.{weak}",
    }
    yield Heading("Model card")
    rows = [[section, text] for section, text in sections.items()]
    yield Table("In the usual form (Mitchell et al., 2019)", ["section", "what it says"], rows)


def _measured(of: Evidence) -> str:
    if not of.measures.documents:
        return _NOTHING
    return f"It was measured {of.how}; intervals are Wilson's at 95 %."


def _metrics(of: Evidence) -> str:
    measures = of.measures
    if not measures.documents:
        return _NOTHING
    low, high = measures.interval
    begin = f"{of.expected} On the evaluation data: accuracy" if of.expected else "Accuracy"
    return (
        f"{begin} {percent(measures.right / measures.documents)} (95 %: {percent(low)} to {percent(high)}), macro-F1 "
        f"{measures.macro_f1:.2f}, calibration error {percent(measures.calibration_error)}."
    )


def _beside(of: Evidence) -> str:
    """The columns beside the text that the model learned from."""
    columns = of.learned.classifier.analyzer.columns
    return f", and the values of {listed(columns, 20)} beside them" if columns else ""


def _teachers(of: Evidence) -> str:
    return counted(len(of.status.teachers), "teacher")


def _documents(of: Evidence) -> str:
    return counted(of.status.documents, "document")
