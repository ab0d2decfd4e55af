"""Lists of documents and single documents over HTTP."""

from __future__ import annotations

from urllib.parse import quote

from teachback.record import Adjudicate, Document, Flag, Label, Rationale
from teachback.record.form import to_json
from tests.web.conftest import AT
from tests.web.taught import refused, teach


def test_the_pages_of_a_list_have_every_document_once(client, project):
    teach(project)
    ids, after = [], None
    while True:
        page = client.get(
            f"{AT}/documents",
            params={"sort": "confidence", "limit": 400, "after": after}
            if after
            else {"sort": "confidence", "limit": 400},
        ).json()
        ids += [each["id"] for each in page["documents"]]
        if page["next"] is None:
            break
        after = page["next"]
    assert len(ids) == len(set(ids)) == page["total"] == project.store.size
    sure = [max(each["guess"]["probabilities"].values()) for each in page["documents"]]
    assert sure == sorted(sure)


def test_filters_are_given_by_name_and_mine_are_the_callers(client, project):
    teach(project)
    project.teach(Label("boards-25", "bug", teacher="ben"))
    page = client.get(f"{AT}/documents", params={"only": "mine", "label": "bug", "limit": 500}).json()
    mine = project.teaching_of("ines").labels
    assert {each["id"] for each in page["documents"]} == {id for id, class_ in mine.items() if class_ == "bug"}
    assert all(each["label"] == "bug" for each in page["documents"])
    assert client.get(f"{AT}/documents", params={"q": "inv*", "limit": 1}).json()["total"] > 1


def test_documents_are_found_and_sorted_by_their_fields(client, project):
    stars = {"late-1": 2, "late-2": 5}
    project.add_documents([Document(id, "a late text", {"stars": many}) for id, many in stars.items()])
    page = client.get(f"{AT}/documents", params={"q": "late stars:>1", "by": "-stars"}).json()
    assert ([each["id"] for each in page["documents"]], page["fields"]) == (["late-2", "late-1"], ["stars"])
    assert refused(client.get(f"{AT}/documents", params={"by": "star"}), 400, "No document has a field 'star'")
    assert client.get(f"{AT}/progress/facets").json() == []


def test_a_document_has_everything_that_is_said_of_it(client, project):
    teach(project)
    project.teach(Label("boards-25", "bug", teacher="ben"), Flag("boards-25", "odd", teacher="ben", id="f1"))
    project.teach(Rationale("boards-25", "bug", 0, 4, teacher="ben", id="r1"))
    document = client.get(f"{AT}/documents/boards-25").json()
    assert document["text"] == project.document("boards-25").text
    assert document["labels"]["ben"] == "bug"
    (flag,), (rationale,) = document["flags"], document["rationales"]
    assert flag.items() >= {"id": "f1", "teacher": "ben", "note": "odd"}.items()
    assert rationale.items() >= {"id": "r1", "class": "bug", "start": 0, "end": 4, "teacher": "ben"}.items()
    assert set(document["guess"]["probabilities"]) == set(project.classes)


def test_a_final_word_is_told_apart_from_what_teachers_say(client, project):
    project.teach(Label("boards-25", "bug", teacher="ben"), Label("boards-25", "billing", teacher="ines"))
    assert client.get(f"{AT}/documents/boards-25").json()["final"] is None
    project.teach(Adjudicate("boards-25", "how-to", teacher="ines"))
    document = client.get(f"{AT}/documents/boards-25").json()
    assert (document["labels"], document["final"]) == ({"ben": "bug", "ines": "billing"}, "how-to")


def test_an_id_with_slashes_is_an_id(client, project):
    project.add_documents([Document("mails/2026/1.txt", "one more")])
    assert client.get(f"{AT}/documents/mails/2026/1.txt").json()["text"] == "one more"
    assert client.get(f"{AT}/documents/mails%2F2026%2F1.txt").json()["text"] == "one more"


def test_what_cannot_be_listed_is_refused(client):
    assert refused(client.get(f"{AT}/documents/nowhere"), 404, "'nowhere' is not a document")
    assert refused(client.get(f"{AT}/documents", params={"after": "nowhere"}), 404, "'nowhere'")
    assert refused(client.get(f"{AT}/documents", params={"low": 2}), 422, "low")
    assert refused(client.get(f"{AT}/documents", params={"sort": "size"}), 422, "sort")
    assert refused(client.get(f"{AT}/documents", params={"limit": 10_000}), 422, "limit")


