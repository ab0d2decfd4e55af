from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.errors import BadSpan
from teachback.record.boundaries import check_span, from_utf16, is_boundary
from tests.record.strategies import BOUNDARIES, CHARACTERS, TEXTS

texts = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("🙂🇫🇮\u200d\u0301👩🏽\r\n"))

# Every boundary that a browser makes is accepted.

SEGMENT = """
const characters = new Intl.Segmenter("en", {granularity: "grapheme"});
const texts = JSON.parse(require("fs").readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(texts.map(text => Array.from(characters.segment(text), part => part.index))));
"""
SCRIPTS = [
    (0x00A0, 0x0180),  # Latin, with the soft hyphen
    (0x0300, 0x0370),  # combining marks
    (0x0483, 0x048A),  # Cyrillic marks
    (0x0590, 0x0700),  # Hebrew, Arabic
    (0x0900, 0x0A00),  # Devanagari, Bengali
    (0x0B80, 0x0C00),  # Tamil
    (0x0E00, 0x1000),  # Thai, Lao, Tibetan
    (0x1000, 0x1200),  # Myanmar, Georgian, Hangul jamo
    (0x1780, 0x1820),  # Khmer, Mongolian
    (0x200B, 0x2070),  # spaces, joiners, directions
    (0x20D0, 0x2100),  # enclosing marks
    (0x2190, 0x21B0),  # arrows
    (0x2600, 0x27C0),  # signs, many of them emoji
    (0x3000, 0x3100),  # Japanese
    (0xAC00, 0xAC40),  # Hangul syllables
    (0xD7B0, 0xD800),  # more jamo
    (0xFE00, 0xFE30),  # variation selectors
    (0xFEFF, 0xFF00),  # byte order mark
    (0x110B0, 0x110D0),  # Kaithi, with its prepended sign
    (0x1D160, 0x1D190),  # musical marks
    (0x1F1E0, 0x1F200),  # regional indicators
    (0x1F300, 0x1FB00),  # emoji
    (0xE0000, 0xE0090),  # tags
    (0xE0100, 0xE0110),  # variation selectors
]
CONTEXTS = ["a{}b", "🙂{}\u0301", "\u200b{}", "{}\u200d🙂", "❤\u200d{}", "{0}{0}"]
PIECES = [
    *"a 1\r\n\t\x00é語שب한",
    *"\u0301\u0323\u20e3\ufe0f\u200d\u200c\u200b\u00ad\ufeff\u2028\u0600\u0e33\u094d\u0930",
]
PIECES += [
    "🙂",
    "👩",
    "🚒",
    "🏽",
    "🇫",
    "🇮",
    "❤",
    "♂",
    "👍",
    "ᄒ",
    "ᅡ",
    "ᆫ",
    "\U0001f3f4",
    "\U000e0067",
    "\U000e007f",
    "क",
]


@pytest.fixture(scope="module")
def segmented():
    """Texts, and where the characters of each begin according to the engine of Chrome."""
    node = shutil.which("node")
    assert node, "node is not on this machine; install Node 20 to compare with a browser's own segmentation"
    texts = [context.format(chr(n)) for a, b in SCRIPTS for n in range(a, b) for context in CONTEXTS]
    dice = random.Random(11)
    texts += ["".join(dice.choices(PIECES, k=dice.randint(2, 9))) for _ in range(8000)]
    texts += [document.text for document in TEXTS.values()]
    reply = subprocess.run([node, "-e", SEGMENT], input=json.dumps(texts), capture_output=True, text=True, check=True)
    return list(zip(texts, json.loads(reply.stdout), strict=True))


def test_every_boundary_that_a_browser_makes_is_accepted(segmented):
    refused = [
        (ascii(text), at)
        for text, begins in segmented
        for at in (from_utf16(text, unit) for unit in begins)
        if not is_boundary(text, at)
    ]
    assert refused == []


def test_the_browser_cuts_our_example_texts_as_we_did_by_hand(segmented):
    begins = dict(segmented)
    for id, characters in CHARACTERS.items():
        text = TEXTS[id].text
        cuts = {from_utf16(text, unit) for unit in begins[text]} | {len(text)}
        between = {at for at in range(1, len(text)) if text[at - 1 : at + 1] == "\r\n"}  # we accept it, browsers do not
        assert cuts | between == set(BOUNDARIES[id]), characters


