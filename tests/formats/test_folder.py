from __future__ import annotations

import os
import zipfile

import pytest

from teachback.archives import BadArchive
from teachback.errors import TeachbackError
from teachback.formats import BadFile, BadRows, CannotHold, Item, inspect, read, write
from teachback.record import Document, Label, Rationale


def fill(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def pack(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def texts_and_labels(path, **asked):
    return {row.document.id: (row.document.text, row.label) for row in read(path, **asked)}


def labelled(id, class_, text="a text"):
    return Item(Document(id, text), (Label(id, class_),))


FILES = {"pos/1.txt": b"great\r\n", "pos/2": b"fun", "neg/1.txt": b"dull", "none.txt": b"", ".hidden/a": b"x"}
EXPECTED = {
    "pos/1.txt": ("great\r\n", "pos"),
    "pos/2": ("fun", "pos"),
    "neg/1.txt": ("dull", "neg"),
    "none.txt": ("", None),
}


def test_subfolders_are_classes(tmp_path):
    assert texts_and_labels(fill(tmp_path, FILES)) == EXPECTED


def test_an_archive_is_read_like_a_folder(tmp_path):
    assert texts_and_labels(pack(tmp_path / "a.zip", {**FILES, "__MACOSX/pos/._1.txt": b"x"})) == EXPECTED


def test_the_folder_around_everything_in_an_archive_is_no_class(tmp_path):
    path = pack(tmp_path / "reviews.zip", {"reviews/pos/1": b"a", "reviews/2": b"b"})
    assert texts_and_labels(path) == {"reviews/pos/1": ("a", "pos"), "reviews/2": ("b", None)}
    path = pack(tmp_path / "pos.zip", {"pos/1": b"a", "neg/2": b"b"})
    assert texts_and_labels(path) == {"pos/1": ("a", "pos"), "neg/2": ("b", "neg")}


def test_each_file_has_an_encoding_of_its_own(tmp_path):
    contents = {"a": "été".encode(), "b": "été ça".encode("cp1252"), "c": "été".encode("utf-16")}
    assert {text for text, _ in texts_and_labels(fill(tmp_path, contents)).values()} == {"été", "été ça"}


def test_files_come_in_the_order_of_their_names_and_are_counted(tmp_path):
    fill(tmp_path, {f"x/{n}": b"t" for n in "cab"})
    done = []
    assert list(texts_and_labels(tmp_path, progress=lambda now, total: done.append((now, total)))) == [
        "x/a",
        "x/b",
        "x/c",
    ]
    assert done == [(3, 3)]  # reports come with the rows, some at a time


def test_what_is_no_file_is_passed_by(tmp_path):
    fill(tmp_path, {"a.txt": b"a"})
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    assert texts_and_labels(tmp_path) == {"a.txt": ("a", None)}


def test_a_name_that_leads_outside_is_only_a_name(tmp_path):
    path = pack(tmp_path / "a.zip", {"../../evil.txt": b"evil", "/abs/evil.txt": b"evil", "..\\evil.txt": b"evil"})
    assert len(texts_and_labels(path)) == 3
    assert {file.name for file in tmp_path.iterdir()} == {"a.zip"}


def test_an_id_that_leads_outside_is_written_inside(tmp_path):
    ids = ["../../evil", "/etc/passwd", "..", "C:\\evil", "a/b.txt", "a", "a.txt", "A", "100%", "ü 文書"]
    write(tmp_path / "out", [labelled(id, "bug", id) for id in ids], format="folder")
    assert {file.name for file in tmp_path.iterdir()} == {"out"}
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"bug"}
    assert sorted(text for text, _ in texts_and_labels(tmp_path / "out").values()) == sorted(ids)


@pytest.mark.parametrize("class_", ["a/b", "..", ".hidden", "a\\b", "C:", "dot.", "__MACOSX"])
def test_a_class_that_cannot_be_a_folder_is_refused(tmp_path, class_):
    for format in ("folder", "zip", "brat"):
        with pytest.raises(CannotHold, match="cannot be the name of a folder; rename the class"):
            write(tmp_path / "out", [labelled("d1", class_)], format=format)
    assert list(tmp_path.iterdir()) == []


def test_a_bomb_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pos/1", bytes(1_000_000))
        archive.filelist[0].file_size = 1_100_000_000  # what the archive says that it unpacks to
    with pytest.raises(BadArchive, match=r"it unpacks to 1,100,000,000 bytes, more than 1,000,000,000"):
        list(read(tmp_path / "bomb.zip"))


def test_a_member_without_a_name_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x", "text")
        archive.filelist[0].filename = archive.filelist[0].orig_filename = ""
    with pytest.raises(TeachbackError, match="cannot be"):
        list(read(tmp_path / "a.zip"))


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    fill(tmp_path / "out", {"precious.txt": b"mine"})
    with pytest.raises(BadFile, match="there is something already; choose a new or an empty folder"):
        write(tmp_path / "out", [labelled("d1", "bug")], format="folder")
    assert texts_and_labels(tmp_path / "out") == {"precious.txt": ("mine", None)}


@pytest.mark.parametrize("format", ["folder", "brat", "huggingface", "sklearn"])
def test_a_folder_that_breaks_off_is_not_there(tmp_path, format):
    def broken():
        yield labelled("d1", "bug")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "out", broken(), format=format)
    assert list(tmp_path.iterdir()) == []


# brat.


def test_brat_is_recognised_and_read(tmp_path):
    text = "💩 Great pitcher,\nbad umpire."
    notes = "T1\tPerson 8 15\tpitcher\nT2\tThing 2 7;22 27\tGreat umpir\n"
    notes += "R1\tof Arg1:T1 Arg2:T2\n#1\tAnnotatorNotes T1\thm\n"
    fill(tmp_path, {"a.txt": text.encode(), "a.ann": notes.encode(), "b.txt": b"no marks"})
    assert inspect(tmp_path).format == "brat"
    first, second = read(tmp_path)
    assert [(span.class_, span.start, span.end) for span in first.rationales] == [
        ("Person", 8, 15),
        ("Thing", 2, 7),
        ("Thing", 22, 27),
    ]
    assert (second.document.text, second.lessons) == ("no marks", ())


@pytest.mark.parametrize(
    "line", [b"T1\tbug 2 15\t\xff", b"T1\tbug 2 " + b"9" * 5000, "T1\tbug ² 3\tx".encode(), b"T1\tbug 2 15;"]
)
def test_brat_that_is_damaged_is_a_bad_row(tmp_path, line):
    (tmp_path / "bug").mkdir()
    (tmp_path / "bug" / "a.txt").write_text("the app crashes again", encoding="utf-8")
    (tmp_path / "bug" / "a.ann").write_bytes(line + b"\n")
    (tmp_path / "visual.conf").write_bytes(b"[labels]\nbug | \xff\n")
    with pytest.raises(BadRows):
        list(read(tmp_path, format="brat"))


def test_brat_is_written_in_its_shape(tmp_path):
    item = labelled("d1", "feature request", "please\nadd this")
    spans = (Rationale("d1", "feature request", 0, 10), Rationale("d1", "bug", 7, 10))
    write(tmp_path / "out", [Item(item.document, (*item.lessons, *spans))], format="brat")
    folder = tmp_path / "out"
    expected = "T1\tfeature_request 0 10\tplease add\nT2\tbug 7 10\tadd\n"
    assert (folder / "feature request" / "d1.ann").read_text() == expected
    assert (folder / "annotation.conf").read_text().startswith("[entities]\nfeature_request\nbug\n[relations]")
    assert inspect(folder).rows[0].rationales[0].class_ == "feature request"
