"""Senses of the words hard, line and serve (Leacock, Towell, Voorhees, Miller and Chodorow), in Pedersen's files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from operator import itemgetter
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.corpus import BadOriginal, Converted, Corpus, Original, Row, read_corpus

SENSES = {
    "hard": {"HARD1": 3455, "HARD2": 502, "HARD3": 376},
    "line": {"cord": 373, "division": 374, "formation": 349, "phone": 429, "product": 2217, "text": 404},
    "serve": {"SERVE2": 853, "SERVE6": 439, "SERVE10": 1814, "SERVE12": 1272},
}
"""The senses of each word, and how many examples each has."""

_INSTANCE = re.compile(r"<instance\b([^>]*)>(.*?)</instance>", re.DOTALL)
_ID = re.compile(r"\bid=[\"']([^\"']*)")
_ANSWER = re.compile(r"<answer\b[^>]*?\bsenseid=[\"']([^\"']*)")
_CONTEXT = re.compile(r"<context>(.*?)</context>", re.DOTALL)
_HEAD = re.compile(r"<head>(.*?)</head>", re.DOTALL)
_SLASH = re.compile(r"<?&frasl;?>?")
_DISGUISED = re.compile(r"<([~^])>|<\{([^<>{}]+)\}>")  # <~> and <{word}> are text in a tag's clothes
_TAG = re.compile(r"<[^<>]*>")


def file(word: str) -> str:
    """The file of a word in the data folder."""
    return f"wsd/{word}.jsonl.gz"


def load(data: Path, word: str) -> Corpus:
    """The examples of a word, tokens apart by spaces, one sentence a line."""
    return read_corpus(
        data / file(word),
        name=word,
        classes=tuple(SENSES[word]),
        fields={"sense": str, "target": list},
        label=itemgetter("sense"),
        check=lambda line: line.check_span(line.row["target"], line.row["text"]),
        analyzer="lines",
    )


def convert(archives: Mapping[str, Path], word: str) -> Converted:
    """From the Senseval-2 format, which looks like XML but is not: read by its few tags, the rest dropped."""
    rows = [
        row
        for content in _contents(archives[word])
        for attributes, instance in _INSTANCE.findall(content)
        if (row := _example(attributes, instance)) is not None
    ]
    if not rows:
        raise BadOriginal(f"{archives[word]} has no <instance> with an answer and a <head>, so it is not Senseval-2.")
    return Converted({file(word): rows})


def _contents(path: Path) -> Iterator[str]:
    with path.open("rb") as start:
        is_text = start.read(64).lstrip().startswith(b"<")
    if is_text:
        yield path.read_bytes().decode("latin-1")
        return
    with opened(path) as members:
        for _, stream in members:
            yield stream.read().decode("latin-1")


def _example(attributes: str, instance: str) -> Row | None:
    name, sense, context = _ID.search(attributes), _ANSWER.search(instance), _CONTEXT.search(instance)
    if name is None or sense is None or context is None or not _HEAD.search(context[1]):
        return None
    # Two characters that no text holds keep the target's place while the tags around it go.
    text = _plain(_HEAD.sub(" \x02 \\1 \x03 ", context[1], count=1))
    before, _, rest = text.partition("\x02 ")
    target, _, after = rest.partition(" \x03")
    span = [len(before), len(before) + len(target)]
    return {"id": name[1], "sense": sense[1], "text": before + target + after, "target": span}


def _plain(context: str) -> str:
    """The tokens, apart by one space, one sentence a line: tags of parts of speech, paragraphs and so on are gone."""
    text = _SLASH.sub(" / ", context).replace("curlyspace", " ")
    text = _TAG.sub(" ", _DISGUISED.sub(r" \1\2 ", text))
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


ORIGINALS = {
    word: Original(
        page="https://www.d.umn.edu/~tpederse/data.html",
        archives={word: None},  # the page is known, the archives' names on it are not
        convert=partial(convert, word=word),
        counts={file(word): {"sense": counts}},
    )
    for word, counts in SENSES.items()
}
