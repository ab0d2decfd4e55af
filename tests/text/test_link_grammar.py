"""The real program on real sentences, and trees that it once printed."""

from __future__ import annotations

import pytest

from teachback.learners.rationales.marked_texts import read_marked
from teachback.learners.rationales.style import ENDING
from teachback.text import TermCounts
from teachback.text.constituents import NONTERMINALS, BadParse
from teachback.text.link_grammar import LinkGrammar, constituents

RECORDED = [
    (
        "(S (S (NP the film.s) (VP is.v (NP a bit too long.e))) , but.ij (S (NP it) (VP works.v)) .)",
        "the film is a bit too long , but it works .",
        [
            *(("S", 0, 43), ("S", 0, 26), ("NP", 0, 8), ("VP", 9, 26), ("NP", 12, 26)),
            *(("S", 33, 41), ("NP", 33, 35), ("VP", 36, 41)),
        ],
    ),
    (
        "(S (S (VP blah{?}.v (NP blah{?}.n))) {of} {of} {the} {the})",
        "blah blah of of the the",
        [("S", 0, 23), ("S", 0, 9), ("VP", 0, 9), ("NP", 5, 9)],
    ),
    ("(S (NP (NP John.m 's.p) dog.n) (VP barks.v))", "John's dog barks", None),
    ("", "no tree at all", []),
    ("(S (NP elsewhere.n))", "here", []),
]

ODD = ["", " \n ", "!quit", "%", "((((", "\x00\x01 word \x07", "naïve café 💩 works .", "a" * 3000]


@pytest.mark.parametrize(("tree", "sentence", "expected"), RECORDED)
def test_a_recorded_tree_is_found_again_in_its_sentence(tree, sentence, expected):
    found = constituents(tree, sentence)
    if expected is None:
        assert [(label, sentence[a:b]) for label, a, b in found] == [
            ("S", "John's dog barks"),
            ("NP", "John's dog"),
            ("NP", "John's"),
            ("VP", "barks"),
        ]
    else:
        assert found == expected


def test_the_real_program_parses_every_sentence():
    text = "The film works.\nNobody liked it very much, but I did! Is it (really) that bad?\n\n"
    found = LinkGrammar()(text)
    assert [text[a:b] for label, a, b in found if label == "TOP"] == [
        "The film works.",
        "Nobody liked it very much, but I did!",
        "Is it (really) that bad?",
    ]
    assert ("NP", 0, 8) in found
    assert {"S", "NP", "VP"} <= {label for label, _, _ in found}


@pytest.mark.parametrize("text", ODD)
def test_any_text_has_constituents_inside_it(text):
    for _, start, end in LinkGrammar(seconds=1)(text):
        assert 0 <= start < end <= len(text)


def test_without_the_program_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(BadParse, match="There is no program link-parser"):
        LinkGrammar()("It works.")


def test_texts_are_read_with_the_parser_for_the_chain():
    texts = ["the film works .", "it is dull ."]
    counts = TermCounts("tokens")
    counts.add(texts)
    tokens = read_marked(counts, texts, parser=LinkGrammar()).tokens
    ending = tokens.places[tokens.place][:5, ENDING].tolist()
    assert [NONTERMINALS[number - 1] if number else "" for number in ending] == ["", "", "NP", "VP", "TOP"]
