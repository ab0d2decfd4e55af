"""Errors, doubtful labels, rules, words, progress and models over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from teachback.classifier import TextClassifier
from teachback.record import Distinction, Label, Rationale
from tests.web.conftest import AT
from tests.web.taught import refused, teach


def test_errors_have_a_matrix_and_say_how_honest_they_are(client, project):
    teach(project, labels=60)
    found = client.get(f"{AT}/review/errors", params={"limit": 3}).json()
    assert found["of"] == sum(map(sum, found["matrix"]["counts"])) == 60
    right = sum(row[place] for place, row in enumerate(found["matrix"]["counts"]))
    assert found["wrong"] == found["of"] - right
    assert len(found["documents"]) == min(3, found["wrong"])
    assert "were not told these labels" in found["how"]
    assert found["missing"] == 0
    assert all(each["label"] != each["predicted"] and each["snippet"] for each in found["documents"])


def test_a_label_in_doubt_comes_with_another_and_a_reason(client, project):
    teach(project, labels=60)
    found = client.get(f"{AT}/review/mislabelled", params={"limit": 5}).json()["labels"]
    assert 0 < len(found) <= 5
    assert all(each["label"] != each["suggested"] and each["why"] for each in found)


def test_one_caller_works_the_errors_out_and_the_others_are_told_what_is_missing(client, project, monkeypatch):
    teach(project, labels=60)
    begun, may_end = Event(), Event()
    fitter = project.review._cross_fitter
    made = fitter._made

    def slowly(*given):
        begun.set()
        assert may_end.wait(30)
        return made(*given)

    monkeypatch.setattr(fitter, "_made", slowly)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.get, f"{AT}/review/errors")
        assert begun.wait(30)
        try:
            meanwhile = [client.get(f"{AT}/review/{path}").json() for path in ("errors", "mislabelled")]
        finally:
            may_end.set()
        assert (first.result().json()["missing"], first.result().json()["of"]) == (0, 60)
    errors, doubts = meanwhile
    assert (errors["missing"], errors["of"], errors["documents"]) == (60, 0, [])
    assert doubts == {"missing": 60, "labels": []}
    assert client.get(f"{AT}/review/mislabelled").json()["labels"]


def test_words_and_rules_are_listed(client, project):
    teach(project)
    words = {each["term"]: each for each in client.get(f"{AT}/words").json()}
    assert (words["invoice"]["class"], words["invoice"]["by"]) == ("billing", ["ben"])
    assert words["invoice"]["weight"] > 0 < words["invoice"]["documents"]
    model = project.learned.learner
    assert client.get(f"{AT}/rules").json() == {"learner": model, "in_use": False, "rules": []}
    has = {each.id: bool(project.analyzer.spans(each.text, "invoice")) for each in project.documents()}
    one, other = (next(id for id, found in has.items() if found is wanted) for wanted in (True, False))
    project.teach(Label(other, "bug"), Label(one, "billing"), Distinction(one, "billing", other, "invoice", True))
    told = client.get(f"{AT}/rules").json()
    assert told["in_use"] is False
    project.learn("DistinctionList")
    learned = client.get(f"{AT}/rules").json()
    assert learned == {"learner": "DistinctionList", "in_use": True, "rules": told["rules"]}
    first, *_ = learned["rules"]
    assert (first["class"], first["literals"], first["example"]) == ("billing", [["invoice", True]], one)


def test_progress_has_a_curve_a_baseline_and_everything_beside_it(client, project):
    teach(project, labels=15, held_out=20)
    found = client.get(f"{AT}/progress", params={"wait": 30}).json()
    assert not found["missing"]
    assert found["curve"][-1]["checked"] == 20
    assert found["baseline"][-1]["words"] == 0
    assert found["balance"]["words"] == {"bug": 2, "billing": 2, "how-to": 0, "feature request": 1}
    assert found["seconds"]["label"] == {"median": 5.0, "n": 35}
    assert found["dualist"]["label"] == 10.8
    assert {each["name"] for each in found["teachers"]} == {"ines", "ben"}
    assert found["advice"]["why"]


def test_documents_are_counted_by_how_much_is_marked_in_them(client, project):
    project.teach(Label("boards-25", "bug"), Label("boards-83", "bug"))
    project.teach(Rationale("boards-25", "bug", 0, 4), Rationale("boards-25", "bug", 5, 9))
    project.teach(Rationale("boards-83", "bug", 0, 4, teacher="machine:m"))  # no person marked it
    found = client.get(f"{AT}/progress").json()["highlights"]
    assert found == {"per_document": 2.0, "passages": 2, "counts": {"0": 1, "2": 1}}


def test_agreement_is_told_pair_by_pair(client, project):
    teach(project, labels=10)
    for id, class_ in list(project.teaching().labels.items())[:4]:
        project.teach(Label(id, class_, teacher="ben"))
    project.teach(Label("boards-25", "bug", teacher="ben"), Label("boards-25", "billing", teacher="ines"))
    found = client.get(f"{AT}/progress").json()["agreement"]
    assert [(pair["teachers"], pair["documents"]) for pair in found["pairs"]] == [(["ben", "ines"], 5)]
    assert found["disagreements"] == [
        {"document": "boards-25", "said": {"ines": "billing", "ben": "bug"}, "settled": False}
    ]


def test_the_model_can_be_taken_along(client, project, tmp_path):
    assert client.get(f"{AT}/models").json() == []
    assert refused(client.get(f"{AT}/models/current"), 404, "no model yet")
    teach(project)
    (card,) = client.get(f"{AT}/models").json()
    assert (card["name"], card["learner"]) == ("current", "LessonRegression")
    assert "feature request" in card["card"]
    file = client.get(f"{AT}/models/current")
    assert file.headers["content-disposition"] == 'attachment; filename="inbox.model"'
    (tmp_path / "m.model").write_bytes(file.content)
    text = project.document("boards-25").text
    assert next(TextClassifier.load(tmp_path / "m.model").classify([text])) == project.classify([text])[0]


def test_before_anything_was_taught_there_are_no_errors_to_look_at(client):
    assert refused(client.get(f"{AT}/review/errors"), 409, "Nothing has been taught")
    assert refused(client.get(f"{AT}/review/mislabelled"), 409, "Nothing has been taught")
    assert client.get(f"{AT}/words").json() == []
    assert client.get(f"{AT}/progress").json()["curve"] == []
