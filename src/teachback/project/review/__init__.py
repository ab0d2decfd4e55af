"""What people look at between two rounds of teaching.

In reading order: :mod:`browsing` and :mod:`document_details`, :mod:`cross_fitting` (honest errors), :mod:`lexicon`
(words and rules), :mod:`explanations`, :mod:`comparison` and :mod:`rationale_suggestions`, all behind :mod:`review`;
:mod:`status`, :mod:`progress` and :mod:`audit` measure how the project stands, and :mod:`reviewed_project` puts it
before a project's users.
"""
