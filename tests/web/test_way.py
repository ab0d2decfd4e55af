"""The way of a label, as docs/architecture.md tells it."""

import re
import threading
import traceback
from pathlib import Path
from types import CodeType

import pytest
from starlette.testclient import TestClient

from teachback.classroom.preparation import Preparation
from teachback.learners import LessonRegression
from teachback.project.history.ledger import Ledger
from teachback.web.app import create_app
from tests.web.conftest import AT, URL

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_HOPS = 25
ROW = re.compile(r"^\| \d+ \| `(\w+)` \| `([\w/.]+)` \|", re.MULTILINE)
WAY = [(module, function) for function, module in ROW.findall(PAGE)]


def test_a_label_takes_25_hops_from_the_key_to_the_weights():
    assert len(WAY) - 1 == MOST_HOPS


@pytest.mark.parametrize(("module", "function"), [step for step in WAY if step[0].endswith(".ts")])
def test_the_browser_has_the_functions_of_the_way(module, function):
    code = (ROOT / "frontend" / "src" / module).read_text(encoding="utf-8")
    assert re.search(rf"(function|async|  ) ?{function}(<T>)?\(.*\{{$", code, re.MULTILINE)


def test_on_the_server_a_label_goes_the_way_that_is_told(project, gate, monkeypatch):
    places: list[tuple[str, str]] = []
    learned = threading.Event()

    def noting(cls, name, then=lambda: None):
        original = getattr(cls, name)

        def noted(*arguments, **options):
            places.extend([*_way_here(), _place(original.__code__)])
            then()
            return original(*arguments, **options)

        monkeypatch.setattr(cls, name, noted)

    with TestClient(create_app({"inbox": project}, gate=gate), base_url=URL) as client:
        client.cookies.set(gate.cookie, gate.pass_)
        noting(Ledger, "_write_together")
        noting(Preparation, "renew")
        noting(LessonRegression, "fit", learned.set)
        label = {"kind": "label", "id": "1", "document": "accounts-01", "class": "bug"}
        assert client.post(f"{AT}/lessons", json={"entries": [label]}).status_code == 201
        assert learned.wait(60)
    assert list(dict.fromkeys(places)) == [step for step in WAY if step[0].endswith(".py")]


def _way_here() -> list[tuple[str, str]]:
    """The functions of the way that are being run in this thread, the outermost first."""
    places = [_place(frame.f_code) for frame, _ in traceback.walk_stack(None)]
    return [place for place in reversed(places) if place in WAY]


def _place(code: CodeType) -> tuple[str, str]:
    return code.co_filename.rpartition("/teachback/")[2], code.co_name
