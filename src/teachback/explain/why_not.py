"""Hyper-explanations: why there is no short explanation, or an odd one, and the lesson that would mend it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from teachback.errors import TeachbackError
from teachback.explain.explanation import Explanation
from teachback.explain.neighbours import Neighbour
from teachback.notebook import paragraphs
from teachback.record import Label, Lesson, NotAReason, Word

Kind = Literal["1a", "1b", "1c", "2", "3"]
_SHOWN = 5  # words in a sentence
_TAUGHT = 3  # lessons of a kind that are offered


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a document is not of another class, and what to teach if it should be.

    Attributes
    ----------
    kind
        The hyper-explanation's number in the paper: ``"1a"`` nothing is known about the document, ``"1b"`` everything
        known speaks for the default class, ``"1c"`` the default class outweighs the rest, ``"2"`` there is too much
        evidence for a short explanation, ``"3"`` there is an explanation, and similar training documents show where it
        comes from.
    sentence
        The reason in plain words, for a reader who knows nothing about models.
    wanted
        The class that the document should have, or would have next: what the lessons speak for.
    for_class, against
        The words that speak for the class, and against it, the weightiest first.
    explanation
        The words without which the class would be another one, or the ones that come nearest.
    neighbours
        Similar training documents, where the explainer knows any.
    lessons
        What would mend it: words to teach, reasons to reject, labels to correct.
    """

    kind: Kind
    sentence: str
    wanted: Hashable
    for_class: tuple[str, ...]
    against: tuple[str, ...]
    explanation: Explanation
    neighbours: tuple[Neighbour, ...]
    lessons: tuple[Lesson, ...]

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return paragraphs(self.sentence)

    def to_dict(self) -> dict[str, Any]:
        """The hyper-explanation as plain data for JSON."""
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "wanted": self.wanted,
            "for_class": list(self.for_class),
            "against": list(self.against),
            "explanation": self.explanation.to_dict(),
            "neighbours": [asdict(one) for one in self.neighbours],
            "lessons": [_plain(lesson) for lesson in self.lessons],
        }


def judge(
    explanation: Explanation,
    drops: Sequence[tuple[str, float]],
    toward: Sequence[tuple[str, float]],
    words: Sequence[str],
    wanted: Hashable,
    default: Hashable,
    neighbours: tuple[Neighbour, ...],
    document: str | None,
) -> WhyNot:
    """The hyper-explanation of a decision.

    `drops` is what each word's removal takes from the lead of the class, below 0 for a word that speaks against it, and
    `toward` how much more each word gives to the class `wanted`, which the document should have, or would have next,
    than to any other. `words` are all words of the document, also those that the model does not know.
    """
    size = max((abs(drop) for _, drop in drops), default=0.0)
    small = 1e-9 * max(1.0, abs(explanation.score_before))
    ranked = sorted(drops, key=lambda one: -one[1])
    speak = tuple(word for word, drop in ranked if drop > small)
    against = tuple(word for word, drop in reversed(ranked) if drop < -small)
    helpful = (word for word, gain in sorted(toward, key=lambda one: -one[1]) if gain > small)
    own = explanation.from_class
    kind: Kind
    if own == default and size <= small:
        kind, sentence = "1a", _nothing_known(own, wanted, len(drops))
        lessons = [*_words(words, wanted), *_label(document, wanted)]
    elif own == default and not against:
        kind, sentence = "1b", _nothing_against(own, wanted, speak)
        lessons = [*_label(document, wanted), *_words(reversed(speak), wanted)]
    elif own == default:
        kind, sentence = "1c", _outweighed(explanation, against)
        lessons = [*_words(helpful, wanted), *_not_reasons(explanation.removed, own), *_label(document, wanted)]
    elif not explanation.sets:
        kind, sentence = "2", _too_much(explanation, [drop for _, drop in ranked])
        lessons = [*_not_reasons(explanation.removed, own), *_label(document, wanted)]
    else:
        kind, sentence = "3", _similar(explanation, neighbours)
        lessons = _not_reasons(explanation.removed, own)
    for one in neighbours:
        if one.label != one.predicted:
            lessons += _label(one.document, one.predicted)
    return WhyNot(kind, sentence, wanted, speak, against, explanation, neighbours, tuple(lessons))


