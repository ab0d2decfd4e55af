"""What goes into a file: labels, words, rules, predictions and their reasons, the record, the model, everything."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from teachback import formats
from teachback.errors import TeachbackError, listed, near_miss
from teachback.formats import Item, Prediction, Row, Rule
from teachback.formats.plain import write_rules
from teachback.formats.record_file import write_record as write_parts
from teachback.formats.rows import OWN_MODEL
from teachback.formats.writing import Target
from teachback.project.transfer.gold import write_gold
from teachback.project.transfer.onnx_model import write_onnx, write_onnx_archive
from teachback.store import copy, create_store

if TYPE_CHECKING:
    from teachback.classifier import TextClassifier
    from teachback.project.project import Project

_OF_DOCUMENTS = {"labels", "predictions", "explanations"}
_BATCH = 2000  # documents at a time, however many there are
_LONGEST = 400  # characters of a line in a sample


class CannotExport(TeachbackError):
    """An export that is not there, or of which nothing is there yet."""


@dataclass(frozen=True)
class Export:
    """A file that can be made of a project."""

    # What it is called, and how the file's name ends
    name: str
    suffix: str
    about: str  # what is in it, in a few words
    what: frozenset[str]  # Labels, predictions and so on; or one of `record`, `model` and `project`
    format: str = ""  # of the file, for rows


EXPORTS = tuple(
    Export(name, suffix, about, frozenset(what.split()), format)
    for name, suffix, about, what, format in (
        ("gold", ".csv", "One row a document: what counts, who said what and why, all fields", "gold", "csv"),
        ("gold_excel", ".xlsx", "The same for Excel", "gold", "excel"),
        ("gold_jsonl", ".jsonl", "The same, a JSON object a line", "gold", "jsonl"),
        ("gold_parquet", ".parquet", "The same as Parquet", "gold", "parquet"),
        ("labels", ".csv", "Labels and highlighted passages, a row for each teacher", "labels", "csv"),
        ("labels_jsonl", ".jsonl", "The same, a JSON object a line", "labels", "jsonl"),
        ("labels_excel", ".xlsx", "The same for Excel", "labels", "excel"),
        ("labels_parquet", ".parquet", "The same as Parquet", "labels", "parquet"),
        (
            "predictions",
            ".csv",
            "Every document with its label and the model's prediction",
            "labels predictions",
            "csv",
        ),
        ("predictions_jsonl", ".jsonl", "The same, a JSON object a line", "labels predictions", "jsonl"),
        (
            "explanations",
            ".jsonl",
            "Predictions and the words behind each of them",
            "explanations predictions",
            "jsonl",
        ),
        ("words", ".csv", "Words that were taught or rejected", "words", "csv"),
        ("rules", ".txt", "The rules of the model, to be read", "rules", "rules"),
        ("label_studio", ".json", "Tasks for Label Studio", "labels", "label_studio"),
        ("doccano", ".jsonl", "For doccano", "labels", "doccano"),
        ("prodigy", ".jsonl", "For Prodigy", "labels", "prodigy"),
        ("argilla", ".json", "Records for Argilla", "labels", "argilla"),
        ("folders", ".zip", "Texts in a folder for each class", "labels", "zip"),
        ("spacy", ".spacy", "For training spaCy", "labels", "spacy"),
        ("model", ".model", "The model, for `teachback classify` anywhere", "model", ""),
        ("onnx", ".zip", "The model as ONNX, its terms and analyzer as JSON", "onnx", ""),
        ("report", ".html", "A report: what was taught, how good the model is, and why", "report", ""),
        ("report_markdown", ".md", "The same as Markdown", "report", ""),
        ("record", ".jsonl", "Every lesson ever taught, enough to replay the project", "record", ""),
        ("project", ".teachback", "A backup of everything, as a project file", "project", ""),
    )
)


def find_export(name: str) -> Export:
    """The export of that name."""
    known = [each.name for each in EXPORTS]
    if name not in known:
        raise CannotExport(f"{name!r} is not an export.{near_miss(name, known)} There are {listed(known, 30)}.")
    return next(each for each in EXPORTS if each.name == name)


def why_not(project: Project, export: Export) -> str | None:
    """Why the export cannot be made now; None when it can."""
    learned, teaching = project.learned, project.teaching()
    if export.what & {"predictions", "explanations", "model", "onnx", "report", "rules"} and learned is None:
        return "There is no model yet; teach something first."
    if export.what == {"rules"} and learned is not None and not learned.classifier.rules:
        return f"The model is a {learned.learner}, which has no rules."
    answers = teaching.labels or teaching.exclusions or teaching.skips or teaching.rationales
    if export.what in ({"labels"}, {"gold"}) and not answers:
        return "No document has a label yet."
    if export.what == {"words"} and not (teaching.words or teaching.not_a_reason):
        return "No word was taught yet."
    if export.what == {"onnx"} and learned is not None and learned.classifier.learner.linear_form() is None:
        return f"The model is a {learned.learner}, which is no sum over terms."
    if export.what == {"onnx"} and find_spec("onnx") is None:
        return "The server lacks the library onnx."
    if export.format == "spacy" and find_spec("spacy") is None:
        return "The server lacks the library spaCy."
    return None


def write(project: Project, export: Export, path: Path) -> None:
    """Write the export to a file; it is there when all of it is written, and not before."""
    if why := why_not(project, export):
        raise CannotExport(why)
    if export.what == {"model"}:
        write_model(project, path)
    elif export.what == {"gold"}:
        write_gold(project, path, export.format)
    elif export.what == {"report"}:
        write_report(project, path)
    elif export.what == {"onnx"}:
        write_onnx_archive(_model(project), path)
    elif export.what == {"record"}:
        write_record(project, path)
    elif export.what == {"project"}:
        with create_store(path) as target:
            copy(project.store, target)
    else:
        _write_rows(project, export.format, path, rows(project, export.what))


def sample(project: Project, export: Export, lines: int = 3) -> str:
    """The first lines of the file; of a table that is not text, as CSV, and of anything else that is not, as JSON."""
    if why := why_not(project, export):
        raise CannotExport(why)
    if export.what & {"model", "onnx", "report", "project"}:
        return export.about
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"sample{export.suffix}"
        if export.what == {"record"}:
            with project.store.reading() as reader:
                write_parts(Target(path), islice(chain(reader.documents(), reader.entries()), lines))
        elif export.what == {"gold"}:
            write_gold(project, path, "jsonl" if export.format == "jsonl" else "csv", most=lines)
        else:
            is_text = export.suffix in (".csv", ".jsonl", ".json", ".txt")
            readable = export.format if is_text else "csv" if export.format in ("excel", "parquet") else "jsonl"
            _write_rows(project, readable, path, islice(rows(project, export.what), lines))
        with path.open(encoding="utf-8", newline="") as file:
            return "\n".join(line.rstrip("\r\n")[:_LONGEST] for line in islice(file, lines))


def rows(project: Project, what: Collection[str]) -> Iterable[Row]:
    """The rows of a file: of documents (labels, predictions, explanations, or several of them), of words, or of rules.

    Labels alone are for the documents that a lesson is about; predictions are for all documents.
    """
    if len(what) > 1 and not set(what) <= _OF_DOCUMENTS:
        alone = ", ".join(sorted(set(what) - _OF_DOCUMENTS))
        raise CannotExport(f"A file of {alone} holds nothing else; write one file for each.")
    if "words" in what:
        return formats.words(project.record)
    if "rules" in what:
        return _rules(project)
    items = formats.items(project.record, project.documents()) if "labels" in what else map(Item, project.documents())
    if set(what) == {"labels"}:
        return (item for item in items if item.lessons)
    return predicted(_model(project), items, explain="explanations" in what)


def predicted(model: TextClassifier, items: Iterable[Item], *, explain: bool = False) -> Iterator[Item]:
    """The items with what the model says of them and, if asked for, why; streamed."""
    iterator, classes = iter(items), model.classes
    while batch := list(islice(iterator, _BATCH)):
        texts = [model.text_of(item.document) for item in batch]
        knowing = model.knowing(texts)
        P = knowing.probabilities(texts)
        each = knowing.explainer.explain_many(texts) if explain else ()
        reasons = [tuple(one.words for one in explanation.sets) for explanation in each] or [()] * len(texts)
        for item, best, row, words in zip(batch, P.argmax(axis=1).tolist(), P.tolist(), reasons, strict=True):
            prediction = Prediction(classes[best], dict(zip(classes, row, strict=True)), words, OWN_MODEL)
            yield Item(item.document, item.lessons, prediction)


def write_model(project: Project, path: Path) -> None:
    """Write the newest model: as ONNX where the name ends in ``.onnx``, and else as `teachback classify` reads it."""
    if path.suffix.casefold() == ".onnx":
        write_onnx(_model(project), path)
        return
    with Target(path).bytes() as file:
        file.write(_model(project).to_bytes())


def write_report(project: Project, path: Path, name: str = "") -> None:
    """Write the report on the newest model: a page, or Markdown where the name ends in ``.md``."""
    suffix = path.suffix.casefold()
    if suffix not in (".html", ".htm", ".md"):
        raise CannotExport(f"{path.name} is neither a page nor Markdown; end the report's name in .html or .md.")
    from teachback.project.report import report_on  # here, for labels and words need not wait for it

    report = report_on(project, name)
    with Target(path).text() as file:
        file.write(report.to_markdown() if suffix == ".md" else report.to_html())


def write_record(project: Project, path: Path) -> None:
    """Write every document and every entry."""
    with project.store.reading() as reader:
        write_parts(Target(path), chain(reader.documents(), reader.entries()))


def _write_rows(project: Project, format: str, path: Path, rows: Iterable[Row]) -> None:
    if format == "rules":
        write_rules(Target(path), rows)
    else:
        formats.write(path, rows, format=format, classes=project.classes)


def _rules(project: Project) -> Iterator[Rule]:
    rules = project.rules()
    if not rules:
        name = "nothing yet" if project.learned is None else f"a {project.learned.learner}, which has no rules"
        raise CannotExport(
            f"The model is {name}; learn a list of rules first, with: teachback learn PROJECT --learner DistinctionList"
        )
    yield from rules


def _model(project: Project) -> TextClassifier:
    return (project.learned or project.learn()).classifier
