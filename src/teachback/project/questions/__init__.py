"""What to ask a teacher next.

In reading order: :mod:`planning` (words or documents), :mod:`batch` (for one teacher), :mod:`agenda` (worked out ahead
for several teachers: a batch is the first n of it), :mod:`asker` (which documents and words), :mod:`passed_over` (words
that a teacher did not want), :mod:`questioner` and :mod:`asking_project`.
"""
