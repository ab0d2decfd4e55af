"""A report on a project: what was taught, how good the model is, what it relies on and where it fails, on one page.

In reading order: :mod:`measures` (precision, recall, calibration), :mod:`evidence` (what the report is about),
:mod:`blocks` (what it is made of), :mod:`contents` and :mod:`model_card` (what it says),
:mod:`page` (with its drawings) and :mod:`markdown` (the two ways to write it).
"""

from teachback.project.report.contents import NothingToReport, ProjectReport, report_on

__all__ = ["NothingToReport", "ProjectReport", "report_on"]
