from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.errors import BadTerm, TeachbackError
from teachback.text import ANALYZERS, TermCounts, analyzer
from teachback.text.analyzers import Attributes, Custom, Entities, Lines, Tokens, Tweets, Words
from teachback.text.base import BadAnalysis, Token
from tests.text import reference
from tests.text.strategies import seen, texts

ENGLAND = "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"
contexts = st.tuples(
    st.sampled_from(["shores of _", "_ 10", "top 10 _", "a", "b|c", "日本", "CAPITALISED", "x ", "\u00a0_"]),
    st.sampled_from(["||1", "||3", "||2.5", "||1e2"]),
    st.sampled_from(["\t", " ", "  ", "\r\n", "\n\t"]),
).map("".join)
entity_lines = st.tuples(
    st.text(st.sampled_from("Ab É7-日İß \u00a0\0"), max_size=8), st.lists(contexts, max_size=5).map("".join)
).map("\t".join)


def terms(name, text):
    return [token.term for token in analyzer(name)(text)]


# Agreement with the slow reference.


@seen
@pytest.mark.parametrize("name", ["words", "lines", "tweets", "tokens", "attributes"])
@given(text=texts)
def test_terms_and_offsets_equal_the_reference(name, text):
    tokens = analyzer(name)(text)
    assert [token[:3] for token in tokens] == getattr(reference, name)(text)
    assert {token.weight for token in tokens} <= {1.0}


@seen
@given(entity_lines)
def test_entities_equal_the_reference(line):
    tokens, expected = Entities()(line), reference.entities(line)
    assert [token[:3] for token in tokens] == [token[:3] for token in expected]
    assert [token.weight for token in tokens] == pytest.approx([token[3] for token in expected])


# Properties.


@seen
@pytest.mark.parametrize("name", ["words", "lines", "tweets", "tokens", "attributes"])
@given(text=texts, data=st.data())
def test_spans_of_a_term_and_terms_of_a_span_agree(name, text, data):
    reads = analyzer(name)
    for token in reads(text):
        assert (token.start, token.end) in reads.spans(text, token.term)
        assert token.term in reads.within(text, token.start, token.end)
    assert reads.within(text, 0, len(text)) == [token.term for token in reads(text)]
    assert reads.spans(text, "a term that is not there") == []


@seen
@pytest.mark.parametrize("name", ["words", "lines", "tokens", "attributes"])
@given(text=texts)
def test_a_term_typed_as_it_is_written_is_itself(name, text):
    reads = analyzer(name)
    for token in reads(text):
        assert reads.term(f" {token.term}\n") == token.term


@seen
@given(texts)
def test_every_sign_and_word_of_a_tweet_typed_as_it_is_written_is_itself(text):
    for _, _, term in reference.tweets_tokens(text):
        assert Tweets().term(term) == term


@seen
@given(entity_lines)
def test_contexts_and_capitals_of_an_entity_have_unit_length_together(line):
    together: dict[str, float] = {}
    for token in Entities()(line):
        if not token.term.startswith(("SHAPE=", "FIRST=", "LAST=", "SUFFIX=")):
            together[token.term] = together.get(token.term, 0) + token.weight
    assert math.hypot(*together.values()) == pytest.approx(1) or not together