def _nothing_known(own: Hashable, wanted: Hashable, words: int) -> str:
    few = {0: "any of its words", 1: "that its one word says anything"}
    known = few.get(words, f"that any of its {words} words says anything")
    return (
        f"The model does not know {known}. Without evidence a document is taken for {own}. If it is {wanted}, teach "
        "the words that show it."
    )


def _nothing_against(own: Hashable, wanted: Hashable, speak: Sequence[str]) -> str:
    return (
        f"Every word that the model knows here speaks for {own} ({_some(speak)}), and none for anything else. If the "
        f"document is {wanted}, label it, or teach the words that show it."
    )


def _outweighed(explanation: Explanation, against: Sequence[str]) -> str:
    own = explanation.from_class
    others = [word for word in against if word not in explanation.words]  # one may speak for a third class, too
    start = f"Some words speak for another class ({_some(others or against)}), but those for {own} outweigh them"
    if explanation.sets:
        return f"{start}: without {_some(explanation.words)} it would be {explanation.to_class}."
    return f"{start}, whatever words are removed: most of all {_some(explanation.removed)}."


def _too_much(explanation: Explanation, drops: Sequence[float]) -> str:
    own, lead = explanation.from_class, explanation.score_before
    strong = sum(drop >= lead / 10 for drop in drops)
    weak = sum(0 < drop < lead / 10 for drop in drops)
    kind = (
        f"{strong} words that are strong evidence each" if strong >= 3 else f"{weak} words that are weak evidence each"
    )
    if explanation.status == "none_exists":
        end = "and removing words never changes that"
    elif explanation.lower_bound > len(explanation.removed):
        end = f"and at least {explanation.lower_bound} of them would have to go"
    else:
        end = "and no small set of them decides"
    return f"Very much speaks for {own}: {kind}, {end}. Removing {_some(explanation.removed)} takes away the most."


def _similar(explanation: Explanation, neighbours: Sequence[Neighbour]) -> str:
    start = f"It is {explanation.from_class} because of {_some(explanation.words)}."
    if not neighbours:
        return start
    first = neighbours[0]
    doubt = "" if first.label == first.predicted else f", although the model takes it for {first.predicted}"
    return (
        f"{start} The most similar training document, {first.document}, is labelled {first.label}{doubt}; both have "
        f"{_some(first.shared)}."
    )


def _some(words: Sequence[str]) -> str:
    first = ", ".join(words[:_SHOWN])
    return f"{first} and {len(words) - _SHOWN} more" if len(words) > _SHOWN else first or "no word"


def _words(terms: Iterable[str], class_: Hashable) -> list[Lesson]:
    return _made(Word, list(terms)[:_TAUGHT], class_)


def _not_reasons(terms: Sequence[str], class_: Hashable) -> list[Lesson]:
    return _made(NotAReason, terms[:_TAUGHT], class_)


def _label(document: str | None, class_: Hashable) -> list[Lesson]:
    return [] if document is None else _made(Label, [document], class_)


def _made(kind: type[Lesson], names: Sequence[str], class_: Hashable) -> list[Lesson]:
    """Lessons about these names; what the record would refuse (a class that is no name, say) is left out."""
    lessons = []
    for name in names:
        try:
            lessons.append(kind(name, str(class_)))  # type: ignore[call-arg, arg-type]
        except TeachbackError:
            continue
    return lessons


def _plain(lesson: Lesson) -> dict[str, Any]:
    names = {"term": "term", "document": "document", "class_": "class"}
    return {
        "kind": lesson.kind,
        **{field: getattr(lesson, name) for name, field in names.items() if hasattr(lesson, name)},
    }
