"""What to ask a teacher next.

In reading order: :mod:`planning` (words or documents), :mod:`asker` (which ones), :mod:`agenda` (worked out for
several teachers), :mod:`passed_over` (words that a teacher did not want), :mod:`questioner` and :mod:`asking_project`.
"""
