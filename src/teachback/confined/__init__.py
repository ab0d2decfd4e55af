"""Child processes for files from outside: with limits of memory and time, and a sentence for every way to fail.

In reading order: :mod:`frames` (what goes through the pipe: JSON, never pickle), :mod:`limits`, :mod:`nursery` (the
warm process that forks a child for each task) and :mod:`calls` (how a program gives a task to a child and reads its
answers).
"""

from teachback.confined.calls import ChildEnded, call, warm_up
from teachback.confined.limits import ChildLimits

__all__ = ["ChildEnded", "ChildLimits", "call", "warm_up"]
