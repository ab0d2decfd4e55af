"""Files in the shapes that other tools write: what comes of them, and what does not is counted and named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teachback.cli.projects.importing import preview_lines
from teachback.formats import BadFile, inspect, read
from teachback.project import Project
from teachback.project.transfer import exports
from teachback.project.transfer.classified_files import classify_file
from teachback.project.transfer.imports import bring_in
from teachback.record import Exclude, Label, Rationale, Skip, Word
from tests.formats.lost_and_found import table


def lines(path, *objects):
    path.write_text("".join(json.dumps(each) + "\n" for each in objects), encoding="utf-8")
    return path


def lessons_in(rows):
    return [
        (lesson.kind, lesson.document, getattr(lesson, "class_", None), lesson.teacher)
        for row in rows
        for lesson in row.lessons
    ]


def answer(text, label, what, number, **more):
    return {"text": text, "label": label, "answer": what, "_input_hash": number, "_timestamp": 1700000000, **more}


def test_what_prodigy_rejected_is_the_other_of_two_classes(tmp_path):
    path = lines(
        tmp_path / "spam.jsonl",
        answer("win a prize", "spam", "accept", 11, meta={"source": "web"}),
        answer("see you at noon", "spam", "reject", 12),
        answer("what is this", "spam", "ignore", 13),
    )
    plan = inspect(path, classes=["spam", "ham"])
    assert lessons_in(plan.read()) == [
        ("label", "11", "spam", "importer"),
        ("label", "12", "ham", "importer"),
        ("skip", "13", None, "importer"),
    ]
    assert dict(plan.rows[0].document.fields) == {"source": "web"}


def test_one_person_of_prodigy_gives_a_text_one_class_also_by_rejecting(tmp_path):
    path = lines(
        tmp_path / "spam.jsonl",
        answer("win a prize", "spam", "accept", 11),
        answer("win a prize", "spam", "reject", 11),
        answer("see you at noon", "ham", "accept", 12),
        answer("see you at noon", "spam", "reject", 12),
    )
    plan = inspect(path)
    labels = [("11", "spam"), ("12", "ham"), ("12", "ham")]
    assert [(document, class_) for _, document, class_, _ in lessons_in(plan.read())] == labels
    assert plan.not_taken == {"further classes of a text that has one": 1}


def test_choices_of_prodigy_are_called_what_they_say_and_none_is_counted(tmp_path):
    options = [{"id": 0, "text": "bug"}, {"id": 1, "text": "billing"}]
    path = lines(
        tmp_path / "choice.jsonl",
        answer("it crashes", None, "accept", 1, accept=[0], options=options),
        answer("hm", None, "accept", 2, accept=[], options=options),
    )
    plan = inspect(path)
    assert [row.label for row in plan.rows] == ["bug", None]
    assert plan.not_taken == {"accepted texts for which nothing was chosen": 1}


def test_label_studios_table_has_several_choices_in_a_cell_and_a_row_for_each_person(tmp_path):
    (tmp_path / "a.csv").write_text(
        "id,text,sentiment,topic,annotator,lead_time\n"
        '1,it crashes,bad,"{""choices"": [""bug"", ""ux""]}",7,3.5\n1,it crashes,fine,bug,8,2\n',
        encoding="utf-8",
    )
    plan = inspect(tmp_path / "a.csv", several="first")
    assert lessons_in(plan.rows) == [("label", "1", "bug", "7"), ("label", "1", "bug", "8")]
    assert plan.not_taken["further rows of a document with other fields; those of its first row stay"] == 1
    assert plan.doubts == (
        "'topic' is taken for the class; 'sentiment' could be it, too. Choose another as the label if that is wrong.",
    )


def test_what_prodigy_rejected_is_not_that_class_where_there_are_others(tmp_path):
    path = lines(
        tmp_path / "topics.jsonl",
        answer("my bill", "billing", "accept", 1, _annotator_id="ines"),
        answer("my bill", "bug", "reject", 1, _annotator_id="ines"),
        answer("it hangs", "how-to", "reject", 2, _session_id="set-ben"),
        answer("it hangs", "bug", "accept", 2, _session_id="set-ben"),
        answer("it hangs", "billing", "accept", 2, _session_id="set-ben"),
    )
    plan, not_taken = inspect(path), Counter()
    assert lessons_in(plan.read(not_taken=not_taken)) == [
        ("label", "1", "billing", "ines"),
        ("exclude", "1", "bug", "ines"),
        ("exclude", "2", "how-to", "set-ben"),
        ("label", "2", "bug", "set-ben"),
    ]
    assert not_taken == plan.not_taken == {"further classes of a text that has one": 1}


def test_one_class_of_prodigy_says_what_texts_are_not(tmp_path):
    path = lines(tmp_path / "one.jsonl", answer("a", "spam", "accept", 1), answer("b", "spam", "reject", 2))
    plan = inspect(path)
    assert [type(lesson) for row in plan.rows for lesson in row.lessons] == [Label, Exclude]
    assert plan.only_class == "spam"
    assert any("Name it with --rejected CLASS" in line for line in preview_lines(plan, ()))


def test_the_texts_without_the_only_class_of_prodigy_get_the_class_that_is_named(tmp_path):
    path = lines(tmp_path / "one.jsonl", answer("b", "spam", "reject", 2), answer("a", "spam", "accept", 1))
    plan = inspect(path, rejected="ham")
    assert lessons_in(plan.read()) == [("label", "2", "ham", "importer"), ("label", "1", "spam", "importer")]
    assert (sorted(plan.classes), plan.only_class) == (["ham", "spam"], None)
    assert lessons_in(inspect(path, rejected="ham", classes=["bug"]).read()) == lessons_in(plan.read())


def result(control, kind, value):
    return {"from_name": control, "to_name": "text", "type": kind, "value": value}


TASK = {
    "id": 7,
    "data": {"text": "My bill is wrong", "channel": "email"},
    "annotations": [
        {
            "completed_by": {"id": 3, "email": "ines@x.org"},
            "lead_time": 4.5,
            "created_at": "2026-01-02T03:04:05Z",
            "result": [
                result("sentiment", "choices", {"choices": ["bad"]}),
                result("topic", "taxonomy", {"taxonomy": [["money", "bill"]]}),
                result("stars", "rating", {"rating": 2}),
                result("why", "textarea", {"text": ["the sum"]}),
            ],
        },
        {"completed_by": 4, "was_cancelled": True, "result": []},
    ],
    "predictions": [
        {"model_version": "v2", "score": 0.8, "result": [result("sentiment", "choices", {"choices": ["ok"]})]}
    ],
}


@pytest.mark.parametrize(("control", "class_"), [(None, "bad"), ("topic", "money / bill"), ("stars", "2")])
def test_one_control_of_label_studio_is_the_class_and_the_others_are_counted(tmp_path, control, class_):
    (tmp_path / "tasks.json").write_text(json.dumps([TASK]), encoding="utf-8")
    plan = inspect(tmp_path / "tasks.json", roles={"label": control} if control else None)
    assert lessons_in(plan.read()) == [("label", "7", class_, "ines@x.org"), ("skip", "7", None, "4")]
    assert plan.rows[0].lessons[0].seconds == 4.5
    assert plan.controls == {"sentiment": "choices", "topic": "taxonomy", "stars": "rating"}
    assert plan.not_taken["answers of the control 'why' (textarea)"] == 1
    assert sum(plan.not_taken.values()) == 3 + (control is not None)  # and the prediction of another control
    assert dict(plan.rows[0].document.fields) == {"channel": "email"}


def test_what_a_model_says_is_a_field_and_a_lesson_of_no_person(tmp_path):
    (tmp_path / "tasks.json").write_text(json.dumps([{**TASK, "annotations": []}]), encoding="utf-8")
    (tmp_path / "more.csv").write_text("id,text,prediction,score\n8,It hangs,bug,0.9\n", encoding="utf-8")
    project = Project.create()
    plans = [inspect(tmp_path / name) for name in ("tasks.json", "more.csv")]
    assert [(plan.machines(), plan.classes) for plan in plans] == [
        ({"machine:v2": 1}, ("ok",)),
        ({"machine:model": 1}, ("bug",)),
    ]
    brought = [bring_in(project, plan) for plan in plans]
    assert not project.teaching().labels
    assert {name: each.labels for name, each in project.teaching().machines.items()} == {
        "machine:v2": {"7": "ok"},
        "machine:model": {"8": "bug"},
    }
    assert brought[0].notes[0].endswith("as lessons of machine:v2 (1 prediction).")
    assert bring_in(project, plans[1]).known == 1
    first, second = project.documents()
    assert dict(first.fields) == {
        "prediction": "ok",
        "prediction.probability": 0.8,
        "prediction.model": "v2",
        "channel": "email",
    }
    assert dict(second.fields) == {"prediction": "bug", "prediction.probability": 0.9}


def test_a_machine_that_imports_predictions_is_their_teacher(tmp_path):
    (tmp_path / "a.csv").write_text(
        'id,text,prediction\n8,It hangs,bug\n9,Well,"it is\n hard to say"\n', encoding="utf-8"
    )
    project = Project.create()
    brought = bring_in(project, inspect(tmp_path / "a.csv"), teacher="machine:bert")
    assert (brought.machines, brought.untaught) == ({"machine:bert": 1}, 1)
    assert project.document("9").fields["prediction"] == "it is\n hard to say"


def test_what_teachback_itself_predicted_is_no_lesson(tmp_path):
    project = Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"])
    project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    project.learn()
    exports.write(project, exports.find_export("predictions"), tmp_path / "out.csv")
    classify_file(project.learned.classifier, tmp_path / "out.csv", tmp_path / "again.csv")
    other = Project.create()
    for name in ("out.csv", "again.csv"):
        brought = bring_in(other, inspect(tmp_path / name))
        assert (brought.machines, brought.untaught) == ({}, 2)
    assert not other.teaching().machines


def test_a_score_without_a_prediction_is_the_documents_own(tmp_path):
    (tmp_path / "a.csv").write_text("text,score\nfine,4\n", encoding="utf-8")
    assert dict(inspect(tmp_path / "a.csv").rows[0].document.fields) == {"score": 4}


def test_doccano_as_its_projects_for_classification_and_its_old_ones_write(tmp_path):
    path = lines(
        tmp_path / "a.jsonl",
        {"id": 1, "text": "My bill", "label": ["billing"], "source": "mail", "Comments": ["hm"]},
        {"id": 2, "text": "old", "annotations": [{"label": 3, "user": 1}, {"label": 4, "user": 2}]},
    )
    plan = inspect(path)
    assert lessons_in(plan.rows) == [
        ("label", "1", "billing", "importer"),
        ("label", "2", "3", "1"),
        ("label", "2", "4", "2"),
    ]
    assert plan.not_taken == {"comments": 1}
    assert dict(plan.rows[0].document.fields) == {"source": "mail"}


def test_labels_that_are_free_texts_are_kept_and_are_no_classes_unless_somebody_says_so(tmp_path):
    rows = [{"id": n, "text": f"Where is parcel {n}?", "label": [f"Parcel {n} is late.", "So?"]} for n in range(5)]
    for more in ({"Comments": []}, {}):  # doccano's own, and any table
        path = lines(tmp_path / "a.jsonl", *({**row, **more} for row in rows))
        plan = inspect(path)
        assert (plan.classes, plan.rows[0].document.fields["label"]) == ((), ("Parcel 0 is late.", "So?"))
        assert plan.doubts[0].startswith("What 'label' holds are free texts and no classes")
        assert len(inspect(path, roles={"label": "label"}, several="first").classes) == 5
    path = lines(tmp_path / "a.jsonl", *({"text": f"text {n}", "label": f"topic {n}"} for n in range(10)))
    assert inspect(path).doubts[0].startswith("10 labelled texts have 10 different classes")


def test_marks_that_are_no_classes_of_texts_are_told_of_and_can_be_left_out(tmp_path):
    path = lines(tmp_path / "a.jsonl", {"text": "Ada flew", "entities": [[0, 3, "PER"]], "cats": ["travel"]})
    plan = inspect(path, format="doccano")
    assert plan.classes == ("travel", "PER")
    assert plan.doubts[0].startswith("Passages alone are marked as 'PER'")
    plan = inspect(path, format="doccano", classes_as={"PER": ""})
    assert (plan.classes, plan.not_taken, plan.doubts) == (("travel",), {"passages that speak for no class": 1}, ())


def test_fasttext_lines(tmp_path):
    (tmp_path / "train.txt").write_text(
        "__label__bug it crashes\n__label__bug __label__ux it is slow\nso dull __label__ux\n", encoding="utf-8"
    )
    plan = inspect(tmp_path / "train.txt", several="combine")
    assert (plan.format, plan.several) == ("fasttext", 1)
    assert [(row.document.text, row.label) for row in plan.rows] == [
        ("it crashes", "bug"),
        ("it is slow", "bug + ux"),
        ("so dull", "ux"),
    ]


def test_spacy_categories(tmp_path):
    path = tmp_path / "a.json"
    records = [["fine", {"cats": {"POS": 1.0, "NEG": 0.0}}], ["dull", {"cats": {"POS": 0.2, "NEG": 0.8}}]]
    path.write_text(json.dumps(records), encoding="utf-8")
    first, second = inspect(path).rows
    assert (first.label, second.label, second.prediction.class_) == ("POS", None, "NEG")
    jsonl = lines(tmp_path / "b.jsonl", {"text": "fine", "cats": {"POS": 1, "NEG": 0}, "meta": {"page": 3}})
    (row,) = inspect(jsonl).rows
    assert (row.label, dict(row.document.fields)) == ("POS", {"meta.page": 3})


def test_conll(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(
        "-DOCSTART- -X- O O\n\n# label = travel\n# source = web\nAda NNP B-PER\nLovelace NNP I-PER\nflew VBD O\n\n"
        "No NN O\n",
        encoding="utf-8",
    )
    plan = inspect(path)
    first, second = plan.rows
    assert (first.document.text, first.label, dict(first.document.fields)) == (
        "Ada Lovelace flew",
        "travel",
        {"source": "web"},
    )
    assert [(each.class_, each.start, each.end) for each in first.lessons if isinstance(each, Rationale)] == [
        ("PER", 0, 12)
    ]
    assert second.document.text == "No"
    assert plan.not_taken["other columns of tokens"] == 4
    (tmp_path / "a.txt").write_text("Ada\tB-PER\nflew\tO\n\nNo\tO\n", encoding="utf-8")
    plan = inspect(tmp_path / "a.txt")
    assert (plan.format, [row.document.text for row in plan.rows]) == ("conll", ["Ada flew", "No"])


def test_the_text_of_conllu_has_what_is_written_and_not_its_words(tmp_path):
    rest = "\t_" * 8
    tokens = ["1\tIch", "2-3\tim", "2\tin", "3\tdem", "4\tHaus", "4.1\tbin"]
    (tmp_path / "a.conllu").write_text("".join(f"{token}{rest}\n" for token in tokens), encoding="utf-8")
    assert [row.document.text for row in inspect(tmp_path / "a.conllu").rows] == ["Ich im Haus"]


def test_numbers_of_classes_in_a_hugging_face_table_also_in_lists(tmp_path):
    feature = {"names": ["joy", "anger"], "_type": "ClassLabel"}
    about = {"info": {"features": {"labels": {"feature": feature, "_type": "Sequence"}, "text": {"dtype": "string"}}}}
    table = pa.table({"text": ["hooray", "grr", "hm"], "labels": [[0], [0, 1], []]})
    pq.write_table(table.replace_schema_metadata({"huggingface": json.dumps(about)}), tmp_path / "a.parquet")
    plan = inspect(tmp_path / "a.parquet", several="first")
    assert [row.label for row in plan.rows] == ["joy", "joy", None]
    assert (plan.several, plan.not_taken) == (1, {"classes of rows with several": 1})


@pytest.mark.parametrize(
    ("several", "labels"),
    [("leave_out", [None, "bug"]), ("first", ["billing", "bug"]), ("combine", ["billing + bug", "bug"])],
)
def test_rows_with_several_classes_are_counted_and_do_what_was_chosen(tmp_path, several, labels):
    (tmp_path / "a.csv").write_text('text,label\none,"billing; bug"\ntwo,bug\n', encoding="utf-8")
    classes = ["billing", "bug"]
    refused = inspect(tmp_path / "a.csv", classes=classes)
    assert (refused.several, len(refused.problems)) == (1, 1)
    plan = inspect(tmp_path / "a.csv", classes=classes, several=several)
    assert (plan.several, [row.label for row in plan.read()]) == (1, labels)


@pytest.mark.parametrize("content", ["id,text,label\n", "text\n", "[]", ""])
def test_a_file_without_rows_makes_no_project(tmp_path, content):
    path = tmp_path / ("a.json" if content.startswith("[") else "a.csv")
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile):
        bring_in(Project.create(), inspect(path))


def test_skips_of_prodigy_are_skips(tmp_path):
    (row,) = read(lines(tmp_path / "a.jsonl", answer("a", "x", "ignore", 1)))
    assert isinstance(row.lessons[0], Skip)


def test_the_table_of_what_was_lost_and_what_comes_now_is_as_printed():
    shown = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in shown
