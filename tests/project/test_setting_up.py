"""Guidelines are not overwritten unread, and settings are checked."""

from __future__ import annotations

import threading

import pytest

from teachback.errors import BadText
from teachback.project import Project
from teachback.project.preferences import BadPreference, Preferences
from teachback.project.settings import LONGEST, BadGuidelines, Outdated, guidelines_history


def test_guidelines_have_versions_and_a_stale_one_is_refused(project):
    assert (project.guidelines.text, project.guidelines.version) == ("", 0)
    first = project.write_guidelines("Be kind.\0\r\n", version=0, teacher="ines")
    assert (first.version, first.teacher) == (1, "ines")
    with pytest.raises(Outdated, match="ines has written version 1 of the guidelines since you read version 0"):
        project.write_guidelines("Be quick.", version=0, teacher="ben")
    assert project.guidelines == first
    project.write_guidelines("Be both.", version=1, teacher="ben")
    assert [(each.version, each.text) for each in guidelines_history(project.store)] == [
        (1, "Be kind.\0\r\n"),
        (2, "Be both."),
    ]


def test_a_version_that_is_not_there_yet_is_refused(project):
    with pytest.raises(Outdated, match="There is no version 7"):
        project.write_guidelines("Hm.", version=7)


def test_of_those_who_write_at_once_one_is_heard(mails):
    outcomes = []

    def write(name):
        try:
            outcomes.append(mails.write_guidelines(name, version=0, teacher=name).teacher)
        except Outdated:
            outcomes.append(None)

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcdef"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(map(bool, outcomes)) == [False] * 5 + [True]
    assert mails.guidelines.text in outcomes


def test_guidelines_that_are_too_long_or_cannot_be_read_are_refused(mails):
    with pytest.raises(BadGuidelines, match="too long"):
        mails.write_guidelines("x" * (LONGEST + 1), version=0)
    with pytest.raises(BadText, match="lone surrogate"):
        mails.write_guidelines("\ud800", version=0)
    assert mails.guidelines.version == 0


def test_preferences_change_one_by_one_and_stay(tmp_path):
    with Project.create(tmp_path / "p.teachback") as project:
        assert project.preferences == Preferences()
        project.prefer(batch=8, guess="never")
        project.prefer(overlap=0.25)
    with Project.open(tmp_path / "p.teachback") as again:
        assert again.preferences == Preferences(batch=8, guess="never", overlap=0.25)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"batch": 0}, "cannot be 0; give a number from 1 to 20"),
        ({"batch": 2.5}, "cannot be 2.5"),
        ({"batch": True}, "cannot be True"),
        ({"words": 101}, "from 0 to 100"),
        ({"guess": "sometimes"}, "one of after, before, never"),
        ({"overlap": 1.5}, "a share from 0 to 1"),
        ({"checks": float("nan")}, "a share from 0 to 1"),
        ({"direction": None}, "one of auto, ltr, rtl"),
        ({"bacth": 3}, "Did you mean batch"),
    ],
)
def test_a_value_that_a_setting_cannot_have_is_refused_and_nothing_changes(mails, values, problem):
    with pytest.raises(BadPreference, match=problem):
        mails.prefer(**{"by": "margin"} | values)
    assert mails.preferences == Preferences()
