from teachback.corpora import load
from teachback.corpora.fetch import fetch
from teachback.corpora.webkb import ARCHIVE, FILE


def test_the_four_usual_classes_of_pages_are_kept_raw(make_tar, tmp_path):
    pages = {
        "webkb/student/cornell/http:^^www.cs.cornell.edu^Info^People^x^": b"Date: x\r\n\r\n<html>na\xefve\x00</html>",
        "webkb/course/misc/http:^^a.edu^": b"WWW Alert: Redirection response\n",
        "webkb/department/texas/http:^^b.edu^": b"left out",
        "webkb/other/misc/http:^^c.edu^": b"left out",
    }
    expected = {FILE: {"label": {"student": 1, "course": 1}}}
    archive = make_tar(ARCHIVE, pages)
    fetch("webkb", tmp_path / "data", sources={ARCHIVE: archive}, expected=expected)
    corpus = load("webkb", tmp_path / "data")
    assert [document.id for document in corpus.documents] == [
        "course/misc/http:^^a.edu^",
        "student/cornell/http:^^www.cs.cornell.edu^Info^People^x^",
    ]
    assert corpus.texts[1] == "Date: x\r\n\r\n<html>naïve\x00</html>"
    assert list(corpus.parts.values()) == ["misc", "cornell"]
