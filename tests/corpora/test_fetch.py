import pytest

from teachback.archives import BadArchive
from teachback.corpora import load
from teachback.corpora.fetch import BadFolder, DownloadFailed, UnexpectedContent, UnknownSource, download, fetch
from teachback.corpora.zoo import ARCHIVE, FILE

BEAR = b"bear,1,0,0,1,0,0,1,1,1,1,0,0,4,0,0,1,1\n"
EXPECTED = {FILE: {"type": {"1": 1}}}


def left_in(folder):
    return sorted(path.name for path in folder.rglob("*")) if folder.exists() else []


def test_a_corpus_is_downloaded_converted_and_loaded(make_zip, served, tmp_path):
    make_zip("zoo.zip", {"zoo.data": BEAR})
    steps = []
    fetched = fetch(
        "zoo",
        tmp_path / "data",
        sources={ARCHIVE: f"{served}/zoo.zip"},
        expected=EXPECTED,
        progress=lambda *step: steps.append(step),
    )
    size = (tmp_path / "zoo.zip").stat().st_size
    assert steps == [("zoo.zip", size, size)]
    assert fetched.files == (tmp_path / "data" / FILE,)
    assert not fetched.already_there
    assert load("zoo", tmp_path / "data").labels == {"bear": "mammal"}
    assert left_in(tmp_path / "data") == ["zoo", "zoo.csv"]


def test_what_is_already_there_and_right_is_left_alone(make_zip, tmp_path):
    fetch("zoo", tmp_path / "data", sources={ARCHIVE: make_zip("zoo.zip", {"zoo.data": BEAR})}, expected=EXPECTED)
    before = (tmp_path / "data" / FILE).stat()
    again = fetch("zoo", tmp_path / "data", sources={ARCHIVE: tmp_path / "nowhere"}, expected=EXPECTED)
    assert again.already_there
    assert (tmp_path / "data" / FILE).stat() == before


@pytest.mark.parametrize("content", [b"", b"animal\n", b"\xff", BEAR])
def test_what_is_there_but_wrong_is_fetched_again(make_zip, tmp_path, content):
    (tmp_path / "data/zoo").mkdir(parents=True)
    (tmp_path / "data" / FILE).write_bytes(content)
    sources = {ARCHIVE: make_zip("zoo.zip", {"zoo.data": BEAR})}
    assert not fetch("zoo", tmp_path / "data", sources=sources, expected=EXPECTED).already_there
    assert load("zoo", tmp_path / "data").y == ["mammal"]


def test_other_counts_than_the_published_ones_are_refused_and_nothing_is_installed(make_zip, tmp_path):
    with pytest.raises(UnexpectedContent, match=r"zoo/zoo\.csv has 1 rows with type 1, not 41.*Nothing was installed"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: make_zip("zoo.zip", {"zoo.data": BEAR})})
    assert left_in(tmp_path / "data") == []


def test_an_interruption_leaves_nothing_behind(make_zip, served, tmp_path):
    def interrupt(*_):
        raise KeyboardInterrupt

    make_zip("zoo.zip", {"zoo.data": BEAR})
    with pytest.raises(KeyboardInterrupt):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: f"{served}/zoo.zip"}, progress=interrupt)
    assert left_in(tmp_path / "data") == []


def test_a_page_that_is_gone_is_named_with_its_number(served, tmp_path):
    with pytest.raises(DownloadFailed, match=r"/gone\.zip: HTTP Error 404: File not found\. Try again later, or"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: f"{served}/gone.zip"})
    assert left_in(tmp_path / "data") == []


def test_a_server_that_does_not_answer_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(DownloadFailed, match="Connection refused"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: "http://127.0.0.1:9/zoo.zip"})


def test_a_download_that_is_too_large_is_refused(served, tmp_path):
    (tmp_path / "large.bin").write_bytes(bytes(5000))
    with pytest.raises(DownloadFailed, match="it has 5,000 bytes, more than 4,999"):
        download(f"{served}/large.bin", tmp_path / "copy", most_bytes=4999)


def test_a_download_that_breaks_off_is_refused(served, tmp_path):
    with pytest.raises(DownloadFailed, match="the connection broke off after 300 of 5,000 bytes"):
        download(f"{served}/breaks-off", tmp_path / "copy")


def test_a_server_that_says_no_length_is_still_bounded(served, tmp_path):
    steps = []
    download(f"{served}/says-no-length", tmp_path / "copy", progress=lambda *step: steps.append(step))
    assert steps[-1] == ("copy", 5000, None)
    with pytest.raises(DownloadFailed, match="it has more than 4,999 bytes"):
        download(f"{served}/says-no-length", tmp_path / "copy", most_bytes=4999)


def test_a_web_page_instead_of_the_archive_is_refused(served, tmp_path):
    (tmp_path / "zoo.zip").write_text("<html>sign in first</html>")
    with pytest.raises(BadArchive, match="not a web page about it"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: f"{served}/zoo.zip"})


def test_a_source_that_the_corpus_does_not_have_is_refused(tmp_path):
    with pytest.raises(
        UnknownSource, match=r"no archive 'zoo\.zap'\. Did you mean zoo\.zip\? It is made from zoo\.zip"
    ):
        fetch("zoo", tmp_path / "data", sources={"zoo.zap": "x"})
    with pytest.raises(UnknownSource, match=r"There is no file .*nowhere\.zip to take zoo\.zip from"):
        fetch("zoo", tmp_path / "data", sources={ARCHIVE: tmp_path / "nowhere.zip"})


def test_the_demo_needs_no_fetching(tmp_path):
    fetched = fetch("demo", tmp_path / "data")
    assert fetched.already_there
    assert fetched.notes == ("demo comes with teachback.",)
    assert left_in(tmp_path / "data") == []


def test_without_a_folder_the_corpus_goes_where_load_looks(make_zip, monkeypatch, tmp_path):
    monkeypatch.setenv("TEACHBACK_DATA", str(tmp_path / "mine"))
    fetch("zoo", sources={ARCHIVE: make_zip("zoo.zip", {"zoo.data": BEAR})}, expected=EXPECTED)
    assert load("zoo").y == ["mammal"]


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadFolder, match=r"Cannot write to the data folder .*file/below \(Not a directory\)"):
        fetch("zoo", tmp_path / "file" / "below", sources={})
