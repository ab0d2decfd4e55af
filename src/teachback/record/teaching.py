"""What has been taught: the current state of the lessons, for one teacher or for all under a policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from teachback.record.lesson import Describe, Distinction, Rationale


@dataclass(frozen=True)
class Teaching:
    """A snapshot of everything that counts at one moment. Class names are today's."""

    classes: tuple[str, ...]  # that can be taught, in the order they were added
    labels: Mapping[str, str]  # the class of each labelled document
    exclusions: Mapping[str, frozenset[str]]  # the excluded classes of each document without a label
    skips: frozenset[str]  # documents that were skipped and have no label
    words: Mapping[str, Mapping[str, float]]  # for each term, the classes it speaks for and how strongly
    # For each rejected term, the classes it is no reason for; None stands for every class that `words` does not name
    # for that term
    not_a_reason: Mapping[str, frozenset[str | None]]
    rationales: Mapping[str, tuple[Rationale, ...]]  # the passages highlighted in each document, and by whom
    distinctions: tuple[Distinction, ...]  # what tells pairs of documents apart, in the order it was taught
    flags: Mapping[str, tuple[str, ...]]  # the notes of documents that someone wants to see again
    held_out: frozenset[str]  # documents that are never asked about and never trained on
    # Documents, and terms, whose teachers disagree under this policy: without an adjudication; with the classes (None:
    # any class) they disagree about
    disputed: frozenset[str]
    disputed_terms: Mapping[str, frozenset[str | None]]
    rest: str | None = None  # the class that is everything else: what the others are not. No words are asked for it
    # How each class is described, a description for each teacher who wrote one: the last that she wrote
    descriptions: Mapping[str, tuple[Describe, ...]] = field(default_factory=dict)
    # In the teaching of everybody, what each teacher that is no person says (see entry.py): none of it is in the other
    # parts, which are people's
    machines: Mapping[str, Teaching] = field(default_factory=dict)
