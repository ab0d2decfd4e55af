"""Noun phrases and their contexts, on a few sentences."""

import pytest

from teachback.experiments.settles2011.noun_phrases import PhraseFinder, contexts, noun_phrases, sentences
from teachback.text import analyzer

MAIL = """From: ann@example.org (Ann)
Subject: Erie

In article <1@example.org> Bob writes:
> Lake Huron froze.
Lake Erie froze, as ann@example.org knows.
A line without an end

  ANN OF ERIE
--
Ann lives in Boston.
"""


def phrases(text):
    read = PhraseFinder(sentences(text))
    return [found.phrase for sentence in read.sentences for found in read.phrases(sentence)]


def test_only_running_prose_is_read():
    assert list(sentences(MAIL)) == [["Lake", "Erie", "froze", ",", "as", "knows"]]


def test_a_table_and_a_headline_are_no_sentences():
    report = (
        "ADMAC INC <JPAC> 3RD QT LOSS\nShr loss 1.51 dlrs\n    Net loss 7,377,000\n    Admac said sales fell.\n Reuter"
    )
    assert list(sentences(report)) == [["Admac", "said", "sales", "fell"]]


def test_a_stop_within_a_name_ends_no_sentence():
    assert list(sentences("Mr. J. Dean of the U.S. left. He won.")) == [
        ["Mr", "J.", "Dean", "of", "the", "U.S.", "left"],
        ["He", "won"],
    ]
    assert list(sentences("see fig. two.")) == [["see", "fig", ".", "two"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("we saw Lake Erie and Boston.", ["Lake Erie", "Boston"]),
        ("he left the Bank of Japan.", ["Bank of Japan"]),
        ("the Securities and Exchange Commission said so.", ["Securities and Exchange Commission"]),
        ("they met on April 1, 1987 at 8:30.", ["April 1, 1987", "8:30"]),
        ("they met on 31 March 1987, a Monday.", ["31 March 1987", "Monday"]),
        ("Last week and in 1986 it rained.", ["last week", "1986"]),
        ("it cut the trade deficit and a tax.", ["trade deficit", "tax"]),
        ("the company announced it.", ["company"]),
        ("I will NOT go.", []),
    ],
)
def test_names_dates_and_common_nouns_are_phrases(text, found):
    assert phrases("we will not go. " + text) == found


def test_the_first_word_is_a_name_only_when_it_is_one_elsewhere():
    assert phrases("Dean left. Sales rose. So said Dean of sales.") == ["Dean", "Dean"]


def test_a_context_stops_at_signs_and_at_the_sentence():
    sentence = ["so", "(", "in", "Boston", ",", "14", "men", "left"]
    assert list(contexts(sentence, 3, 4)) == ["in _", "_ ,", "_ , 00", "in _ ,"]
    assert list(contexts(["Boston"], 0, 1)) == []


def test_rare_phrases_and_contexts_of_one_phrase_are_left_out():
    text = "we live in Boston. we live in Paris. we visit Paris. we drive to Erie."
    phrases = noun_phrases([text, text.replace("Erie", "Huron")], min_count=2, max_share=1.0)
    assert [(one.phrase, one.count) for one in phrases] == [("Paris", 4), ("Boston", 2)]
    assert phrases[0].contexts == [("in _", 2), ("live in _", 2)]  # "visit _" is a context of Paris alone
    assert phrases[0].line == "Paris\tin _||2 live in _||2"
    assert noun_phrases([text], min_count=1, max_share=0.5)[0].contexts == []


def test_a_phrase_is_a_document_of_the_entities_analyzer():
    (phrase, _) = noun_phrases(["we live in Paris. we live in Boston."], min_count=1, max_share=1.0)
    terms = [token.term for token in analyzer("entities")(phrase.line)]
    assert terms[:3] == ["in _", "live in _", "CAPITALISED"]
