"""Movie Review Polarity v2.0 (Pang and Lee, 2004) with annotator rationales (Zaidan, Eisner and Piatko, 2007)."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from teachback.archives import opened
from teachback.corpora.corpus import (
    BadOriginal,
    Converted,
    Corpus,
    CorpusRationale,
    Original,
    Row,
    read_corpus,
    read_lines,
)

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


Span: TypeAlias = tuple[int, int]

_MARK = re.compile(r"<(?:NEG|POS)>\s*|\s*</(?:NEG|POS)>")
_WORD = re.compile(r"\S+")
_ALIKE = 0.6  # how much of a found passage must be that of the marked one


def without_marks(marked: str) -> tuple[str, list[Span]]:
    """A text whose `<NEG>` and `<POS>` marks are taken out, and the spans that they enclosed.

    >>> without_marks("it <NEG> still feels empty </NEG> , like <NEG> flash </NEG>")
    ('it still feels empty , like flash', [(3, 20), (28, 33)])
    """
    pieces: list[str] = []
    edges: list[int] = []
    done = 0
    for mark in _MARK.finditer(marked):
        pieces.append(marked[done : mark.start()])
        edges.append(sum(map(len, pieces)))
        done = mark.end()
    pieces.append(marked[done:])
    spans = zip(edges[::2], edges[1::2], strict=False)
    return "".join(pieces), [(start, end) for start, end in spans if start < end]


def align(spans: Iterable[Span], source: str, target: str) -> list[Span | None]:
    """Each span of the source as a span of the target, or nothing where the target lacks that passage.

    Where the two differ in white space only, characters correspond one to one. Where they differ in more, words
    are matched by their longest common subsequence, and what is found must still resemble what was marked.

    >>> align([(3, 8)], "ab c d e", "ab\\nc  d e")
    [(3, 9)]
    >>> align([(4, 12), (13, 18)], "why don t go there", "so why don't go")
    [(7, 15), None]
    """
    solid_source, solid_target = _solid(source), _solid(target)
    if [source[at] for at in solid_source] == [target[at] for at in solid_target]:
        return [_by_characters(span, solid_source, solid_target) for span in spans]
    words = _WordMap(source, target)
    return [words.find(span) for span in spans]


def _solid(text: str) -> list[int]:
    """The places of the characters that are not white space."""
    return [at for at, character in enumerate(text) if not character.isspace()]


def _by_characters(span: Span, source: Sequence[int], target: Sequence[int]) -> Span | None:
    first, last = bisect_left(source, span[0]), bisect_left(source, span[1]) - 1
    return (target[first], target[last] + 1) if first <= last else None


class _WordMap:
    """Which words of the target stand where each word of the source stood."""

    def __init__(self, source: str, target: str) -> None:
        self._source, self._target = source, target
        self._from = [word.span() for word in _WORD.finditer(source)]
        self._to = [word.span() for word in _WORD.finditer(target)]
        self._places: list[range] = []
        matcher = difflib.SequenceMatcher(None, _WORD.findall(source), _WORD.findall(target), autojunk=False)
        for _, first, last, to_first, to_last in matcher.get_opcodes():
            if last - first == to_last - to_first:
                self._places.extend(range(place, place + 1) for place in range(to_first, to_last))
            else:
                self._places.extend([range(to_first, to_last)] * (last - first))

    def find(self, span: Span) -> Span | None:
        """The stretch from the first to the last word that stands for the span's words."""
        start, end = span
        inside = [place for (at, to), place in zip(self._from, self._places, strict=True) if at < end and to > start]
        places = [place for place in inside if place]
        if not places:
            return None
        there = self._to[places[0].start][0], self._to[places[-1].stop - 1][1]
        alike = difflib.SequenceMatcher(None, self._source[start:end], self._target[there[0] : there[1]]).ratio()
        return there if alike >= _ALIKE else None
