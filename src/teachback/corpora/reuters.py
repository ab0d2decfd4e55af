"""Reuters-21578, Distribution 1.0 (David D. Lewis, 1997): news of 1987, of which we load ten topics."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.corpus import Converted, Corpus, Original, Row, read_corpus

TOPICS = ("earn", "acq", "money-fx", "crude", "trade", "interest", "wheat", "corn", "money-supply", "gold")

FILE = "reuters/documents.jsonl.gz"
ARCHIVE = "reuters21578.tar.gz"

_ARTICLE = re.compile(r"<REUTERS\b([^>]*)>(.*?)</REUTERS>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_TOPIC = re.compile(r"<D>(.*?)</D>", re.DOTALL)
_TEXT = re.compile(r"<TEXT\b([^>]*)>(.*?)</TEXT>", re.DOTALL)
_INNER = re.compile(r"<(TITLE|AUTHOR|DATELINE|BODY)>(.*?)</\1>", re.DOTALL)
_CONTROL = dict.fromkeys(code for code in range(32) if chr(code) not in "\n\t")


def load(data: Path) -> Corpus:
    """The 8,933 articles that have exactly one of the ten topics, whatever other topics they have.

    The parts are those of the "modified Apte" split: train, test and unused.
    """
    return read_corpus(
        data / FILE,
        name="reuters",
        classes=TOPICS,
        fields={"topics": list, "modapte": str},
        label=_only_topic,
        part=lambda row: str(row["modapte"]),
    )


def _only_topic(row: Row) -> str | None:
    ours = [topic for topic in row["topics"] if topic in TOPICS]
    return ours[0] if len(ours) == 1 else None


def convert(archives: Mapping[str, Path]) -> Converted:
    """From Lewis's archive of SGML files, all articles in the order of their NEWID."""
    rows: list[Row] = []
    with opened(archives[ARCHIVE]) as members:
        for name, stream in members:
            if name.endswith(".sgm"):
                sgml = stream.read().decode("latin-1")
                rows.extend(_article(attributes, content) for attributes, content in _ARTICLE.findall(sgml))
    return Converted({FILE: sorted(rows, key=lambda row: int(row["id"]))})


def _article(attributes: str, content: str) -> Row:
    values = {name: value.lower() for name, value in _ATTRIBUTE.findall(attributes)}
    topics, _, _ = content.partition("</TOPICS>")
    text = _TEXT.search(content)
    kind = dict(_ATTRIBUTE.findall(text[1])).get("TYPE", "norm").lower() if text else "unproc"
    return {
        "id": values.get("NEWID", "0"),
        "topics": list(dict.fromkeys(_plain(topic) for topic in _TOPIC.findall(topics))),
        "split": values.get("LEWISSPLIT", "not-used"),
        "modapte": _modapte(values.get("LEWISSPLIT"), values.get("TOPICS")),
        "topics_attr": values.get("TOPICS", "no"),
        "type": kind,
        "text": _text(text[2]) if text else "",
    }


def _modapte(split: str | None, topics: str | None) -> str:
    """ModApte uses what Lewis put in train or test and an indexer has looked at, even if no topic was found."""
    return split if split in ("train", "test") and topics == "yes" else "unused"


def _text(content: str) -> str:
    """Title and body; an article without a marked body (type unproc) has all that is not marked as its body."""
    inner = dict(_INNER.findall(content))
    body = inner.get("BODY", _INNER.sub("", content))
    return "\n".join(filter(None, (_plain(inner.get("TITLE", "")), _plain(body))))


def _plain(sgml: str) -> str:
    """The characters meant: entities decoded, the teletype's control characters (`&#3;`) dropped, ends trimmed."""
    return html.unescape(sgml).translate(_CONTROL).strip()


ORIGINAL = Original(
    page="http://www.daviddlewis.com/resources/testcollections/reuters21578/",
    archives={ARCHIVE: "http://www.daviddlewis.com/resources/testcollections/reuters21578/reuters21578.tar.gz"},
    convert=convert,
    counts={
        FILE: {
            "split": {"train": 14668, "test": 6188, "not-used": 722},
            "modapte": {"train": 9603, "test": 3299, "unused": 8676},
            "topics_attr": {"yes": 13476, "no": 7059, "bypass": 1043},
            "type": {"norm": 19043, "brief": 1798, "unproc": 737},
        }
    },
)
