"""What is answered about accounts is answered as before."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.every_answer import answers_of_team, lost, shape

BEFORE = json.loads((Path(__file__).parent / "answers_before.json").read_text())


def test_every_field_of_every_answer_about_accounts_is_there_as_before(browser):
    assert not list(lost(BEFORE, shape(dict(answers_of_team(browser)))))
