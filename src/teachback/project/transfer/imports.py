"""Bringing files into a project: what would come, and what came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from teachback.errors import TeachbackError, counted, listed, near_miss
from teachback.formats import BadFile, ImportPlan, Item, Prediction, Problem, Row
from teachback.formats.plan.class_questions import ClassQuestion, class_questions
from teachback.formats.reading import Progress
from teachback.record import Exclude, Fields, FieldValue, Label, Lesson, Rationale, Skip, Teaching
from teachback.record.columns import PART
from teachback.record.entry import now

if TYPE_CHECKING:
    from teachback.project.project import Project

_TEXTS, _NUMBERS = 5_000, 100  # different values that a column may have that is learned from


@dataclass(frozen=True)
class Brought:
    """What an import brought."""

    documents: int  # how many are new
    known: int = 0  # lessons that their teachers had taught already, and that were not taught again
    # Documents that have no id in the file, and how many of these have a text that was there before
    unnamed: int = 0
    twice: int = 0
    # What models say of the documents, which is taught by teachers that are no person: how much by each
    machines: Mapping[str, int] = field(default_factory=dict)
    untaught: int = 0  # how many predictions are fields alone: teachback's own, and those that cannot be classes
    other_fields: int = 0  # how many documents were there already with other fields, which stay as they were
    erased: int = 0  # how many documents were erased from the project, and did not come back
    # What is in the file and did not come, by its name, and how much of it
    not_taken: Mapping[str, int] = field(default_factory=dict)
    # How many different values came of each column that the project learns from; 0 where the file lacks it
    learned_from: Mapping[str, int] = field(default_factory=dict)
    # Names among the new classes that may be no classes of their own, and of which nothing was said before
    questions: Sequence[ClassQuestion] = ()

    @property
    def notes(self) -> list[str]:
        """What a person should know of it.

        >>> Brought(documents=12, unnamed=12, twice=12).notes[0][:45]
        '12 of 12 texts were there already and are now'
        """
        notes = []
        if self.twice:
            notes.append(
                f"{self.twice:,} of {self.unnamed:,} texts were there already and are now there twice, because a "
                "document without an id is a new one. Import with ids to have them recognised."
            )
        if self.known:
            notes.append(f"{self.known:,} of the lessons were known already and were not taught again.")
        if self.machines:
            notes.append(machines_sentence(self.machines))
        if self.untaught:
            notes.append(
                f"{counted(self.untaught, 'prediction')} came as fields of the documents alone: they are teachback's "
                "own, or no names of classes."
            )
        if self.other_fields:
            notes.append(
                f"{counted(self.other_fields, 'document was', 'documents were')} there already with other fields, "
                "which stay as they were."
            )
        if self.erased:
            notes.append(
                f"{counted(self.erased, 'document was', 'documents were')} erased from this project and did not come "
                "back; delete their rows from the file, too."
            )
        if self.not_taken:
            notes.append(not_taken_sentence(self.not_taken))
        if self.questions:
            likely = (f"{each.name!r} ({each.like!r}?)" if each.like else repr(each.name) for each in self.questions)
            notes.append(
                f"New classes that may be none, or others: {listed(likely)}. If so, undo the import and say what they "
                "stand for, or merge classes."
            )
        if learned := [f"{name} ({counted(many, 'value')})" for name, many in self.learned_from.items() if many]:
            notes.append(f"The model learns from the text and from {', '.join(learned)}.")
        if lacking := [name for name, many in self.learned_from.items() if not many]:
            notes.append(
                f"This project learns from {listed(lacking)}, too, and the file has nothing of it; its documents come "
                "without."
            )
        return notes


def bring_in(
    project: Project,
    plan: ImportPlan,
    *,
    by: str = "importer",
    teacher: str = "importer",
    left_out: list[Problem] | None = None,
    progress: Progress | None = None,
    learn_from: Sequence[str] = (),
) -> Brought:
    """Import a file that was inspected (:func:`teachback.formats.inspect`), all of it or nothing, and say what came.

    Documents and classes are added `by` somebody; a `teacher` teaches the lessons that the file attributes to nobody.
    From the columns `learn_from` the project learns as well from now on: each value is a term such as ``source=email``.
    Bad rows are left out only when there is a list, `left_out`, that they can be noted in. `progress` is called now and
    then with how much of the file is read, and how much there is.
    """
    if plan.whole and not plan.rows and not plan.problems:
        raise BadFile(
            plan.path, "there is no document in it, so nothing is imported. Look whether it is the right file."
        )
    check_learned_columns(plan, learn_from)
    before = project.learn_from
    columns = tuple(dict.fromkeys((*before, *learn_from)))
    classes = project.classes
    import_ = _Import(project, teacher, columns)
    not_taken = Counter[str]()
    rows = plan.read(
        teacher=teacher,
        unnamed=import_.ids(),
        classes=project.classes,
        progress=progress,
        leave_out=None if left_out is None else left_out.append,
        not_taken=not_taken,
    )
    if columns != before:
        project.let_learn_from(*columns)
    try:
        documents = project.add_rows(import_.new(rows), teacher=by, table=plan.table)
    except BaseException:
        if columns != before:
            project.let_learn_from(*before)
        raise
    return Brought(
        documents,
        import_.known,
        len(import_.unnamed),
        import_.twice(),
        +import_.machines,
        import_.untaught,
        import_.other_fields,
        import_.erased,
        not_taken,
        {name: len(values) for name, values in import_.values.items()},
        class_questions((name for name in project.classes if name not in classes), classes, plan.classes_as),
    )


def check_learned_columns(plan: ImportPlan, columns: Iterable[str]) -> None:
    """Refuse columns to learn from that are no fields, or that hold dates."""
    fields = [name for name in plan.fields if name not in plan.texts]
    for name in columns:
        if plan.fields.get(name) == "date":
            raise BadFile(plan.path, _not_learned(name, "dates"))
        if name not in fields:
            of = next((column.role for column in plan.table if column.name == name), None)
            role = "text" if of == PART else of
            why = f"there is no column {name!r}" if role is None else f"{name!r} is the {role}"
            raise BadFile(
                plan.path,
                f"{why}, and a model learns from columns that are kept as fields: {listed(fields) or 'none'}."
                f"{near_miss(name, fields)}",
            )


def _not_learned(name: str, what: str) -> str:
    return (
        f"the column {name!r} holds {what}, each of which would be a term of its own. A model learns from columns of "
        f"few different values: up to {_TEXTS:,} texts or {_NUMBERS:,} numbers, no dates. Make a column of groups "
        "first, such as months or ranges."
    )


def not_taken_sentence(not_taken: Mapping[str, int]) -> str:
    """What does not come of a file.

    >>> not_taken_sentence({"comments": 1200})
    'Not taken: comments (1,200).'
    """
    return f"Not taken: {'; '.join(f'{what} ({many:,})' for what, many in not_taken.items())}."


def machines_sentence(machines: Mapping[str, int]) -> str:
    """What models say in a file, and what becomes of it.

    >>> machines_sentence({"machine:bert": 1200})
    "What models say is no person's label. It comes as fields, and as lessons of machine:bert (1,200 predictions)."
    """
    machine_list = ", ".join(f"{name} ({counted(many, 'prediction')})" for name, many in machines.items())
    return f"What models say is no person's label. It comes as fields, and as lessons of {machine_list}."


def as_planned(plan: ImportPlan) -> dict[str, Any]:
    """The parts of a plan that programs get as they are."""
    reading = ("format", "encoding", "columns", "roles", "texts", "sheets", "fields")
    content = ("documents", "blank", "whole", "several", "only_class", "controls")
    return {name: getattr(plan, name) for name in (*reading, *content)}


def new_classes(plan: ImportPlan, classes: Iterable[str]) -> tuple[str, ...]:
    """The classes that a file would bring to a project that has these."""
    known = set(classes)
    return tuple(name for name in plan.classes if name not in known)


def _told(prediction: Prediction) -> dict[str, FieldValue]:
    """What a model says, as fields."""
    values: dict[str, FieldValue] = {"prediction": prediction.class_}
    probability = prediction.probabilities.get(prediction.class_)
    if probability is not None:
        values["prediction.probability"] = probability
    return values if prediction.model is None else {**values, "prediction.model": prediction.model}


class _Import:
    """The rows of one file on their way into a project, and what is noticed about them."""

    def __init__(self, project: Project, importer: str, columns: Sequence[str] = ()) -> None:
        self.values: dict[str, set[FieldValue]] = {name: set() for name in columns}  # of columns that are learned from
        self._project, self._importer, self._time = project, importer, now()
        self._before = frozenset(project.record.documents)
        self._taught: dict[str, Teaching] = {}  # by teacher
        self._given: set[str] = set()  # ids
        self._erased = project.record.erased
        self.known = self.untaught = self.other_fields = self.erased = 0
        self.machines = Counter[str]()
        self.unnamed: list[int] = []  # fingerprints of the texts of documents without an id

    def ids(self) -> Iterator[str]:
        """1, 2, 3 … without those that documents of the project have, or had before they were taken back."""
        taken = self._before | self._project.record.gone
        for id in map(str, count(1)):
            if id not in taken:
                self._given.add(id)
                yield id

    def new(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows, without lessons that teach nothing new."""
        for row in rows:
            if isinstance(row, Item) and row.document.id in self._erased:
                self.erased += 1
            elif isinstance(row, Item):
                if row.document.id in self._given:
                    self.unnamed.append(hash(row.document.text))
                document, own_lessons = row.document, row.lessons
                if row.prediction is not None:
                    taught = row.prediction.label(document.id, self._importer, self._time)
                    self.untaught += taught is None
                    if taught is not None:
                        self.machines[taught.teacher] += 1
                        own_lessons = (*own_lessons, taught)
                    document = replace(document, fields=Fields({**_told(row.prediction), **document.fields}))
                lessons = tuple(lesson for lesson in own_lessons if not self._is_known(lesson))
                self.known += len(own_lessons) - len(lessons)
                if document.fields and document.id in self._before:
                    self.other_fields += self._project.document(document.id).fields != document.fields
                self._look_at_values(document.fields)
                yield replace(row, lessons=lessons, document=document)
            else:
                yield row

    def _look_at_values(self, fields: Fields) -> None:
        """Count the values that become terms; too many are refused."""
        for name, values in self.values.items():
            if name in fields:
                values.add(fields[name])
                kind = fields.kind(name)
                if kind == "date" or len(values) > (_NUMBERS if kind == "number" else _TEXTS):
                    many = "dates" if kind == "date" else f"more than {len(values) - 1:,} different values"
                    raise TeachbackError(f"Nothing is imported: {_not_learned(name, many)}")

    def _is_known(self, lesson: Lesson) -> bool:
        """Whether its teacher has said the same of a document that was there before."""
        if not isinstance(lesson, Label | Exclude | Skip | Rationale) or lesson.document not in self._before:
            return False
        if lesson.teacher not in self._taught:
            self._taught[lesson.teacher] = self._project.teaching_of(lesson.teacher)
        taught = self._taught[lesson.teacher]
        if isinstance(lesson, Label):
            return taught.labels.get(lesson.document) == lesson.class_
        if isinstance(lesson, Exclude):
            excluded = taught.exclusions.get(lesson.document, frozenset())
            return lesson.document in taught.labels or lesson.class_ in excluded  # what it is outweighs what it is not
        if isinstance(lesson, Skip):
            return lesson.document in taught.skips
        span = (lesson.class_, lesson.start, lesson.end)
        return any((each.class_, each.start, each.end) == span for each in taught.rationales.get(lesson.document, ()))

    def twice(self) -> int:
        """How many documents without an id have a text that was there before."""
        if not self.unnamed or not self._before:
            return 0
        texts = {hash(document.text) for document in self._project.documents() if document.id in self._before}
        return sum(fingerprint in texts for fingerprint in self.unnamed)
