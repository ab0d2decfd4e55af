"""How the annotators of the reviews highlight: how many rationales, how alike, how much text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from pathlib import Path

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow, grid
from teachback.experiments.plot import CurvePoint, panels
from teachback.record import ClassesAdded, DocumentsAdded, Label, Rationale, Record
from teachback.record.annotation import agreement, rationale_counts, words
from teachback.record.teaching import Teaching

SOURCES = ("ERASER-test", "ERASER-test-bak", "ERASER-crowd-majority", "ERASER-crowd-union")
_MOST = 15  # rationales; documents with more are counted together


@lru_cache(maxsize=1)
def _taught(data: Path | None) -> tuple[corpora.Corpus, Teaching]:
    """The reviews' rationales as a record has them."""
    corpus = corpora.load("movie_reviews", data)
    documents = {document.id: document for document in corpus.documents}
    record = Record(documents, [ClassesAdded(tuple(corpus.classes)), DocumentsAdded(tuple(documents))])
    record.append(*(Label(name, label) for name, label in corpus.labels.items() if corpus.parts[name] != "9"))
    record.append(*(Rationale(*passage[:4], teacher=passage.teacher) for passage in corpus.rationales))
    return corpus, record.teaching()


def _measure_table1(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus, teaching = _taught(data)
    texts = {document.id: document for document in corpus.documents}
    if case.method == case.setting["other"]:
        mine = [[p for p in passages if p.teacher == case.method] for passages in teaching.rationales.values()]
        marked = [passages for passages in mine if passages]
        yield Measured("rationales a document", sum(map(len, marked)) / len(marked) if marked else 0.0)
        return
    if (shared := agreement(texts, teaching, case.method, case.setting["other"])) is None:
        return
    yield Measured("rationales that the other overlaps, %", 100.0 * shared.shared)
    yield Measured("token precision, %", 100.0 * shared.token_precision)
    yield Measured("token recall, %", 100.0 * shared.token_recall)
    yield Measured("token kappa", shared.kappa)


def _measure_table2(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus, teaching = _taught(data)
    texts = {document.id: document.text for document in corpus.documents}
    documents, tokens, marked = 0, 0, 0
    for document, passages in teaching.rationales.items():
        spans = [(passage.start, passage.end) for passage in passages if passage.teacher == case.method]
        if spans:
            documents += 1
            there = words(texts[document])
            tokens += len(there)
            marked += sum(any(a < end and start < b for start, end in spans) for a, b in there)
    yield Measured("documents", float(documents))
    yield Measured("marked tokens a document", marked / max(documents, 1))
    yield Measured("marked tokens, %", 100.0 * marked / max(tokens, 1))


def _measure_figure1(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus, teaching = _taught(data)
    own = {name for name, label in corpus.labels.items() if label == case.setting["class"]}
    mine = Teaching(
        **{
            **vars(teaching),
            "labels": {name: label for name, label in teaching.labels.items() if name in own},
            "rationales": {
                name: passages
                for name, passages in teaching.rationales.items()
                if name in own and corpus.parts[name] != "9"
            },
        }
    )
    counts = rationale_counts(mine)
    for number in range(_MOST):
        yield Measured(f"documents with {number}", float(counts.get(number, 0)))
    more = sum(documents for number, documents in counts.items() if number >= _MOST)
    yield Measured(f"documents with {_MOST} or more", float(more))


def _draw_figure1(rows: Sequence[ReportRow], file: Path) -> None:
    points = [
        CurvePoint("rationales of A0", str(row.setting["class"]), float(row.metric.split()[2]), row.ours)
        for row in rows
    ]
    panels(points, file, x="rationales in a document", y="documents")


TABLE1 = Experiment(
    paper="zaidan2007",
    item="table1",
    about="Rationales a document, and agreement: of the rationales of one source, how many does the other overlap? The "
    "paper's annotators are not public; ours are the four sources of rationales for fold 9, on the documents that both "
    "marked.",
    cases=tuple(
        Case("movie_reviews", one, None, {"other": other})
        for one, other in (*((name, name) for name in SOURCES), *permutations(SOURCES, 2))
    ),
    measure=_measure_table1,
)
TABLE2 = Experiment(
    paper="zaidan2007",
    item="table2",
    about="How much annotators mark. The paper's table has the minutes a document; no public copy has times, so these "
    "are the tokens that were marked. `teachback.record.annotation.task_times` gives the times of a project of one's "
    "own.",
    cases=grid(corpus="movie_reviews", method=("A0", *SOURCES)),
    measure=_measure_table2,
)
FIGURE1 = Experiment(
    paper="zaidan2007",
    item="figure1",
    about="How many documents of folds 0 to 8 have how many rationales of A0.",
    cases=grid(corpus="movie_reviews", method="A0", setting=({"class": "pos"}, {"class": "neg"})),
    measure=_measure_figure1,
    plot=_draw_figure1,
)
