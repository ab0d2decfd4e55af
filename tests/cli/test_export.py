"""`teachback export` and `teachback classify`: what leaves a project, and what comes of it elsewhere."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from teachback import formats
from teachback.classifier import TextClassifier
from teachback.errors import percent
from teachback.project import Project
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def rows(file, **asked):
    return list(formats.read(file, **asked))


def test_labels_are_those_of_the_documents_that_somebody_spoke_of(taught):
    run("teach", taught, "rationale", "m1", "billing", "--quote", "charged", "--teacher", "ines")
    assert run("export", taught, "labels.csv").output == "labels.csv is written.\n"
    exported = rows("labels.csv")
    assert [(item.document.id, item.label, item.document.text) for item in exported] == [
        ("m1", "billing", MAILS["m1"]),
        ("m2", "bug", MAILS["m2"]),
    ]
    assert [(span.start, span.end) for span in exported[0].rationales] == [(4, 11)]


def test_words_are_a_file_of_their_own(taught):
    run("teach", taught, "not-a-reason", "please")
    run("export", taught, "words.jsonl", "--what", "words")
    assert [(word.kind, word.term) for word in rows("words.jsonl")] == [
        ("not_a_reason", "please"),
        ("word", "invoice"),
        ("word", "charged"),
        ("word", "crashes"),
        ("word", "error"),
    ]


def test_predictions_and_explanations_are_the_projects_own(taught):
    what = [word for kind in ("labels", "predictions", "explanations") for word in ("--what", kind)]
    run("export", taught, "all.jsonl", *what)
    exported = rows("all.jsonl")
    with Project.open(taught) as opened:
        guesses = dict(opened.predictions())
        reasons = {id: opened.explain(id).sets for id in MAILS}
    assert [item.document.id for item in exported] == list(MAILS)
    assert {item.document.id: item.label for item in exported if item.label} == {"m1": "billing", "m2": "bug"}
    for item in exported:
        guess = guesses[item.document.id]
        assert item.prediction.class_ == guess.class_
        assert item.prediction.probabilities == pytest.approx(guess.probabilities)
        assert item.prediction.explanations == tuple(reason.words for reason in reasons[item.document.id])


def test_rules_are_exported_where_the_model_has_them(taught):
    reply = run("export", taught, "rules.csv", "--what", "rules")
    assert reply.exit_code == 1
    assert "The model is a LessonRegression, which has no rules" in reply.stderr
    run("teach", taught, "distinction", "m2", "bug", "--versus", "m1", "--has", "crashes")
    run("learn", taught, "--learner", "DistinctionList")
    assert run("export", taught, "rules.csv", "--what", "rules").exit_code == 0
    assert [(rule.class_, rule.conditions) for rule in rows("rules.csv")] == [
        ("bug", (("crashes", True),)),
        ("billing", ()),
    ]


def test_the_record_is_enough_to_make_the_project_again(taught):
    run("export", taught, "record.jsonl", "--what", "record")
    run("new", "again.teachback", "record.jsonl")
    with Project.open(taught) as one, Project.open("again.teachback") as other:
        assert list(one.documents()) == list(other.documents())
        assert one.teaching().labels == other.teaching().labels
        assert one.teaching().words == other.teaching().words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["out.csv", "--what", "words", "--what", "labels"], "A file of words holds nothing else"),
        (["out.csv", "--model", "--all"], "--model and --all each write a file of their own"),
        (["out.csv", "--model", "--what", "labels"], "--model and --all each write a file of their own"),
        (["mails.teachback", "--format", "csv"], "mails.teachback is the project itself"),
        (["mails.teachback", "--all"], "mails.teachback is the project itself"),
        (["inbox.csv", "--all"], "inbox.csv is there already, and a backup never replaces anything"),
        (["out.doc"], "'.doc' is not a format that teachback knows"),
        (["no/out.csv"], "no/out.csv: it cannot be written"),
        (["no/out.model", "--model"], "no/out.model: it cannot be written"),
        (["no/out.teachback", "--all"], "could not be opened"),
    ],
)
def test_what_cannot_be_exported_is_refused_and_nothing_is_harmed(taught, folder, words, sentence):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    reply = run("export", taught, *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before} == before
    assert {path.name for path in folder.iterdir()} - {"mails.teachback-wal", "mails.teachback-shm"} == before.keys()


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.jsonl", "out.json", "out.parquet", "out.xlsx"])
def test_a_model_file_classifies_any_file_into_any_format_as_the_project_does(taught, inbox, name):
    run("export", taught, "mails.model", "--model")
    for model in ("mails.model", taught):
        assert run("classify", model, inbox, "-o", name, "--explain").output == f"{name} is written.\n"
        with Project.open(taught) as opened:
            guesses = dict(opened.predictions())
        answers = rows(name, roles={"label": "class"})
        assert [item.document.id for item in answers] == list(MAILS)
        for item in answers:
            assert item.document.text == MAILS[item.document.id]
            assert item.label == guesses[item.document.id].class_


def test_answers_can_be_printed_for_people_and_for_programs(taught, inbox, folder):
    run("export", taught, "mails.model", "--model")
    model = TextClassifier.load("mails.model")
    texts = ["the invoice, again", "an error"]
    (folder / "new.txt").write_text("\n".join(texts), encoding="utf-8")
    guesses = list(model.classify(texts))
    lines = run("classify", "mails.model", "new.txt").output.splitlines()
    assert lines == [f"{k}\t{guess.class_}\t{percent(guess.probability)}" for k, guess in enumerate(guesses, 1)]
    answers = map(json.loads, run("classify", "mails.model", "new.txt", "--json", "--explain").output.splitlines())
    assert [(answer["prediction"], answer["probabilities"]) for answer in answers] == [
        (guess.class_, dict(guess.probabilities)) for guess in guesses
    ]
    explained = json.loads(run("explain", "mails.model", "--text", texts[0], "--json").stdout)
    assert explained["from_class"] == "billing"


def test_the_probability_of_each_class_is_printed_where_it_is_asked_for(taught, folder):
    (folder / "new.txt").write_text("the invoice, again", encoding="utf-8")
    answer = json.loads(run("classify", taught, "new.txt", "--json").output)
    percents = {class_: percent(share) for class_, share in answer["probabilities"].items()}
    each = [f"{class_} {percents[class_]}" for class_ in ("billing", "bug")]
    line = run("classify", taught, "new.txt", "--probabilities", "--reasons").output.rstrip("\n")
    assert line.split("\t") == ["1", "billing", percents["billing"], *each, "without invoice"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_what_comes_through_a_pipe_is_classified_as_a_file_of_it_is(taught, inbox, folder):
    os.mkfifo("pipe")
    with Path(inbox).open("rb") as file:
        asked = [sys.executable, "-m", "teachback", "classify", taught, "/dev/stdin", "--format", "csv"]
        redirected = subprocess.run(asked, stdin=file, capture_output=True, text=True, check=True).stdout
    writer = Thread(target=lambda: Path("pipe").write_bytes(Path(inbox).read_bytes()))
    writer.start()
    piped = run("classify", taught, "pipe", "--format", "csv").output
    writer.join()
    assert redirected == piped == run("classify", taught, inbox).output != ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing.model", "inbox.csv"], "nothing.model cannot be read (No such file or directory)"),
        (["inbox.csv", "inbox.csv"], "inbox.csv is not a teachback project"),
        (["broken.model", "inbox.csv"], "broken.model is not a model that teachback saved, or it is damaged."),
        (["mails.teachback", "nothing.csv"], "nothing.csv: there is no such file or folder."),
        (["mails.teachback", "words.csv"], "words.csv holds taught words or rules"),
        (["mails.teachback", "inbox.csv", "-o", "out.txt"], "lines has no place for predictions"),
        (["mails.teachback", "inbox.csv", "--output-format", "doccano"], "doccano has no place for predictions"),
    ],
)
def test_what_cannot_be_classified_is_refused_with_a_sentence(taught, folder, words, sentence):
    (folder / "broken.model").write_bytes(b"PK\x03\x04 nothing more")
    (folder / "words.csv").write_text("term,class\ninvoice,billing\n", encoding="utf-8")
    reply = run("classify", "-o", "out.csv", *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("words", [[], ["--json"], ["-o", "out.csv"]])
def test_bad_rows_are_refused_with_a_command_that_leaves_them_out_and_classifies_the_others(taught, folder, words):
    (folder / "long.csv").write_text("id,text\n1,an invoice\n1,an error, again\n2,it crashes\n", encoding="utf-8")
    reply = run("classify", taught, "long.csv", *words)
    nothing = ", so nothing is written" if "-o" in words else ""
    assert reply.exit_code == 1
    assert f"1 row cannot be classified{nothing}.\n  line 3: it has 3 cells" in reply.stderr
    assert "import" not in reply.stderr
    assert not (folder / "out.csv").exists()
    command = reply.stderr.rstrip("\n").rpartition("leave these rows out with: ")[2]
    reply = run(*shlex.split(command)[1:])
    assert reply.exit_code == 0
    assert "bad: line 3: it has 3 cells" in reply.stderr
    assert "bad" not in reply.stdout
    answers = [row.document.id for row in rows("out.csv")] if "-o" in words else reply.stdout.splitlines()
    assert len(answers) == 2


def test_a_model_file_has_no_documents_to_explain(taught):
    run("export", taught, "mails.model", "--model")
    reply = run("explain", "mails.model", "m1")
    assert reply.exit_code == 1
    assert "mails.model is a model file, which has no documents; give the text with --text." in reply.stderr


def test_rules_are_written_for_people_and_explain_what_they_decide(project):
    run("teach", project, "label", "m1", "billing")
    run("teach", project, "label", "m2", "bug")
    assert run("teach", project, "distinction", "m2", "bug", "--versus", "m1", "--has", "crashes").exit_code == 0
    run("learn", project, "--learner", "DistinctionList")
    run("export", project, "rules.txt", "--what", "rules")
    assert Path("rules.txt").read_text(encoding="utf-8") == "crashes ⇒ bug (m2)\nELSE: billing (m1)\n"
    assert "bug, like m2: crashes" in run("explain", project, "m2").output
