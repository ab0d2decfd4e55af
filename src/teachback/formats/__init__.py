"""The files that people have: a read and a write for each format, listed in one table.

Files of :mod:`rows` (what files hold) are read in one pass (:mod:`reading`) and written whole or not at all
(:mod:`writing`). :mod:`tables` has what formats with columns share; then comes a module for each format,
:mod:`catalogue` (the table of formats, and which one a file is in) and :mod:`plan` (a file inspected once in a child
process, to be shown and imported).
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.formats.catalogue import FORMATS, Format, find, write
    from teachback.formats.plan import ImportPlan, inspect, read
    from teachback.formats.rows import Item, Prediction, Row, Rule
    from teachback.formats.rows.conversion import Batch, batches, items, merged_items, words
    from teachback.formats.rows.problems import BadFile, BadRole, BadRow, BadRows, CannotHold, Problem, UnknownFormat

__all__ = [
    "FORMATS",
    "BadFile",
    "BadRole",
    "BadRow",
    "BadRows",
    "Batch",
    "CannotHold",
    "Format",
    "ImportPlan",
    "Item",
    "Prediction",
    "Problem",
    "Row",
    "Rule",
    "UnknownFormat",
    "batches",
    "find",
    "inspect",
    "items",
    "merged_items",
    "read",
    "words",
    "write",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "catalogue": "FORMATS Format find write",
        "plan": "ImportPlan inspect read",
        "rows": "Item Prediction Row Rule",
        "rows.conversion": "Batch batches items merged_items words",
        "rows.problems": "BadFile BadRole BadRow BadRows CannotHold Problem UnknownFormat",
    },
)
