"""A study of teaching, as Settles (2011, section 3.3) ran it.

In reading order: :mod:`trial` (one person, one condition, a few minutes), :mod:`study` (begins, asks and ends trials)
and :mod:`report` (what came of them, with the paper's tests).
"""

from teachback.project.study.report import Report
from teachback.project.study.study import Known, Study, StudyProblem
from teachback.project.study.trial import CONDITIONS, Trial

__all__ = ["CONDITIONS", "Known", "Report", "Study", "StudyProblem", "Trial"]
