"""`teachback reproduce`."""

import json

import pytest

from tests.cli.test_commands import run
from tests.experiments.tiny import write_webkb


@pytest.fixture
def data(tmp_path):
    write_webkb(tmp_path)
    return str(tmp_path)


def test_without_arguments_it_lists_what_there_is():
    assert "settles2011 corpora: The corpora as loaded" in run("reproduce").output


def test_a_part_of_a_table_is_printed_beside_the_papers_figures(data):
    output = run("reproduce", "settles2011", "corpora", "--corpus", "webkb", "--data", data).output
    documents = next(line for line in output.splitlines() if "documents" in line)
    assert [cell.strip() for cell in documents.split("│")[1:-1]] == ["webkb", "documents", "4,199", "2"]


def test_rows_as_json_have_every_field(data):
    reply = run("reproduce", "settles2011", "corpora", "--corpus", "webkb", "--data", data, "--json")
    assert json.loads(reply.stdout)[0] == {
        "item": "corpora",
        "corpus": "webkb",
        "method": "",
        "size": None,
        "setting": {},
        "metric": "documents",
        "paper": 4199.0,
        "ours": 2.0,
        "seconds": None,
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["settles2011"], "Which part of settles2011? Give one of corpora, table1"),
        (["nobody1999"], "'nobody1999' is not a paper here. There is settles2011"),
        (["settles2011", "corpra"], "settles2011 has no item 'corpra'. Did you mean corpora? It has corpora, table1"),
        (["settles2011", "corpora", "--corpus", "demo"], "settles2011 corpora has no corpus 'demo'; it has reuters,"),
        (["settles2011", "corpora", "--size", "7"], "settles2011 corpora does not vary in size; leave out --size."),
        (["settles2011", "corpora", "--plot", "x.png"], "settles2011 corpora has no picture; leave out --plot."),
        (["settles2011", "steps", "--plot", "no/x.png"], "Cannot draw into no/x.png: there is no folder no."),
        (["settles2011", "steps", "--plot", "x.doc"], "Cannot draw into x.doc: name a file that ends in .png or .svg."),
    ],
)
def test_what_is_not_there_is_named_with_what_is(words, sentence):
    reply = run("reproduce", *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr


def test_a_missing_corpus_says_how_to_get_it(tmp_path):
    reply = run("reproduce", "settles2011", "corpora", "--corpus", "webkb", "--data", str(tmp_path))
    assert reply.exit_code == 1
    assert "teachback data fetch webkb" in reply.stderr
