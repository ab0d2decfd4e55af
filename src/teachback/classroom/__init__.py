"""Several teachers at one project: who has which document, working ahead of them, and telling open pages. No HTTP.

In reading order: :mod:`assignments` (who has which document), :mod:`broadcast` (what listeners are told),
:mod:`jobs` (how far work is that takes a while), :mod:`preparation` (the one thread that learns and works out
questions) and :mod:`classroom`, which the server calls.
"""

from teachback.classroom.assignments import Assignment, Assignments, Reason
from teachback.classroom.broadcast import Announcement, Broadcast
from teachback.classroom.classroom import Classroom
from teachback.classroom.jobs import Job

__all__ = ["Announcement", "Assignment", "Assignments", "Broadcast", "Classroom", "Job", "Reason"]
