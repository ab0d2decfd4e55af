"""Noun phrases and the contexts they stand in, by a shallow chunker: a regular expression over kinds of words.

Running prose comes first: sentences as lists of words and signs, out of news and mail, all else left out.

There is no tagger. A phrase is a run of capitalised words, a date or time, or what follows an article or possessive up
to a function word. A context is the one or two words before it, after it, or the word on either side, with ``_`` for
the phrase.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from teachback.text.stop_words import stop_words

_MAIL_HEADER = re.compile(r"From: (?:.+\n)+\s*\n")
_SIGNATURE = re.compile(r"^-- ?\n(?s:.*)", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^(?:\s*(?:\w{0,8}>|[|:}#]).*"  # quoted from another mail
    r"|In article .*|.*\b(?:writes|wrote|said) ?:\s*"  # and who is quoted
    r"|[^a-z\n]*)$",  # headlines, figures, rules
    re.MULTILINE,
)
_ADDRESS = re.compile(r"<[^<>\n]*>|\S*@\S*|\S+://\S+")
_PARAGRAPH = re.compile(r"\n(?=\s*\n|[ \t]{3})")
_TOKEN = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof|Gen|Sen|Rep|Gov|Lt|Col|Capt|Rev|Jr)\.(?=\s)"
    r"|(?:[A-Z]\.)+(?:[A-Z]\b)?"  # U.S., J.
    r"|[^\W\d_]+(?:[&/-][^\W_]+|'(?!s\b)[^\W\d_]+)*"
    r"|'s\b"
    r"|\d+(?:[:.,]\d+)*(?:st|nd|rd|th|s)?"
    r"|[^\w\s]"
)
_END = frozenset(".?!")
_CLOSING = frozenset("\"')")


def sentences(text: str) -> Iterator[list[str]]:
    """The sentences that end as sentences do, as tokens without the last full stop.

    Mail headers, quoted lines, signatures, headlines in capitals, addresses and tables are left out.

    >>> list(sentences("DEAN FOODS <DF> SEES GAIN\\nDean Foods Co expects a gain, Mr. Dean said. Sales rose\\n"))
    [['Dean', 'Foods', 'Co', 'expects', 'a', 'gain', ',', 'Mr', 'Dean', 'said']]
    """
    text = _SIGNATURE.sub("", text[header.end() :] if (header := _MAIL_HEADER.match(text)) else text)
    text = _ADDRESS.sub(" ", _NOT_PROSE.sub("", text))
    for paragraph in _PARAGRAPH.split(text):
        yield from _split(_TOKEN.findall(paragraph))


def _split(tokens: Iterable[str]) -> Iterator[list[str]]:
    """A stop ends a sentence unless a small letter follows; what has no stop at its end is no sentence."""
    sentence: list[str] = []
    ended = False
    for token in tokens:
        if ended and token not in _CLOSING:
            if token[0].islower():
                sentence.append(".")
            else:
                yield sentence
                sentence = []
            ended = False
        if token in _END and sentence:
            ended = True
        if not ended:
            sentence.append(token[:-1] if len(token) > 2 and token[-1] == "." and token[1] != "." else token)
    if ended:
        yield sentence


# Each word has a kind of one letter, so that a sentence is a string of kinds and a phrase a match in it. Besides these:
# C capitalised, w other words (e those in -ed, g in -ing and -ly), Y year, K clock time, N day of the month, 0 other
# numbers, "." other signs.
_KINDS = {
    "t": "the",
    "a": "a an my your his her its our their",
    "o": "of",
    "n": "and",
    "&": "&",
    ",": ",",
    "s": "'s",
    "L": "last next this past",
    "D": "today yesterday tomorrow tonight noon midnight",
    "U": "second seconds minute minutes hour hours day days night nights week weeks weekend month months quarter "
    "quarters year years decade decades century centuries morning afternoon evening spring summer autumn fall winter "
    "season",
    "f": "said says told will may might also however yet since ago per via i i'm i've i'd i'll",
}
_NAMED = {
    "M": "January February March April May June July August September October November December "
    "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec",
    "W": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "H": "Commission Committee Department Board Agency Administration Ministry Council Corporation Corp Inc Co Ltd "
    "Company Exchange Association Industry Means",
}
_KIND = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_NAMED_KIND = {word: kind for kind, words in _NAMED.items() for word in words.split()}
_FUNCTION_WORDS = stop_words("english")
_PHRASE = re.compile(
    r"N?M(?:(?<!NM)N)?(?:,?Y)?|W|Y|K|D|LU"  # 31 March 1987, April 1, 1987; Monday; 1987; 8:30; today; last week
    r"|[CH]+(?:(?:ot?|&)[CH]+|nC*H+)*"  # Bank of Japan; AT & T; Securities and Exchange Commission
    r"|(?<=[ta])[weUg]{0,2}[wU](?![wgUCHMW])"  # the [trade deficit]
)
_NEVER_NAMES = frozenset("taonLDf")
_LONGEST = 6  # words of a phrase


class Found(NamedTuple):
    """A phrase in a sentence, from token `start` up to but not including `end`."""

    start: int
    end: int
    phrase: str


@dataclass(frozen=True)
class NounPhrase:
    """A phrase with the number of times it was seen, and how often in each context."""

    phrase: str
    count: int
    contexts: Sequence[tuple[str, int]]

    @property
    def line(self) -> str:
        """As a document for the `entities` analyzer.

        >>> NounPhrase("Lake Erie", 4, [("shores of _", 3), ("_ froze", 1)]).line
        'Lake Erie\\tshores of _||3 _ froze||1'
        """
        return f"{self.phrase}\t{' '.join(f'{context}||{count}' for context, count in self.contexts)}"


def noun_phrases(
    texts: Iterable[str], *, min_count: int, min_phrases: int = 2, max_share: float = 0.1
) -> list[NounPhrase]:
    """The phrases seen at least `min_count` times, commonest first, with those of their contexts that are as common and
    were seen with at least `min_phrases` and at most `max_share` of them: one alone, or nearly all, tell nothing.
    """
    read = PhraseFinder(sentence for text in texts for sentence in sentences(text))
    phrases_of_sentences = [list(read.phrases(sentence)) for sentence in read.sentences]
    seen = Counter(phrase for phrases in phrases_of_sentences for _, _, phrase in phrases)
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence, phrases in zip(read.sentences, phrases_of_sentences, strict=True):
        for start, end, phrase in phrases:
            if seen[phrase] >= min_count:
                counted[phrase].update(contexts(sentence, start, end))
    total: Counter[str] = Counter()
    reach: Counter[str] = Counter()
    for around in counted.values():
        total.update(around)
        reach.update(around.keys())
    most = max_share * len(counted)
    telling = {
        context for context, count in total.items() if count >= min_count and min_phrases <= reach[context] <= most
    }
    return [
        NounPhrase(
            phrase, seen[phrase], sorted((pair for pair in around.items() if pair[0] in telling), key=_commonest)
        )
        for phrase, around in sorted(counted.items(), key=lambda item: (-seen[item[0]], item[0]))
    ]


class PhraseFinder:
    """Finds phrases in sentences, knowing from all of them which words are names.

    A capital says little at the start of a sentence or in a word all of capitals. Such a word is read as a name when
    it stands with a capital more often than without one elsewhere.

    >>> sentences = [["Then", "Dean", "saw", "Erie"], ["Dean", "left"], ["then", "Dean", "and", "Erie", "froze"]]
    >>> read = PhraseFinder(sentences)
    >>> [found.phrase for sentence in read.sentences for found in read.phrases(sentence)]
    ['Dean', 'Erie', 'Dean', 'Dean', 'Erie']
    """

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        self.sentences = list(sentences)
        self._elsewhere = Counter(token for sentence in self.sentences for token in sentence[1:])
        self._kind = cache(self._kind_of)

    def phrases(self, sentence: Sequence[str]) -> Iterator[Found]:
        """The phrases of a sentence, in order, none overlapping."""
        kinds = "".join(map(self._kind, sentence, (_opens(sentence, place) for place in range(len(sentence)))))
        for match in _PHRASE.finditer(kinds):
            start, end = match.span()
            phrase = " ".join(sentence[start:end]).replace(" ,", ",")
            if kinds[start] in _NEVER_NAMES:
                phrase = phrase.lower()  # Last week, at the start of a sentence
            if end - start <= _LONGEST and len(phrase) > 1:
                yield Found(start, end, phrase)

    def _kind_of(self, token: str, opens: bool) -> str:
        if token in _NAMED_KIND:
            return _NAMED_KIND[token]
        small = token.lower()
        kind = _small_kind(small)
        if not token[0].isupper() or kind in _NEVER_NAMES:
            return kind
        doubtful = opens or (len(token) > 1 and token.isupper())
        return kind if doubtful and self._elsewhere[token] <= self._elsewhere[small] else "C"


def contexts(sentence: Sequence[str], start: int, end: int) -> Iterator[str]:
    """The lexical patterns around a phrase; numbers are ``00`` and no sign but a comma is passed over.

    >>> list(contexts("the mayor of Boston said it".split(), 3, 4))
    ['of _', 'mayor of _', '_ said', '_ said it', 'of _ said']
    """
    before = [_word(token) for token in sentence[max(start - 2, 0) : start]][::-1]
    after = [_word(token) for token in sentence[end : end + 2]]
    left, further_left, *_ = [*before, "", ""]
    right, further_right, *_ = [*after, "", ""]
    if left:
        yield f"{left} _"
    if left and further_left:
        yield f"{further_left} {left} _"
    if right:
        yield f"_ {right}"
    if right and further_right:
        yield f"_ {right} {further_right}"
    if left and right:
        yield f"{left} _ {right}"


def _opens(sentence: Sequence[str], place: int) -> bool:
    """Whether a word there has a capital merely because of its place."""
    return place == 0 or sentence[place - 1] in '":('


@cache
def _small_kind(word: str) -> str:
    if word in _KIND:
        return _KIND[word]
    if word[0].isdigit():
        return _number_kind(word)
    if not word[0].isalpha():
        return "."
    if word in _FUNCTION_WORDS:
        return "f"
    return "e" if word.endswith("ed") else "g" if word.endswith(("ing", "ly")) else "w"


def _number_kind(number: str) -> str:
    if re.fullmatch(r"(?:1[6-9]|20)\d\ds?", number):
        return "Y"
    if re.fullmatch(r"[012]?\d:[0-5]\d", number):
        return "K"
    return "N" if re.fullmatch(r"[0123]?\d(?:st|nd|rd|th)?", number) else "0"


@cache
def _word(token: str) -> str:
    """A token as part of a context; empty where a context ends."""
    if token[0].isdigit():
        return "00"
    return token.lower() if token[0].isalpha() or token in (",", "'s", "&") else ""


def _commonest(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]
