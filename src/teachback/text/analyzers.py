"""Analyzers: what counts as a term of a text.

An analyzer turns texts into terms with offsets. Six are built in; any callable can stand in for them.

>>> from teachback.text import analyzer
>>> [token.term for token in analyzer("words")("The <b>Goalie</b> saved 31 shots!")]
['the', 'goalie', 'saved', '00', 'shots']
>>> [token.term for token in analyzer("lines")("hard luck")]
['hard', 'hard luck', 'luck']
>>> [token.term for token in analyzer("tweets")("@ann this isn't fun :-(( #sad")]
['@user', '@user this', 'this', 'this isnt_fun', 'isnt_fun', 'isnt_fun :(', ':(', ':( #sad', '#sad']
"""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import index
from typing import Any, ClassVar

import numpy as np

from teachback.errors import BadTerm, listed, near_miss
from teachback.text.base import Analyzer, BadAnalysis, Joined, Token
from teachback.text.beside import Beside
from teachback.text.interning import spell
from teachback.text.scan import Scan, scan
from teachback.text.scanners import scan_spaces, scan_tweets, scan_words


@dataclass(frozen=True)
class Words(Analyzer):
    """Lower-case words for documents: markup passed over, every number counted as ``00``.

    These are the rules of Settles (2011) for documents, and sensible on any script: marks stay with their letters,
    emoji are terms, and where a script has no spaces each two neighbouring letters are a term.

    """

    name: ClassVar[str] = "words"
    joins: ClassVar[bool] = True
    markup: bool = True  # pass over tags, comments, bracketed addresses and character entities
    digits: bool = True  # count numbers, all as the one term ``00``; otherwise they are dropped

    @property
    def plain_words(self) -> tuple[bool, bool] | None:
        """Its own, unless words make pairs."""
        return None if self.bigrams else (self.markup, self.digits)

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The words, numbers and emoji."""
        return scan(scan_words, texts, self.markup, self.digits)


@dataclass(frozen=True)
class Lines(Words):
    """For short texts: the words, and each two neighbouring words, also where one of them is a stop word."""

    name: ClassVar[str] = "lines"
    bigrams: ClassVar[bool] = True
    joins: ClassVar[bool] = False


@dataclass(frozen=True)
class Tweets(Analyzer):
    """For tweets and chat: emoticons, emoji, #tags, ``@user``, ``http://``, glued negations, and all of it in pairs."""

    name: ClassVar[str] = "tweets"
    bigrams: ClassVar[bool] = True

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The words and signs."""
        return scan(scan_tweets, texts)


@dataclass(frozen=True)
class Tokens(Analyzer):
    """For texts that are tokenised already: what stands between white space, punctuation and case kept."""

    name: ClassVar[str] = "tokens"
    joins: ClassVar[bool] = True

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The tokens, as they are."""
        return scan(scan_spaces, texts)


