"""What a terminal shows and takes: :mod:`lines`, :mod:`menu` and :mod:`progress`; the :mod:`arguments` that commands
share, and the :mod:`command_line` as it was typed.
"""
