import pytest

from teachback.corpora import load
from teachback.corpora.corpus import BadCorpusFile, BadOriginal
from teachback.corpora.fetch import fetch
from teachback.corpora.zoo import ARCHIVE, ATTRIBUTES, FILE

ANIMALS = b"""frog,0,0,1,0,0,1,1,1,1,1,0,0,4,0,0,0,5
frog,0,0,1,0,0,1,1,1,1,1,1,0,4,0,0,0,5
girl,1,0,0,1,0,0,1,1,1,1,0,0,2,0,1,1,1
clam,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,7
"""
EXPECTED = {FILE: {"type": {"1": 1, "5": 2, "7": 1}}}


@pytest.fixture
def data(make_zip, tmp_path):
    archive = make_zip("zoo.zip", {"zoo.data": ANIMALS, "zoo.names": b"1. Title: Zoo database"})
    fetch("zoo", tmp_path / "data", sources={ARCHIVE: archive}, expected=EXPECTED)
    return tmp_path / "data"


def test_an_animal_is_the_list_of_what_is_true_of_it(data):
    corpus = load("zoo", data)
    texts = {document.id: document.text.split("\n") for document in corpus.documents}
    assert texts["girl"] == [
        *("hair", "milk", "predator", "toothed", "backbone", "breathes", "domestic", "catsize", "legs=2"),
    ]
    assert texts["clam"] == ["eggs", "predator", "legs=0"]
    assert corpus.labels == {"frog": "amphibian", "frog (2)": "amphibian", "girl": "mammal", "clam": "other"}
    assert corpus.analyzer == "attributes"
    assert set(texts["frog (2)"]) - set(texts["frog"]) == {"venomous"}


def test_there_are_21_attributes_and_every_animal_has_only_those(data):
    assert len(set(ATTRIBUTES)) == 21
    for text in load("zoo", data).texts:
        assert set(text.split("\n")) <= set(ATTRIBUTES)


@pytest.mark.parametrize(
    ("line", "old", "new", "complaint"),
    [
        (1, "animal,", "beast,", "the columns must be animal, hair"),
        (3, "frog,0,", "frog,2,", "hair is '2', which is not one of 0, 1"),
        (4, ",2,0,1,1,1", ",3,0,1,1,1", "legs is '3', which is not one of 0, 2, 4, 5, 6, 8"),
        (5, ",7", ",8", "type is '8'"),
        (5, ",7", "", "this row does not have 18 values"),
        (5, ",7", ",7,7", "this row does not have 18 values"),
    ],
)
def test_a_bad_row_is_refused_by_file_and_line(data, line, old, new, complaint):
    lines = (data / FILE).read_text().split("\n")
    lines[line - 1] = lines[line - 1].replace(old, new)
    (data / FILE).write_text("\n".join(lines))
    with pytest.raises(BadCorpusFile, match=rf"zoo\.csv, line {line}: {complaint}"):
        load("zoo", data)


def test_an_archive_without_the_table_or_with_a_short_row_is_refused(make_zip, tmp_path):
    with pytest.raises(BadOriginal, match=r"should hold one file zoo\.data, but it holds 0"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: make_zip("a.zip", {"iris.data": b""})})
    with pytest.raises(BadOriginal, match=r"zoo\.data in zoo\.zip, line 2: 2 values, not 18"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: make_zip("b.zip", {"zoo.data": b"\nfrog,1\n"})})
