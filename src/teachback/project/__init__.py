"""A project: the one object that the command line, the server and notebooks call.

In reading order: :mod:`ledger` (the record and the store in step), :mod:`terms` (documents as counts), :mod:`learning`
(in the background), :mod:`asking`, :mod:`settling` (when to stop), :mod:`agreement`, :mod:`status`, :mod:`past`,
:mod:`notebook` (how results show) and :mod:`project`.
"""

from teachback.project.agreement import Agreement
from teachback.project.asking import AskedDocument, AskedTerm, Questions
from teachback.project.learning import Learned
from teachback.project.past import Past
from teachback.project.project import NothingLearned, Project
from teachback.project.status import Status

__all__ = [
    "Agreement",
    "AskedDocument",
    "AskedTerm",
    "Learned",
    "NothingLearned",
    "Past",
    "Project",
    "Questions",
    "Status",
]
