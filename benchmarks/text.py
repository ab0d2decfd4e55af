"""Vectorising 20 Newsgroups beside scikit-learn, and a stream of a million short documents."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer

from benchmarks.timing import best, peak_memory
from teachback import corpora
from teachback.text import Vectorizer, Vocabulary, analyzer
from teachback.text.counts import stream

# The rules of the `words` analyzer, as far as a regular expression can say them.
MARKUP = re.compile(r"<!--.*?-->|<[A-Za-z/!?][^<>]{0,1998}>|<[^\s<>]{1,1999}>|&#?[A-Za-z0-9]{1,10};", re.DOTALL)
WORD = r"[^\W\d_¹²³¼½¾]+|\d+"


def run(data: Path | None) -> None:
    """Print the table."""
    texts = corpora.load("twenty_newsgroups", data).texts
    ours = Vectorizer("words")
    first = best(lambda: ours.fit_transform(texts[:1]), runs=1)
    print(f"first call (compilation, or its cache)        {first:8.2f} s")
    seconds = best(lambda: ours.fit_transform(texts))
    print(f"teachback words, {len(texts):,} messages         {seconds:8.2f} s")

    same_terms = CountVectorizer(preprocessor=_prepared, token_pattern=WORD)
    plain = CountVectorizer(token_pattern=WORD)
    for name, peer in (("same terms", same_terms), ("without stripping markup", plain)):
        theirs = best(lambda peer=peer: peer.fit_transform(texts), runs=2)
        print(f"CountVectorizer, {name:<28} {theirs:8.2f} s   {theirs / seconds:4.1f} times as long")
    terms = set(ours.get_feature_names_out())
    peers_terms = set(same_terms.get_feature_names_out())
    print(f"terms: ours {len(terms):,}, theirs {len(peers_terms):,}, in both {len(terms & peers_terms):,}")

    offsets = best(lambda: [analyzer("words")(text) for text in texts[:2000]], runs=1)
    print(f"tokens with offsets, 2,000 messages one by one{offsets:8.2f} s")

    for documents in (10, 10_000, 100_000, 1_000_000):  # the first shows what the program itself needs
        work = partial(_count_stream, documents)
        seconds = best(work, runs=1)
        print(f"stream of {documents:>9,} short documents: {seconds:6.2f} s, {peak_memory(work):5.0f} MB at most")


def _prepared(text: str) -> str:
    return re.sub(r"\d+", "00", MARKUP.sub(" ", text)).lower()


def short_documents(count: int) -> Iterator[str]:
    """Documents of a dozen words, drawn from 50,000 words of very different frequency."""
    draw = random.Random(0)
    words = ["w" + "".join(chr(97 + k // 26**place % 26) for place in range(4)) for k in range(50_000)]
    pool = [words[int(50_000 ** draw.random())] for _ in range(1_000_003)]
    for k in range(count):
        yield " ".join(pool[12 * k % 1_000_000 : 12 * k % 1_000_000 + 12])


def _count_stream(documents: int) -> None:
    vocabulary = Vocabulary()
    rows = sum(block.shape[0] for block in stream(analyzer("words"), vocabulary, short_documents(documents), grow=True))
    if rows != documents:
        raise RuntimeError(f"{rows} rows for {documents} documents")
