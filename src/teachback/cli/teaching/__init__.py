"""Teaching in the terminal: :mod:`typed_lessons` (a lesson from words and options, or JSON), :mod:`conversation`, and
:mod:`machine_teachers` (language models that teach)."""
