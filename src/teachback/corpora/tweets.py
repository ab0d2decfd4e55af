"""Tweets with sentiment (Sentiment140; SemEval 2017 through TweetEval) and tweets in five languages."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import IO

from teachback.archives import opened
from teachback.corpora.corpus import BadOriginal, Converted, Corpus, Original, Row, read_corpus, read_lines

CLASSES = ("positive", "neutral", "negative")
LANGUAGES = ("dutch", "english", "french", "german", "spanish")

FILE, LANGUAGE_FILE = "tweets/documents.jsonl.gz", "tweets/language_id.jsonl.gz"
ARCHIVE, LANGUAGE_ARCHIVE = "trainingandtestdata.zip", "language_id.jsonl.gz"

SAMPLE = 10_000
"""How many training tweets of each polarity we keep of Sentiment140's 1.6 million."""

_POLARITY = {"0": "negative", "2": "neutral", "4": "positive"}
_TWEETEVAL = {"0": "negative", "1": "neutral", "2": "positive"}
_TWEETEVAL_PAGE = "https://raw.githubusercontent.com/cardiffnlp/tweeteval/main/datasets/sentiment"


def load(data: Path) -> Corpus:
    """Tweets by sentiment; the parts name the source and its split, such as `sentiment140/train`."""
    return read_corpus(
        data / FILE,
        name="tweets",
        classes=CLASSES,
        fields={"label": str, "source": str, "split": str},
        part=lambda row: f"{row['source']}/{row['split']}",
        analyzer="tweets",
    )


def load_languages(data: Path) -> Corpus:
    """Tweets by language (Carter, Weerkamp and Tsagkias, 2012)."""
    return read_corpus(
        data / LANGUAGE_FILE,
        name="tweet_languages",
        classes=LANGUAGES,
        fields={"label": str, "split": str},
        part=itemgetter("split"),
        analyzer="tweets",
    )


def convert(archives: Mapping[str, Path]) -> Converted:
    """From Sentiment140's zip and the four files of TweetEval.

    Of Sentiment140's training tweets we keep a sample drawn with a fixed seed. It is not the sample of 20,000 that
    some published copies hold, whose drawing is not described, so results on this part differ a little from theirs.
    """
    rows: list[Row] = []
    with opened(archives[ARCHIVE]) as members:
        for path, stream in members:
            name = path.rpartition("/")[2]
            if name.startswith("training"):
                rows[:0] = _sampled(_sentiment140(name, stream))
            elif name.startswith("testdata"):
                rows.extend(
                    _tweet(f"s140-test-{number:03}", _POLARITY[polarity], text, "sentiment140", "test")
                    for number, (polarity, _, text) in enumerate(_sentiment140(name, stream))
                )
    for split in ("val", "test"):
        rows.extend(_tweeteval(archives[f"{split}_text.txt"], archives[f"{split}_labels.txt"], split))
    return Converted({FILE: rows})


def _sentiment140(name: str, stream: IO[bytes]) -> Iterator[tuple[str, str, str]]:
    """Polarity, id and text of each row of one of the two tables."""
    table = csv.reader(io.TextIOWrapper(stream, encoding="latin-1", newline=""))
    try:
        for polarity, tweet, _date, _query, _user, text in table:
            if polarity not in _POLARITY:
                raise ValueError(f"the polarity {polarity!r} is not 0, 2 or 4")
            yield polarity, tweet, _repaired(text)
    except (ValueError, csv.Error) as error:
        raise BadOriginal(
            f"{name} of {ARCHIVE}, line {table.line_num}, is not polarity, id, date, query, user, text ({error})."
        ) from None


def _sampled(tweets: Iterable[tuple[str, str, str]]) -> list[Row]:
    """A uniform sample of each polarity in one pass over the file (reservoir sampling), in the order of the file."""
    draw = random.Random(140)  # noqa: S311  a sample, not a secret
    samples: dict[str, list[tuple[int, str, str]]] = {"0": [], "4": []}
    met = {"0": 0, "4": 0}
    seen: set[str] = set()  # some ids occur under both polarities; the first stays
    for number, (polarity, tweet, text) in enumerate(tweets):
        if polarity not in samples or tweet in seen:
            continue
        seen.add(tweet)
        met[polarity] += 1
        if len(samples[polarity]) < SAMPLE:
            samples[polarity].append((number, tweet, text))
        elif (place := draw.randrange(met[polarity])) < SAMPLE:
            samples[polarity][place] = (number, tweet, text)
    drawn = sorted((number, polarity, tweet, text) for polarity in samples for number, tweet, text in samples[polarity])
    return [
        _tweet(f"s140-{tweet}", _POLARITY[polarity], text, "sentiment140", "train")
        for _, polarity, tweet, text in drawn
    ]


def _repaired(text: str) -> str:
    """UTF-8 that was read as Latin-1 (`cafÃ©`) made right; Latin-1 proper is no UTF-8 and stays."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return text


def _tweeteval(texts: Path, labels: Path, split: str) -> Iterator[Row]:
    tweets = texts.read_bytes().decode("utf-8", "replace").removesuffix("\n").split("\n")
    answers = labels.read_bytes().decode("utf-8", "replace").split()
    if len(tweets) != len(answers) or not {*answers} <= {*_TWEETEVAL}:
        raise BadOriginal(f"{labels.name} does not give each of the {len(tweets):,} lines of {texts.name} 0, 1 or 2.")
    for number, (text, answer) in enumerate(zip(tweets, answers, strict=True)):
        name = f"semeval2017-{split}-{number:05}"
        yield _tweet(name, _TWEETEVAL[answer], text.strip(), "semeval2017-task4", split)


def _tweet(name: str, label: str, text: str, source: str, split: str) -> Row:
    return {"id": name, "label": label, "text": text, "source": source, "split": split}


def convert_languages(archives: Mapping[str, Path]) -> Converted:
    """From a copy that is in our form already: the authors published the tweets' ids, not their texts."""
    lines = read_lines(archives[LANGUAGE_ARCHIVE], {"id": str, "label": str, "text": str, "split": str})
    return Converted({LANGUAGE_FILE: [line.row for line in lines]})


ORIGINAL = Original(
    page="http://help.sentiment140.com/for-students and https://github.com/cardiffnlp/tweeteval",
    archives={
        ARCHIVE: "http://cs.stanford.edu/people/alecmgo/trainingandtestdata.zip",
        **{
            name: f"{_TWEETEVAL_PAGE}/{name}"
            for name in ("val_text.txt", "val_labels.txt", "test_text.txt", "test_labels.txt")
        },
    },
    convert=convert,
    counts={
        FILE: {
            "label": {"positive": 13_376, "neutral": 6_945, "negative": 14_461},
            "source": {"sentiment140": 20_498, "semeval2017-task4": 14_284},
        }
    },
)

LANGUAGES_ORIGINAL = Original(
    page="Carter, Weerkamp and Tsagkias (2012), Microblog language identification",
    archives={LANGUAGE_ARCHIVE: None},
    convert=convert_languages,
    counts={
        LANGUAGE_FILE: {
            "label": {"dutch": 564, "english": 604, "french": 641, "german": 605, "spanish": 695},
            "split": {"train": 1_389, "test": 1_720},
        }
    },
)
