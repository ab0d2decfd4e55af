"""A file's own table with columns added: what a model says of each row goes behind what the row had.

:mod:`extension` has what is added, then comes a module for each kind of table, and :mod:`files` finds the right one.
"""

from teachback.formats.extending.extension import Answer, Cell, Extension
from teachback.formats.extending.files import EXTENDABLE, extend_file, extend_row_groups

__all__ = ["EXTENDABLE", "Answer", "Cell", "Extension", "extend_file", "extend_row_groups"]
