"""Limits attempts to sign in: counted for each name and each address, in the database.

An attempt is written down before the password is checked, so that simultaneous attempts are counted too, and a restart
of the server forgets none. Signing in forgets the attempts for that name. Sessions that are open are not affected.
"""

from __future__ import annotations

import math
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import digest
from teachback.web.team.problems import too_many_tries

WINDOW = timedelta(minutes=15)
FOR_A_NAME, FOR_AN_ADDRESS = 10, 50  # tries in that time; a whole office may share an address


class Attempts:
    """The tries of the last quarter of an hour."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, name: str, address: str) -> None:
        """Count a try for this (folded) name from this address, or refuse it."""
        table, address = schema.attempts, _network(address)
        name = digest(name)  # only a digest: it may be a password, typed in the wrong place
        with self._database.writing() as connection:
            now = self._database.now()
            connection.execute(delete(table).where(table.c.time <= now - WINDOW))
            wait = max(
                self._wait(connection, table.c.name == name, FOR_A_NAME),
                self._wait(connection, table.c.address == address, FOR_AN_ADDRESS),
            )
            if not wait:
                connection.execute(insert(table), {"name": name, "address": address, "time": now})
        if wait:
            raise too_many_tries(wait)

    def forget(self, name: str, connection: Connection) -> None:
        """Forget the tries for a name whose owner has signed in."""
        connection.execute(delete(schema.attempts).where(schema.attempts.c.name == digest(name)))

    def _wait(self, connection: Connection, which: ColumnElement[bool], most: int) -> int:
        """Seconds until another try is allowed; 0 if it is now."""
        time = schema.attempts.c.time
        oldest = connection.scalar(select(time).where(which).order_by(time.desc()).offset(most - 1).limit(1))
        return 0 if oldest is None else max(1, math.ceil((oldest + WINDOW - self._database.now()).total_seconds()))


def _network(address: str) -> str:
    """What one subscriber has: an IPv4 address, or the 64 bits that begin all of her IPv6 addresses.

    >>> _network("192.0.2.1"), _network("2001:db8::1"), _network("::ffff:192.0.2.1"), _network("unknown")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', 'unknown')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
