"""The analyzers once more: slow, with regular expressions, written from the rules and not from the kernels.

Every character is written as one sign for what it is (a letter as ``L``, an ideograph as ``C`` …) while punctuation
stands for itself, so that a pattern over the signs finds tokens of any script at their true offsets.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import zip_longest

LETTER, MARK, DIGIT, SPACE, SPACELESS, PICTURE, FLAG, JOINER = "LMDSCPFJ"
WITHOUT_SPACES = re.compile(
    "THAI |LAO |MYANMAR |KHMER |CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH|IDEOGRAPHIC (ITERATION|CLOSING|NUMBER)"
    "|HIRAGANA |(HALFWIDTH )?KATAKANA|HENTAIGANA "
)
PICTURES = re.compile("[\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")


@cache
def sign(character):
    """What a character is, from the names and categories of the Unicode database."""
    category, name = unicodedata.category(character), unicodedata.name(character, "")
    if re.match("ZERO WIDTH (NON-)?JOINER", name):
        return JOINER
    if name.startswith("REGIONAL INDICATOR"):
        return FLAG
    if category[0] == "M" or name.startswith(("EMOJI MODIFIER", "TAG ")) or name == "CANCEL TAG":
        return MARK
    if category[0] == "L" or category == "Nl":
        return SPACELESS if WITHOUT_SPACES.match(name) else LETTER
    if category == "Nd":
        return DIGIT
    if character.isspace():
        return SPACE
    if PICTURES.match(character):
        return PICTURE
    return character if character.isascii() or character == "’" else "."


def signs(text):
    return "".join(map(sign, text))


def small(text):
    """Lower case one character for one: a sigma never becomes final and the dotted capital I loses its dot."""
    return "".join(character.lower()[0] for character in text)


# Markup: a comment; < and a letter, / ! or ? up to >; anything without a space up to >; a character entity.
ENTITY = re.compile(r"&(?=[^;]{1,10};)#?[A-Za-z0-9]*;")
MARKUP = re.compile(
    r"<!--(?:.{0,1993}?)-->|<(?!!--)(?:[A-Za-z/!?][^<>]{0,1997}|[^<>\t\n\r ]{0,1998})>|" + ENTITY.pattern, re.DOTALL
)
WORD = r"L(?:[LM]|J(?=[LM]))*"
CLUSTERS = r"(?:CM*)+"
EMOJI = r"FF?|P(?:M|J[PF])*"


def clusters(text, found):
    """Each two neighbouring letters of a stretch without spaces, or its only letter."""
    ends = [found.start() + part.end() for part in re.finditer("CM*", found.group())]
    starts = [found.start(), *ends[:-1]]
    if len(ends) == 1:
        return [(starts[0], ends[0], small(text[starts[0] : ends[0]]))]
    return [(i, j, small(text[i:j])) for i, j in zip(starts, ends[1:], strict=False)]


def words(text, *, markup=True, digits=True):
    visible = MARKUP.sub(lambda tag: "\0" * len(tag.group()), text) if markup else text
    tokens = []
    for found in re.finditer(f"(?P<word>{WORD}|{EMOJI})|(?P<number>D+)|(?P<run>{CLUSTERS})", signs(visible)):
        start, end = found.span()
        if found["word"]:
            tokens.append((start, end, small(text[start:end])))
        elif found["run"]:
            tokens += clusters(text, found)
        elif digits:
            tokens.append((start, end, "00"))
    return tokens


def pairs(tokens):
    """Each token and then the two-word term that it makes with the next."""
    terms = []
    for token, after in zip_longest(tokens, tokens[1:]):
        terms.append(token)
        if after:
            terms.append((token[0], after[1], f"{token[2]} {after[2]}"))
    return terms


def lines(text):
    return pairs(words(text))


LINK = re.compile(r"(?:https?://|www\.)", re.ASCII | re.IGNORECASE)
CONTRACTED = re.compile(f"{WORD}(?:['’]{WORD})*")
NEGATION = re.compile("no|not|never|cannot|(?:ca|wo|ai|do|does|did|is|are|was|were|could|would|should|have|has|had)nt")
TAG = re.compile("[@#][LMDC_]+")
MOUTH = r"[)(\]\[}{/\\|*$@><DdPpOoXx3]"
EMOTICON = re.compile(rf"(<)(3)+|([:;=])(?:[-o^'](?={MOUTH}))?({MOUTH})\4*")


def tweets_tokens(text):
    kinds = signs(text)
    tokens, i = [], 0
    while i < len(text):
        term, end = None, i + 1
        if LINK.match(text, i):
            term, end = "http://", i + len(kinds[i:].split("S")[0])
        elif found := CONTRACTED.match(kinds, i):
            end = found.end()
            term = contracted(text[i:end])
            spaces = re.compile(" +|_").match(text, end)
            after = spaces and CONTRACTED.match(kinds, spaces.end())
            if NEGATION.fullmatch(term):
                if after and not LINK.match(text, after.start()):
                    end = after.end()
                    term += "_" + contracted(text[after.start() : end])
            elif len(term) < 2:
                term = None
        elif found := TAG.match(kinds, i):
            end = found.end()
            term = "@user" if text[i] == "@" else small(text[i:end])
        elif found := re.compile("[!?]+").match(text, i):
            end = found.end()
            term = text[i] * 2 if end > i + 1 else None
        elif found := ENTITY.match(text, i):
            end = found.end()
        elif found := re.compile(CLUSTERS).match(kinds, i):
            tokens += clusters(text, found)
            end = found.end()
        elif found := re.compile(EMOJI).match(kinds, i):
            end = found.end()
            term = small(text[i:end])
        elif found := emoticon(text, kinds, i):
            end = found.end()
            term = text[i] + text[end - 1].upper()
        if term is not None:
            tokens.append((i, end, term))
        i = end
    return tokens


def contracted(word):
    return small(re.sub("['’]", "", word))


def emoticon(text, kinds, i):
    """A slash is a mouth only at the end of a word; a letter or digit is one only when no word goes on after it."""
    found = EMOTICON.match(text, i)
    if not found:
        return None
    mouth, after = text[found.end() - 1], kinds[found.end() : found.end() + 1]
    if (mouth == "/" and after not in ("", SPACE)) or (mouth.isalnum() and re.match("[LMDC_]", after)):
        return None
    return found


def tweets(text):
    return pairs(tweets_tokens(text))


def tokens(text):
    return [(*found.span(), found.group()) for found in re.finditer(r"\S+", text)]


def attributes(text):
    found, at = [], 0
    for line in re.split(r"([\r\n])", text):
        if line.strip():
            start = at + len(line) - len(line.lstrip())
            found.append((start, start + len(line.strip()), line.strip()))
        at += len(line)
    return found


def entities(text):
    """Terms with their weights; the contexts and the capitals are of unit length together."""
    name, _, _ = text.partition("\t")
    seen, at = [], len(name)
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        field = min([place for place in (text.find(end, at) for end in "\t\r\n") if place >= 0], default=len(text))
        bar = text.find("||", at, field)
        stop = field if bar < 0 else next((i for i in range(bar, field) if text[i].isspace()), field)
        term = text[at : field if bar < 0 else bar].rstrip()
        seen.append((at, at + len(term), term, 1.0 if bar < 0 else float(text[bar + 2 : stop])))
        at = stop
    parts = name.split()
    capitals = sum(part[0].isupper() for part in parts)
    if capitals:
        seen.append((0, len(name), "CAPITALISED", capitals))
    sums: dict[str, float] = {}
    for _, _, term, weight in seen:
        sums[term] = sums.get(term, 0) + weight
    length = sum(weight**2 for weight in sums.values()) ** 0.5
    found = [(start, end, term, weight / length) for start, end, term, weight in seen]
    if parts:
        begin, stop = len(name) - len(name.lstrip()), len(name.rstrip())
        last = stop - len(parts[-1])
        found.append((begin, stop, f"SHAPE={shape(name.strip())}", 1))
        found.append((begin, begin + len(parts[0]), f"FIRST={parts[0].lower()}", 1))
        found.append((last, stop, f"LAST={parts[-1].lower()}", 1))
        found += [(stop - n, stop, f"SUFFIX={name[stop - n : stop].lower()}", 1) for n in (3, 4) if stop - n >= last]
    return found


def shape(name):
    kinds = ["A" if sign.isupper() else "a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in name]
    return "".join(kind for kind, before in zip(kinds, ["", *kinds], strict=False) if kind != before or kind == "\n")
