"""Why the model says what it says of a document, ready to be shown: sets of words, their places, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal

from teachback.column_terms import text_alone
from teachback.errors import percent
from teachback.explain import Explainer, Explanation, WhyNot
from teachback.explain.page import page
from teachback.explain.reading.words import without
from teachback.explain.why_not import Kind
from teachback.guesses import Guess
from teachback.learners.distinctions.lessons import Reason
from teachback.learners.distinctions.rule import literal_text
from teachback.notebook import paragraphs
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.terms import Terms
from teachback.record import Label, Lesson, NotAReason, Teaching, Word
from teachback.record.entry import now
from teachback.record.form import to_json

Span = tuple[int, int]
_SECONDS = 0.15  # to look for more sets than the smallest
_EXPLAINERS = 4  # models of which what they were taught is kept ready
_TEACHERS_OWN = ("v", "id", "time", "teacher", "seconds")
_TO_DO = {
    "1a": "Teach words of this text that speak for {wanted}, or label it.",
    "1b": "Label this text, or teach which of its words speak for {wanted}.",
    "1c": "Teach the words that speak for {wanted}, or reject those that are no reason for {own}.",
    "2": "Reject words that are no reason for {own}, or label this text.",
    "3": "Reject the words that are no reason for {own}, or look at the labels of the similar texts.",
}


@dataclass(frozen=True)
class WordSet:
    """Words whose removal changes the class: which class it becomes, where they stand, and the order of removal."""

    words: tuple[str, ...]
    to: str
    spans: tuple[Span, ...]
    order: tuple[str, ...]


@dataclass(frozen=True)
class DecidingRule:
    """The conditions of the rule that decided, and the document that it was made for."""

    text: str
    example: str | None


@dataclass(frozen=True)
class LabelledNeighbour:
    """A similar document that the model was taught."""

    id: str
    snippet: str
    label: str


@dataclass(frozen=True)
class WhyNotAdvice:
    """A hyper-explanation: its case in the paper, what it means, what to do about it, and the lessons that would.

    The lessons are in the record's form, without what only their teacher can say: an id, a time, a name and seconds.
    Lessons against the answer are there only where another one is wanted, or where nothing was said of the document and
    no words were found that decide. Where a teacher gave the answer herself there is nothing to do.
    """

    case: Kind
    sentence: str
    what_to_do: str
    lessons: tuple[Mapping[str, Any], ...]
    neighbours: tuple[LabelledNeighbour, ...]

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return paragraphs(self.sentence, self.what_to_do)


@dataclass(frozen=True)
class ExplainedDocument:
    """An explanation as a page shows it.

    Attributes
    ----------
    kind
        ``words``: there are words without which the class changes; ``none``: there are not; ``rule``: a rule decided.
    sentence
        The reason in words; where no words lead to the class that was asked about, that.
    class_, to
        The class, and what it is without the words of the first set.
    words, spans
        The words of the first set (where there is none, those that come nearest) and where they stand.
    sets
        All sets that were found, smallest first; their words in the order of their removal.
    curve
        By how much the class leads after removing none, the first, the first two … of `words`.
    status
        How certain it is that the first set is the smallest.
    probabilities
        Of every class.
    rule
        The rule that decided.
    without
        What the model says of the text when the words of the first set are really deleted; None where there is none.
    model
        The number of the model that all of it comes from.
    why_not
        What it means, and what to do if it is wrong.
    """

    kind: Literal["words", "none", "rule"]
    sentence: str
    class_: str
    to: str | None
    words: tuple[str, ...]
    spans: tuple[Span, ...]
    sets: tuple[WordSet, ...]
    curve: tuple[float, ...]
    status: str
    probabilities: dict[str, float]
    without: Guess | None = None
    model: int = 0
    rule: DecidingRule | None = None
    why_not: tuple[WhyNotAdvice, ...] = ()


class DocumentExplainer:
    """Explains documents of the project; what a model was taught is read once for each of the last few models."""

    def __init__(self, ledger: Ledger, terms: Terms) -> None:
        self._ledger, self._terms, self._lock = ledger, terms, Lock()
        self._explainers: list[tuple[Learned, Explainer]] = []  # the one that was asked for last at the end

    def explain(self, learned: Learned, document: str, **options: Any) -> Explanation | Reason:
        """The words without which the model would say something else of a document, or the rule that decided."""
        return learned.classifier.explain(self._text(learned, document), **options)

    def why_not(self, learned: Learned, document: str, wanted: str | None = None) -> WhyNotAdvice | None:
        """Why the model does not give a document another class, and what to teach if it should; None for rules."""
        if learned.classifier.rules:
            return None
        explainer = self._with_background(learned)
        opened = explainer.reader.open(self._text(learned, document))
        (guess,) = learned.classifier.explained_guesses(explainer.reader.row(opened))
        return self._why_not(explainer, opened, document, guess.class_, wanted)

    def page(self, learned: Learned, document: str, project: str = "") -> str:
        """A page of its own, without script, that says why the model says what it says of a document, and when."""
        (guess,) = learned.classifier.classify([self._text(learned, document)])
        about = {
            "Project": project,
            "Document": document,
            "Class": f"{guess.class_}, {percent(guess.probability)}",
            "Model": f"{learned.learner}, after {learned.position:,} entries of the record",
            "Date": f"{now():%Y-%m-%d}",
        }
        html = self.explain(learned, document).to_html()
        return page(f"Why {document}?", html, {what: value for what, value in about.items() if value})

    def card(self, learned: Learned, document: str, target: str | None = None, most: int = 5) -> ExplainedDocument:
        """Why the model says what it says of a document."""
        model = learned.classifier
        read = model.text_of(self._ledger.store.document(document))
        if model.rules:
            (guess,) = model.classify([read])
            return _of_rule(model.explain(read), learned, dict(guess.probabilities))
        explainer = self._with_background(learned)
        opened = explainer.reader.open(read)
        (guess,) = model.explained_guesses(explainer.reader.row(opened))
        explanation = explainer.explain(opened, target=target)
        if most > 1 and explanation.sets:  # the set that every door tells stays the first
            first, more = explanation.sets[0], explainer.explain(opened, target=target, n=most, seconds=_SECONDS).sets
            others = [one for one in more if set(one.words) != set(first.words)]
            explanation = replace(explanation, sets=(first, *others)[:most])
        why_not = self._why_not(explainer, opened, document, guess.class_, target)
        return _of_words(explanation, explainer, read, dict(guess.probabilities), why_not, learned)

    def _text(self, learned: Learned, document: str) -> str:
        """What the model reads of a document."""
        return learned.classifier.text_of(self._ledger.store.document(document))

    def _why_not(
        self, explainer: Explainer, opened: Any, document: str, class_: str, asked: str | None
    ) -> WhyNotAdvice:
        teaching = self._ledger.teaching()
        label = teaching.labels.get(document)
        wanted = asked or (label if label != class_ else None)
        is_known = wanted in [*map(str, explainer.model.classes)]
        reason = explainer.why_not(opened, wanted if is_known else None, id=document)
        return self._advice(reason, wanted, label, teaching)

    def _advice(self, reason: WhyNot, asked: str | None, label: str | None, teaching: Teaching) -> WhyNotAdvice:
        own, wanted = str(reason.explanation.from_class), asked or str(reason.wanted)
        near = [(one.document, teaching.labels.get(one.document, str(one.label))) for one in reason.neighbours]
        lessons = [lesson for lesson in reason.lessons if _would_help(lesson, own, wanted, teaching)]
        to_do = _TO_DO[reason.kind].format(own=own, wanted=wanted)
        if asked is None and reason.explanation.sets:
            lessons, to_do = [], f"If it is not {own}: {to_do[0].lower()}{to_do[1:]}"
        if asked is None and label is not None:
            lessons, to_do = [], ""
        return WhyNotAdvice(
            reason.kind,
            reason.sentence,
            to_do,
            tuple(
                {name: value for name, value in to_json(lesson).items() if name not in _TEACHERS_OWN}
                for lesson in lessons
            ),
            tuple(LabelledNeighbour(id, self._ledger.store.document(id).snippet(120), label) for id, label in near),
        )

    def _with_background(self, learned: Learned) -> Explainer:
        """An explainer that knows the labelled documents."""
        with self._lock:
            others = [each for each in self._explainers if each[0] is not learned]
            mine = next((explainer for other, explainer in self._explainers if other is learned), None)
            if mine is None:
                model, teaching = learned.classifier, learned.teaching or self._ledger.teaching()
                with self._terms.updated():
                    taught = [id for id in teaching.labels if id not in teaching.held_out and id in self._terms.rows]
                    X = self._terms.seen_by(model, taught)
                labels = [teaching.labels[id] for id in taught]
                background = (model.rows_to_explain(X), labels, taught) if taught else None
                mine = model.explainer_beside(background)
            self._explainers = [*others[1 - _EXPLAINERS :], (learned, mine)]
            return mine


def _would_help(lesson: Lesson, own: str, wanted: str, teaching: Teaching) -> bool:
    """Whether a lesson that was not taught yet speaks for the wanted class or against the other one."""
    if isinstance(lesson, Label):
        return lesson.class_ == wanted != teaching.labels.get(lesson.document)
    if not isinstance(lesson, Word | NotAReason):
        return False
    rejected = {lesson.class_, None} & teaching.not_a_reason.get(lesson.term, frozenset())
    if isinstance(lesson, NotAReason):
        return lesson.class_ == own and not rejected
    return lesson.class_ == wanted and not rejected and wanted not in teaching.words.get(lesson.term, {})


def _of_rule(reason: Explanation | Reason, learned: Learned, probabilities: dict[str, float]) -> ExplainedDocument:
    if not isinstance(reason, Reason):
        raise TypeError("rules give a reason")
    terms = learned.classifier.terms
    conditions = " AND ".join(literal_text(term, held, terms) for term, held in reason.literals)
    return ExplainedDocument(
        kind="rule",
        sentence=reason.text,
        class_=str(reason.class_),
        to=None,
        words=tuple(terms[term] for term, held in reason.literals if held),
        spans=(),
        sets=(),
        curve=(),
        status="rule",
        probabilities=probabilities,
        model=learned.number,
        rule=DecidingRule(conditions or "no rule holds, so the first class taught is taken", reason.similar),
    )


def _of_words(
    explanation: Explanation,
    explainer: Explainer,
    text: str,
    probabilities: dict[str, float],
    why_not: WhyNotAdvice,
    learned: Learned,
) -> ExplainedDocument:
    deleted = [removed(text, explanation.spans)] if explanation.sets else []
    visible = len(text_alone(text))

    def in_the_text(spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(span for span in spans if span[1] <= visible)

    return ExplainedDocument(
        kind="words" if explanation.sets else "none",
        sentence=str(explanation) if explanation.sets or explanation.target is not None else why_not.sentence,
        class_=str(explanation.from_class),
        to=None if explanation.to_class is None else str(explanation.to_class),
        words=explanation.removed,
        spans=in_the_text(explanation.spans),
        sets=tuple(
            WordSet(one.words, str(one.to_class), in_the_text(explainer.reader.spans(text, one.words)), one.words)
            for one in explanation.sets
        ),
        curve=explanation.curve,
        status=explanation.status,
        probabilities=probabilities,
        without=next(learned.classifier.classify(deleted), None),
        model=learned.number,
        why_not=(why_not,),
    )


def removed(text: str, spans: Sequence[Span]) -> str:
    """The text with these passages really deleted; they may overlap, and lie outside."""
    size = len(text)
    inside = sorted((max(start, 0), min(end, size)) for start, end in spans)
    return without(text, [(start, end) for start, end in inside if start < end])
