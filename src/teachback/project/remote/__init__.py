"""A project over HTTP: notebooks and programs join a server's teachers.

In reading order: :mod:`address`, :mod:`connection` (requests, sent again when they were lost), :mod:`store` (what can
be read), :mod:`ledger` (what is taught), :mod:`models` and :mod:`project`.
"""

from teachback.project.remote.address import BadAddress, is_served
from teachback.project.remote.connection import Refused, Unreachable
from teachback.project.remote.project import RemoteProject
from teachback.project.remote.store import OnTheServer

__all__ = ["BadAddress", "OnTheServer", "Refused", "RemoteProject", "Unreachable", "is_served"]