# Examples: words.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The <b>Goalie</b> saved 31 shots!", ["the", "goalie", "saved", "00", "shots"]),
        ("a < b and c > d", ["a", "b", "and", "c", "d"]),
        ("AT&T; x", ["at", "x"]),  # could be an entity; so could any name between & and ;
        ("AT&T x", ["at", "t", "x"]),
        ("&nbsp;x&#233;y & z &; &thisislongerthananyentity;", ["x", "y", "z", "thisislongerthananyentity"]),
        ("&abcdefghij; &abcdefghijk; &#12345678; &1#2;", ["abcdefghijk", "00", "00"]),
        ("unclosed <b", ["unclosed", "b"]),
        ("<!--> a --> b", ["b"]),
        ("<!---> a --> b", ["b"]),
        ("<!----> a --> b", ["a", "b"]),
        ("<b <i>c", ["b", "c"]),
        ("<a\r\nhref='x > y'>link</a>", ["y", "link"]),
        ("x <!-- a > b --> y <!-- never closed > z", ["x", "y", "never", "closed", "z"]),
        ("<123@x.y> wrote: <> <3>", ["wrote"]),
        ("don't", ["don", "t"]),
        ("C3PO", ["c", "00", "po"]),
        ("3.14 and 1,000 and ١٢٣ and ๙", ["00", "00", "and", "00", "00", "and", "00", "and", "00"]),
        ("#tag_1", ["tag", "00"]),
        (":-)", []),
        ("http://x.org", ["http", "x", "org"]),
        ("not good", ["not", "good"]),
        ("a\r\nb\0c\u2028d\u00a0e\u200bf", ["a", "b", "c", "d", "e", "f"]),
        ("naïve cafe\u0301 Straße ΟΔΟΣ", ["naïve", "cafe\u0301", "straße", "οδοσ"]),
        ("İSTANBUL Istanbul ISPARTA ısı", ["istanbul", "istanbul", "isparta", "ısı"]),
        ("שלום, עולם!", ["שלום", "עולם"]),
        ("السَّلامُ عليكم", ["السَّلامُ", "عليكم"]),
        ("می\u200cخواهم کتاب\u200c.", ["می\u200cخواهم", "کتاب"]),
        ("हिन्दी में क्\u200dष", ["हिन्दी", "में", "क्\u200dष"]),
        ("한국어 단어", ["한국어", "단어"]),
        ("私は本。カナ x字", ["私は", "は本", "カナ", "x", "字"]),
        ("葛\U000e0100城", ["葛\U000e0100城"]),
        ("ที่นี่", ["ที่นี่"]),
        ("สวัสดี", ["สวั", "วัส", "สดี"]),
        ("👩\u200d👩\u200d👧\u200d👦 🇫🇷🇩🇪🇫", ["👩\u200d👩\u200d👧\u200d👦", "🇫🇷", "🇩🇪", "🇫"]),
        (f"👍🏽 ❤\ufe0f\u200d🔥 ⏰ {ENGLAND}", ["👍🏽", "❤\ufe0f\u200d🔥", "⏰", ENGLAND]),
        ("good👍good", ["good", "👍", "good"]),
        ("", []),
        (" \r\n\t", []),
    ],
)
def test_words_of_a_text(text, expected):
    assert terms("words", text) == expected


def test_offsets_count_code_points_of_the_untouched_text():
    text = "🙂\r\n<b>Cafe\u0301</b>\0 31"
    tokens = Words()(text)
    assert tokens == [Token(0, 1, "🙂"), Token(6, 11, "cafe\u0301"), Token(17, 19, "00")]
    assert text[6:11] == "Cafe\u0301"


def test_words_can_keep_markup_and_drop_numbers():
    assert [token.term for token in Words(markup=False)("<b>x</b> &amp; 1")] == ["b", "x", "b", "amp", "00"]
    assert [token.term for token in Words(digits=False)("C3PO 7")] == ["c", "po"]


# Examples: lines, tweets, tokens, attributes, entities.


def test_lines_are_words_and_neighbours_in_order():
    assert Lines()("Hard <b>luck</b> 7") == [
        *(Token(0, 4, "hard"), Token(0, 12, "hard luck"), Token(8, 12, "luck"), Token(8, 18, "luck 00")),
        Token(17, 18, "00"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't like it :-))", ["dont_like", "it", ":)"]),
        ("not good", ["not_good"]),
        ("NEVER   ever, no. good", ["never_ever", "no", "good"]),
        ("not not good", ["not_not", "good"]),
        ("not_good not__good not_", ["not_good", "not", "good", "not"]),
        ("isn’t fun", ["isnt_fun"]),
        ("not http://x.y and no WWW.x.org", ["not", "http://", "and", "no", "http://"]),
        ("not @ann #fun", ["not", "@user", "#fun"]),
        ("#Tag_1 @Ann_b: hi", ["#tag_1", "@user", "hi"]),
        ("https://t.co/x?y=z: www.a.b :/\nno :/ x :/", ["http://", "http://", ":/", "no", ":/", ":/"]),
        ("at 10:30, <30 but <3 <333 x<3", ["at", "but", "<3", "<3", "<3"]),
        ("wow!!! what??? eh?! ok! hm?", ["wow", "!!", "what", "??", "eh", "??", "ok", "hm"]),
        (":D :d =P :'( ;o) :3 :Dog :] =/=", [":D", ":D", "=P", ":(", ";)", ":3", "dog", ":]"]),
        ("rock'n'roll 'quoted' I a C3PO", ["rocknroll", "quoted", "po"]),
        ("AT&amp;T", ["at"]),
        ("日本語 #日本", ["日本", "本語", "#日本"]),
        ("😀😀 👩\u200d👧 🇫🇷", ["😀", "😀", "👩\u200d👧", "🇫🇷"]),
        ("@ # ! ? : <", []),
    ],
)
def test_words_and_signs_of_a_tweet(text, expected):
    assert [term for term in terms("tweets", text) if " " not in term] == expected


