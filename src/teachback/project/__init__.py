"""A project: the one object that the command line, the server and notebooks call.

In reading order: :mod:`ledger` (the record and the store in step), :mod:`lessons`, :mod:`terms` (documents as counts),
:mod:`learning` (in the background), :mod:`models`, :mod:`asking`, :mod:`passing`, :mod:`ahead` and :mod:`questioner`,
:mod:`settling`
(when to stop), :mod:`agreement`, :mod:`status`, :mod:`past` and :mod:`restoring`, :mod:`timing` and :mod:`progress`,
:mod:`preferences` and :mod:`guidelines`, :mod:`importing` and :mod:`exporting`, :mod:`notebook` (how results show) and
:mod:`project`.

What people look at is in :mod:`review`: :mod:`predictions`, :mod:`browsing`, :mod:`dossier`, :mod:`cross_fitting`
(honest errors), :mod:`lexicon` (words and rules), :mod:`cards` (why), :mod:`comparing` and :mod:`highlighting`. A study
of teaching is in :mod:`study`, and :mod:`remote` is a project on a server.
"""

from teachback.project.agreement import Agreement
from teachback.project.ahead import Ahead, Waiting
from teachback.project.asking import AskedDocument, AskedTerm, Questions
from teachback.project.browsing import Filter
from teachback.project.learning import Learned
from teachback.project.models import NothingLearned
from teachback.project.past import Past
from teachback.project.preferences import Preferences
from teachback.project.project import Project
from teachback.project.status import Status

__all__ = [
    "Agreement",
    "Ahead",
    "AskedDocument",
    "AskedTerm",
    "Filter",
    "Learned",
    "NothingLearned",
    "Past",
    "Preferences",
    "Project",
    "Questions",
    "Status",
    "Waiting",
]
