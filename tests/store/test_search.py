from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teachback.record import Document

TEXTS = {
    "mail": "Dear all, the goalie SAVED us!\r\nBye",
    "chat": "goalie goalie goalie",
    "nul": "a\x00save\x00b",
    "cjk": "明天的天气预报说会下雨。",
    "emoji": "so good 🙂🙂 🏒",
    "accents": "El cafe\u0301 está frío",
    "empty": "",
    "it": "It's 'quoted' \\ and (bracketed) and a:b AND NOT",
}

FOUND = {
    "goalie": ["mail", "chat"],
    "GOALIE saved": ["mail"],
    "goal": [],
    "goal*": ["mail", "chat"],
    "sav*": ["mail", "nul"],
    "sav* goalie": ["mail"],
    "天气": ["cjk"],
    "气天": [],
    "雨": ["cjk"],
    "🏒": ["emoji"],
    "café": ["accents"],
    "CAFÉ frio": [],
    "it's": ["it"],
    "(bracketed": ["it"],
    "not": ["it"],
    "a:b": ["nul", "it"],
    "": [],
    "' \\ \" : * & | ! ( ) \x00": [],
    "goalie OR bracketed": [],
}


@pytest.fixture
def filled(store):
    with store.writing() as writer:
        writer.add_documents(Document(id, text) for id, text in TEXTS.items())
    return store


def test_a_query_finds_the_documents_with_all_its_words(filled):
    assert {query: filled.search(query) for query in FOUND} == FOUND


def test_at_most_so_many_are_found_the_first_ones(filled):
    assert filled.search("a*", limit=2) == ["mail", "nul"]
    assert filled.search("a*") == ["mail", "nul", "it"]


words = st.sampled_from(["card", "cards", "car", "é", "été", "好", "7", "🙂"])


@given(st.lists(st.lists(words, max_size=4), max_size=6), st.lists(words, min_size=1, max_size=3), st.booleans())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_search_agrees_with_looking_at_every_text(store, texts, query, begins):
    before = store.size
    with store.writing() as writer:
        writer.add_documents(Document(f"d{before + at}", " , ".join(text)) for at, text in enumerate(texts))
    ids = store.search(" ".join(query) + ("*" if begins else ""))

    def matches(text):
        whole = query[:-1] if begins else query
        return set(whole) <= set(text) and (not begins or any(word.startswith(query[-1]) for word in text))

    expected = [document.id for document in store.documents() if matches(document.text.split(" , "))]
    assert ids == expected


@given(st.text())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_query_is_an_error(filled, query):
    assert set(filled.search(query)) <= set(TEXTS)


def test_a_text_longer_than_any_index_is_kept_whole_and_found_by_its_beginning(store):
    text = " ".join(f"word{number}" for number in range(300_000)) + "\x00 end"
    with store.writing() as writer:
        writer.add_documents([Document("novel", text), Document("after", "word0")])
    assert store.document("novel").text == text
    assert store.search("word0 word70000") == ["novel"]
    assert store.search("word0") == ["novel", "after"]
    assert store.search("word299999") == []