def test_a_tweet_has_pairs_of_all_its_words_and_signs():
    assert terms("tweets", "@ann fun :(") == ["@user", "@user fun", "fun", "fun :(", ":("]


def test_offsets_of_a_glued_negation_cover_both_words():
    assert [token for token in Tweets()("It's NOT   Good") if " " not in token.term] == [
        *(Token(0, 4, "its"), Token(5, 15, "not_good")),
    ]


def test_tokens_keep_punctuation_and_case():
    assert terms("tokens", "It 's  not\u00a0<b> Good .\r\n") == ["It", "'s", "not", "<b>", "Good", "."]


def test_attributes_are_lines():
    text = "  hair \r\n\r\nlegs = 4\nmilk"
    assert Attributes()(text) == [Token(2, 6, "hair"), Token(11, 19, "legs = 4"), Token(20, 24, "milk")]


def test_an_entity_has_its_contexts_and_the_features_of_its_name():
    """Weights by hand: 3 and 2 of the contexts and 2 capitals make a length of √17."""
    line = "Lake Erie\tshores of _||3 top 10 _||2"
    assert Entities()(line) == [
        Token(10, 21, "shores of _", 3 / math.sqrt(17)),
        Token(25, 33, "top 10 _", 2 / math.sqrt(17)),
        Token(0, 9, "CAPITALISED", 2 / math.sqrt(17)),
        Token(0, 9, "SHAPE=Aa Aa"),
        Token(0, 4, "FIRST=lake"),
        Token(5, 9, "LAST=erie"),
        Token(6, 9, "SUFFIX=rie"),
        Token(5, 9, "SUFFIX=erie"),
    ]


def test_a_context_given_twice_is_scaled_as_one():
    weights = [token.weight for token in Entities()("bo\ta||1\ta||2\tb||4") if token.term in "ab"]
    assert weights == [0.2, 0.4, 0.8]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("McKay 7", ["CAPITALISED", "SHAPE=AaAa 0", "FIRST=mckay", "LAST=7"]),
        ("bo", ["SHAPE=a", "FIRST=bo", "LAST=bo"]),
        ("\ta context without a count\tb||1", ["a context without a count", "b"]),
        ("", []),
    ],
)
def test_an_entity_may_lack_a_part(line, expected):
    assert terms("entities", line) == expected


@pytest.mark.parametrize("bad", ["x||", "x||two", "x||0", "x||-1", "x||nan", "x||inf", "||3", "y||1 x||a b||2"])
def test_a_context_with_a_bad_count_is_answered_with_a_sentence(bad):
    with pytest.raises(BadAnalysis, match="is not a context with its count; write it like 'shores of _"):
        Entities()(f"Erie\t{bad}")


# Typed terms.


@pytest.mark.parametrize(
    ("name", "typed", "term"),
    [
        *(("words", " Goalie ", "goalie"), ("words", "42", "00"), ("words", "<i>x</i>", "x"), ("words", "🇫🇷", "🇫🇷")),
        *(("lines", "hard  LUCK", "hard luck"), ("tweets", "don't like", "dont_like"), ("tweets", ":-(", ":(")),
        *(("tokens", "It", "It"), ("attributes", " legs=4", "legs=4"), ("entities", " shores of _ ", "shores of _")),
        ("entities", "FIRST=lake", "FIRST=lake"),
        *(("words", "Hard  luck", "hard luck"), ("words", "don't", "don t"), ("tokens", "Hard luck", "Hard luck")),
        ("words", "東京都", "東京都"),  # two words that share a letter
    ],
)
def test_a_typed_term_is_written_as_in_the_texts(name, typed, term):
    assert analyzer(name).term(typed) == term


