"""The search for the smallest sets of words whose removal changes the class.

In reading order: :mod:`question` (what is asked, and its limits), :mod:`exact`, :mod:`minimal_sets` (additive models:
one set, all sets), :mod:`targeted` (a change to one class), :mod:`forest_view` and :mod:`forest_search` (trees: branch
and bound), :mod:`ranges` and :mod:`lower_bounds` (proofs that words are too few), :mod:`best_first` (any model),
:mod:`sedc` (the published search), :mod:`choice` (which of them, and from positions to words).
"""
