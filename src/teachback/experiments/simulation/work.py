"""A teacher at work on one pool: what she answers when she is asked, and what she has said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from teachback.experiments.simulation.knowledge import can_be_taught
from teachback.experiments.simulation.setup import Setup
from teachback.experiments.simulation.student import NAME
from teachback.experiments.simulation.teacher import Teacher
from teachback.record import Describe, Distinction, Label, Lesson, NotAReason, Rationale, Skip, Word

NAMES: Mapping[str, str] = {
    "alt.atheism": "atheism",
    "comp.graphics": "computer graphics",
    "comp.os.ms-windows.misc": "Microsoft Windows",
    "comp.sys.ibm.pc.hardware": "PC hardware",
    "comp.sys.mac.hardware": "Macintosh hardware",
    "comp.windows.x": "the X window system",
    "misc.forsale": "things for sale",
    "rec.autos": "cars",
    "rec.motorcycles": "motorcycles",
    "rec.sport.baseball": "baseball",
    "rec.sport.hockey": "hockey",
    "sci.crypt": "cryptography",
    "sci.electronics": "electronics",
    "sci.med": "medicine",
    "sci.space": "space",
    "soc.religion.christian": "Christian religion",
    "talk.politics.guns": "guns",
    "talk.politics.mideast": "politics of the Middle East",
    "talk.politics.misc": "politics",
    "talk.religion.misc": "religion",
    "earn": "earnings",
    "acq": "acquisitions",
    "money-fx": "foreign exchange",
    "crude": "crude oil",
    "trade": "foreign trade",
    "interest": "interest rates",
    "money-supply": "the money supply",
    "neg": "negative, bad",
    "pos": "positive, good",
    "HARD1": "difficult",
    "HARD2": "harsh in feeling",
    "HARD3": "solid to the touch",
    "SERVE2": "to function as something",
    "SERVE6": "to provide a service",
    "SERVE10": "to offer food",
    "SERVE12": "to hold an office",
    "course": "the page of a course",
    "faculty": "the page of a professor",
    "project": "the page of a research project",
    "student": "the page of a student",
}


def phrase(class_: str, words: Sequence[str]) -> str:
    """A sentence that describes a class; a class of whose name no other is known goes by it.

    >>> phrase("sci.space", ["orbit", "nasa", "shuttle"]), phrase("how-to", [])
    ('Texts about space, such as orbit, nasa, shuttle.', 'Texts about how to.')
    """
    name = NAMES.get(class_) or class_.replace("-", " ").replace("_", " ").replace(".", " ")
    return f"Texts about {name}{', such as ' if words else ''}{', '.join(words)}."


_HIGHLIGHTED = 3  # words
_DESCRIBING = 3  # words of a phrase
_REJECTED = 3  # reasons of one explanation that she rejects, at most


@dataclass(frozen=True)
class WorkStep:
    """Something that she does: what it teaches, and how long it takes."""

    seconds: float
    lessons: tuple[Lesson, ...]


class Work:
    """What she says depends on the run's seed and on what she is asked, in order, and on nothing else.

    Whether a document's label is wrong depends on the run and the document, so that it is in every way of teaching.
    """

    def __init__(self, teacher: Teacher, setup: Setup) -> None:
        self.teacher, self.setup, self.costs = teacher, setup, teacher.costs
        self.clock = 0.0  # the seconds that she has taught
        self.words: dict[str, list[str]] = {class_: [] for class_ in setup.classes}  # that she has given for it
        self.labels: dict[str, str] = {}  # the class that she has said of a document
        self._passed_over: set[tuple[str, str | None]] = set()
        self._rejected: set[tuple[str, str]] = set()
        self._draw = np.random.default_rng([setup.seed, 1])
        slips = np.random.default_rng([setup.seed, 2])
        self._slip, self._skip = slips.random((2, len(setup.pool)))
        self._instead = slips.integers(1, max(2, len(setup.classes)), len(setup.pool))

    # Documents.

    def answer(self, document: str, *, highlighting: bool = False) -> WorkStep:
        """Her label of a document, with the passages that show why if she is `highlighting`; or nothing but a skip."""
        row = self.setup.rows[document]
        if self._skip[row] < self.teacher.skips:
            return WorkStep(self.costs.skip + self._reading(row), (Skip(document, teacher=NAME),))
        class_ = self.labels[document] = self._label(row)
        passages = self._passages(row, class_) if highlighting else []
        seconds = (self.costs.rationale if passages else self.costs.document) + self._reading(row)
        rationales = (Rationale(document, class_, start, end, teacher=NAME) for start, end in passages)
        return WorkStep(seconds, (Label(document, class_, teacher=NAME, seconds=seconds), *rationales))

    def _label(self, row: int) -> str:
        wrong = self._slip[row] < self.teacher.tired(self.teacher.wrong_labels, self.clock)
        place = int(self.setup.y[row]) + (int(self._instead[row]) if wrong else 0)
        return self.setup.classes[place % len(self.setup.classes)]

    def _reading(self, row: int) -> float:
        return self.costs.reading * len(self.setup.texts[row].split()) if self.costs.reading else 0.0

    def _passages(self, row: int, class_: str) -> list[tuple[int, int]]:
        """A real person's passages, or the best of her words in the document, each where it stands first."""
        document, text = self.setup.pool[row].id, self.setup.texts[row]
        real = [(one.start, one.end) for one in self.setup.passages.get(document, ()) if one.class_ == class_]
        if real:
            return real
        knowledge = self.setup.knowledge
        inside, known = knowledge.inside(row), knowledge.known[self.setup.places[class_]][: self.teacher.knows]
        chosen = known[np.isin(known, inside)][:_HIGHLIGHTED]
        for place in np.flatnonzero(self._draw.random(len(chosen)) < self.teacher.wrong_marks):
            chosen[place] = self._draw.choice(inside)
        first = {token.term: (token.start, token.end) for token in reversed(knowledge.analyzer(text))}
        return list(dict.fromkeys(first[knowledge.terms[column]] for column in chosen.tolist()))

    # Words.

    def take(self, offered: Mapping[str | None, Sequence[str]], seconds: float) -> list[WorkStep]:
        """The offered words that she takes, one of each class before a second of any, until the seconds are spent."""
        acts: list[WorkStep] = []
        for term, class_ in _in_turn(offered):
            if self.costs.word * (len(acts) + 1) > seconds:
                break
            for_class = self._taken_for(term, class_)
            if for_class is not None:
                acts.append(self._word(term, for_class, self.costs.word))
        return acts

    def type_word(self, class_: str) -> WorkStep | None:
        """One of her best words for a class that she has not given yet; nothing when there is none."""
        known = self.setup.knowledge.words[self.setup.places[class_]]
        left = [term for term in list(known)[: self.teacher.types_among] if term not in self.words[class_]]
        return self._word(left[self._draw.integers(len(left))], class_, self.costs.typed) if left else None

    def type_words(self, seconds: float) -> list[WorkStep]:
        """Words that she types until the seconds are spent, one at a time for the class that has fewest."""
        acts: list[WorkStep] = []
        classes = list(self.setup.classes)
        while classes and self.costs.typed * (len(acts) + 1) <= seconds:
            class_ = min(classes, key=lambda name: len(self.words[name]))
            act = self.type_word(class_)
            if act is None:
                classes.remove(class_)
            else:
                acts.append(act)
        return acts

    def type_missing(self) -> list[WorkStep]:
        """A word for each class that has none."""
        typed = (self.type_word(class_) for class_, words in self.words.items() if not words)
        return [act for act in typed if act is not None]

    def describe(self) -> list[WorkStep]:
        """A phrase for each class: its name in plain words, and some of the words that she would type for it."""
        draw = np.random.default_rng([self.setup.seed, 4])  # the words that she types later are as without phrases
        acts: list[WorkStep] = []
        for class_, known in zip(self.setup.classes, self.setup.knowledge.words, strict=True):
            typed = list(known)[: self.teacher.types_among]
            words = draw.choice(len(typed), min(_DESCRIBING, len(typed)), replace=False).tolist()
            lesson = Describe(class_, phrase(class_, [typed[place] for place in words]), teacher=NAME)
            acts.append(WorkStep(self.costs.description, (lesson,)))
        return acts

    def _taken_for(self, term: str, class_: str | None) -> str | None:
        """The class for which she takes an offered word; None if she does not."""
        if (term, class_) in self._passed_over or any(term in words for words in self.words.values()):
            return None
        among = self.setup.classes if class_ is None else (class_,)
        ranks = {
            name: self.setup.knowledge.words[self.setup.places[name]].get(term, self.teacher.knows) for name in among
        }
        best = min(ranks, key=lambda name: ranks[name])
        if ranks[best] < self.teacher.knows:
            return None if self._draw.random() < self.teacher.overlooks else best
        self._passed_over.add((term, class_))
        return str(self._draw.choice(among)) if self._draw.random() < self.teacher.takes_wrong else None

    def _word(self, term: str, class_: str, seconds: float) -> WorkStep:
        if self._draw.random() < self.teacher.tired(self.teacher.wrong_words, self.clock):
            term = self._wrong_word(class_)
        self.words[class_].append(term)
        return WorkStep(seconds, (Word(term, class_, teacher=NAME, seconds=seconds),))

    def _wrong_word(self, class_: str) -> str:
        """Any word that comes to mind and does not speak for the class."""
        knowledge = self.setup.knowledge
        silent = knowledge.thinkable[~knowledge.speaks[knowledge.thinkable, self.setup.places[class_]]]
        return knowledge.terms[int(self._draw.choice(silent))]

    # Reasons.

    def distinguish(self, document: str, guess: str) -> WorkStep | None:
        """What tells a document, of which the model said `guess`, from the most similar one that she labelled so."""
        row, class_ = self.setup.rows[document], self.labels.get(document)
        others = [self.setup.rows[other] for other, label in self.labels.items() if label == guess]
        if class_ is None or class_ == guess or not others:
            return None
        knowledge, places = self.setup.knowledge, self.setup.places
        shared = np.asarray((knowledge.X[others] @ knowledge.X[[row]].T).todense()).ravel()
        versus = others[int(shared.argmax())]
        mine, theirs = knowledge.inside(row), knowledge.inside(versus)
        for of, has, lacks in ((class_, mine, theirs), (guess, theirs, mine)):
            known = knowledge.known[places[of]]
            separating = known[np.isin(known, has) & ~np.isin(known, lacks)]
            if len(separating):
                term = knowledge.terms[int(separating[0])]
                lesson = Distinction(
                    document, class_, self.setup.pool[versus].id, term, present=has is mine, teacher=NAME
                )
                return WorkStep(self.costs.distinction, (lesson,))
        return None

    def reject(self, class_: str, reasons: Sequence[str]) -> list[WorkStep]:
        """The words that the model gave as reasons for a class and that are none, a few at most and each once."""
        knowledge, place = self.setup.knowledge, self.setup.places[class_]
        acts: list[WorkStep] = []
        for term in reasons:
            if len(acts) == _REJECTED:
                break
            if (term, class_) in self._rejected or term in self.words[class_] or knowledge.speaks_for(term, place):
                continue
            if not can_be_taught(knowledge.analyzer, term):
                continue
            self._rejected.add((term, class_))
            elsewhere = any(knowledge.speaks_for(term, other) for other in range(len(self.setup.classes)))
            lesson = NotAReason(term, class_ if elsewhere else None, teacher=NAME)
            acts.append(WorkStep(self.costs.rejection, (lesson,)))
        return acts


def _in_turn(offered: Mapping[str | None, Sequence[str]]) -> Iterator[tuple[str, str | None]]:
    """The first word of each class, then the second of each …

    >>> list(_in_turn({"bug": ["crash", "error"], "billing": ["refund"]}))
    [('crash', 'bug'), ('refund', 'billing'), ('error', 'bug')]
    """
    columns = ([(term, class_) for term in terms] for class_, terms in offered.items())
    for row in zip_longest(*columns):
        yield from (pair for pair in row if pair is not None)