@pytest.mark.parametrize(
    ("name", "typed", "part"),
    [
        ("words", "a b c d e f g", "is read as 7 words here: a, b, c, d, e"),
        ("words", "...", "'...' has no word in it; teach a word that can occur in the texts."),
        ("lines", "a b c", "is read as 3 words here: a, b, c. Teach one of them, or two that are neighbours."),
        ("attributes", "a\nb", "is read as 2 words here"),
        ("entities", "a||3", "give a context such as"),
        ("entities", " ", "give a context such as"),
    ],
)
def test_a_term_that_can_never_occur_is_answered_with_a_sentence(name, typed, part):
    with pytest.raises(BadTerm) as caught:
        analyzer(name).term(typed)
    assert part in str(caught.value)


# Anybody's own.


def test_a_function_of_strings_gets_offsets_where_its_terms_stand():
    tokens = analyzer(lambda text: [word.rstrip("s") for word in text.split()])("cats like cats")
    assert tokens == [Token(0, 3, "cat"), Token(5, 9, "like"), Token(10, 13, "cat")]


def test_a_term_that_is_not_in_the_text_stands_without_length_at_the_place_reached():
    assert analyzer(lambda text: ["mouse", "ran", "away"])("mice ran") == [
        *(Token(0, 0, "mouse"), Token(5, 8, "ran"), Token(8, 8, "away")),
    ]


def test_a_function_may_give_its_own_offsets_and_weights():
    own = Custom(lambda text: [(0, 1, "first"), Token(0, len(text), "all", 2.5), [1, 1, "none"]])
    assert own("ab") == [Token(0, 1, "first"), Token(0, 2, "all", 2.5), Token(1, 1, "none")]
    assert own.within("ab", 1, 2) == ["all", "none"]


@pytest.mark.parametrize(
    "item",
    [
        *((0, 1), (0, 9, "x"), (-1, 1, "x"), (2, 1, "x"), ("0", 1, "x"), (0.5, 1, "x"), (0, 1, 3), (0, 1, "x", 0)),
        *((0, 1, "x", -1), (0, 1, "x", math.nan), (0, 1, "x", "often"), (0, 1, "x", 1, 1), 7, None, b"abc"),
    ],
)
def test_a_bad_item_of_a_function_is_answered_with_a_sentence(item):
    with pytest.raises(BadAnalysis, match="which is neither a term nor") as caught:
        Custom(lambda text: [item])("abc")
    assert repr(item)[:80] in str(caught.value)


@pytest.mark.parametrize("given", ["abc", None, 3])
def test_a_function_that_gives_no_list_is_answered_with_a_sentence(given):
    counts = TermCounts(lambda text: given)
    with pytest.raises(BadAnalysis, match="it must give a list of terms"):
        counts.add(["abc"])
    assert len(counts) == 0


def test_an_error_of_a_function_is_its_own():
    with pytest.raises(ZeroDivisionError):
        analyzer(lambda text: 1 / 0)("abc")


# Choosing one.


def test_every_analyzer_is_found_by_its_name_and_stays_itself():
    assert list(ANALYZERS) == ["words", "lines", "tweets", "tokens", "attributes", "entities"]
    for name, kind in ANALYZERS.items():
        assert analyzer(name) == kind()
        assert analyzer(name).name == name
        assert analyzer(analyzer(name)) == kind()
    assert analyzer(str.split) == Custom(str.split)
    assert Tokens() != Tweets()


def test_an_unknown_analyzer_is_answered_with_the_near_miss():
    with pytest.raises(TeachbackError, match=r"'wrods' is not an analyzer\. Did you mean words\?"):
        analyzer("wrods")
    with pytest.raises(TeachbackError, match="3 is not an analyzer; give a name"):
        analyzer(3)
