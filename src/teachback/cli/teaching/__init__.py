"""Teaching in the terminal: :mod:`typed_lessons` (a lesson from words and options, or JSON) and :mod:`conversation`."""
