import gzip
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.corpora import load
from teachback.corpora.corpus import BadCorpusFile, read_corpus, read_lines, read_rows, write_rows

GOOD = {"id": "course/texas/a", "label": "course", "university": "texas", "text": "<html>"}


def test_a_good_file_loads_in_its_order(write_lines):
    data = write_lines("webkb/documents.jsonl.gz", GOOD, GOOD | {"id": "b", "label": "student", "text": ""})
    corpus = load("webkb", data)
    assert [document.id for document in corpus.documents] == ["course/texas/a", "b"]
    assert corpus.y == ["course", "student"]
    assert corpus.parts == {"course/texas/a": "texas", "b": "texas"}
    assert corpus.sizes == {"course": 1, "faculty": 0, "project": 0, "student": 1}


@pytest.mark.parametrize(
    ("second", "complaint"),
    [
        (b'{"id": "b"', "not JSON"),
        (b"\xff", "not JSON in UTF-8"),
        (b"", "not JSON"),
        (b"[1]", "not a JSON object"),
        ({"id": "b", "label": "course", "university": "texas"}, "field 'text' is missing"),
        (GOOD | {"id": 7}, "field 'id' is missing or is not of type str"),
        (GOOD, "the id 'course/texas/a' occurs twice"),
        (GOOD | {"id": "b", "label": "curse"}, "'curse' is not a class of webkb, whose classes are course, faculty"),
        (GOOD | {"id": " b"}, "no space at either end"),
        (GOOD | {"id": "b", "text": "\ud800"}, "lone surrogate"),
    ],
)
def test_a_bad_row_is_refused_by_file_and_line(write_lines, second, complaint):
    data = write_lines("webkb/documents.jsonl.gz", GOOD, second, GOOD | {"id": "c"})
    with pytest.raises(BadCorpusFile, match=r"documents\.jsonl\.gz, line 2: ") as caught:
        load("webkb", data)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("damage", [lambda content: content[:-9], lambda content: b"no gzip", lambda content: b""])
def test_a_damaged_file_is_refused(write_lines, damage):
    data = write_lines("webkb/documents.jsonl.gz", GOOD)
    path = data / "webkb/documents.jsonl.gz"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(
        BadCorpusFile, match=r"documents\.jsonl\.gz(: this is not a complete gzip|, line 1: this is not JSON)"
    ):
        load("webkb", data)


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
def test_any_text_comes_back_as_it_was_written(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("form") / "rows.jsonl.gz"
    rows = [{"id": str(number), "text": text, "label": "a"} for number, text in enumerate(texts)]
    write_rows(path, rows)
    assert list(read_rows(path)) == rows
    assert read_corpus(path, name="n", classes="a", fields={}, label=itemgetter("label")).texts == texts


def test_only_a_line_feed_ends_a_line(tmp_path):
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress('{"text": "a\u2028b\u0085c"}\n{"text": "d"}'.encode()))
    assert [line.row["text"] for line in read_lines(path, {"text": str})] == ["a\u2028b\u0085c", "d"]


def test_the_same_rows_give_the_same_bytes(tmp_path):
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        write_rows(tmp_path / name, [{"id": "a", "text": "é"}])
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()
