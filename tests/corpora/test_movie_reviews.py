import pytest

from teachback.corpora import CorpusRationale, load
from teachback.corpora.corpus import BadCorpusFile, BadOriginal, read_rows, write_rows
from teachback.corpora.fetch import fetch
from teachback.corpora.movie_reviews import ARCHIVE, CLEANED, EXTRA_RATIONALES, FILE, MARKED, RATIONALES

NEG = "the film is dull . \nvery , very dull . \n"
POS = "a joy \x13 from start to end ! \nsee it . \n"
EXPECTED = {FILE: {"fold": {"0": 1, "8": 1, "9": 1}}, RATIONALES: {"label": {"neg": 1, "pos": 1}}, CLEANED: {}}


@pytest.fixture
def sources(make_tar, make_zip):
    reviews = {
        "poldata.README.2.0": b"read me",
        "txt_sentoken/pos/cv899_7.txt": POS.encode("latin-1"),
        "txt_sentoken/neg/cv000_29416.txt": NEG.encode(),
        "txt_sentoken/neg/cv900_1.txt": b"bad . \n",
    }
    marked = {
        "readme.txt": b"",
        "withRats_neg/negR_000.txt": b"the film is <NEG>dull</NEG> . <NEG> very , very dull </NEG> .\n",
        "withRats_pos/posR_899.txt": b"<POS> a joy from start </POS> to end ! see it . <POS> buy it </POS>\n",
        "noRats_neg/neg_900.txt": b"bad .\n",
    }
    return {ARCHIVE: make_tar("reviews.tgz", reviews), MARKED: make_zip("marked.zip", marked)}


def test_the_originals_become_reviews_with_rationales(sources, tmp_path):
    fetched = fetch("movie_reviews", tmp_path / "data", sources=sources, expected=EXPECTED)
    assert fetched.notes == ("Marked passages that Cornell's texts do not have and that were left out: 1.",)
    corpus = load("movie_reviews", tmp_path / "data")
    assert corpus.texts == [NEG, "bad . \n", POS]
    assert corpus.labels == {"neg_000": "neg", "neg_900": "neg", "pos_899": "pos"}
    assert corpus.parts == {"neg_000": "0", "neg_900": "9", "pos_899": "8"}
    assert corpus.analyzer == "tokens"
    assert corpus.rationales == [
        CorpusRationale("neg_000", "neg", 12, 16, "A0"),
        CorpusRationale("neg_000", "neg", 20, 36, "A0"),
        CorpusRationale("pos_899", "pos", 0, 18, "A0"),
    ]
    assert POS[0:18] == "a joy \x13 from start"


def test_a_review_whose_marked_copy_has_another_text_is_kept_in_both(sources, tmp_path):
    fetch("movie_reviews", tmp_path / "data", sources=sources, expected=EXPECTED)
    [row] = read_rows(tmp_path / "data" / CLEANED)
    assert row["id"] == "pos_899"
    assert [row["text"][start:end] for start, end in row["spans"]] == ["a joy from start", "buy it"]


def test_rationales_for_a_review_that_is_missing_are_refused(sources, make_zip, tmp_path):
    sources[MARKED] = make_zip("more.zip", {"x/withRats_neg/negR_001.txt": b"<NEG> bad </NEG>"})
    with pytest.raises(BadOriginal, match="has rationales for neg_001, but"):
        fetch("movie_reviews", tmp_path / "data", sources=sources, expected=EXPECTED)


@pytest.fixture
def data(sources, tmp_path):
    fetch("movie_reviews", tmp_path / "data", sources=sources, expected=EXPECTED)
    return tmp_path / "data"


def test_further_annotators_are_teachers_of_their_own_in_the_order_of_the_documents(data):
    rows = [{"id": "neg_900", "annotator": "crowd", "label": "neg", "spans": [[0, 3]]}]
    write_rows(data / EXTRA_RATIONALES, rows)
    marked = [(passage.document, passage.teacher) for passage in load("movie_reviews", data).rationales]
    assert marked == [("neg_000", "A0"), ("neg_000", "A0"), ("neg_900", "crowd"), ("pos_899", "A0")]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"spans": [[0, 4000]]}, r"the span \[0, 4000\] does not lie inside the text, which has 40 characters"),
        ({"spans": [[3, 3]]}, r"the span \[3, 3\] does not lie inside"),
        ({"spans": [[3]]}, r"the span \[3\] does not"),
        ({"spans": [["0", "1"]]}, "does not lie inside"),
        ({"id": "neg_001"}, "there is no review 'neg_001'"),
        ({"label": "bad"}, "the label 'bad' is neither neg nor pos"),
    ],
)
def test_a_bad_rationale_is_refused_by_file_and_line(data, change, complaint):
    rows = [{"id": "neg_000", "annotator": "A0", "label": "neg", "spans": [[0, 3]]}]
    write_rows(data / RATIONALES, [*rows, rows[0] | change])
    with pytest.raises(BadCorpusFile, match=rf"rationales\.jsonl\.gz, line 2: .*{complaint}"):
        load("movie_reviews", data)
