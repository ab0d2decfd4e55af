"""Movie Review Polarity v2.0 (Pang and Lee, 2004) with annotator rationales (Zaidan, Eisner and Piatko, 2007)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.alignment import align, without_marks
from teachback.corpora.corpus import Corpus, CorpusRationale
from teachback.corpora.original import BadOriginal, Converted, Original
from teachback.corpora.shared_form import Row, read_corpus, read_lines

CLASSES = ("neg", "pos")

FILE = "movie_reviews/documents.jsonl.gz"
RATIONALES = "movie_reviews/rationales.jsonl.gz"
EXTRA_RATIONALES = "movie_reviews/rationales_extra.jsonl.gz"
CLEANED = "movie_reviews/zaidan_cleaned_texts.jsonl.gz"
ARCHIVE, MARKED = "review_polarity.tar.gz", "review_polarity_rationales.zip"

_REVIEW = re.compile(r"(?:^|/)txt_sentoken/(neg|pos)/(cv(\d)(\d\d)_\d+\.txt)$")
_MARKED_REVIEW = re.compile(r"(?:^|/)withRats_(neg|pos)/(?:neg|pos)R_(\d{3})\.txt$")


def load(data: Path) -> Corpus:
    """The reviews, in ten folds (the parts 0 to 9), and why the annotators thought them positive or negative.

    Teacher A0 is Zaidan's annotator, who highlighted rationales in folds 0 to 8. Rationales of others for fold 9 are in
    a file of their own that not every data folder has; they highlight far more text than A0 does, so keep the teachers
    apart.
    """
    corpus = read_corpus(
        data / FILE,
        name="movie_reviews",
        classes=CLASSES,
        fields={"label": str, "fold": int},
        label=itemgetter("label"),
        part=lambda row: str(row["fold"]),
        analyzer="tokens",
    )
    texts = {document.id: document.text for document in corpus.documents}
    place = {document: number for number, document in enumerate(texts)}
    files = [path for name in (RATIONALES, EXTRA_RATIONALES) if (path := data / name).is_file()]
    passages = [passage for path in files for passage in _passages(path, texts)]
    return replace(corpus, rationales=sorted(passages, key=lambda passage: place[passage.document]))


def _passages(path: Path, texts: Mapping[str, str]) -> Iterator[CorpusRationale]:
    for line in read_lines(path, {"id": str, "annotator": str, "label": str, "spans": list}):
        document, label = line.row["id"], line.row["label"]
        if document not in texts:
            raise line.wrong(f"there is no review {document!r}")
        if label not in CLASSES:
            raise line.wrong(f"the label {label!r} is neither neg nor pos")
        for span in line.row["spans"]:
            start, end = line.check_span(span, texts[document])
            yield CorpusRationale(document, label, start, end, line.row["annotator"])


def convert(archives: Mapping[str, Path]) -> Converted:
    """From Cornell's reviews and Zaidan's copies of them with `<NEG>` or `<POS>` around each rationale.

    Zaidan's copies have their own white space, and 22 have another text as well; the passages are sought in
    Cornell's texts, and the 22 are kept too. Rationales for fold 9 are not part of either archive.
    """
    reviews = _reviews(archives[ARCHIVE])
    rationales: list[Row] = []
    cleaned: list[Row] = []
    lost = 0
    for name, marked in sorted(_marked_reviews(archives[MARKED]).items()):
        if (review := reviews.get(name)) is None:
            raise BadOriginal(f"{MARKED} has rationales for {name}, but {ARCHIVE} has no such review.")
        text, spans = without_marks(marked)
        aligned = align(spans, text, review["text"])
        lost += aligned.count(None)
        common = {"annotator": "A0", "label": review["label"]}
        rationales.append({"id": name, **common, "spans": [list(span) for span in aligned if span is not None]})
        if "".join(text.split()) != "".join(review["text"].split()):
            fold = {"id": name, "fold": review["fold"], "label": review["label"]}
            cleaned.append({**fold, "text": text.strip(), "annotator": "A0", "spans": [list(span) for span in spans]})
    notes = [f"Marked passages that Cornell's texts do not have and that were left out: {lost}."] if lost else []
    return Converted({FILE: list(reviews.values()), RATIONALES: rationales, CLEANED: cleaned}, notes)


def _reviews(archive: Path) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    with opened(archive) as members:
        for path, stream in members:
            if review := _REVIEW.search(path):
                label, file, fold, rest = review.groups()
                name, text = f"{label}_{fold}{rest}", stream.read().decode("latin-1")
                rows[name] = {"id": name, "fold": int(fold), "label": label, "text": text, "file": file}
    return dict(sorted(rows.items()))


def _marked_reviews(archive: Path) -> dict[str, str]:
    with opened(archive) as members:
        return {
            f"{review[1]}_{review[2]}": stream.read().decode("latin-1")
            for path, stream in members
            if (review := _MARKED_REVIEW.search(path))
        }


ORIGINAL = Original(
    page="https://www.cs.cornell.edu/people/pabo/movie-review-data/ and http://www.cs.jhu.edu/~ozaidan/rationales/",
    archives={
        ARCHIVE: "https://www.cs.cornell.edu/people/pabo/movie-review-data/review_polarity.tar.gz",
        MARKED: "http://www.cs.jhu.edu/~ozaidan/rationales/review_polarity_rationales.zip",
    },
    convert=convert,
    counts={
        FILE: {"label": {"neg": 1000, "pos": 1000}, "fold": {str(fold): 200 for fold in range(10)}},
        RATIONALES: {"label": {"neg": 900, "pos": 900}},
        CLEANED: {"label": {"neg": 14, "pos": 8}},
    },
)
