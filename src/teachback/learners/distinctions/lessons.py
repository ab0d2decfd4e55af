"""From a record's teaching to what rules are fitted on, and back from a decision to the documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from teachback.learners.distinctions.protocol import Rules
from teachback.learners.distinctions.rule import Literal, Names, as_example, literal_text
from teachback.record import Distinction, Teaching


@dataclass(frozen=True)
class DistinctionLessons:
    """What :meth:`DistinctionList.fit` takes, by the names of documents."""

    # The labelled documents, in the order in which they were taught, and their classes. The first is the default
    documents: tuple[str, ...]
    classes: tuple[str, ...]
    # (row, class, versus, column, present), rows being positions in `documents`
    distinctions: tuple[tuple[int, str, int, int, bool], ...]
    unusable: tuple[tuple[Distinction, str], ...]  # distinctions that cannot be learned from, and why


def distinction_lessons(teaching: Teaching, columns: Mapping[str, int]) -> DistinctionLessons:
    """The labels and distinctions of a record; `columns` says which column a term has.

    A distinction says its document's class, so that a document without a label of its own has that one. Documents that
    are held out take no part.
    """
    labels = {name: class_ for name, class_ in teaching.labels.items() if name not in teaching.held_out}
    for lesson in teaching.distinctions:
        if lesson.document not in teaching.held_out:
            labels.setdefault(lesson.document, lesson.class_)
    row = {name: place for place, name in enumerate(labels)}
    usable, unusable = [], []
    for lesson in teaching.distinctions:
        if why := _unusable(lesson, row, columns):
            unusable.append((lesson, why))
            continue
        usable.append((row[lesson.document], lesson.class_, row[lesson.versus], columns[lesson.term], lesson.present))
    return DistinctionLessons(tuple(labels), tuple(labels.values()), tuple(usable), tuple(unusable))


def _unusable(lesson: Distinction, row: Collection[str], columns: Collection[str]) -> str | None:
    if lesson.document not in row:
        return f"{lesson.document} is held out"
    if lesson.versus not in row:
        return f"{lesson.versus} has no label, or is held out; label it first"
    if lesson.term not in columns:
        return f"no document has the term {lesson.term!r}"
    return None


@dataclass(frozen=True)
class Reason:
    """Why rules decide as they do: the conditions that hold, and the similar document."""

    class_: Any
    similar: Any  # the name of the similar example; None where there is none
    literals: tuple[Literal, ...]  # what holds of the document, and made the rule decide; empty where no rule did
    text: str  # the reason in a sentence

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        literals = [{"feature": str(feature), "present": present} for feature, present in self.literals]
        return {"class": self.class_, "similar": self.similar, "literals": literals, "text": self.text}

    def to_html(self) -> str:
        """The sentence, for a page."""
        return f"<p>{escape(self.text)}</p>"

    _repr_html_ = to_html


def reason(rules: Rules, x: Any, *, names: Names = None, documents: Sequence[Any] | None = None) -> Reason:
    """Why an example is given its class; `names` are those of columns, `documents` those of the rows taught.

    >>> from teachback.learners.distinctions import DistinctionList
    >>> animals = DistinctionList().begin({"milk"}, "mammal", name="horse")
    >>> _ = animals.correct({"aquatic", "fins"}, "fish", "aquatic", name="seahorse")
    >>> reason(animals, {"aquatic", "venomous"}).text
    'fish, like seahorse: aquatic'
    """
    proposal = rules.propose(as_example(x))
    of_rule = rules.rules_[proposal.rule]["literals"] if proposal.rule < len(rules.rules_) else []
    literals = tuple((feature, bool(present)) for feature, present in of_rule)
    similar = proposal.name if documents is None or proposal.name is None else documents[proposal.name]
    conditions = ", ".join(literal_text(feature, present, names) for feature, present in literals)
    like = "" if similar is None else f", like {similar}"
    return Reason(proposal.class_, similar, literals, f"{proposal.class_}{like}: {conditions or 'no rule holds'}")
