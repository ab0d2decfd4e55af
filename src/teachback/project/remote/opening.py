"""Opening a project on a server: which project, and who is calling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from teachback.errors import listed
from teachback.project.remote.address import BadAddress, read_address
from teachback.project.remote.connection import Connection, Refused
from teachback.project.remote.store import RemoteStore

_UNKNOWN = 401
_WHO = (
    "does not know who is calling. Give a token: Project.open(…, token=…), or ?token=… at the end of the address. In a "
    "team everybody makes one on the page (Data, API tokens); else it is in the link that `teachback serve` printed."
)


@contextmanager
def connected(address: str, token: str | None = None) -> Iterator[RemoteStore]:
    """The project at an address such as ``https://team.example/projects/mails``.

    It stays open after the block, unless something goes wrong in it; then it is said how to give a token.
    """
    where = read_address(address, token)
    connection = Connection(where.origin, where.token)
    try:
        yield RemoteStore(connection, where.project or _only_project(connection, where.token))
    except BaseException as error:
        connection.close()
        if isinstance(error, Refused) and error.status == _UNKNOWN and where.token is None:
            raise Refused(f"{where.origin} {_WHO}", error.kind, error.status) from None
        raise


def _only_project(connection: Connection, token: str | None) -> str:
    names = [each["name"] for each in connection.get("/session")["projects"]]
    if not names and token is None:
        raise BadAddress(f"{connection.origin} {_WHO}")
    if len(names) != 1:
        known = f"its projects are {listed(names)}" if names else "it shows no project to this token"
        raise BadAddress(f"{connection.origin} is a server: {known}. Write {connection.origin}/projects/NAME.")
    return str(names[0])
