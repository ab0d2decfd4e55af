"""The newest model by HTTP: texts, and files that come back with their own columns."""

from __future__ import annotations

import asyncio
import csv
import io
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from teachback.web import uploads
from teachback.web.errors import NotThere, TooManyTries
from teachback.web.routes import classified
from teachback.web.uploads import Uploads
from tests.web.conftest import AT
from tests.web.every_answer import wait_until
from tests.web.taught import refused, teach

CSV = "Nr;Betreff;Text\n007;a;please refund my invoice\n007;b;the app crashes with an error äöü\n".encode("cp1252")


def finished(client, file):
    """The classified file, once it is there."""
    end = time.monotonic() + 60
    while (reply := client.get(f"{AT}/classify/uploads/{file}")).status_code == 409 and time.monotonic() < end:
        time.sleep(0.05)
    return reply


def test_texts_are_answered_as_the_project_answers_them(client, project):
    assert refused(client.post(f"{AT}/classify", json={"texts": ["a refund"]}), 404, "There is no model yet")
    teach(project)
    texts = ["please refund my invoice", "the app crashed", ""]
    answers = client.post(f"{AT}/classify", json={"texts": texts, "reasons": True}).json()
    for answer, guess, words in zip(
        answers, project.classify(texts), project.learned.classifier.reasons(texts), strict=True
    ):
        assert (answer["class"], answer["probability"]) == (guess.class_, guess.probability)
        assert answer["probabilities"] == dict(guess.probabilities)
        assert answer["reasons"] == list(words)
    assert [answer["known"] for answer in answers] == [True, True, False]
    assert client.post(f"{AT}/classify", json={"texts": []}).status_code == 422


def ends_of_classifying(app):
    """What pages are told at the end of classifying a file, as it comes."""
    heard = []

    def hear(event, data, **to):
        if data.get("finished") and data["what"].startswith("Classifying"):
            heard.append(data)

    app.state.classrooms["inbox"].events.publish = hear
    return heard


def test_a_file_comes_back_with_its_own_columns_and_what_was_doubtful(client, project, app):
    teach(project)
    heard = ends_of_classifying(app)
    query = {"name": "../in box.csv", "reasons": True, "probabilities": True, "text": ["Betreff", "Text"]}
    reply = client.post(f"{AT}/classify/uploads", params=query, content=CSV)
    assert reply.status_code == 202
    answer = finished(client, reply.json()["file"])
    assert answer.headers["content-disposition"].startswith("attachment")
    header, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert header[:6] == ["Nr", "Betreff", "Text", "class", "probability", "reasons"]
    assert [row[:3] for row in rows] == [
        ["007", "a", "please refund my invoice"],
        ["007", "b", "the app crashes with an error äöü"],
    ]
    guesses = list(project.classify(["\n\n".join(row[1:3]) for row in rows]))
    assert [row[3] for row in rows] == [guess.class_ for guess in guesses]
    wait_until(lambda: heard)
    assert heard[0]["result"]["doubts"][0].startswith("It is not UTF-8, so it is read as Windows-1252.")


@pytest.mark.parametrize(
    ("code", "stderr", "sentence"),
    [
        (
            1,
            "a note\nteachback: {path}: it cannot be read as Parquet (odd).\n",
            "x.parquet: it cannot be read as Parquet (odd).",
        ),
        (-6, "terminate called", "The file broke the program that read it"),
    ],
)
def test_a_file_that_breaks_its_reader_is_a_sentence_that_names_no_path(
    client, project, app, monkeypatch, code, stderr, sentence
):
    teach(project)
    heard = ends_of_classifying(app)

    def broken(command, **options):
        return subprocess.CompletedProcess(command, code, b"", stderr.replace("{path}", command[5]).encode())

    monkeypatch.setattr(classified.subprocess, "run", broken)
    file = client.post(f"{AT}/classify/uploads", params={"name": "x.parquet"}, content=b"PAR1 nothing PAR1").json()
    assert finished(client, file["file"]).status_code == 404
    wait_until(lambda: heard)  # it is told after the file is let go
    assert heard[0]["error"].startswith(sentence)


def test_a_file_that_is_called_model_is_not_taken_for_the_model(client, project, monkeypatch):
    teach(project)
    read = []

    def run(command, **options):
        read.extend(Path(place).read_bytes() for place in command[4:6])
        return subprocess.CompletedProcess(command, 1, b"", b"teachback: enough\n")

    monkeypatch.setattr(classified.subprocess, "run", run)
    file = client.post(f"{AT}/classify/uploads", params={"name": "model"}, content=b"text\nrefund\n").json()["file"]
    assert finished(client, file).status_code == 404
    assert read == [project.learned.classifier.to_bytes(), b"text\nrefund\n"]


def test_one_sender_has_few_files_under_way_and_takes_nobody_elses_place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    files = Uploads()

    async def content():
        yield b"text"

    def sent(sender):
        return asyncio.run(files.receive("mails", sender, "a.csv", content())).id

    of_olga = sent("olga")
    of_vera = [sent("vera") for _ in range(uploads._MOST + 1)]
    files.find("mails", "olga", of_olga)
    with pytest.raises(NotThere):
        files.find("mails", "vera", of_vera[0])
    with pytest.raises(NotThere):  # it is hers alone
        files.find("mails", "vera", of_olga)
    for id in of_vera[-uploads._AT_ONCE :]:
        files.claim("mails", "vera", id)
    with pytest.raises(TooManyTries):
        sent("vera")
    with pytest.raises(TooManyTries):
        files.claim("mails", "vera", of_vera[-uploads._AT_ONCE - 1])
    files.release(of_vera[-1])
    sent("vera")
    files.claim("mails", "olga", of_olga)


def test_texts_and_files_are_read_beside_the_projects_encoder(client, project, tmp_path):
    directions = project._terms.make_vectors().directions[:, :10]
    known = {term: directions[column] for term, column in project._terms.columns.items() if " " not in term}
    known |= {"reimburse": known["refund"], "splat": known["crashes"]}  # which no document has
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"{word} {' '.join(map(str, row))}" for word, row in known.items()), encoding="utf-8")
    project.use_encoder(words)
    project.make_vectors()
    teach(project)
    texts = ["reimburse", "splat"]
    answers = client.post(f"{AT}/classify", json={"texts": texts, "reasons": True}).json()
    assert [answer["probability"] for answer in answers] == [guess.probability for guess in project.classify(texts)]
    assert [answer["known"] for answer in answers] == [True, True]
    reply = client.post(f"{AT}/classify/uploads", params={"name": "new.csv"}, content=b"text\nreimburse\nsplat\n")
    _, *rows = csv.reader(io.StringIO(finished(client, reply.json()["file"]).content.decode("utf-8-sig")))
    assert [float(row[2]) for row in rows] == [round(answer["probability"], 6) for answer in answers]
