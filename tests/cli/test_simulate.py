"""`teachback simulate`."""

import csv
import json

import pytest

from tests.cli.test_commands import run
from tests.experiments.tiny import EVERYDAY, write_newsgroups

FIELDS = ["corpus", "way", "learner", "seconds", "metric", "mean", "low", "high", "runs"]
FEW = ["--runs", "2", "--budget", "60", "--jobs", "1"]


@pytest.fixture
def mails(folder):
    """Labelled mails of one's own, and a column that is neither."""
    texts = {"money": "please refund invoice", "trouble": "the app crashed error"}
    with (folder / "mails.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Nr", "Mail", "Kind"])
        words = EVERYDAY.split()[:8]
        for number in range(120):
            kind = ("money", "trouble")[number % 2]
            writer.writerow([number, f"{texts[kind]} {words[number % 8]} {words[number // 8 % 8]}", kind])
    return "mails.csv"


def test_rows_as_json_have_exactly_the_fields_on_a_file_of_ones_own(mails):
    reply = run("simulate", mails, "--text", "Mail", "--label", "Kind", "--way", "words and labels", *FEW, "--json")
    rows = json.loads(reply.stdout)
    assert reply.exit_code == 0
    assert all(list(row) == FIELDS for row in rows)
    (accuracy,) = [row for row in rows if (row["way"], row["metric"]) == ("words and labels", "accuracy")]
    assert [accuracy[name] for name in ("corpus", "learner", "seconds", "runs")] == ["mails.csv", "default", 60, 2]
    assert 0 <= accuracy["low"] <= accuracy["mean"] <= accuracy["high"] <= 100
    assert all(row["low"] >= 0 for row in rows)


def test_tables_show_the_mean_over_corpora_before_each_corpus(tmp_path):
    write_newsgroups(tmp_path, each=60)
    corpora = ["--corpus", "baseball_hockey", "--corpus", "baseball_hockey 19:1"]
    reply = run("simulate", "--data", str(tmp_path), *corpora, "--way", "words", *FEW)
    titles = [line.split(";")[0] for line in reply.stdout.splitlines() if line.startswith("Accuracy")]
    over = ["mean over 2 corpora", "baseball_hockey", "baseball_hockey 19:1"]
    assert titles == [f"Accuracy (%), {name}" for name in over]


def test_a_named_learner_is_named_in_the_rows(mails):
    reply = run("simulate", mails, "--way", "labels", "--learner", "ContrastSVM", "--text", "Mail", *FEW, "--json")
    assert reply.exit_code == 1  # nothing says that Kind holds the classes
    reply = run("simulate", mails, "--label", "Kind", "--way", "labels", "--learner", "ContrastSVM", *FEW, "--json")
    assert {(row["way"], row["learner"]) for row in json.loads(reply.stdout)} == {
        ("labels", "ContrastSVM"),
        ("full supervision", "LogisticRegression"),
    }


def test_finished_sessions_are_kept_and_written_as_a_page_with_a_picture(mails, folder):
    words = ["simulate", mails, "--label", "Kind", "--way", "labels", *FEW, "--out-dir", "tables"]
    first, again = run(*words), run(*words)
    assert first.exit_code == again.exit_code == 0
    assert len((folder / "tables" / ".simulate.finished.jsonl").read_text().splitlines()) == 4
    assert (folder / "tables" / "simulate.png").read_bytes()[:4] == b"\x89PNG"
    page = (folder / "tables" / "simulate.md").read_text(encoding="utf-8")
    assert "| labels | default |" in page
    assert "Made by `teachback simulate mails.csv --label Kind --way labels --runs 2 " in page
    assert list(json.loads((folder / "tables" / "simulate.json").read_text(encoding="utf-8"))[0]) == FIELDS


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["mails.csv", "--text", "Mial"],
            "There is no column 'Mial' for the text. Did you mean Mail? There are Nr, Mail",
        ),
        (["mails.csv", "--label", "Sort"], "Say which it is with --text COLUMN and --label COLUMN."),
        (["mails.csv", "--label", "Nr"], "120 of its 120 texts have a class, and there are 120 classes"),
        (["mails.csv"], "0 of its 120 texts have a class"),
        (["none.csv"], "none.csv: there is no such file or folder."),
        (
            ["--corpus", "sience"],
            "'sience' is not a corpus of the simulations. Did you mean science? There are reuters",
        ),
        (["--corpus", "webkb"], "teachback data fetch webkb"),
        (
            ["--way", "word"],
            "'word' is not a way of teaching. Did you mean words? Choose among 'labels at random', 'labels'",
        ),
        (["--learner", "NB"], "'NB' is not a learner."),
        (["--quick", "--way", "labels"], "--quick settles that already; leave out --way, --runs."),
        (["mails.csv", "--table"], "--table settles that already; leave out --runs."),
        (["mails.csv", "--corpus", "demo"], "FILE settles that already; leave out --corpus."),
        (["--plot", "curve.doc"], "Cannot draw into curve.doc: name a file that ends in .png or .svg"),
    ],
)
def test_what_cannot_be_simulated_is_said_with_what_can(mails, folder, words, sentence):
    reply = run("simulate", *words, "--data", str(folder), "--runs", "1", "--jobs", "1")
    assert reply.exit_code == 1
    assert sentence in reply.stderr
