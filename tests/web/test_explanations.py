"""Explanations, trying, comparing and highlights over HTTP."""

from __future__ import annotations

import pytest

from tests.web.conftest import AT
from tests.web.taught import refused, teach

ID = "boards-26"


@pytest.fixture
def taught(project):
    return teach(project)


def test_a_card_has_the_words_their_places_and_what_to_do(client, taught):
    card = client.get(f"{AT}/documents/{ID}/explanation").json()
    text = taught.document(ID).text
    assert card["kind"] == "words"
    first = card["sets"][0]
    assert card["words"] == first["words"] == first["order"]
    assert [text[start:end].casefold() for start, end in first["spans"]] == first["words"]
    assert (card["class"], card["to"]) == (taught.review.card(ID).class_, first["to"])
    (why,) = card["why_not"]
    assert why["what_to_do"]
    assert all({"kind", "class"} <= set(lesson) and "teacher" not in lesson for lesson in why["lessons"])
    assert {near["label"] for near in why["neighbours"]} <= set(taught.classes)


def test_a_lesson_that_a_card_offers_can_be_taught(client, taught):
    card = client.get(f"{AT}/documents/{ID}/explanation").json()
    wanted = client.get(f"{AT}/documents/{ID}/explanation", params={"target": card["to"]}).json()
    (why,) = wanted["why_not"]
    entries = [{**lesson, "id": f"offered-{place}"} for place, lesson in enumerate(why["lessons"])]
    assert entries
    assert client.post(f"{AT}/lessons", json={"entries": entries}).status_code == 201


def test_trying_without_a_sets_words_gives_the_other_class(client, taught):
    card = client.get(f"{AT}/documents/{ID}/explanation").json()
    first = card["sets"][0]
    by_place = client.post(f"{AT}/documents/{ID}/try", json={"remove": first["spans"]}).json()
    by_name = client.post(f"{AT}/documents/{ID}/try", json={"terms": first["words"]}).json()
    assert by_place["class"] == by_name["class"] == first["to"]
    assert client.post(f"{AT}/documents/{ID}/try", json={}).json()["class"] == card["class"]


def test_the_page_to_share_is_a_file_without_script(client, taught):
    reply = client.get(f"{AT}/documents/{ID}/explanation.html")
    assert reply.headers["content-disposition"] == f'attachment; filename="why-{ID}.html"'
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert reply.text == taught.review.page(ID, project="inbox")
    assert "<script" not in reply.text


def test_the_similar_document_and_what_tells_the_two_apart(client, taught):
    comparison = client.get(f"{AT}/documents/{ID}/compare", params={"class": "bug"}).json()
    assert comparison["similar"]["label"] == taught.teaching().labels[comparison["similar"]["id"]]
    assert comparison["similar"]["text"] == taught.document(comparison["similar"]["id"]).text
    assert {feature["present"] for feature in comparison["features"]} == {True, False}
    assert set(comparison["features"][0]) == {"term", "present", "documents"}


def test_likely_highlights(client, taught):
    spans = client.get(f"{AT}/documents/{ID}/highlights", params={"class": "bug"}).json()["spans"]
    assert all(0 <= span["start"] < span["end"] <= len(taught.document(ID).text) for span in spans)
    assert refused(client.get(f"{AT}/documents/{ID}/highlights", params={"class": "sprot"}), 400, "'sprot'")


def test_what_cannot_be_explained_is_refused(client, taught):
    assert refused(client.get(f"{AT}/documents/nowhere/explanation"), 404, "'nowhere'")
    assert refused(client.get(f"{AT}/documents/{ID}/explanation", params={"target": "sprot"}), 400, "'sprot'")
    assert refused(client.post(f"{AT}/documents/{ID}/try", json={"remove": [[1]]}), 422, "remove")
    assert refused(client.post(f"{AT}/documents/{ID}/try", json={"delete": []}), 422, "delete")


def test_before_anything_was_taught_there_is_nothing_to_explain(client):
    for path in ("explanation", "explanation.html", "compare", "highlights"):
        assert refused(client.get(f"{AT}/documents/{ID}/{path}"), 409, "Nothing has been taught yet")
