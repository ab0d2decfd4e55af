"""How a project stands, as data and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from teachback.errors import counted, listed, percent
from teachback.learners.catalogue import ignored_by
from teachback.learners.distinctions.protocol import Rules
from teachback.learners.distinctions.rule import rules_text
from teachback.learners.machine_advice import reliability
from teachback.notebook import ShownTable, bar, escaped_text, paragraphs, table
from teachback.project.history.agreement import TeacherAgreement
from teachback.project.history.ledger import Ledger
from teachback.project.history.timing import active_seconds
from teachback.project.models.encoder import EncoderStatus
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.predictions import labelled_held_out, predicted_texts
from teachback.project.questions.questioner import Questioner
from teachback.queries import Advice, Quality
from teachback.queries.quality import percents
from teachback.record import Lesson, Retract, Teaching, annotation
from teachback.record.entry import is_person
from teachback.record.event import teaches

_NAMES = {
    "exclude": "what documents are not",
    "word": "words",
    "not_a_reason": "rejected words",
    "rationale": "highlighted passages",
    "distinction": "what tells documents apart",
    "describe": "descriptions of classes",
}


@dataclass(frozen=True)
class ClassStatus:
    """A class, and how much was taught of it."""

    name: str
    labels: int
    words: int


@dataclass(frozen=True)
class TeacherStatus:
    """A teacher, how many lessons she taught that count, and how long she taught, what she took back included."""

    name: str
    lessons: int
    seconds: float


@dataclass(frozen=True)
class MachineStatus:
    """A teacher that is no person, how many documents it labelled, and on how many of those that people labelled too it
    agrees with them."""

    name: str
    labels: int
    agreed: int
    both: int


@dataclass(frozen=True)
class Status:
    """How a project stands.

    Attributes
    ----------
    documents, held_out, skipped, flagged, disputed
        Numbers of documents.
    classes, teachers
        One by one.
    lessons
        How many lessons of each kind count.
    rationales_per_document, rationale_counts
        Highlighted passages for each labelled document that has any; how many documents have how many of them.
    rationales_unused
        How many documents have highlighted passages that teach nothing: they are not labelled so, or are held out.
    learned, behind
        The newest model, and how many lessons and changes came after it that a model can learn from.
    right, checked
        Of the held-out documents that have a label: how many the model gets right.
    advice
        Whether to go on teaching.
    agreement
        How far teachers agree on classes.
    passages
        How far the first of two teachers' highlighted passages are the other's too.
    encoder
        The encoder that was chosen, if one was, and how it stands.
    machines
        Teachers that are no person, and how far they agree with people.
    times
        How long a document takes, by teacher and task (label, rationale or both), where it was measured.
    quality
        How good the model is expected to be; None while there is none.
    """

    documents: int
    held_out: int
    skipped: int
    flagged: int
    disputed: int
    classes: tuple[ClassStatus, ...]
    teachers: tuple[TeacherStatus, ...]
    lessons: Mapping[str, int]
    rationales_per_document: float
    rationale_counts: Mapping[int, int]
    rationales_unused: int
    learned: Learned | None
    behind: int
    right: int
    checked: int
    advice: Advice
    agreement: TeacherAgreement
    passages: Mapping[tuple[str, str], annotation.Agreement]
    times: Mapping[tuple[str, str], annotation.TaskTime]
    encoder: EncoderStatus | None = None
    machines: tuple[MachineStatus, ...] = ()
    quality: Quality | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        apart = ("learned", "agreement", "passages", "times")
        form = {key: value for key, value in vars(self).items() if key not in apart}
        for name in ("classes", "teachers", "machines"):
            form[name] = [asdict(each) for each in form[name]]
        for name in ("advice", "encoder", "quality"):
            form[name] = form[name] and asdict(form[name])
        form["lessons"] = dict(self.lessons)
        form["rules"] = list(self.rules)
        form["model"] = None if self.learned is None else asdict(self.learned.summary)
        form["agreement"] = {
            "documents": self.agreement.documents,
            "pairs": [
                {"teachers": list(pair), "kappa": kappa, "documents": documents}
                for pair, (kappa, documents) in self.agreement.pairs.items()
            ],
            "fleiss": self.agreement.fleiss,
            "krippendorff": self.agreement.krippendorff,
            "blind": None if self.agreement.blind is None else asdict(self.agreement.blind),
            "disagreements": {document: dict(labels) for document, labels in self.agreement.disagreements.items()},
        }
        form["passages"] = [{"teachers": list(pair), **asdict(agreement)} for pair, agreement in self.passages.items()]
        form["times"] = [{"teacher": who, "task": task, **asdict(of)} for (who, task), of in self.times.items()]
        return form

    def __str__(self) -> str:
        kept_apart = f", {self.held_out:,} held out" if self.held_out else ""
        taught = counted(sum(self.lessons.values()), "lesson")
        lines = [f"{counted(self.documents, 'document')}{kept_apart}; {taught} that count"]
        width = max((len(each.name) for each in self.classes), default=0)
        lines += [f"  {each.name:<{width}}  {each.labels:>6,} labels  {each.words:>5,} words" for each in self.classes]
        rest = {"skipped": self.skipped, "flagged": self.flagged, "disputed": self.disputed}
        if any(rest.values()):
            lines.append("  " + ", ".join(f"{number:,} {name}" for name, number in rest.items() if number))
        if self.rationales_per_document:
            unused = f"; {self.rationales_unused:,} of these are held out or not labelled so, and teach nothing"
            lines.append(
                f"  {self.rationales_per_document:.1f} highlighted passages in each document that has any"
                + (unused if self.rationales_unused else "")
            )
        for each in self.teachers:
            timed = each.seconds and each.name != "importer"  # files bring theirs in no time
            pace = f", {each.seconds / each.lessons:.1f} s each" if timed else ""
            lines.append(f"  {each.name}: {counted(each.lessons, 'lesson')}{pace}")
        for (who, task), spent in self.times.items():
            lines.append(f"    {task}: {spent.median:.1f} s a document (median of {spent.documents:,}, {who})")
        for (one, other), both in self.passages.items():
            lines.append(
                f"  {percent(both.shared)} of what {one} highlighted, {other} highlighted too (F1 {both.f1:.2f})"
            )
        for machine in self.machines:
            lines.append(
                f"  {machine.name} is no person; it agrees with people on {machine.agreed:,} of "
                f"{counted(machine.both, 'document')}"
            )
        if self.agreement.pairs:
            alpha = self.agreement.krippendorff
            lines.append(
                f"Teachers agree on {self.agreement.documents - len(self.agreement.disagreements):,} of "
                f"{self.agreement.documents:,} documents" + (f" (alpha {alpha:.2f})." if alpha is not None else ".")
            )
        if self.agreement.blind is not None:
            lines.append(f"  {self.agreement.blind}")
        if self.encoder is not None:
            lines.append(str(self.encoder))
        lines += [self._model_line(), *(f"  {rule}" for rule in self.rules)]
        if self.quality is not None:
            lines += [str(self.quality), *self._class_lines(self.quality)]
        return "\n".join([*lines, self.advice.why])

    __repr__ = __str__

    def _class_lines(self, quality: Quality) -> list[str]:
        width = max(len(each.name) for each in quality.classes)
        return [
            f"  {each.name:<{width}}  precision {percents(each.precision) if each.precision else 'unknown'}"
            f"  recall {percents(each.recall)}  documents {each.documents.low:,.0f} to {each.documents.high:,.0f}"
            for each in quality.classes
        ]

    def to_frame(self) -> Any:
        """The classes and how much was taught of each, as a frame of pandas, with what is expected of each."""
        expected = {} if self.quality is None else {each.name: each for each in self.quality.classes}
        columns: dict[str, list[object]] = {
            "labels": [each.labels for each in self.classes],
            "words": [each.words for each in self.classes],
        }
        if expected:
            of = [expected.get(each.name) for each in self.classes]
            columns["precision"] = [each and each.precision and each.precision.value for each in of]
            columns["recall"] = [each and each.recall.value for each in of]
        return ShownTable(columns, [each.name for each in self.classes], "class").to_frame()

    def _repr_html_(self) -> str:
        most = max((each.labels + each.words for each in self.classes), default=0) or 1
        rows = [
            [escaped_text(each.name), f"{each.labels:,}", f"{each.words:,}", bar((each.labels + each.words) / most)]
            for each in self.classes
        ]
        kept_apart = f", {self.held_out:,} held out" if self.held_out else ""
        html = table(
            ["class", "labels", "words", "of the most taught"], rows, f"{self.documents:,} documents{kept_apart}"
        )
        expected = () if self.quality is None else (str(self.quality),)
        return html + paragraphs(self._model_line(), *self.rules, *expected, self.advice.why)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the newest model, where it has any, in words; the first that holds decides."""
        if self.learned is None or not isinstance(self.learned.classifier.learner, Rules):
            return ()
        model = self.learned.classifier
        return tuple(rules_text(model.learner.rules_, model.learner.default_, model.terms).splitlines())

    def _model_line(self) -> str:
        if self.learned is None:
            return "No model yet."
        ignored = [_NAMES[kind] for kind in ignored_by(self.learned.classifier.learner) if self.lessons.get(kind)]
        heard = f"; it does not learn from {listed(ignored)}" if ignored else "; it has heard everything"
        behind = (
            f"; {counted(self.behind, 'lesson or change', 'lessons and changes')} came after it"
            if self.behind
            else heard
        )
        share = f" Right on {self.right:,} of {self.checked:,} held-out documents." if self.checked else ""
        remark = f" {self.learned.remark}" if self.learned.remark else ""
        return f"Model: {self.learned.learner}{behind}.{share}{remark}"


