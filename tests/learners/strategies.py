"""Random teaching for learners."""

from hypothesis import assume
from hypothesis import strategies as st


@st.composite
def lessons(draw, classes):
    """Labelled documents, words (some terms for several classes), a pool; any of them may be missing."""
    terms = draw(st.integers(2, 5))
    documents = st.lists(st.lists(st.integers(0, 4), min_size=terms, max_size=terms), max_size=5)
    X, pool = draw(documents), draw(documents)
    assume(X or pool)
    y = [draw(st.sampled_from(classes)) for _ in X]
    pairs = st.tuples(st.integers(0, terms - 1), st.sampled_from(classes))
    words = draw(st.dictionaries(pairs, st.sampled_from([0.5, 1.0, 1.5, 2.0]), max_size=6))
    return X, y, words, pool
