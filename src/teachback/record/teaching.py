"""What has been taught: the current state of the lessons, for one teacher or for all under a policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from teachback.record.lesson import Describe, Distinction, Rationale


@dataclass(frozen=True)
class Teaching:
    """A snapshot of everything that counts at one moment. Class names are today's.

    Attributes
    ----------
    classes
        The classes that can be taught, in the order they were added.
    labels
        The class of each labelled document.
    exclusions
        The excluded classes of each document without a label.
    skips
        Documents that were skipped and have no label.
    words
        For each term, the classes it speaks for and how strongly.
    not_a_reason
        For each rejected term, the classes it is no reason for; None stands for every class that `words` does not
        name for that term.
    rationales
        The highlighted passages of each document, with the teacher who highlighted them.
    distinctions
        What tells pairs of documents apart, in the order it was taught.
    flags
        The notes of documents that someone wants to see again.
    held_out
        Documents that are never asked about and never trained on.
    disputed
        Documents whose teachers disagree under this policy, without an adjudication.
    disputed_terms
        Terms whose teachers disagree under this policy, with the classes (None: any class) they disagree about.
    descriptions
        How each class is described, a description for each teacher who wrote one: the last that she wrote.
    machines
        In the teaching of everybody, what each teacher that is no person says (:mod:`~teachback.record.entry`): none
        of it is in the other parts, which are people's.
    rest
        The class that is everything else: what the others are not. No words are asked for it.
    """

    classes: tuple[str, ...]
    labels: Mapping[str, str]
    exclusions: Mapping[str, frozenset[str]]
    skips: frozenset[str]
    words: Mapping[str, Mapping[str, float]]
    not_a_reason: Mapping[str, frozenset[str | None]]
    rationales: Mapping[str, tuple[Rationale, ...]]
    distinctions: tuple[Distinction, ...]
    flags: Mapping[str, tuple[str, ...]]
    held_out: frozenset[str]
    disputed: frozenset[str]
    disputed_terms: Mapping[str, frozenset[str | None]]
    rest: str | None = None
    descriptions: Mapping[str, tuple[Describe, ...]] = field(default_factory=dict)
    machines: Mapping[str, Teaching] = field(default_factory=dict)