class _Listed(Analyzer):
    """An analyzer that lists the tokens of one text at a time."""

    compiled: ClassVar[bool] = False

    @abstractmethod
    def _list(self, text: str) -> Iterable[Token]:
        """The tokens of one text."""

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The tokens, text by text."""
        lists = [list(self._list(text)) for text in texts]
        listed = [token for tokens in lists for token in tokens]
        rows = np.zeros(len(texts) + 1, dtype=np.int64)
        np.cumsum([len(tokens) for tokens in lists], out=rows[1:])
        spelling, spelling_at = spell([token.term for token in listed])
        return Scan(
            rows=rows,
            start=np.array([token.start for token in listed], dtype=np.int32),
            end=np.array([token.end for token in listed], dtype=np.int32),
            spelling=spelling,
            spelling_at=spelling_at,
            weight=np.array([token.weight for token in listed], dtype=np.float64),
        )


@dataclass(frozen=True)
class Attributes(_Listed):
    """For data that is not text: one attribute a line, present when its line is there (``milk``, ``legs=4``).

    >>> [token.term for token in Attributes()("hair\\nmilk\\nlegs=4\\n")]
    ['hair', 'milk', 'legs=4']
    """

    name: ClassVar[str] = "attributes"

    def _list(self, text: str) -> Iterator[Token]:
        for line in re.finditer(r"[^\s][^\r\n]*", text):
            attribute = line.group().rstrip()
            yield Token(line.start(), line.start() + len(attribute), attribute)


@dataclass(frozen=True)
class Entities(_Listed):
    """For names with the contexts they were seen in: a line ``name<TAB>context||count context||count …``.

    The contexts' counts and the number of capitalised words in the name are scaled to unit length together; then the
    name's shape, its first and last word and the last 3 and 4 letters are added once each (Settles 2011, 3.4.2).

    >>> [token.term for token in Entities()("Lake Erie\\tshores of _||3")]
    ['shores of _', 'CAPITALISED', 'SHAPE=Aa Aa', 'FIRST=lake', 'LAST=erie', 'SUFFIX=rie', 'SUFFIX=erie']
    """

    name: ClassVar[str] = "entities"

    def _list(self, text: str) -> Iterator[Token]:
        name, _, _ = text.partition("\t")
        tokens = [_context(match) for match in _CONTEXT.finditer(text, len(name))]
        words = list(re.finditer(r"\S+", name))
        capitals = sum(word.group()[0].isupper() for word in words)
        if capitals:
            tokens.append(Token(0, len(name), "CAPITALISED", float(capitals)))
        together: dict[str, float] = {}
        for token in tokens:
            together[token.term] = together.get(token.term, 0.0) + token.weight
        length = math.hypot(*together.values())
        yield from (token._replace(weight=token.weight / length) for token in tokens)
        if not words:
            return
        first, last = words[0], words[-1]
        yield Token(first.start(), last.end(), f"SHAPE={_shape(name.strip())}")
        yield Token(first.start(), first.end(), f"FIRST={first.group().lower()}")
        yield Token(last.start(), last.end(), f"LAST={last.group().lower()}")
        for letters in (3, 4):
            if len(last.group()) >= letters:
                start = last.end() - letters
                yield Token(start, last.end(), f"SUFFIX={name[start : last.end()].lower()}")

    def term(self, typed: str) -> str:
        """A context or a feature of the name, just as it is written."""
        if not typed.strip() or "\t" in typed or "||" in typed:
            raise BadTerm(f"{typed!r:.80} is not a term here; give a context such as 'shores of _', or FIRST=lake.")
        return typed.strip()


@dataclass(frozen=True)
class Custom(_Listed):
    """A user's function from a text to its terms: strings, or (start, end, term) where the offsets matter.

    A plain string is looked for in the text, after the one before it, to find its offsets; one that is not there
    (a stem, a feature) stands at the place reached so far, with no length.

    >>> [token.term for token in Custom(str.split)("as you like it")]
    ['as', 'you', 'like', 'it']
    """

    name: ClassVar[str] = "custom"
    function: Callable[[str], Iterable[str | Sequence[object]]]

    def _list(self, text: str) -> Iterator[Token]:
        reached = 0
        terms = self.function(text)
        if isinstance(terms, str) or not isinstance(terms, Iterable):
            raise BadAnalysis(f"The analyzer gave {terms!r:.80} for a text; it must give a list of terms.")
        for item in terms:
            if isinstance(item, str):
                at = text.find(item, reached)
                start = reached if at < 0 else at
                reached = start if at < 0 else at + len(item)
                yield Token(start, reached, item)
            else:
                yield _given(item, text)


ANALYZERS: dict[str, type[Analyzer]] = {
    kind.name: kind for kind in (Words, Lines, Tweets, Tokens, Attributes, Entities)
}
_CONTEXT = re.compile(r"(?=\S)([^\t\r\n]*?)(?:\|\|(\S*)|(?=[\t\r\n]|$))")


def analyzer(given: str | Analyzer | Callable[[str], Iterable[str | Sequence[object]]]) -> Analyzer:
    """The analyzer of that name, or the given one; a plain function is wrapped."""
    if isinstance(given, Analyzer):
        return given
    if isinstance(given, str):
        if given in ANALYZERS:
            return ANALYZERS[given]()
        raise BadAnalysis(
            f"{given!r} is not an analyzer.{near_miss(given, ANALYZERS)} Choose one of {listed(ANALYZERS)}, "
            "or pass a function from a text to its terms."
        )
    if callable(given):
        return Custom(given)
    raise BadAnalysis(f"{given!r:.80} is not an analyzer; give a name ({listed(ANALYZERS)}) or a function.")


def analyzer_to_json(analyzer: Analyzer) -> dict[str, Any]:
    """An analyzer as JSON values.

    >>> analyzer_to_json(Words().joining(["world cup"]))
    {'name': 'words', 'markup': True, 'digits': True, 'phrases': ['world cup']}
    >>> analyzer_to_json(Beside(Tokens(), ("source",)))
    {'name': 'tokens', 'columns': ['source']}
    """
    form = {"name": analyzer.name, **asdict(analyzer.of_text)}  # type: ignore[call-overload]
    if analyzer.columns:
        form["columns"] = list(analyzer.columns)
    return {**form, "phrases": list(analyzer.joined)} if isinstance(analyzer, Joined) else form


def analyzer_from_json(form: Mapping[str, Any]) -> Analyzer:
    """The analyzer that :func:`analyzer_to_json` described."""
    options = dict(form)
    name, phrases, columns = options.pop("name"), options.pop("phrases", ()), tuple(options.pop("columns", ()))
    chosen = ANALYZERS[name](**{option: bool(value) for option, value in options.items()})
    return learning_from(chosen, columns).joining(phrases)


def learning_from(analyzer: Analyzer, columns: Sequence[str]) -> Analyzer:
    """The analyzer to which the values of just these columns are terms, too."""
    return Beside(analyzer.of_text, tuple(columns)) if columns else analyzer.of_text


def _context(match: re.Match[str]) -> Token:
    term, count = match.group(1).rstrip(), match.group(2)
    try:
        weight = 1.0 if count is None else float(count)
    except ValueError:
        weight = math.nan
    if not (term and math.isfinite(weight) and weight > 0):
        raise BadAnalysis(
            f"{match.group()!r:.80} is not a context with its count; write it like 'shores of _||3', with a number "
            "above 0."
        )
    return Token(match.start(), match.start() + len(term), term, weight)


def _given(item: Sequence[object], text: str) -> Token:
    try:
        token = Token(*item)  # type: ignore[arg-type]
        start, end, weight = index(token.start), index(token.end), float(token.weight)
        if 0 <= start <= end <= len(text) and isinstance(token.term, str) and math.isfinite(weight) and weight > 0:
            return Token(start, end, token.term, weight)
    except (TypeError, ValueError):
        pass
    raise BadAnalysis(
        f"The analyzer gave {item!r:.80}, which is neither a term nor (start, end, term) with offsets inside the text "
        f"of {len(text)} code points (and perhaps a weight above 0)."
    )


def _shape(name: str) -> str:
    """Runs of capitals, small letters and digits, each written once: ``McKay 7`` is ``AaAa 0``."""
    signs = ("A" if sign.isupper() else "a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in name)
    return re.sub(r"(.)\1+", r"\1", "".join(signs))
