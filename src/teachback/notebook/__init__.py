"""Manners in a notebook: results are shown as tables, tables are taken, and what takes long says how far it is.

In reading order: :mod:`shown_table` (results as tables: on a page, in a terminal and as a frame of pandas),
:mod:`given_texts` (texts from a frame or a column), :mod:`progress`. Nothing here imports pandas, polars or IPython
before it is needed.
"""

from teachback.notebook.given_texts import BadTexts, GivenTexts, TextsLike
from teachback.notebook.progress import NotebookBar, watched
from teachback.notebook.shown_table import ShownTable, Tabular, bar, escaped_text, paragraphs, table

__all__ = [
    "BadTexts",
    "GivenTexts",
    "NotebookBar",
    "ShownTable",
    "Tabular",
    "TextsLike",
    "bar",
    "escaped_text",
    "paragraphs",
    "table",
    "watched",
]
