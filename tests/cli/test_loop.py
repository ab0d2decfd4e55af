"""The loop without a browser: classes, learn, ask, explain, status, history, undo."""

import json
from datetime import timedelta

import pytest

from teachback.project import Project
from teachback.record.form import from_json
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


def classes(project):
    return [row["class"] for row in json.loads(run("classes", project, "--json").stdout)]


def test_classes_are_added_renamed_merged_and_archived_and_no_lesson_is_lost(taught):
    assert run("classes", taught, "add", "crash", "how-to").exit_code == 0
    run("teach", taught, "label", "m4", "crash")
    assert run("classes", taught, "merge", "crash", "--into", "bug").exit_code == 0
    assert run("classes", taught, "rename", "bug", "defect").exit_code == 0
    assert run("classes", taught, "archive", "how-to").exit_code == 0
    assert classes(taught) == ["billing", "defect"]
    assert "defect        2 labels      2 words" in run("classes", taught).output
    assert run("undo", taught).output == "Taken back: class archived how-to\n"
    assert classes(taught) == ["billing", "defect", "how-to"]
    run("classes", taught, "archive", "how-to")
    assert run("classes", taught, "bring-back", "how-to").exit_code == 0
    assert classes(taught) == ["billing", "defect", "how-to"]
    assert "none is archived" in run("classes", taught, "bring-back", "how-to").output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["add"], "add does not take 0 names"),
        (["rename", "bug"], "rename does not take 1 names"),
        (["list", "bug"], "list does not take 1 names"),
        (["merge", "bug"], "--into goes with merge, and merge with --into"),
        (["add", "x", "--into", "bug"], "--into goes with merge, and merge with --into"),
        (["archive", "bgu"], "'bgu' is not a class of this project"),
    ],
)
def test_a_change_of_classes_that_cannot_be_is_explained(project, words, sentence):
    reply = run("classes", project, *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr
    assert classes(project) == ["billing", "bug"]


def test_a_class_is_everything_else(taught):
    assert "bug           1 labels      2 words  everything else" in run("classes", taught, "rest", "bug").output
    rows = json.loads(run("classes", taught, "--json").stdout)
    assert {row["class"]: row["rest"] for row in rows} == {"billing": False, "bug": True}
    assert "everything else" not in run("classes", taught, "rest").output
    assert run("undo", taught).output == "Taken back: rest declared\n"
    assert run("classes", taught, "rest", "a", "b").exit_code == 1


def test_learning_says_which_learner_and_why(taught):
    assert run("learn", taught).output.startswith("LessonRegression learned in ")
    summary = json.loads(run("learn", taught, "--learner", "ContrastSVM", "--json").stdout)
    assert (summary["learner"], summary["why"]) == ("ContrastSVM", "it was asked for")
    with Project.open(taught) as opened:
        assert opened.learned.learner == "ContrastSVM"


def test_learning_from_nothing_says_what_to_do(project):
    reply = run("learn", project)
    assert reply.exit_code == 1
    assert "Nothing has been taught yet." in reply.stderr


def test_asking_lists_documents_and_words_with_reasons(taught):
    batch = json.loads(run("ask", taught, "-n", "2", "--words", "3", "--json").stdout)
    assert len(batch["documents"]) == 2
    for document in batch["documents"]:
        assert document["text"] == MAILS[document["document"]]
        assert document["why"]
        assert document["guess"] in ("billing", "bug")
    assert {word["class"] for word in batch["words"]} <= {"billing", "bug", None}
    plain = run("ask", taught, "-n", "2", "--words", "0", "--by", "random").output
    assert plain.startswith("1. ")


def test_an_explanation_names_the_words_that_decide(taught, folder):
    output = run("explain", taught, "m7", "--html", "why.html").output
    assert "billing (" in output
    page = (folder / "why.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<mark>invoice</mark>" in page
    explanation = json.loads(run("explain", taught, "--text", "the invoice crashes", "--json").stdout)
    assert set(explanation["removed"]) <= {"invoice", "crashes"}
    assert sum(explanation["probabilities"].values()) == pytest.approx(1.0)


def test_a_model_that_is_behind_says_so_on_standard_error(taught):
    assert run("explain", taught, "m1").stderr == ""
    run("ask", taught)  # draws a random check, which no model needs to hear
    assert run("explain", taught, "m1").stderr == ""
    assert "it has heard everything" in run("status", taught).stdout
    run("teach", taught, "label", "m3", "billing")
    note = "The model has not heard the last lesson; learn again with: teachback learn PROJECT\n"
    assert run("explain", taught, "m1").stderr == note
    run("learn", taught)
    assert run("explain", taught, "m1").stderr == ""
    run("classes", taught, "rename", "bug", "defect")
    assert run("explain", taught, "m1").stderr == note.replace("lesson", "change")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "What is to be explained?"),
        (["m1", "--text", "both"], "What is to be explained?"),
        (["m99"], "'m99' is not a document of this project"),
        (["m1", "--html", "no/why.html"], "no/why.html: it cannot be written"),
        (["m1", "--target", "bgu"], "bgu"),
    ],
)
def test_what_cannot_be_explained_is_said_in_a_sentence(taught, words, sentence):
    reply = run("explain", taught, *words)
    assert reply.exit_code == 1
    assert sentence in reply.stderr


