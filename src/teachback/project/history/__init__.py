"""What was taught and what happened to it: the record in step with its store, and going back in it.

In reading order: :mod:`acts` (entries written as one), :mod:`texts`, :mod:`columns` (of the files that documents came
from), :mod:`ledger` (and what another process imports), :mod:`entries` (as the project writes them),
:mod:`timeline` (every entry in words, and going back), :mod:`timing`, :mod:`agreement` (between teachers) and
:mod:`taught_project` (what a project answers from all this).
"""
