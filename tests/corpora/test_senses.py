import pytest

from teachback.corpora import load
from teachback.corpora.corpus import BadCorpusFile, BadOriginal, read_rows
from teachback.corpora.fetch import NoAddress, fetch
from teachback.corpora.senses import file

TAGGED = """<corpus lang="en">

<lexelt item="serve-v">

<instance id="serve-v.w7_1">

<answer instance="serve-v.w7_1" senseid="SERVE10"/>

<context>

<s snum=29> add <p="VB"/> 1 <p="CD"/> <&frasl> <p="NN"/> 2 <p="CD"/> cup <p="NN"/> . <p="."/> \n\
<@> </p> <@> <p> <head>serve <p="VB"/></head> it <p="PRP"/> \" <p=\"\"\"/> at <p="IN"/> & <p="CC"/> t <p="NN"/> \n\
$ <p="$"/> 2 <p="CD"/> <^> <{wampum}> \n\
</context>

</instance>

<instance id="serve-v.w7_2">

<answer instance="serve-v.w7_2" senseid="SERVE2"/>

<context>

he <p="PRP"/> <compound> has <p="VBZ"/> </compound> <head>served <p="VBD"/></head> \n\
</context>

</instance>
</lexelt>
</corpus>
"""
PLAIN = """<?xml version="1.0"?>
<lexelt item='serve'>
<instance id='a'><answer instance='a' senseid='SERVE6'/><context>they <head>serve</head> as one</context></instance>
<instance id='b'><context>no answer to <head>serve</head></context></instance>
</lexelt>"""


def test_tagged_text_becomes_tokens_one_sentence_a_line_with_its_target(tmp_path):
    (tmp_path / "serve.xml").write_text(TAGGED)
    expected = {file("serve"): {"sense": {"SERVE10": 1, "SERVE2": 1}}}
    fetch("serve", tmp_path / "data", sources={"serve": tmp_path / "serve.xml"}, expected=expected)
    first, second = read_rows(tmp_path / "data" / file("serve"))
    assert first["text"] == 'add 1 / 2 cup .\nserve it " at & t\n$ 2 ^ wampum'
    assert first["target"] == [16, 21]
    assert second == {"id": "serve-v.w7_2", "sense": "SERVE2", "text": "he has served", "target": [7, 13]}
    corpus = load("serve", tmp_path / "data")
    assert corpus.labels == {"serve-v.w7_1": "SERVE10", "serve-v.w7_2": "SERVE2"}
    assert corpus.analyzer == "lines"


def test_an_archive_of_plain_files_is_read_too(make_tar, tmp_path):
    archive = make_tar("serve.tar.gz", {"README": b"read me", "serve/serve.xml": PLAIN.encode()})
    expected = {file("serve"): {"sense": {"SERVE6": 1}}}
    fetch("serve", tmp_path / "data", sources={"serve": archive}, expected=expected)
    [row] = read_rows(tmp_path / "data" / file("serve"))
    assert row == {"id": "a", "sense": "SERVE6", "text": "they serve as one", "target": [5, 10]}


def test_something_else_is_refused(tmp_path):
    (tmp_path / "page.html").write_text("<html>Ted's data</html>")
    with pytest.raises(BadOriginal, match="so it is not Senseval-2"):
        fetch("hard", tmp_path / "data", sources={"hard": tmp_path / "page.html"})


def test_without_a_file_the_sentence_says_where_to_look_and_how_to_give_one(tmp_path):
    with pytest.raises(NoAddress, match=r"tpederse/data\.html, and give the file .* --sources line=FILE"):
        fetch("line", tmp_path / "data")


def test_a_target_outside_the_text_is_refused(write_lines):
    data = write_lines(file("hard"), {"id": "a", "sense": "HARD1", "text": "hard", "target": [0, 5]})
    with pytest.raises(BadCorpusFile, match=r"hard\.jsonl\.gz, line 1: the span \[0, 5\] does not lie inside"):
        load("hard", data)