def _is_unused(document: str, teaching: Teaching) -> bool:
    """Whether what was marked in a document says nothing of its label."""
    label = None if document in teaching.held_out else teaching.labels.get(document)
    return all(lesson.class_ != label for lesson in teaching.rationales[document])


def status_of(ledger: Ledger, models: Models, questioner: Questioner, encoder: EncoderStatus | None) -> Status:
    """How a project stands."""
    teaching, learned = ledger.teaching(), models.learned
    gold = labelled_held_out(teaching)
    checked = (0, 0)
    if learned:
        predictions = predicted_texts(learned, [ledger.store.document(id) for id in gold])
        with ledger.lock:
            checked = predictions.as_called_now(ledger.record).right(gold)
    quality = models.quality
    advice = models.advice(*checked, quality)
    passages = annotation.agreements(ledger.texts, teaching)  # which reads texts: lessons need not wait for that
    agreement = questioner.agreement()
    with ledger.lock:
        documents, since = len(ledger.record.documents), ledger.record[learned.position if learned else 0 :]
        active, taught = list(ledger.record.active()), [entry for entry in ledger.record if isinstance(entry, Lesson)]
    labels = Counter(teaching.labels.values())
    words = Counter(class_ for classes in teaching.words.values() for class_ in classes)
    counting = [entry for entry in active if isinstance(entry, Lesson) and not isinstance(entry, Retract)]
    lessons, seconds = Counter(entry.teacher for entry in counting), Counter[str]()
    for entry, spent in zip(taught, active_seconds(taught), strict=True):
        seconds[entry.teacher] += spent  # type: ignore[assignment]
    marked = sum(map(len, teaching.rationales.values()))
    return Status(
        documents=documents,
        held_out=len(teaching.held_out),
        skipped=len(teaching.skips),
        flagged=len(teaching.flags),
        disputed=len(teaching.disputed),
        classes=tuple(ClassStatus(name, labels[name], words[name]) for name in teaching.classes),
        teachers=tuple(TeacherStatus(name, lessons[name], float(seconds[name])) for name in sorted(lessons)),
        lessons=dict(sorted(Counter(entry.kind for entry in counting).items())),
        rationales_per_document=marked / len(teaching.rationales) if teaching.rationales else 0.0,
        rationale_counts=annotation.rationale_counts(teaching),
        rationales_unused=sum(_is_unused(id, teaching) for id in teaching.rationales),
        learned=learned,
        behind=0 if learned is None else sum(map(teaches, since)),
        right=checked[0],
        checked=checked[1],
        advice=advice,
        agreement=agreement,
        passages=passages,
        encoder=encoder,
        times=annotation.task_times(entry for entry in active if is_person(entry.teacher)),
        machines=tuple(_machine_status(teaching, name) for name in teaching.machines),
        quality=quality,
    )


def _machine_status(teaching: Teaching, name: str) -> MachineStatus:
    known = reliability(teaching, teaching.machines[name])
    return MachineStatus(name, len(teaching.machines[name].labels), known.agreed, known.both)
