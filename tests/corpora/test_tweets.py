import pytest

from teachback.corpora import load, tweets
from teachback.corpora.corpus import BadOriginal, read_rows
from teachback.corpora.fetch import NoAddress, fetch

TEST = '"4","3","Mon May 11","kindle2","tpryan","@stellargirl loves it"\n"2","4","Mon","aig","x","neutral, here"\n'
EVALUATION = {
    "val_text.txt": "Dark Souls 3 \n“quoted”\u2028still \n".encode(),
    "val_labels.txt": b"1\n2\n",
    "test_text.txt": b"@user no\n",
    "test_labels.txt": b"0\n",
}


def training(*rows):
    table = "".join(f'"{polarity}","{name}","Mon Apr 06","NO_QUERY","user","{text}"\n' for polarity, name, text in rows)
    return {
        "training.1600000.processed.noemoticon.csv": table.encode("latin-1"),
        "testdata.manual.2009.06.14.csv": TEST.encode(),
    }


@pytest.fixture
def evaluation(tmp_path):
    for name, content in EVALUATION.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in EVALUATION}


def test_the_originals_become_tweets_with_their_source_and_split(make_zip, evaluation, tmp_path):
    rows = [("0", "10", "sad &amp; quoted "), ("4", "11", "cafÃ©"), ("4", "12", "na\xefve"), ("0", "11", "again")]
    archive = make_zip("s140.zip", training(*rows))
    expected = {tweets.FILE: {"source": {"sentiment140": 5, "semeval2017-task4": 3}}}
    fetch("tweets", tmp_path / "data", sources={tweets.ARCHIVE: archive, **evaluation}, expected=expected)
    corpus = load("tweets", tmp_path / "data")
    assert [(document.id, corpus.labels[document.id], document.text) for document in corpus.documents] == [
        ("s140-10", "negative", "sad &amp; quoted "),
        ("s140-11", "positive", "café"),
        ("s140-12", "positive", "naïve"),
        ("s140-test-000", "positive", "@stellargirl loves it"),
        ("s140-test-001", "neutral", "neutral, here"),
        ("semeval2017-val-00000", "neutral", "Dark Souls 3"),
        ("semeval2017-val-00001", "positive", "“quoted”\u2028still"),
        ("semeval2017-test-00000", "negative", "@user no"),
    ]
    assert set(corpus.parts.values()) == {
        *("sentiment140/train", "sentiment140/test", "semeval2017-task4/val", "semeval2017-task4/test"),
    }
    assert corpus.analyzer == "tweets"


def test_the_sample_is_even_and_the_same_every_time(make_zip, evaluation, tmp_path, monkeypatch):
    monkeypatch.setattr(tweets, "SAMPLE", 20)
    rows = [("0", str(number), f"no {number}") for number in range(300)]
    rows += [("4", str(number), f"yes {number}") for number in range(300, 500)]
    sources = {tweets.ARCHIVE: make_zip("s140.zip", training(*rows)), **evaluation}
    once, again = (tweets.convert(sources).files[tweets.FILE] for _ in range(2))
    assert once == again
    sampled = [row for row in once if row["source"] == "sentiment140" and row["split"] == "train"]
    assert [row["label"] for row in sampled] == ["negative"] * 20 + ["positive"] * 20
    numbers = [int(row["id"].removeprefix("s140-")) for row in sampled]
    assert numbers == sorted(numbers)
    assert max(numbers[:20]) > 200  # not the first twenty


@pytest.mark.parametrize("row", ['"4","3","date","query","text"\n', '"9","3","date","query","user","text"\n'])
def test_a_table_of_another_shape_is_refused_by_line(row, make_zip, evaluation, tmp_path):
    members = training(("0", "1", "x")) | {"testdata.manual.2009.06.14.csv": (TEST + row).encode()}
    sources = {tweets.ARCHIVE: make_zip("s140.zip", members), **evaluation}
    with pytest.raises(BadOriginal, match=r"testdata\.manual.* line 3, is not polarity, id, date"):
        fetch("tweets", tmp_path / "data", sources=sources)


def test_labels_that_do_not_match_their_texts_are_refused(make_zip, evaluation, tmp_path):
    evaluation["val_labels.txt"].write_text("1\n")
    sources = {tweets.ARCHIVE: make_zip("s140.zip", training(("0", "1", "x"))), **evaluation}
    with pytest.raises(BadOriginal, match=r"val_labels\.txt does not give each of the 2 lines of val_text\.txt"):
        fetch("tweets", tmp_path / "data", sources=sources)


def test_the_languages_have_no_address_but_take_a_file(write_lines, tmp_path):
    with pytest.raises(NoAddress, match=r"Carter.*--sources language_id\.jsonl\.gz=FILE"):
        fetch("tweet_languages", tmp_path / "there")
    row = {"id": "carter-1", "label": "dutch", "text": "hoi", "split": "train"}
    file = write_lines("mine.gz", row) / "mine.gz"
    expected = {tweets.LANGUAGE_FILE: {"label": {"dutch": 1}}}
    fetch("tweet_languages", tmp_path / "there", sources={tweets.LANGUAGE_ARCHIVE: file}, expected=expected)
    assert list(read_rows(tmp_path / "there" / tweets.LANGUAGE_FILE)) == [row]
    corpus = load("tweet_languages", tmp_path / "there")
    assert corpus.y == ["dutch"]
    assert corpus.parts == {"carter-1": "train"}
