"""20 Newsgroups (Ken Lang, 1995), the version of 18,828 messages, and four topics of it."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.corpus import BadOriginal, Converted, Corpus, Original, Row, read_corpus

_MESSAGES = {
    "alt.atheism": 799,
    "comp.graphics": 973,
    "comp.os.ms-windows.misc": 985,
    "comp.sys.ibm.pc.hardware": 982,
    "comp.sys.mac.hardware": 961,
    "comp.windows.x": 980,
    "misc.forsale": 972,
    "rec.autos": 990,
    "rec.motorcycles": 994,
    "rec.sport.baseball": 994,
    "rec.sport.hockey": 999,
    "sci.crypt": 991,
    "sci.electronics": 981,
    "sci.med": 990,
    "sci.space": 987,
    "soc.religion.christian": 997,
    "talk.politics.guns": 910,
    "talk.politics.mideast": 940,
    "talk.politics.misc": 775,
    "talk.religion.misc": 628,
}
GROUPS = tuple(_MESSAGES)

TOPICS = {
    "science": ("sci.crypt", "sci.electronics", "sci.med", "sci.space"),
    "autos_motorcycles": ("rec.autos", "rec.motorcycles"),
    "baseball_hockey": ("rec.sport.baseball", "rec.sport.hockey"),
    "mac_pc": ("comp.sys.mac.hardware", "comp.sys.ibm.pc.hardware"),
}
"""The topical corpora that Settles (2011) took from the twenty groups."""

FILE = "twenty_newsgroups/documents.jsonl.gz"
ARCHIVE, BY_DATE = "20news-18828.tar.gz", "20news-bydate.tar.gz"


def load(data: Path) -> Corpus:
    """All twenty groups; the parts are the train and test parts of the version sorted by date."""
    return read_corpus(
        data / FILE,
        name="twenty_newsgroups",
        classes=GROUPS,
        fields={"label": str, "split": str},
        part=itemgetter("split"),
    )


def load_topic(data: Path, topic: str) -> Corpus:
    """One of the `TOPICS`."""
    return load(data).only(TOPICS[topic], topic)


def convert(archives: Mapping[str, Path]) -> Converted:
    """From the messages of the 18,828 version, and for their parts the names in the version sorted by date."""
    parts = _parts(archives[BY_DATE])
    rows: list[Row] = []
    with opened(archives[ARCHIVE]) as members:
        for path, stream in members:
            _, group, number = _three_last(path)
            if group not in GROUPS or not number.isdigit():
                continue
            if (part := parts.get((group, number))) is None:
                raise BadOriginal(f"{path} of {ARCHIVE} is in neither part of {BY_DATE}, so it has no split.")
            text = stream.read().decode("latin-1")  # most are ASCII; what is not was written before Unicode
            rows.append({"id": f"{group}/{number}", "label": group, "text": text, "split": part})
    return Converted({FILE: sorted(rows, key=itemgetter("id"))})


def _parts(archive: Path) -> dict[tuple[str, str], str]:
    parts = {}
    with opened(archive) as members:
        for path, _ in members:
            folder, group, number = _three_last(path)
            parts[group, number] = folder.rpartition("-")[2]  # 20news-bydate-train, 20news-bydate-test
    return parts


def _three_last(path: str) -> tuple[str, str, str]:
    *_, folder, group, number = ["", "", *path.split("/")]
    return folder, group, number


ORIGINAL = Original(
    page="http://qwone.com/~jason/20Newsgroups/",
    archives={
        ARCHIVE: "http://qwone.com/~jason/20Newsgroups/20news-18828.tar.gz",
        BY_DATE: "http://qwone.com/~jason/20Newsgroups/20news-bydate.tar.gz",
    },
    convert=convert,
    counts={FILE: {"label": _MESSAGES, "split": {"train": 11302, "test": 7526}}},
)
