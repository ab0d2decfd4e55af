"""The part of a project that asks teachers: documents and words, and whether to go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from teachback.project.models.learning_project import LearningProject

if TYPE_CHECKING:  # see LearningProject
    from teachback.project.history.agreement import TeacherAgreement
    from teachback.project.questions.batch import AskedTerm, Questions
    from teachback.project.questions.planning import Plan
    from teachback.project.questions.questioner import Questioner
    from teachback.queries import Advice, Quality


class AskingProject(LearningProject):
    """What is worth a teacher's time."""

    _questioner: Questioner

    def ask(
        self, n: int = 5, *, words: int = 10, by: str = "design", checks: float = 0.1, teacher: str = "teacher"
    ) -> Questions:
        """The documents and words that are most worth a teacher's time now, each with its reason.

        Parameters
        ----------
        n, words
            How many documents, and how many words for each class at most; 0 for none. As long as there are few labels,
            a class is offered only so many that it gets no more than four words ahead of another.
        by
            The order of documents: ``design`` (those whose labels would settle most), ``entropy``, ``margin``,
            ``least_confidence`` or ``random``.
        checks
            The share of documents drawn by chance to measure accuracy. They are kept out of training.
        teacher
            Who is asked: words that she passed over (:meth:`pass_over`) come after the others.
        """
        return self._questioner.ask(n, words=words, by=by, checks=checks, teacher=teacher)

    def measure(self, n: int = 20) -> Questions:
        """Held-out documents that wait for an answer, others drawn by chance where there are fewer.

        Their answers measure how often the model is right, and teach it nothing; :meth:`release` gives them back.

        Examples
        --------
        >>> from teachback.project import Project
        >>> project = Project.from_texts(["refund"] * 3 + ["crash"] * 3, classes=["billing", "bug"])
        >>> asked = project.measure(2)
        >>> [each.check for each in asked.documents], len(project.teaching().held_out)
        ([True, True], 2)
        >>> project.release()
        2
        """
        return self._questioner.measured(n)

    def blind_to(self, teacher: str, documents: Iterable[str]) -> frozenset[str]:
        """Those of the documents of which a colleague's answer is not shown to a teacher before her own.

        They are drawn to be answered by two (:attr:`~teachback.project.preferences.Preferences.overlap`), and one of
        the two has. So agreement is that of people who did not see each other's answers.
        """
        return self._questioner.blind_to(teacher, documents)

    def agreement(self) -> TeacherAgreement:
        """How far teachers agree, and where they do not; and how far those do who did not see each other's answers."""
        return self._questioner.agreement()

    def pass_over(
        self, words: Mapping[str | None, Iterable[str | AskedTerm]], *, teacher: str = "teacher"
    ) -> list[int]:
        """Remember that a teacher saw lists of words and wants other ones; says where that stands in the record.

        Words of the lists that she has spoken of do not count. A word that she passed over comes after those that she
        did not, and when she did so twice only if there is no other.

        Parameters
        ----------
        words
            The lists as :meth:`ask` gives them: for each class, or under None for any class, words.

        Examples
        --------
        >>> from teachback.project import Project
        >>> project = Project.from_texts(["refund"] * 3 + ["invoice"] * 3 + ["crash"] * 3)
        >>> [asked.term for asked in project.ask(0, words=2).words[None]]
        ['refund', 'invoice']
        >>> project.pass_over({None: ["refund"]})
        [2]
        >>> [asked.term for asked in project.ask(0, words=2).words[None]]
        ['invoice', 'crash']
        """
        return self._questioner.pass_over(words, teacher)

    def plan(self, teacher: str | None = None) -> Plan | None:
        """What this teacher (or any) should do next, words or documents, with a phrase that says why.

        It compares what a minute of each would settle, at her own pace (:mod:`planning`). None where neither settles
        anything, as when all is answered, or the texts have nothing in common from which that could be told.
        """
        return self._questioner.plan(teacher)

    @property
    def questioner(self) -> Questioner:
        """Works questions out ahead and draws checks."""
        return self._questioner

    def advice(self, right: int, checked: int, quality: Quality | None = None) -> Advice:
        """Whether to go on teaching, when `right` of the `checked` random checks were right, and that is expected."""
        return self._models.advice(right, checked, quality)
