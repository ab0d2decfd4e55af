"""A classifier and a document as explanations see them.

In reading order: :mod:`words` (where words stand in a text), :mod:`opened` (a document whose words can be removed),
:mod:`reader` (from texts and rows to opened documents), :mod:`likeliest` (a pipeline that decides by its
probabilities), :mod:`model` (any classifier: its classes, its scores, its structure), :mod:`scorers` (the scores of
what is left after a removal).
"""
