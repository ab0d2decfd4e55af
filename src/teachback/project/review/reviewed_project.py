"""The part of a project that people look at: what was learned and taught, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from teachback.project.questions.asking_project import AskingProject

if TYPE_CHECKING:  # see LearningProject
    from teachback.explain import Explanation
    from teachback.learners.distinctions.lessons import Reason
    from teachback.project.review.explanations import WhyNotAdvice
    from teachback.project.review.progress import LearningCurves, Progress
    from teachback.project.review.review import Review
    from teachback.project.review.status import Status
    from teachback.queries import Quality


class ReviewedProject(AskingProject):
    """What was learned and taught, to be looked at."""

    _review: Review
    _curves: LearningCurves

    @property
    def review(self) -> Review:
        """What was learned and taught, to be looked at: predictions, errors, doubtful labels, words, rules, reasons."""
        return self._review

    def explain(self, document: str, **options: Any) -> Explanation | Reason:
        """Why the newest model says what it says of a document (by its id): the words that would change its mind.

        A list of rules answers with the rule that decided and the similar document. Options are those of
        :meth:`teachback.explain.Explainer.explain`. Where no words would, :meth:`why_not` says why.
        """
        return self._review.explain(document, **options)

    def why_not(self, document: str, wanted: str | None = None) -> WhyNotAdvice | None:
        """Why the newest model does not give a document another class, and what to teach if it should.

        Parameters
        ----------
        wanted
            The class that it should have; by default its label where that is another one, or else the next likely.
            None for a list of rules.
        """
        return self._review.why_not(document, wanted)

    def status(self) -> Status:
        """How the project stands."""
        from teachback.project.review.status import status_of

        return status_of(self._ledger, self._models, self._questioner, self.encoder)

    def quality(self) -> Quality | None:
        """How good the newest model is expected to be, with intervals that hold nine times out of ten.

        It is there as soon as there is a model, from its confidence in all documents; random checks and every label
        make it firmer (:func:`teachback.queries.expected_quality`). None while there is no model.

        >>> from teachback.project import Project
        >>> from teachback.record import Word
        >>> texts = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]
        >>> project = Project.from_texts(texts, classes=["billing", "bug"])
        >>> _ = project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        >>> _ = project.learn()
        >>> project.quality().basis
        "nothing but the model's own confidence"
        """
        return self._models.quality

    def progress(self, seconds: float = 10.0) -> Progress:
        """How teaching goes: accuracy against minutes of teaching, worked out for that many seconds at most."""
        return self._curves.progress(seconds, self.status)
