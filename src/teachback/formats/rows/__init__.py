"""What files of every format hold: :mod:`row` (documents, words, rules), :mod:`problems` (what can be wrong),
:mod:`class_lists` (cells that name several classes) and :mod:`conversion` (rows ↔ the record).
"""

from teachback.formats.rows.row import OWN_MODEL, Item, Prediction, Row, Rule, machine_of

__all__ = ["OWN_MODEL", "Item", "Prediction", "Row", "Rule", "machine_of"]
