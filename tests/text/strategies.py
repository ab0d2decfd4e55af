"""Texts that try an analyzer: many scripts, marks, emoji, joiners, markup, odd spaces and NUL."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

seen = settings(deadline=None, derandomize=True, max_examples=80)

SNIPPETS = [
    *(
        "a",
        "B",
        "é",
        "e\u0301",
        "ß",
        "Σ",
        "σ",
        "ς",
        "İ",
        "I",
        "ı",
        "ǅ",
        "Ⅷ",
        "ö",
        "Я",
        "ж",
        "ד",
        "ש\u05c1",
        "ع",
        "ف\u064e",
    ),
    *(
        "ह",
        "ि",
        "न\u094d",
        "த",
        "한",
        "글",
        "日",
        "本",
        "語",
        "か\u3099",
        "カ",
        "ー",
        "々",
        "ก",
        "ำ",
        "ที\u0e48",
        "ລ",
        "ម",
        "မ",
    ),
    *("0", "7", "42", "٣", "५", "๙", "½", "²", "\u200c", "\u200d", "\u0301", "\ufe0f", "\U000e0100", "\U0001f3fd"),
    *("🙂", "👩", "❤", "⏰", "🏴", "\U000e0067", "\U000e007f", "🇫", "🇷", "♂", "👩\u200d👧", "✈\ufe0f"),
    *(" ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u2028", "\u3000", "\x0b", "\x1c", "\x85", "\u200b", "\0", "\ud800"),
    *(
        "<",
        ">",
        "&",
        ";",
        "#",
        "!",
        "?",
        "/",
        "-",
        "--",
        "<!--",
        "-->",
        "<b>",
        "</b>",
        "<br/>",
        "&amp;",
        "&#233;",
        "<x",
    ),
    *("@", "_", ".", ",", "'", "’", ":", "=", ")", "(", "D", "o", "^", "3", "|", ":-)", ";-(", "<3", "!!", "??", "=D"),
    *("http://", "HTTPS://x.y", "www.", "not", "no", "don't", "Never", "good", "||", "\U0010ffff", "\ue000", "$", "*"),
]
texts = st.lists(st.sampled_from(SNIPPETS) | st.characters(), max_size=25).map("".join)
words = st.lists(st.sampled_from(["the", "goalie", "saved", "a", "b", "Card", "card", "日本", "7"]), max_size=8)
documents = st.lists(words.map(" ".join), max_size=12)


@st.composite
def splits(draw, items):
    """A list cut into batches anywhere, empty ones too."""
    cuts = sorted(draw(st.lists(st.integers(0, len(items)), max_size=5)))
    return [items[i:j] for i, j in zip([0, *cuts], [*cuts, len(items)], strict=True)]
