"""Who was here a moment ago, so that the database need not be asked at every request."""

from __future__ import annotations

from datetime import datetime, timedelta

from teachback.web.team.database import Database
from teachback.web.team.people import Person

_MOMENT = timedelta(seconds=5)
_MOST = 1000  # people; then all are looked up again


class Recent:
    """People by what they showed, a session or a token.

    Whatever this server writes about the team makes it forget everybody at once; what another server of the same team
    writes counts here a moment later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people: dict[tuple[str, str], tuple[Person, int, datetime]] = {}

    def find(self, what: str, key: str) -> Person | None:
        """Who showed this a moment ago."""
        person, changes, until = self._people.get((what, key), (None, 0, None))
        if until is None or changes != self._database.changes or until < self._database.now():
            return None
        return person

    def keep(self, what: str, key: str, person: Person, changes: int) -> None:
        """Remember who showed this; `changes` is how often the team had been written when she was looked up."""
        if len(self._people) >= _MOST:
            self._people.clear()
        self._people[what, key] = person, changes, self._database.now() + _MOMENT
