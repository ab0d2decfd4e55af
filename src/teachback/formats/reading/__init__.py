"""One pass over a file: :mod:`encoding` (bytes → text), :mod:`reading` (what was asked and what was found out),
:mod:`draft` (an item in the making, checked) and :mod:`beginning` (as much of the rows as an inspection reads).
"""

from teachback.formats.reading.draft import Draft, as_text
from teachback.formats.reading.reading import (
    BETWEEN,
    LONGEST_LINE,
    SAMPLE,
    Progress,
    Reading,
    ReadingArguments,
    Several,
)

__all__ = [
    "BETWEEN",
    "LONGEST_LINE",
    "SAMPLE",
    "Draft",
    "Progress",
    "Reading",
    "ReadingArguments",
    "Several",
    "as_text",
]