def test_the_status_counts_what_was_taught(taught):
    status = json.loads(run("status", taught, "--json").stdout)
    assert (status["documents"], status["lessons"]) == (8, {"label": 2, "word": 4})
    assert status["model"]["learner"] == "LessonRegression"
    assert "8 documents; 6 lessons that count" in run("status", taught).output
    assert "No document has a field 'source'" in run("status", taught, "--by", "source").stderr


def test_the_status_gives_files_no_pace(project, folder):
    for name in ("a", "b"):
        (folder / f"{name}.csv").write_text(f"id,text,label\n{name},It crashes,bug\n", encoding="utf-8")
        run("import", project, f"{name}.csv")
    assert "  importer: 2 lessons\n" in run("status", project).output


def test_what_a_word_or_another_lesson_did_is_told_as_the_app_tells_it(taught):
    with Project.open(taught) as opened:
        word, label = (next(each for each in opened.record if each.kind == kind) for kind in ("word", "label"))
        effect = opened.review.effect(word.id)
    printed = run("effect", taught, word.term.upper()).output
    assert printed.startswith(f"{effect}\n")
    assert printed.count("\n") == str(effect).count("\n") + 1 + len(effect.listed)
    as_json = json.loads(run("effect", taught, word.id[:8], "--json").stdout)
    assert (as_json["changed"], as_json["what"]) == (effect.changed, effect.what)
    assert all(set(move) == {"from", "to", "documents"} for move in as_json["moves"])
    assert run("effect", taught, label.id[:8]).output.startswith(f"label {label.document} {label.class_}:\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["invoces"], "No lesson that counts taught 'invoces', or has that id. Did you mean invoice?"),
        (["invoice", "--class", "bug"], "No lesson that counts taught 'invoice' for bug"),
        ([""], "No lesson that counts taught ''"),
    ],
)
def test_a_lesson_that_is_not_there_did_nothing(taught, words, sentence):
    reply = run("effect", taught, *words)
    assert (reply.exit_code, reply.stdout) == (1, "")
    assert sentence in reply.stderr


def test_the_history_is_the_record_and_goes_back_to_any_moment(taught):
    lines = run("history", taught, "--json").stdout.splitlines()
    with Project.open(taught) as opened:
        assert [from_json(json.loads(line)) for line in lines] == list(opened.record)
        first_word = next(entry for entry in opened.record if entry.kind == "word")
    assert not any(text in line for text in MAILS.values() for line in lines)
    assert run("history", taught, "--last", "1").output.endswith("ines: label m2 bug\n")
    assert "Then: 0 labelled documents, 0 words; classes: billing, bug." in run("history", taught, "--at", "2").output
    then = (first_word.time - timedelta(microseconds=1)).isoformat()
    assert "Then: 0 labelled documents, 0 words" in run("history", taught, "--at", then).output
    reply = run("history", taught, "--at", "yesterday")
    assert reply.exit_code == 1
    assert "'yesterday' is not a moment" in reply.stderr


def test_undo_takes_back_the_last_lesson_of_one_teacher_or_of_anybody(taught):
    assert run("undo", taught, "--teacher", "teacher").output == "Taken back: word error bug\n"
    assert json.loads(run("undo", taught, "--json").stdout)["document"] == "m2"
    assert run("history", taught).output.count("(taken back)") == 2
    reply = run("undo", taught, "--teacher", "ben")
    assert reply.exit_code == 1
    assert "nothing that ben taught counts now" in reply.stderr


def test_the_last_import_is_taken_back_with_its_documents(taught, tmp_path):
    before = json.loads(run("status", taught, "--json").stdout)["documents"]
    more = tmp_path / "more.csv"
    more.write_text("id,text,label\nx1,a refund,billing\nx2,it froze,freeze\n", encoding="utf-8")
    assert run("import", taught, str(more)).exit_code == 0
    run("teach", taught, "label", "x2", "bug")
    reply = run("undo", taught, "--import")
    assert "an import of 2 documents and 2 lessons" in reply.output
    assert "1 other lesson is about these documents" in reply.output
    assert json.loads(run("status", taught, "--json").stdout)["documents"] == before
    assert "freeze" not in classes(taught)
    went = json.loads(run("undo", taught, "--import", "--json").stdout)
    assert went["documents"] == before
    reply = run("undo", taught, "--import")
    assert (reply.exit_code, reply.output) == (1, "teachback: There is no import to take back.\n")


def test_what_is_found_is_labelled_as_one_act_and_taken_back_as_one(taught):
    reply = run("find", taught, "crashes", "--label", "bug", "--yes")
    assert reply.exit_code == 0, reply.output
    assert "2 documents (1 document with a label left as it is)" in reply.output
    assert "and 1 other lesson taught at once with it" in run("undo", taught).output
    assert '"labelled": 1' in run("find", taught, "crashes", "--json").output
    assert "'bugs' is not a class of this project. Its classes are" in run("find", taught, "--predicted", "bugs").stderr
    assert run("find", taught, "--labelled", "bugs").exit_code == 1
    assert "One act says one thing" in run("find", taught, "crashes", "--label", "bug", "--set-aside").output
