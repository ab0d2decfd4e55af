"""A project over HTTP: the parts of which :meth:`Project.open` makes one, so that programs join a server's teachers.

What is taught is on the server's disk when :meth:`Project.teach` returns. The server learns and chooses the questions;
its newest model comes here to classify and to explain, so texts that are classified stay here. Lessons that name no
teacher are those of the token's owner.

In reading order: :mod:`address`, :mod:`connection` (requests, sent again when they were lost), :mod:`store` (what can
be read), :mod:`opening`, :mod:`ledger` (what is taught), :mod:`models`, :mod:`questioner`, :mod:`settings` and
:mod:`encoder`.
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.project.remote.address import BadAddress, is_served
    from teachback.project.remote.connection import Refused, Unreachable
    from teachback.project.remote.encoder import RemoteEncoder
    from teachback.project.remote.ledger import RemoteLedger
    from teachback.project.remote.models import RemoteModels
    from teachback.project.remote.opening import connected
    from teachback.project.remote.questioner import RemoteQuestioner
    from teachback.project.remote.settings import RemoteSettings
    from teachback.project.remote.store import OnTheServer, RemoteStore

__all__ = [
    "BadAddress",
    "OnTheServer",
    "Refused",
    "RemoteEncoder",
    "RemoteLedger",
    "RemoteModels",
    "RemoteQuestioner",
    "RemoteSettings",
    "RemoteStore",
    "Unreachable",
    "connected",
    "is_served",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "address": "BadAddress is_served",
        "connection": "Refused Unreachable",
        "encoder": "RemoteEncoder",
        "ledger": "RemoteLedger",
        "models": "RemoteModels",
        "opening": "connected",
        "questioner": "RemoteQuestioner",
        "settings": "RemoteSettings",
        "store": "OnTheServer RemoteStore",
    },
)
