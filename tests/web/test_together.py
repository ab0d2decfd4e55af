"""Several teachers at once: nothing is lost, doubled or put in another order while the project learns."""

import http.client
import json
import os
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from teachback import corpora
from teachback.project import Project
from teachback.web.access import Caller
from teachback.web.app import create_app
from tests.web.conftest import AT
from tests.web.serving import served

CORPUS = corpora.load("demo")
TEACHERS, ROUNDS = 10, 3
PATIENCE = 100.0  # seconds


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    if request.param == "postgresql":
        return request.getfixturevalue("server").new_place()
    return tmp_path / "inbox.teachback"


class ByName:
    """A gate that believes the name in a header."""

    team = False

    def caller(self, request):
        return Caller(request.headers["teacher"], "teacher")

    recent = caller


def teach(port, teacher):
    """A teacher who answers what she is asked, and sends some of it twice; the ids in the order she sent them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def call(method, path, body=None):
        headers = {"Teacher": teacher, "Content-Type": "application/json"}
        connection.request(method, AT + path, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())

    sent, documents = [], []
    end = time.monotonic() + PATIENCE
    while len(sent) < 3 * ROUNDS:  # nobody reads so fast: now and then no document is free until more are worked out
        assert time.monotonic() < end, "no document becomes free"
        status, asked = call("POST", f"/questions?n={min(3, 3 * ROUNDS - len(sent))}&words=2")
        assert status == 200
        for each in asked["documents"]:
            documents.append(each["id"])
            lesson = {"kind": "label", "id": uuid.uuid4().hex}
            lesson |= {"document": each["id"], "class": CORPUS.labels[each["id"]]}
            for _ in range(2):
                status, kept = call("POST", "/lessons", {"entries": [lesson]})
                assert status == 201
            sent.append((lesson["id"], kept["positions"][0]))
    connection.close()
    return sent, documents


def teach_together(address, teachers):
    texts = {document.id: document.text for document in CORPUS.documents}
    with (
        Project.from_texts(texts, classes=CORPUS.classes, address=address) as project,
        served(create_app({"inbox": project}, gate=ByName())) as port,
        ThreadPoolExecutor(teachers) as pool,
    ):
        return list(pool.map(lambda k: teach(port, f"t{k}"), range(teachers)))


def test_teachers_at_once_lose_and_double_nothing_and_keep_their_order(address):
    taught = teach_together(address, TEACHERS)
    with Project.open(address) as project:
        kept = {entry.id: position for position, entry in enumerate(project.record, 1)}
        assert len(kept) == len(project.record)
        for sent, _ in taught:
            assert len(sent) == 3 * ROUNDS
            assert [kept[id] for id, _ in sent] == [position for _, position in sent]
            assert sent == sorted(sent, key=lambda each: each[1])
        asked = [document for _, documents in taught for document in documents]
        assert len(set(asked)) == len(asked)  # no two teachers were asked the same
        lessons = [entry for entry in project.record if entry.kind == "label"]
        assert len(lessons) == TEACHERS * 3 * ROUNDS


_SCRIPT = """
import sys
from pathlib import Path
from tests.web.test_together import teach_together
if __name__ == "__main__":
    print(len(teach_together(Path(sys.argv[1]), 6)), "teachers")
"""


def test_no_threading_layer_of_numba_is_brought_down_by_several_teachers(tmp_path):
    """Kernels are serial and threads are ours: the layer that aborts on concurrent calls is never used."""
    environment = os.environ | {"NUMBA_THREADING_LAYER": "workqueue"}
    command = [sys.executable, "-c", _SCRIPT, str(tmp_path / "inbox.teachback")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "6 teachers\n"), done.stderr
