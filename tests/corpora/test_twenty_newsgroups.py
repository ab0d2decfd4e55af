import pytest

from teachback.corpora import load
from teachback.corpora.corpus import BadOriginal
from teachback.corpora.fetch import fetch
from teachback.corpora.twenty_newsgroups import ARCHIVE, BY_DATE, FILE, TOPICS

MESSAGES = {
    "20news-18828/sci.space/59848": b"From: a\nSubject: moon\n\nfar\x0cout\x1b",
    "20news-18828/comp.sys.ibm.pc.hardware/58983": b"From: b\n\ncaf\xe9\r\n",
    "20news-18828/sci.med/59001": b"From: c\n",
}
DATED = {
    "20news-bydate-train/sci.space/59848": b"",
    "20news-bydate-test/comp.sys.ibm.pc.hardware/58983": b"",
    "20news-bydate-test/sci.med/59001": b"",
    "20news-bydate-test/sci.med/59002": b"not in the other version",
}


@pytest.fixture
def sources(make_tar):
    return {ARCHIVE: make_tar("a.tgz", MESSAGES), BY_DATE: make_tar("b.tgz", DATED)}


def test_messages_get_their_part_from_the_version_by_date(sources, tmp_path):
    expected = {FILE: {"split": {"train": 1, "test": 2}}}
    fetch("twenty_newsgroups", tmp_path / "data", sources=sources, expected=expected)
    corpus = load("twenty_newsgroups", tmp_path / "data")
    assert [document.id for document in corpus.documents] == [
        "comp.sys.ibm.pc.hardware/58983",
        "sci.med/59001",
        "sci.space/59848",
    ]
    assert corpus.texts == ["From: b\n\ncafé\r\n", "From: c\n", "From: a\nSubject: moon\n\nfar\x0cout\x1b"]
    assert list(corpus.parts.values()) == ["test", "test", "train"]
    assert len(corpus.classes) == 20


def test_fetching_a_topic_fetches_all_groups_once(sources, tmp_path):
    expected = {FILE: {"split": {"train": 1, "test": 2}}}
    assert not fetch("science", tmp_path / "data", sources=sources, expected=expected).already_there
    assert fetch("mac_pc", tmp_path / "data", expected=expected).already_there
    science, hardware = load("science", tmp_path / "data"), load("mac_pc", tmp_path / "data")
    assert science.name == "science"
    assert science.classes == TOPICS["science"]
    assert science.labels == {"sci.med/59001": "sci.med", "sci.space/59848": "sci.space"}
    assert science.parts == {"sci.med/59001": "test", "sci.space/59848": "train"}
    assert hardware.y == ["comp.sys.ibm.pc.hardware"]


def test_a_message_without_a_part_is_refused(sources, make_tar, tmp_path):
    sources[BY_DATE] = make_tar("few.tgz", {"20news-bydate-train/sci.space/59848": b""})
    with pytest.raises(BadOriginal, match="has no split"):
        fetch("science", tmp_path / "data", sources=sources)
