"""What a terminal shows and takes: :mod:`lines`, :mod:`menu` and :mod:`progress`; the :mod:`arguments` of commands."""
