import re

from hypothesis import given
from hypothesis import strategies as st

from teachback.corpora.movie_reviews import align, without_marks

WORDS = st.lists(st.text("abc,.'", min_size=1, max_size=4), min_size=1, max_size=12)


@given(words=WORDS, data=st.data())
def test_a_passage_is_found_in_the_same_words_under_any_white_space(words, data):
    source = " ".join(words)
    target = "".join(word + data.draw(st.sampled_from([" ", "\n", " \n", "  "])) for word in words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    start = len("".join(f"{word} " for word in words[:first]))
    end = start + len(" ".join(words[first : last + 1]))
    [span] = align([(start, end)], source, target)
    assert span is not None
    assert target[span[0] : span[1]].split() == words[first : last + 1]
    assert not re.match(r"\s", target[span[0] :])


def test_marks_that_touch_white_space_or_words_give_the_same_spans():
    spaced, tight = "a <POS> b c </POS> d\n", "a <POS>b c</POS> d\n"
    assert without_marks(spaced) == without_marks(tight) == ("a b c d\n", [(2, 5)])


def test_a_mark_around_nothing_is_no_span():
    assert without_marks("a <NEG> </NEG> b") == ("a  b", [])


def test_a_passage_survives_repairs_inside_and_text_added_around_it():
    source = "what a film . it doesn't know what it wants . bad ."
    target = "new intro ! what a film . \nit doesn\x92t know what it wants . \nbad . \na second review ."
    start = source.index("it doesn't")
    [span] = align([(start, source.index(" . bad"))], source, target)
    assert target[span[0] : span[1]] == "it doesn\x92t know what it wants"


def test_a_passage_that_is_not_there_is_not_found():
    source = "the plot is thin . the songs , though , are really very good ."
    target = "the plot is thin ."
    assert align([(19, len(source))], source, target) == [None]
