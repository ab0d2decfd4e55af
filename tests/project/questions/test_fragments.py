"""What is left of numbers with letters and of addresses is no word, and nobody is asked of it."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import Label


def test_what_stands_beside_digits_alone_is_not_asked_and_other_words_are():
    texts = {f"s{k}": f"shares rose in the 1st and 2nd quarter, report {k}" for k in range(6)}
    texts |= {f"m{k}": f"the st bernard mix sleeps, mb {k}mb of memory for the 486dx" for k in range(6)}
    with Project.from_texts(texts, classes=["shares", "machines"]) as project:
        project.teach(*(Label(id, "shares" if id[0] == "s" else "machines") for id in list(texts)[::2]))
        project.learn()
        asked = {word.term for words in project.ask(1, words=20).words.values() for word in words}
        assert {"quarter", "rose", "sleeps", "memory"} <= asked
        assert not asked & {"nd", "dx"}  # 2nd, 486dx
        assert "mb" in asked  # which stands alone, too


def test_what_stands_in_addresses_is_not_asked_unless_it_is_a_word_elsewhere():
    texts = {f"s{k}": f"the shares rose, see https://bit.ly/report{k} and http://shares.example.com" for k in range(6)}
    texts |= {f"d{k}": f"a dog sleeps, number {k}, www.tinyurl.example/dog" for k in range(6)}
    with Project.from_texts(texts, classes=["shares", "dogs"]) as project:
        project.teach(*(Label(id, "shares" if id[0] == "s" else "dogs") for id in list(texts)[::2]))
        project.learn()
        asked = {word.term for words in project.ask(1, words=20).words.values() for word in words}
        assert {"shares", "rose", "dog", "sleeps"} <= asked
        assert not asked & {"http", "https", "www", "bit", "ly", "com", "tinyurl"}
