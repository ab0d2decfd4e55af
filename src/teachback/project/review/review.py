"""Looking at what was learned and taught: predictions, errors, labels in doubt, words, rules, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from teachback.classifier import TextClassifier
from teachback.errors import counted
from teachback.explain import Explanation
from teachback.guesses import Guess
from teachback.learners import DistinctionList
from teachback.learners.distinctions.lessons import Reason
from teachback.notebook import ShownTable, Tabular
from teachback.project.history.acts import act_with
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.predictions import NewestPredictions, Predictions
from teachback.project.models.terms import Terms
from teachback.project.questions.questioner import Questioner
from teachback.project.review.browsing import BadFilter, Browser, DocumentPage, Filter, Sort
from teachback.project.review.changes import Changes, LessonEffect, changes, effect_of
from teachback.project.review.comparison import Comparison, compare
from teachback.project.review.cross_fitting import CrossFit, CrossFitter
from teachback.project.review.descriptions import ClassDescription, NameWord, class_descriptions, name_words
from teachback.project.review.disputes import Disputes, disputes
from teachback.project.review.document_details import DocumentDetails, document_details
from teachback.project.review.explanations import DocumentExplainer, ExplainedDocument, Span, WhyNotAdvice, removed
from teachback.project.review.facets import Facet, NoFacet, facets
from teachback.project.review.field_search import FieldColumns
from teachback.project.review.lexicon import RuleList, TaughtWord, rules_learned, taught_words
from teachback.project.review.mentions import Mentions, mentions
from teachback.project.review.rationale_suggestions import RationaleSuggester, SuggestedRationale
from teachback.project.review.selecting import Selection
from teachback.record import Teaching

_WIDTH = 160  # characters of a document in a list


@dataclass(frozen=True, repr=False)
class ConfusionMatrix(Tabular):
    """How often a document labelled with the class of the row is taken for that of the column."""

    classes: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    def _table(self) -> ShownTable:
        taken_for = {class_: [row[place] for row in self.counts] for place, class_ in enumerate(self.classes)}
        return ShownTable(taken_for, self.classes, "labelled as", caption="Labelled as (row), taken for (column)")


@dataclass(frozen=True)
class WrongDocument:
    """A labelled document that is taken for something else."""

    id: str
    snippet: str
    label: str
    predicted: str


@dataclass(frozen=True, repr=False)
class Errors(Tabular):
    """Where models that were trained without the label differ from it.

    Attributes
    ----------
    missing
        How many labelled documents are still being worked out; asking again brings them.
    matrix, of
        The confusion matrix, and how many labelled documents it counts.
    wrong, documents
        How many documents are taken for something else, and the first of them, the surest first.
    how
        In words, how honest this is.
    """

    missing: int
    matrix: ConfusionMatrix
    of: int
    wrong: int
    how: str
    documents: tuple[WrongDocument, ...]

    def _table(self) -> ShownTable:
        columns = {"text": "snippet", "label": "label", "predicted": "predicted"}
        return ShownTable(
            {name: [getattr(each, field) for each in self.documents] for name, field in columns.items()},
            [each.id for each in self.documents],
            "document",
            notes=(
                f"{self.wrong:,} of {counted(self.of, 'labelled document')} are taken for something else, {self.how}.",
            ),
        )

    def _repr_html_(self) -> str:
        return self.matrix._repr_html_() + super()._repr_html_()


@dataclass(frozen=True)
class DoubtfulLabel:
    """A label that may be wrong, what it might be instead, how suspicious it is (higher is more), and why."""

    id: str
    snippet: str
    label: str
    suggested: str
    score: float
    why: str


@dataclass(frozen=True, repr=False)
class DoubtfulLabels(Tabular):
    """Labels that may be wrong, the most suspicious first; while documents are `missing`, asking again brings more."""

    missing: int
    labels: tuple[DoubtfulLabel, ...]

    def _table(self) -> ShownTable:
        columns = {"text": "snippet", "label": "label", "suggested": "suggested", "score": "score", "why": "why"}
        return ShownTable(
            {name: [getattr(each, field) for each in self.labels] for name, field in columns.items()},
            [each.id for each in self.labels],
            "document",
            notes=() if self.labels else ("No label is in doubt.",),
        )


class Review:
    """What a person looks at between two rounds of teaching.

    Examples
    --------
    >>> from teachback.project import Project
    >>> from teachback.record import Word
    >>> texts = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]
    >>> project = Project.from_texts(texts, classes=["billing", "bug"])
    >>> _ = project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    >>> _ = project.learn()
    >>> [each.id for each in project.review.documents(Filter(predicted="bug")).documents]
    ['2', '4']
    >>> [(word.term, word.documents) for word in project.review.words()]
    [('refund', 2), ('crashed', 2)]
    """

    def __init__(self, ledger: Ledger, terms: Terms, models: Models, questioner: Questioner) -> None:
        self._ledger, self._terms, self._models, self._questioner = ledger, terms, models, questioner
        self._predictions = NewestPredictions(terms)
        self._fields = FieldColumns(ledger.store)
        self._cross_fitter = CrossFitter(ledger, terms, models)
        self._explainer = DocumentExplainer(ledger, terms)
        self._highlighter = RationaleSuggester(ledger, terms)
        self._told: tuple[Teaching, TextClassifier] | None = None

    @property
    def predicted(self) -> Predictions | None:
        """What the newest model says of all documents; None while there is no model."""
        learned = self._models.learned
        return None if learned is None else self._predictions.of(learned)

    def documents(
        self,
        wanted: Filter | None = None,
        *,
        sort: Sort = "order",
        by: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> DocumentPage:
        """A page of the documents that fit; see :class:`~teachback.project.review.browsing.Browser`."""
        wanted = wanted or Filter()
        return self._browser(wanted).page(wanted, sort, after, limit, by=by)

    def _browser(self, wanted: Filter) -> Browser:
        before = None if wanted.since is None else self._models.remembered(wanted.since)
        if wanted.since is not None and before is None:
            raise BadFilter(
                f"What model {wanted.since} said is remembered no more, so what changed since then cannot be listed. "
                "Take that filter away."
            )
        if before is None:
            return Browser(self._ledger, self._terms, self.predicted, self._fields)
        newest = self._as_called_now(self._models.newest)
        return Browser(self._ledger, self._terms, newest, self._fields, self._as_called_now(before))

    def _as_called_now(self, learned: Learned) -> Predictions:
        """A model's predictions, with the names that its classes have now."""
        predictions = self._predictions.of(learned)
        with self._ledger.lock:
            return predictions.as_called_now(self._ledger.record)

    def facets(self) -> tuple[Facet, ...]:
        """The newest model's accuracy by the values of each field, where enough of them were checked."""
        return facets(self._ledger, self._models.learned)

    def facet(self, field: str) -> Facet:
        """The accuracy by the values of one field; without enough checks there is none."""
        by_field = {facet.field: facet for facet in self.facets()}
        if field not in by_field:
            raise NoFacet(field, self._fields.names, by_field)
        return by_field[field]

    def select(self, wanted: Filter | None = None) -> Selection:
        """All documents that fit, to teach something of them at once.

        >>> from teachback.project import Project
        >>> from teachback.record import Flag, Label
        >>> project = Project.from_texts(["send it back", "i send back", "it crashed"], classes=["returns", "bug"])
        >>> found = project.review.select(Filter('"send back"'))
        >>> found.open
        ('2',)
        >>> _ = project.teach(*(Label(id, "returns") for id in found.open), at_once=True)
        """
        wanted = wanted or Filter()
        return self._browser(wanted).selection(wanted)

    def document(self, id: str) -> DocumentDetails:
        """Everything that is said of one document."""
        learned = self._models.learned
        return document_details(self._ledger, learned and self._models.show(learned), id)

    def cross_fit(self, *, wait: bool = True) -> CrossFit:
        """Predictions of labelled documents by models without the label; without waiting, those there are."""
        return self._cross_fitter.now(wait=wait)

    def errors(self, fit: CrossFit | None = None, most: int | None = None) -> Errors:
        """Where models that were trained without a document's label differ from it; lists that many documents at most.

        Their predictions may be given.
        """
        fit = fit or self.cross_fit()
        classes = tuple(dict.fromkeys((*self._ledger.teaching().classes, *fit.classes, *fit.labels.values())))
        place = {class_: at for at, class_ in enumerate(classes)}
        counts = np.zeros((len(classes), len(classes)), dtype=np.int64)
        wrong = []
        for (document, label), guess, sure in zip(
            fit.labels.items(), fit.predicted, fit.P.max(axis=1, initial=0.0), strict=True
        ):
            counts[place[label], place[guess]] += 1
            if label != guess:
                wrong.append((float(sure), (document, label, guess)))
        wrong.sort(key=lambda one: -one[0])
        return Errors(
            missing=fit.missing,
            matrix=ConfusionMatrix(classes, tuple(map(tuple, counts.tolist()))),
            of=len(fit.labels),
            wrong=len(wrong),
            how=f"{fit.how}; {self._drawn(fit.labels)}",
            documents=tuple(
                WrongDocument(id, self._snippet(id), label, guess) for _, (id, label, guess) in wrong[:most]
            ),
        )

    def _drawn(self, labelled: Collection[str]) -> str:
        """How many of the labelled documents were drawn at random, in words."""
        by_chance = self._ledger.record.by_chance
        drawn = sum(id in by_chance for id in labelled)
        return f"{drawn:,} of these {len(labelled):,} were drawn at random, and the others were chosen to learn from"

    def _snippet(self, document: str) -> str:
        return self._ledger.store.document(document).snippet(_WIDTH)

    def doubtful(self, n: int = 50, fit: CrossFit | None = None) -> DoubtfulLabels:
        """Labels that may be wrong, the most suspicious first: models without them contradict."""
        fit = fit or self.cross_fit()
        labels = (DoubtfulLabel(each[0], self._snippet(each[0]), *each[1:]) for each in fit.doubts()[:n])
        return DoubtfulLabels(fit.missing, tuple(labels))

    def words(self) -> list[TaughtWord]:
        """The words that were taught, by whom, how many documents have them and what they weigh."""
        return taught_words(self._ledger, self._terms, self._models.learned)

    def descriptions(self) -> list[ClassDescription]:
        """How the classes are described, by whom, and what each sentence does."""
        return class_descriptions(self._models.heard(self._ledger.teaching()), self._terms)

    def name_words(self) -> list[NameWord]:
        """Which words of the classes' names count as words of the class."""
        return name_words(self._models.heard(self._ledger.teaching()), self._terms)

    def changes(self, since: int) -> Changes | None:
        """What the newest model says differently than the one of this number; None where that is remembered no more."""
        before, newest = self._models.remembered(since), self._models.newest
        if before is None or before is newest:
            return None
        return changes(self._ledger, self._terms, self._as_called_now(before), self._as_called_now(newest))

    def effect(self, *lessons: str, at_once: bool = False) -> LessonEffect:
        """What lessons (by their ids) did: which predictions are others because of them, and the expected accuracy.

        With `at_once`, the lessons that were taught at once with the first are meant too.

        >>> from teachback.project import Project
        >>> from teachback.record import Word
        >>> texts = ["refund me please", "it crashed again", "a refund, now", "the app crashed"]
        >>> project = Project.from_texts(texts, classes=["billing", "bug"])
        >>> refund = Word("refund", "billing")
        >>> _ = project.teach(refund, Word("crashed", "bug"))
        >>> _ = project.learn()
        >>> project.review.effect(refund.id).what
        'word refund billing'
        """
        record, first = self._ledger.record, self._ledger.record.entry(lessons[0])
        act = act_with(self._ledger.acts, record, first) if at_once and first is not None else None
        if act is not None:
            lessons = tuple(entry.id for entry in act.entries(record) if record.is_active(entry))
        return effect_of(self._ledger, self._models, self._predictions, self._terms, lessons)

    def disputes(self, most: int = 100) -> Disputes:
        """What teachers differ on, how reliable each of them is, and what is worth talking about."""
        return disputes(self._ledger, self._terms, most, self._questioner.blind_answers())

    def mentions(self, term: str, n: int = 3) -> Mentions:
        """In how many documents a term is, and where in some of them."""
        return mentions(self._ledger, self._terms, term, n)

    def rules(self) -> RuleList:
        """The rules of the newest model with their examples and mistakes.

        For a model of another kind: those that a list of rules learns from what documents were told apart by.
        """
        learned, teaching = self._models.learned, self._ledger.teaching()
        learner = None if learned is None else learned.learner
        if learned is not None and (own := rules_learned(teaching, self._terms, learned.classifier)):
            return RuleList(learner, in_use=True, rules=tuple(own))
        if not teaching.distinctions:
            return RuleList(learner, in_use=False, rules=())
        learned_rules = rules_learned(teaching, self._terms, self._told_apart(teaching))
        return RuleList(learner, in_use=False, rules=tuple(learned_rules))

    def _told_apart(self, teaching: Teaching) -> TextClassifier:
        """The list of rules that is learned from some teaching; kept for as long as that is what counts."""
        if self._told is None or self._told[0] is not teaching:
            self._told = teaching, self._models.fitted(teaching, DistinctionList.__name__)[0]
        return self._told[1]

    def explain(self, document: str, **options: Any) -> Explanation | Reason:
        """As :meth:`teachback.project.Project.explain`."""
        return self._explainer.explain(self._models.newest, document, **options)

    def why_not(self, document: str, wanted: str | None = None) -> WhyNotAdvice | None:
        """As :meth:`teachback.project.Project.why_not`."""
        return self._explainer.why_not(self._models.newest, document, wanted)

    # What is shown of one document comes from one model: the one of the number that is given, as long as it is
    # remembered, or else the newest.

    def card(
        self, document: str, *, target: str | None = None, most: int = 5, model: int | None = None
    ) -> ExplainedDocument:
        """Why a model says what it says of a document, what else would change it, and what to do."""
        return self._explainer.card(self._models.numbered(model), document, target, most)

    def page(self, document: str, *, project: str = "", model: int | None = None) -> str:
        """The explanation of a document as a page of its own, without script, to be kept or sent.

        It says of what it is: the document's id, the project if that is named here, the class, the model and the day.
        """
        return self._explainer.page(self._models.numbered(model), document, project)

    def without(
        self, document: str, spans: Sequence[Span] = (), *, terms: Sequence[str] = (), model: int | None = None
    ) -> Guess:
        """What a model says of a document without some passages or terms: they are really deleted."""
        text, analyzer = self._terms.text(document), self._terms.analyzer
        places = [*spans, *(span for term in terms for span in analyzer.spans(text, analyzer.term(term)))]
        return next(self._models.numbered(model).classifier.classify([removed(text, places)]))

    def compare(self, document: str, class_: str | None = None, *, model: int | None = None) -> Comparison:
        """The labelled document that a model takes this one to be like, and what tells the two apart."""
        learned = self._models.numbered(model)
        return compare(self._ledger, self._terms, learned, self._predictions, document, class_)

    def highlights(
        self, document: str, class_: str | None = None, *, teacher: str | None = None, model: int | None = None
    ) -> list[SuggestedRationale]:
        """Passages that a teacher would likely mark as the reason for a class (by default the one it has)."""
        return self._highlighter.highlights(self._models.numbered(model), document, class_, teacher)
