"""Limits attempts to sign in: counted for each name from each address, and for each address, in the database.

After some tries for a name the same address waits before the next, twice as long every time. Nobody at another address
waits for that: guessing at a name does not lock its owner out. An attempt is written down before the password
is checked, so that simultaneous attempts are counted too, and a restart of the server forgets none. Signing in forgets
the attempts for that name from there. Sessions that are open are not affected.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from threading import BoundedSemaphore

from sqlalchemy import Connection, delete, func, insert, select

from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import digest
from teachback.web.team.problems import too_many_tries

AT_ONCE = 5  # tries for a name from an address before it has to wait
LONGEST_WAIT = timedelta(minutes=15)
FOR_AN_ADDRESS, IN = 50, timedelta(minutes=15)  # tries for any name; a whole office may share an address
_KEPT = timedelta(days=1)  # tries that are this old count no more


class Attempts:
    """The tries of the last day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, name: str, address: str) -> None:
        """Count a try for this (folded) name from this address, or refuse it."""
        table, address = schema.attempts, _network(address)
        name = digest(name)  # only a digest: it may be a password, typed in the wrong place
        with self._database.writing() as connection:
            now = self._database.now()
            connection.execute(delete(table).where(table.c.time <= now - _KEPT))
            wait = max(self._wait_for_name(connection, name, address), self._wait_for_address(connection, address))
            if not wait:
                connection.execute(insert(table), {"name": name, "address": address, "time": now})
        if wait:
            raise too_many_tries(wait)

    def forget(self, name: str, address: str, connection: Connection) -> None:
        """Forget the tries for a name from an address where its owner has signed in; those from elsewhere count."""
        table = schema.attempts.c
        connection.execute(
            delete(schema.attempts).where(table.name == digest(name), table.address == _network(address))
        )

    def _wait_for_name(self, connection: Connection, name: str, address: str) -> int:
        table = schema.attempts.c
        these = select(func.count(), func.max(table.time, type_=schema.Moment))
        tries, last = connection.execute(these.where(table.name == name, table.address == address)).one()
        return 0 if tries < AT_ONCE else self._until(last + wait_after(tries))

    def _wait_for_address(self, connection: Connection, address: str) -> int:
        time = schema.attempts.c.time
        these = select(time).where(schema.attempts.c.address == address, time > self._database.now() - IN)
        oldest = connection.scalar(these.order_by(time.desc()).offset(FOR_AN_ADDRESS - 1).limit(1))
        return 0 if oldest is None else self._until(oldest + IN)

    def _until(self, moment: datetime) -> int:
        """Seconds until then, 0 if it is past."""
        return max(0, math.ceil((moment - self._database.now()).total_seconds()))


class Turns:
    """Lets `at_once` threads do what strangers may ask for, and `waiting` others wait; a crowd is turned away."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room, self._queue = BoundedSemaphore(at_once), BoundedSemaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for room; refused where too many wait already."""
        if not self._queue.acquire(blocking=False):
            raise too_many_tries(1)
        try:
            with self._room:
                yield
        finally:
            self._queue.release()


def wait_after(tries: int) -> timedelta:
    """How long the next try for a name waits after that many from one address.

    >>> [int(wait_after(tries).total_seconds()) for tries in (4, 5, 6, 10, 14, 15, 1000)]
    [0, 1, 2, 32, 512, 900, 900]
    """
    return min(timedelta(seconds=2 ** min(tries - AT_ONCE, 10)), LONGEST_WAIT) if tries >= AT_ONCE else timedelta()


def is_one_of(address: str, others: Iterable[str]) -> bool:
    """Whether a caller at one of the other addresses may have this one, too."""
    return _network(address) in map(_network, others)


def _network(address: str) -> str:
    """What one subscriber has: an IPv4 address, or the 64 bits that begin all of her IPv6 addresses.

    >>> _network("192.0.2.1"), _network("2001:db8::1"), _network("::ffff:192.0.2.1"), _network("unknown")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', 'unknown')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or ip_network((int(parsed), 64), strict=False))
