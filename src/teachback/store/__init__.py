"""Where projects are kept: the record, the documents, the models, the settings and vectors.

In reading order: :mod:`log` (what a project needs of a store), :mod:`content` (what every store
refuses), :mod:`memory`, then for SQLite and PostgreSQL :mod:`schema`, :mod:`migrations` (the tables) and :mod:`chain`
(their hashes), :mod:`kept_file` and :mod:`engine` (connections), :mod:`failure` (its sentences), :mod:`words` and
:mod:`search`, :mod:`vectors`, :mod:`erasing`, :mod:`waiting` (entries outside the chain), :mod:`reading`, :mod:`sql`,
:mod:`staging` (imports in slices), :mod:`opening`; last :mod:`backup` and :mod:`checking`. Nothing here imports NumPy.
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.store.backup import Setting, copy, everything, restore
    from teachback.store.failure import Busy, CannotKeep, FileChanged, NotAProject, ReadOnly, reading_setting
    from teachback.store.log import KeptVectors, Model, ModelCard, Reader, Store, Writer
    from teachback.store.memory import MemoryStore
    from teachback.store.opening import create_store, is_project, open_store
    from teachback.store.sql import SqlStore

__all__ = [
    "Busy",
    "CannotKeep",
    "FileChanged",
    "KeptVectors",
    "MemoryStore",
    "Model",
    "ModelCard",
    "NotAProject",
    "ReadOnly",
    "Reader",
    "Setting",
    "SqlStore",
    "Store",
    "Writer",
    "copy",
    "create_store",
    "everything",
    "is_project",
    "open_store",
    "reading_setting",
    "restore",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "backup": "Setting copy everything restore",
        "failure": "Busy CannotKeep FileChanged NotAProject ReadOnly reading_setting",
        "log": "KeptVectors Model ModelCard Reader Store Writer",
        "memory": "MemoryStore",
        "opening": "create_store is_project open_store",
        "sql": "SqlStore",
    },
)
