"""What was taught and what happened to it: the record in step with its store, and going back in it.

In reading order: :mod:`acts` (entries written as one), :mod:`ledger`, :mod:`entries` (as the project writes them),
:mod:`timeline` (every entry in words), :mod:`restoration`, :mod:`timing` and :mod:`agreement` (between teachers).
"""
