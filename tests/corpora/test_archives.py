import tarfile

import pytest

from teachback.archives import BadArchive, opened


def contents(path, **bounds):
    with opened(path, **bounds) as members:
        return {name: stream.read() for name, stream in members}


def test_zip_and_tar_archives_are_read_alike(make_zip, make_tar):
    members = {"folder/a.txt": b"A\x00", "b.txt": b""}
    assert contents(make_zip("some.bin", members)) == contents(make_tar("other.bin", members)) == members


def test_a_plain_tar_is_read_too(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"A")
    with tarfile.open(tmp_path / "plain", "w") as archive:
        archive.add(tmp_path / "a.txt", "a.txt")
        archive.add(tmp_path, "folder", recursive=False)
    assert contents(tmp_path / "plain") == {"a.txt": b"A"}


def test_a_name_that_points_outside_writes_nothing(make_zip, make_tar, tmp_path):
    members = {"../../evil.txt": b"evil", "/evil.txt": b"evil"}
    inside = {"a.zip": make_zip("a.zip", members), "a.tgz": make_tar("a.tgz", members)}
    assert all(set(contents(path).values()) == {b"evil"} for path in inside.values())
    assert {path.name for path in tmp_path.iterdir()} == set(inside)


@pytest.mark.parametrize("make", ["make_zip", "make_tar"])
def test_an_archive_that_unpacks_to_too_much_is_refused(make, request):
    path = request.getfixturevalue(make)("bomb", {"zeros": bytes(3_000_000)})
    assert path.stat().st_size < 10_000
    with pytest.raises(BadArchive, match=r"unpacks to .* more than|unpacks to more than 1,000,000 bytes"):
        contents(path, most_bytes=1_000_000)


@pytest.mark.parametrize("make", ["make_zip", "make_tar"])
def test_an_archive_of_too_many_members_is_refused(make, request):
    path = request.getfixturevalue(make)("many", {str(number): b"" for number in range(30)})
    with pytest.raises(BadArchive, match="members"):
        contents(path, most_members=20)


@pytest.mark.parametrize("make", ["make_zip", "make_tar"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_an_archive_that_breaks_off_is_refused(make, share, request):
    noise = bytes(number * number % 251 for number in range(50_000))
    path = request.getfixturevalue(make)("broken", {"a": noise, "b": noise[::-1]})
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(BadArchive, match="cannot be read as an archive"):
        contents(path)


def test_a_web_page_in_place_of_an_archive_is_refused(tmp_path):
    (tmp_path / "page.tar.gz").write_text("<!DOCTYPE html><title>Moved</title>")
    with pytest.raises(BadArchive, match="not a web page about it"):
        contents(tmp_path / "page.tar.gz")
