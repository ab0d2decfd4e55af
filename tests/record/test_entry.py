from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from datetime import UTC, datetime, timedelta, timezone

import pytest

from teachback.errors import BadLesson, BadText, TeachbackError
from teachback.record import Skip
from teachback.record.form import KINDS


def test_every_kind_of_entry_has_an_id_a_time_a_teacher_and_seconds():
    assert len(KINDS) == 21
    for kind in KINDS.values():
        assert {"id", "time", "teacher", "seconds"} <= {field.name for field in fields(kind)}


def test_ids_are_made_without_asking_anybody_and_differ():
    assert len({Skip("d1").id for _ in range(1000)}) == 1000


def test_an_entry_is_a_frozen_value():
    skip = Skip("d1", id="a", time=datetime(2026, 1, 2, tzinfo=UTC))
    assert skip == Skip("d1", id="a", time=datetime(2026, 1, 2, tzinfo=UTC))
    assert hash(skip) == hash(Skip("d1", id="a", time=datetime(2026, 1, 2, tzinfo=UTC)))
    with pytest.raises(FrozenInstanceError):
        skip.document = "d2"


def test_any_time_zone_is_kept_as_utc():
    there = datetime(2026, 1, 2, 3, 0, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    assert Skip("d1", time=there).time == there
    assert Skip("d1", time=there).time.isoformat() == "2026-01-01T21:15:00+00:00"


def test_now_is_the_time_unless_another_is_given():
    before = datetime.now(UTC)
    assert before <= Skip("d1").time <= datetime.now(UTC)


@pytest.mark.parametrize(
    ("time", "sentence"),
    [
        (datetime(2026, 1, 2), "2026-01-02 00:00:00 has no time zone; give one"),
        ("2026-01-02", "'2026-01-02' is not a time; give a datetime with a time zone"),
        (None, "None is not a time"),
        (datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))), "is outside the years 1 to 9999 in UTC"),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-1))), "is outside the years 1 to 9999 in UTC"),
    ],
)
def test_a_time_that_is_not_one_moment_is_refused(time, sentence):
    with pytest.raises(BadLesson, match=sentence):
        Skip("d1", time=time)


@pytest.mark.parametrize("seconds", [None, 0, 3, 2.5])
def test_seconds_may_be_unknown_or_any_length(seconds):
    assert Skip("d1", seconds=seconds).seconds == seconds
    assert seconds is None or isinstance(Skip("d1", seconds=seconds).seconds, float)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e308, 10**400, True, "3", [3]])
def test_seconds_that_are_not_a_length_of_time_are_refused(seconds):
    with pytest.raises(BadLesson, match="The seconds of a skip must be a number from 0 to"):
        Skip("d1", seconds=seconds)


@pytest.mark.parametrize("common", [{"id": ""}, {"id": 7}, {"teacher": " ines"}, {"teacher": None}])
def test_ids_and_teachers_are_names(common):
    with pytest.raises(BadText, match=r"(An|an) entry's id|(A|a) teacher's name"):
        Skip("d1", **common)


def test_whatever_is_refused_is_an_error_that_a_person_can_mend():
    assert issubclass(BadLesson, TeachbackError)
    assert issubclass(BadText, TeachbackError)
