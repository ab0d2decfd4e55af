"""What is left of numbers with letters and of addresses is no word, and nobody is asked of it."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import Label


def asked_words(texts):
    """What is asked after half of the texts were labelled with the first part of their ids."""
    classes = dict.fromkeys(id.partition("-")[0] for id in texts)
    with Project.from_texts(texts, classes=list(classes)) as project:
        project.teach(*(Label(id, id.partition("-")[0]) for id in list(texts)[::2]))
        project.learn()
        return {word.term for words in project.ask(1, words=20).words.values() for word in words}


def test_what_stands_beside_digits_alone_is_not_asked_and_other_words_are():
    texts = {f"shares-{k}": f"shares rose in the 1st and 2nd quarter, report {k}" for k in range(6)}
    texts |= {f"machines-{k}": f"the st bernard mix sleeps, mb {k}mb of memory for the 486dx" for k in range(6)}
    asked = asked_words(texts)
    assert {"quarter", "rose", "sleeps", "memory"} <= asked
    assert not asked & {"nd", "dx"}  # 2nd, 486dx
    assert "mb" in asked  # which stands alone, too


def test_what_stands_in_addresses_is_not_asked_unless_it_is_a_word_elsewhere():
    texts = {f"shares-{k}": f"the shares rose, see https://bit.ly/r{k} and http://shares.example.com" for k in range(6)}
    texts |= {f"dogs-{k}": f"a dog sleeps, number {k}, www.tinyurl.example/dog" for k in range(6)}
    asked = asked_words(texts)
    assert {"shares", "rose", "dog", "sleeps"} <= asked
    assert not asked & {"http", "https", "www", "bit", "ly", "com", "tinyurl"}
