"""The default learner, one linear model that learns from every kind of lesson.

In reading order: :mod:`regression` (the learner), :mod:`documents` (the pool as it sees it), :mod:`words_and_labels`
(which taught words the labels bear out), :mod:`described` (which words descriptions give), :mod:`word_evidence` (what
words say), :mod:`exclusions` (what documents are not), :mod:`weaker_rows`, :mod:`row_regression`,
:mod:`similar_rows` and :mod:`softmax` (what is fitted), :mod:`descent` (how), :mod:`class_shares`, :mod:`confidence`
(how sure to be), :mod:`comparison` (with simpler ways), :mod:`own_guesses` (what the pool adds), :mod:`new_words` (what
words add that the pool has not), :mod:`unit_row_scores` (the model as explanations see it).
"""

from teachback.learners.lesson_regression.regression import LessonRegression

__all__ = ["LessonRegression"]
