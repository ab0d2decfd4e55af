"""What was learned: the documents as terms, models made of the newest teaching, and what they say of the documents.

In reading order: :mod:`terms`, :mod:`encoder` (what an encoder says of them), :mod:`learned` (a finished model),
:mod:`trainer` (runs of learning), :mod:`models`, :mod:`predictions` and :mod:`learning_project`.
"""
