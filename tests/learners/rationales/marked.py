"""Small marked texts for tests."""

import numpy as np
from hypothesis import strategies as st

from teachback.learners.rationales.marked_texts import read_marked
from teachback.text import TermCounts

WORDS = ["good", "bad", "film", "the", "not", "very", ",", ".", "plot"]


def taught(texts, passages=(), analyzer="tokens", parser=None):
    """The counts of texts, and the texts with passages marked."""
    counts = TermCounts(analyzer)
    counts.add(texts)
    return counts, read_marked(counts, texts, passages, parser=parser)


@st.composite
def reviews(draw, classes=("neg", "pos"), teachers=("ann", "bob"), analyzer="tokens"):
    """A few short texts and passages of them, by anybody for any class."""
    texts = draw(
        st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=2, max_size=5)
    )
    passages = []
    for _ in range(draw(st.integers(0, 6))):
        text = draw(st.integers(0, len(texts) - 1))
        start = draw(st.integers(0, len(texts[text]) - 1))
        end = draw(st.integers(start + 1, len(texts[text])))
        passages.append((text, draw(st.sampled_from(classes)), start, end, draw(st.sampled_from(teachers))))
    return (texts, passages, *taught(texts, passages, analyzer))


def made_up(texts=60, seed=0, classes=("neg", "pos")):
    """Reviews whose class hangs on one typical word of two, which the teacher marks among many others."""
    numbers = np.random.default_rng(seed)
    typical = {name: [f"{name}{k}" for k in range(2)] for name in classes}
    everyday = [f"word{k}" for k in range(200)]
    written, y, passages = [], [], []
    for text in range(texts):
        name = classes[text % len(classes)]
        words = numbers.choice(everyday, 30).tolist()
        at = int(numbers.integers(1, 29))
        words[at] = str(numbers.choice(typical[name]))
        start = len(" ".join(words[:at])) + 1
        passages.append((text, name, start, start + len(words[at]), "ann"))
        written.append(" ".join(words))
        y.append(name)
    counts, marked = taught(written, passages)
    return counts, np.array(y), marked
