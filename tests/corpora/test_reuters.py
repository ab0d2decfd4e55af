import pytest

from teachback.corpora import load
from teachback.corpora.corpus import read_rows
from teachback.corpora.fetch import fetch
from teachback.corpora.reuters import ARCHIVE, FILE

HEAD = '<!DOCTYPE lewis SYSTEM "lewis.dtd">\n'
ARTICLE = """<REUTERS TOPICS="{looked}" LEWISSPLIT="{split}" CGISPLIT="TRAINING-SET" OLDID="5544" NEWID="{id}">
<DATE>26-FEB-1987 15:01:01.79</DATE>
<TOPICS>{topics}</TOPICS>
<PLACES><D>usa</D></PLACES>
<PEOPLE></PEOPLE>
<UNKNOWN>
&#5;&#5;&#5;C T
&#22;&#22;&#1;f0704&#31;reute</UNKNOWN>
{text}
</REUTERS>
"""
NORM = """<TEXT>&#2;
<TITLE>A &lt;ABC> &amp; B</TITLE>
<AUTHOR>    By Somebody, Reuter</AUTHOR>
<DATELINE>    Zürich, Feb 26 - </DATELINE><BODY>Profit of Müller AG
    rose.
 Reuter
&#3;</BODY></TEXT>"""
BRIEF = """<TEXT TYPE="BRIEF">&#2;
******GOLD UP
 AT NOON
<TITLE>GOLD UP
 AT NOON</TITLE>
</TEXT>"""
UNPROC = """<TEXT TYPE="UNPROC">&#2;
RATES - FEB 26
    One week\t1.5
 Reuter
&#3;</TEXT>"""


def article(number, topics=(), text=NORM, *, looked="YES", split="TRAIN"):
    tags = "".join(f"<D>{topic}</D>" for topic in topics)
    return ARTICLE.format(id=number, topics=tags, text=text, looked=looked, split=split)


@pytest.fixture
def data(make_tar, tmp_path):
    files = {
        "all-topics-strings.lc.txt": b"earn\n",
        "reut2-001.sgm": HEAD + article(10, ["gold"], BRIEF.replace("******GOLD UP\n AT NOON\n", ""), split="TEST"),
        "reut2-000.sgm": HEAD
        + article(2, ["earn", "cocoa", "earn"])
        + article(3, ["wheat", "corn"], split="TEST")
        + article(4, ["interest"], UNPROC, split="NOT-USED")
        + article(5, ["trade"], '<TEXT TYPE="UNPROC">&#2;\n&#3;</TEXT>', looked="BYPASS")
        + article(6, looked="NO"),
    }
    archive = make_tar(ARCHIVE, {name: content.encode("latin-1") if isinstance(content, str) else content
                                 for name, content in files.items()})  # fmt: skip
    expected = {FILE: {"modapte": {"train": 1, "test": 2, "unused": 3}}}
    fetch("reuters", tmp_path / "data", sources={ARCHIVE: archive}, expected=expected)
    return tmp_path / "data"


def test_articles_are_rows_in_the_order_of_their_number(data):
    rows = list(read_rows(data / FILE))
    assert [row["id"] for row in rows] == ["2", "3", "4", "5", "6", "10"]
    assert rows[0] == {
        "id": "2",
        "topics": ["earn", "cocoa"],
        "split": "train",
        "modapte": "train",
        "topics_attr": "yes",
        "type": "norm",
        "text": "A <ABC> & B\nProfit of Müller AG\n    rose.\n Reuter",
    }


def test_the_kinds_of_text_keep_what_is_text(data):
    texts = {row["id"]: (row["type"], row["text"]) for row in read_rows(data / FILE)}
    assert texts["10"] == ("brief", "GOLD UP\n AT NOON")
    assert texts["4"] == ("unproc", "RATES - FEB 26\n    One week\t1.5\n Reuter")
    assert texts["5"] == ("unproc", "")


def test_modapte_uses_what_an_indexer_looked_at_in_train_and_test(data):
    parts = {row["id"]: row["modapte"] for row in read_rows(data / FILE)}
    assert parts == {"2": "train", "3": "test", "10": "test", "4": "unused", "5": "unused", "6": "unused"}


def test_the_corpus_has_the_articles_with_exactly_one_of_the_ten_topics(data):
    corpus = load("reuters", data)
    assert corpus.labels == {"2": "earn", "4": "interest", "5": "trade", "10": "gold"}
    assert corpus.parts == {"2": "train", "4": "unused", "5": "unused", "10": "test"}
    assert len(corpus.classes) == 10
