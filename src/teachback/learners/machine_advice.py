"""What machines teach, as far as they agree with people: weaker than a person's lessons, and never against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from teachback.record import Describe, Distinction, Rationale, Teaching

_PRIOR, _FIRM = 0.7, 5.0  # how often a machine is expected to be right, and by how many answers that is believed
_LABEL = 0.5  # what a machine that is always right is worth, in a person's labels
_WORD = 0.3  # and how strong its words are


class AdvisedLabel(NamedTuple):
    """What a machine says of a document that no person has labelled, and what that weighs, in labels."""

    document: str
    class_: str
    weight: float


@dataclass(frozen=True)
class MachineReliability:
    """How often a machine agrees with people."""

    # On how many documents, of how many that it and people labelled
    agreed: int
    both: int
    # For each class, how often it is taken to be right when it says that class: what was seen of it, drawn to what
    # was seen of all classes, and that to 7 in 10
    right: Mapping[str, float]
    # For each document on which it differs, what people say and what it says
    disagreements: Mapping[str, tuple[str, str]]

    def share(self, class_: str) -> float:
        """How much better than chance it is in a class, from 0 to 1."""
        chance = 1.0 / max(len(self.right), 2)
        return max(0.0, (self.right.get(class_, chance) - chance) / (1.0 - chance))


def reliability(teaching: Teaching, machine: Teaching) -> MachineReliability:
    """How far a machine agrees with what people teach.

    >>> from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Record
    >>> record = Record({id: Document(id, "a text") for id in "abc"})
    >>> record.append(ClassesAdded(["x", "y"]), DocumentsAdded(["a", "b", "c"]), Label("a", "x"), Label("b", "x"))
    >>> record.append(*(Label(id, name, teacher="machine:m") for id, name in (("a", "x"), ("b", "y"), ("c", "y"))))
    >>> found = reliability(record.teaching(), record.teaching(teacher="machine:m"))
    >>> found.agreed, found.both, round(found.right["x"], 2), round(found.right["y"], 2), found.disagreements
    (1, 2, 0.7, 0.54, {'b': ('x', 'y')})
    """
    both = {id: (teaching.labels[id], advised) for id, advised in machine.labels.items() if id in teaching.labels}
    agreed = {id for id, (people, advised) in both.items() if people == advised}
    overall = (len(agreed) + _FIRM * _PRIOR) / (len(both) + _FIRM)
    right = {}
    for class_ in teaching.classes:
        said_so = [id for id, (_, advised) in both.items() if advised == class_]
        right[class_] = (sum(id in agreed for id in said_so) + _FIRM * overall) / (len(said_so) + _FIRM)
    return MachineReliability(
        len(agreed), len(both), right, {id: pair for id, pair in both.items() if id not in agreed}
    )


def advised_labels(teaching: Teaching) -> list[AdvisedLabel]:
    """The labels of machines for documents of which no person has said anything, by their reliability."""
    closed = {*teaching.labels, *teaching.held_out, *teaching.disputed}
    advised: list[AdvisedLabel] = []
    for machine in teaching.machines.values():
        known = reliability(teaching, machine)
        for document, class_ in machine.labels.items():
            weight = _LABEL * known.share(class_)
            if document not in closed and class_ in known.right and weight > 0.0:
                advised.append(AdvisedLabel(document, class_, weight))
    return advised


def with_advice(teaching: Teaching) -> Teaching:
    """The teaching with the other lessons of machines where people say nothing: words, weak; passages and distinctions
    in documents to which people gave the same class; descriptions of classes that nobody described."""
    if not teaching.machines:
        return teaching
    words: dict[str, Mapping[str, float]] = dict(teaching.words)
    rationales: dict[str, tuple[Rationale, ...]] = dict(teaching.rationales)
    descriptions: dict[str, tuple[Describe, ...]] = dict(teaching.descriptions)
    distinctions: list[Distinction] = list(teaching.distinctions)
    for machine in teaching.machines.values():
        known = reliability(teaching, machine)
        for term, classes in machine.words.items():
            strong = {class_: _WORD * of * known.share(class_) for class_, of in classes.items()}
            if term not in words and term not in teaching.not_a_reason and all(strong.values()):
                words[term] = strong
        for document, passages in machine.rationales.items():
            same = tuple(one for one in passages if teaching.labels.get(document) == one.class_)
            if same and document not in rationales:
                rationales[document] = same
        distinctions += [one for one in machine.distinctions if teaching.labels.get(one.document) == one.class_]
        for class_, texts in machine.descriptions.items():
            descriptions.setdefault(class_, texts)
    return replace(
        teaching,
        words=words,
        rationales=rationales,
        descriptions=descriptions,
        distinctions=tuple(distinctions),
    )
