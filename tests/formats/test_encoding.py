from __future__ import annotations

import io

import pytest

from teachback.formats import BadFile, BadRows, inspect, read
from teachback.formats.reading.encoding import detect_in, encode, named

FRENCH = "Le café où l’été naît, déjà vu: garçon, façade.\n"


@pytest.mark.parametrize(
    ("encoded_as", "encoding"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_the_encoding_is_found_and_the_text_is_as_it_was(encoded_as, encoding, tmp_path):
    path = tmp_path / "texts.txt"
    path.write_bytes((FRENCH * 3).encode(encoded_as))
    assert inspect(path).encoding == encoding
    assert [row.document.text for row in read(path)] == [FRENCH.strip()] * 3


def test_a_guess_says_that_it_is_one(tmp_path):
    (tmp_path / "a.txt").write_bytes(FRENCH.encode("cp1252"))
    assert "If letters look wrong" in inspect(tmp_path / "a.txt").doubts[-1]
    (tmp_path / "b.txt").write_bytes(FRENCH.encode())
    assert inspect(tmp_path / "b.txt").doubts == ("One line is one document; empty lines are left out.",)


def test_an_accent_that_comes_late_counts():
    assert detect_in(io.BytesIO(b"a" * 3_000_000 + "é".encode())).name == "utf-8"
    assert detect_in(io.BytesIO(b"a" * 3_000_000 + b"\xe9")).name == "cp1252"


def test_a_character_across_two_chunks_is_no_mistake():
    assert detect_in(io.BytesIO(b"a" * (2**20 - 1) + "é".encode() + b"b" * 2**20)).name == "utf-8"


def test_broken_utf8_is_not_taken_for_windows(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("id,text\n1,été\n2,caf".encode() + b"\xe9\n" + "3,naïveté\n".encode())
    with pytest.raises(BadRows, match=r"line 3: byte 0xE9 is wrong in utf-8 .*mend the row, or say which") as refused:
        list(read(path))
    assert refused.value.total == 1
    left_out = []
    assert [row.document.id for row in read(path, leave_out=left_out.append)] == ["1", "3"]
    assert [problem.where for problem in left_out] == ["line 3"]


def test_bytes_that_are_nothing_are_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\x81\x8d\xff\xfe is nothing\n")
    with pytest.raises(BadRows, match="wrong in utf-8"):
        list(read(tmp_path / "a.txt"))


def test_utf16_that_is_cut_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes("one\ntwo\n".encode("utf-16") + b"\x00")
    with pytest.raises(BadFile, match="it is not utf-16"):
        list(read(tmp_path / "a.txt"))


def test_half_a_pair_is_refused_by_its_line(tmp_path):
    (tmp_path / "a.txt").write_bytes("\ufefffine\nbr\ud800ken\n".encode("utf-16-le", "surrogatepass"))
    with pytest.raises(BadRows, match=r"line 2: .*lone surrogate"):
        list(read(tmp_path / "a.txt"))


def test_a_person_may_name_the_encoding(tmp_path):
    (tmp_path / "a.txt").write_bytes("дом".encode("koi8-r"))
    assert [row.document.text for row in read(tmp_path / "a.txt", encoding="KOI8-R")] == ["дом"]
    with pytest.raises(BadFile, match="not an encoding; give one like utf-8"):
        list(read(tmp_path / "a.txt", encoding="klingon"))
    with pytest.raises(BadFile, match="not an encoding"):
        named("rot13")


def test_what_looks_like_escapes_and_is_none_stays_as_it_is():
    assert detect_in(io.BytesIO(b"~{Type X~} in ~/notes, or \x1b$ and ~{a}")).name == "utf-8"
    encoding = detect_in(io.BytesIO("~{ab~} and caf\u00e9 in ~/notes".encode()))
    assert (encoding.name, encoding.doubt[:44]) == ("utf-8", "It switches to other letters as HZ does, but")


@pytest.mark.parametrize("text", ["", "plain", "été", "\ufeffmarked", "a\x00b\x00c\x00d\x00e\x00f\x00g\x00h\x00"])
def test_what_is_encoded_is_read_as_it_was_meant(text):
    content = encode(text)
    assert detect_in(io.BytesIO(content)).decode(content) == text