# What a person sees as one character is not cut.


@pytest.mark.parametrize("id", CHARACTERS)
def test_passages_begin_and_end_between_characters_only(id):
    text = TEXTS[id].text
    assert tuple(at for at in range(len(text) + 1) if is_boundary(text, at)) == BOUNDARIES[id]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("e", "\u0301"),
        ("e\u0301", "\u0323"),
        ("ש", "\u05b8"),
        ("ب", "\u0650"),
        ("か", "\u3099"),
        ("1", "\ufe0f\u20e3"),
        ("a", "\u20dd"),
        ("🇫", "🇮"),
        ("🇫🇮🇸", "🇪"),
        ("👩", "\u200d🚒"),
        ("👩\u200d", "🚒"),
        ("👩🏽\u200d", "🚒"),
        ("❤\ufe0f\u200d", "🔥"),
        ("👍", "🏿"),
        ("🏴", "\U000e0067\U000e0062\U000e007f"),
        ("🏴\U000e0067", "\U000e0062\U000e007f"),
    ],
    ids=lambda part: ascii(part)[1:-1],
)
def test_a_character_is_not_cut(before, after):
    assert not is_boundary(before + after, len(before))
    with pytest.raises(BadSpan, match=f"Position {len(before)} of document d1 is inside a character .* either side"):
        check_span(before + after, 0, len(before), "d1")
    with pytest.raises(BadSpan, match="is inside a character"):
        check_span(before + after, len(before), len(before + after), "d1")


APART = [("a", "b"), ("é", "e"), ("\r", "\n"), ("a", "\x00"), ("🙂", "🙂"), ("🇫🇮", "🇸🇪"), ("語", "文")]
APART += [("a\u200d", "🙂"), ("👩\u200d\u200d", "🚒"), ("🙂\u200d", "a")]
AFTER_CONTROLS = [("\n", "\u0301"), ("\ufeff", "\u0301"), ("\u200b", "🏽"), ("\u00ad", "\u200d")]


@pytest.mark.parametrize(
    ("before", "after"),
    [*APART, *AFTER_CONTROLS],
    ids=lambda part: ascii(part)[1:-1],
)
def test_whatever_else_stands_side_by_side_may_be_parted(before, after):
    assert is_boundary(before + after, len(before))


@given(texts)
def test_a_text_may_be_marked_whole_and_nothing_outside_it_can(text):
    assert is_boundary(text, 0)
    assert is_boundary(text, len(text))
    assert not is_boundary(text, -1)
    assert not is_boundary(text, len(text) + 1)


@given(texts, st.data())
def test_a_passage_is_accepted_if_both_its_ends_are_boundaries(text, data):
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    if is_boundary(text, start) and is_boundary(text, end):
        check_span(text, start, end, "d1")
    else:
        with pytest.raises(BadSpan):
            check_span(text, start, end, "d1")


def test_a_passage_outside_the_text_is_refused_with_the_length():
    with pytest.raises(BadSpan, match=r"2 to 6 is outside document d1, which has 5 code points \(positions count code"):
        check_span("a 🙂 b", 2, 6, "d1")


# UTF-16.


def to_utf16(text, at):
    return len(text[:at].encode("utf-16-le")) // 2


@given(texts)
def test_positions_go_to_the_browser_and_back(text):
    units = [to_utf16(text, at) for at in range(len(text) + 1)]
    assert [from_utf16(text, unit) for unit in units] == list(range(len(text) + 1))
    assert units[-1] * 2 == len(text.encode("utf-16-le"))


@given(texts)
def test_half_of_a_pair_is_refused(text):
    units = {to_utf16(text, at) for at in range(len(text) + 1)}
    for inside in set(range(max(units))) - units:
        with pytest.raises(
            BadSpan, match=rf"Position {inside} \(UTF-16\) is inside a surrogate pair; move it to either"
        ):
            from_utf16(text, inside)


@pytest.mark.parametrize("at", [-1, 5])
def test_a_position_outside_the_text_is_refused(at):
    with pytest.raises(BadSpan, match=f"Position {at} is outside the text, which has 4 UTF-16 units"):
        from_utf16("a 🙂", at)
