"""What tables in all kinds of files share: :mod:`roles` (what the columns are), :mod:`records` (rows ↔ one value a
column), :mod:`json_values`, :mod:`arrow` and :mod:`spreadsheets` (records in JSON, Arrow's tables, and ``.xls`` and
``.ods``).
"""
