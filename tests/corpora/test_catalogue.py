import subprocess
import sys

import pytest

from teachback.corpora import CATALOGUE, MissingCorpus, UnknownCorpus, data_folder, load, names


def test_the_names_are_those_of_the_design():
    assert " ".join(names()) == (
        "demo reuters webkb twenty_newsgroups science autos_motorcycles baseball_hockey mac_pc movie_reviews zoo "
        "hard line serve tweets tweet_languages"
    )


def test_an_unknown_corpus_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownCorpus, match=r"'reuter' is not a corpus\. Did you mean reuters\? The corpora are demo"):
        load("reuter")


@pytest.mark.parametrize("name", [name for name in names() if name != "demo"])
def test_a_corpus_that_is_not_there_says_where_it_was_sought_and_what_to_run(name, tmp_path):
    with pytest.raises(MissingCorpus) as caught:
        load(name, tmp_path)
    sentence = str(caught.value)
    assert str(tmp_path) in sentence
    assert f"teachback data fetch {name} " in sentence
    assert "--data DIR" in sentence


def test_the_data_folder_is_the_one_given_then_the_environments_then_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TEACHBACK_DATA", str(tmp_path / "chosen"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert data_folder(tmp_path) == tmp_path
    assert data_folder() == tmp_path / "chosen"
    monkeypatch.delenv("TEACHBACK_DATA")
    assert data_folder() == tmp_path / "cache" / "teachback" / "data"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".cache" / "teachback" / "data"


def test_every_file_that_a_corpus_needs_is_one_that_its_original_gives():
    for entry in CATALOGUE.values():
        if entry.original is not None:
            assert entry.files
            assert set(entry.files) <= set(entry.original.counts)


def test_importing_the_catalogue_imports_no_numerics_and_no_network():
    code = "import sys, teachback.corpora; print({'numpy', 'sklearn', 'urllib.request'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
