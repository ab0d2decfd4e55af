"""What a terminal shows and takes: :mod:`lines` and :mod:`progress`; the :mod:`arguments` of commands."""
