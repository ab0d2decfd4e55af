"""`teachback data`."""

import io
import json
import zipfile

from teachback import corpora, formats
from tests.cli.test_commands import run


def test_list_says_what_is_in_the_data_folder(tmp_path):
    (tmp_path / "zoo").mkdir()
    (tmp_path / "zoo" / "zoo.csv").write_text("animal\n")
    output = run("data", "list", "--data", str(tmp_path)).output
    assert "✓ demo" in output
    assert "✓ zoo" in output
    assert "· reuters" in output


def test_list_speaks_json_and_takes_the_folder_from_the_environment(tmp_path):
    listed = json.loads(run("data", "list", "--json", env={"TEACHBACK_DATA": str(tmp_path)}).output)
    assert listed["data"] == str(tmp_path)
    assert [row["name"] for row in listed["corpora"] if row["here"]] == ["demo"]


def test_fetching_the_demo_has_nothing_to_do():
    reply = run("data", "fetch", "demo", "--json")
    assert json.loads(reply.stdout) == [
        {"name": "demo", "files": [], "already_there": True, "notes": ["demo comes with teachback."]}
    ]


def test_an_archive_that_is_not_as_published_installs_nothing(tmp_path):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zoo.data", "aardvark,1,0,0,1,0,0,1,1,1,1,0,0,4,0,0,1,1\n")
    (tmp_path / "mine.zip").write_bytes(archive.getvalue())
    data = tmp_path / "data"
    reply = run("data", "fetch", "zoo", "--data", str(data), "--sources", f"zoo.zip={tmp_path / 'mine.zip'}")
    assert reply.exit_code == 1
    assert "zoo did not come out as published" in reply.stderr
    assert list(data.iterdir()) == []


def test_a_source_without_an_equals_sign_is_explained():
    reply = run("data", "fetch", "zoo", "--sources", "zoo.zip")
    assert reply.exit_code == 1
    assert "--sources takes ARCHIVE=FILE, not 'zoo.zip'" in reply.stderr


def test_a_corpus_is_exported_with_its_labels_and_passages_or_without():
    corpus = corpora.load("demo")
    assert run("data", "export", "demo", "gold.jsonl").output.startswith("gold.jsonl: 1,032 documents of bug, ")
    items = list(formats.read("gold.jsonl"))
    assert {item.document.id: item.label for item in items} == corpus.labels
    assert sum(len(item.rationales) for item in items) == len(corpus.rationales)
    run("data", "export", "demo", "bare.csv", "--without-labels")
    bare = list(formats.read("bare.csv"))
    assert [item.document for item in bare] == list(corpus.documents)
    assert all(not item.lessons for item in bare)