def test_a_stranger_sees_no_document(stranger):
    assert stranger.get(f"{AT}/documents").status_code == 401
    assert stranger.get(f"{AT}/documents/boards-25").status_code == 401


def test_an_id_with_slashes_is_found_by_them_and_taken_for_nothing_else(client, project):
    ids = ("a", "a/explanation", "a/b/try", "a/b")
    project.add_documents([Document(id, f"the text of {id}") for id in ids])
    for id in ids:
        document = client.get(f"{AT}/documents/{quote(id, safe='')}").json()
        assert (document["id"], document["text"]) == (id, f"the text of {id}")
    assert client.get(f"{AT}/documents/a/b").json()["id"] == "a/b"
    teach(project)
    for id in ids:
        assert client.get(f"{AT}/documents/{quote(id, safe='')}/explanation").json()["kind"]


def test_one_act_for_all_that_fit_and_one_way_back(client, project):
    teach(project)
    selection = client.get(f"{AT}/selection", params={"q": "invoice"}).json()
    listed = client.get(f"{AT}/documents", params={"q": "invoice"}).json()
    assert len(selection["documents"]) == listed["total"] > 1
    before = dict(project.teaching().labels)
    free = [id for id in selection["documents"] if id not in selection["labelled"]]
    done = client.post(f"{AT}/acts", json={"documents": free, "label": project.classes[0]})
    assert done.status_code == 201
    assert done.json() == {"documents": len(free), "position": len(project.record)}
    assert dict(project.teaching().labels) == before | dict.fromkeys(free, project.classes[0])
    line = client.get(f"{AT}/history", params={"limit": 1}).json()["entries"][0]
    assert line["act"]["at_once"]
    assert line["act"]["lessons"] == {"label": len(free)}
    went = client.post(f"{AT}/history/{done.json()['position']}/take-back").json()
    assert went["lessons"] == len(free)
    assert dict(project.teaching().labels) == before


def test_an_act_says_one_thing(client, project):
    document = project.record.documents[0]
    both = client.post(f"{AT}/acts", json={"documents": [document], "label": project.classes[0], "set_aside": True})
    assert both.status_code == 400
    assert "one thing" in both.json()["error"]["message"]
    flagged = client.post(f"{AT}/acts", json={"documents": list(project.record.documents[:3]), "flag": "odd"})
    assert flagged.json()["documents"] == 3 == len(project.teaching().flags)


def test_an_owner_erases_a_text_and_no_address_has_it_any_more(client, project):
    teach(project)
    text = project.document("boards-25").text
    done = client.post(f"{AT}/documents/boards-25/erase", json={"keep_lessons": True})
    assert done.json() == {"document": "boards-25", "position": len(project.record)}
    assert client.get(f"{AT}/documents/boards-25").json()["text"] == ""
    assert client.get(f"{AT}/record/document", params={"id": "boards-25"}).json()["erased"]
    assert client.get(f"{AT}/documents", params={"q": text, "limit": 500}).json()["documents"] == []
    assert client.post(f"{AT}/documents/boards-25/erase", json={}).status_code == 200  # sent again, it changes nothing
    assert len(project.record) == done.json()["position"]
    lesson = {"entries": [to_json(Flag("boards-25"))]}
    assert refused(client.post(f"{AT}/lessons", json=lesson), 400, "was erased")


def test_of_a_document_for_two_a_colleagues_answer_is_shown_only_after_ones_own(client, project):
    ids = project.record.documents[:3]
    project.teach(*(Label(id, "bug", teacher="tom") for id in ids), Flag(ids[0], "odd", teacher="tom"))
    assert client.get(f"{AT}/documents/{ids[0]}").json()["labels"] == {"tom": "bug"}
    project.prefer(overlap=1.0)
    hidden = client.get(f"{AT}/documents/{ids[0]}").json()
    assert (hidden["labels"], hidden["flags"]) == ({}, [])
    assert [each["label"] for each in client.get(f"{AT}/documents", params={"limit": 3}).json()["documents"]] == [
        None
    ] * 3
    project.teach(Label(ids[0], "billing", teacher="ines"))
    assert client.get(f"{AT}/documents/{ids[0]}").json()["labels"] == {"tom": "bug", "ines": "billing"}
