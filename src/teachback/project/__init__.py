"""A project: the one object that the command line, the server and notebooks call.

Its rooms, each of which builds on those before it: :mod:`history` (the record, kept in step with its store),
:mod:`models` (documents as terms, and what was learned from them), :mod:`questions` (what to ask next), :mod:`review`
(what people look at), :mod:`study` (trials of teaching) and :mod:`remote` (the parts of a project on a server);
:mod:`rooms` and :mod:`project` put them together, and :mod:`transfer` brings files into it and out of it.

Beside them: :mod:`preferences` and :mod:`settings` (how teachers work). The names below are imported when they are
first used.
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.project.history.agreement import TeacherAgreement
    from teachback.project.history.timeline import History
    from teachback.project.models.learned import Learned
    from teachback.project.models.models import NothingLearned
    from teachback.project.preferences import Preferences
    from teachback.project.project import Project
    from teachback.project.questions.agenda import Agenda, WaitingDocument
    from teachback.project.questions.batch import AskedDocument, AskedTerm, Questions
    from teachback.project.review.browsing import Filter
    from teachback.project.review.status import Status

__all__ = [
    "Agenda",
    "AskedDocument",
    "AskedTerm",
    "Filter",
    "History",
    "Learned",
    "NothingLearned",
    "Preferences",
    "Project",
    "Questions",
    "Status",
    "TeacherAgreement",
    "WaitingDocument",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "history.agreement": "TeacherAgreement",
        "history.timeline": "History",
        "models.learned": "Learned",
        "models.models": "NothingLearned",
        "preferences": "Preferences",
        "project": "Project",
        "questions.agenda": "Agenda WaitingDocument",
        "questions.batch": "AskedDocument AskedTerm Questions",
        "review.browsing": "Filter",
        "review.status": "Status",
    },
)
