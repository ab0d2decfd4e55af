"""What tables share, whatever file they are in: :mod:`roles` (what the columns are), :mod:`records` (rows ↔ one value a
column), :mod:`json_values` and :mod:`arrow` (records in JSON, and in Arrow's tables).
"""
