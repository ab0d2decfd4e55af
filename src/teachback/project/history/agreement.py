"""How far teachers agree on the documents' classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from teachback.errors import counted, listed
from teachback.notebook import ShownTable, Tabular
from teachback.record import Adjudicate, Record
from teachback.record.entry import is_person
from teachback.record.kappa import cohen_kappa

Answers = Mapping[str, Mapping[str, Hashable]]  # document → teacher → class


@dataclass(frozen=True)
class BlindAgreement:
    """How far two teachers agree who answered the same document, and neither had seen the other's answer.

    Attributes
    ----------
    documents, agreed
        How many documents that are, and of how many both said the same at first.
    krippendorff, low, high
        Krippendorff's alpha, and between what numbers it lies nine times out of ten.
    """

    documents: int
    agreed: int
    krippendorff: float
    low: float
    high: float

    def __str__(self) -> str:
        return (
            f"Without seeing each other's answers they agree on {self.agreed:,} of "
            f"{counted(self.documents, 'document')} (alpha {self.krippendorff:.2f}, {self.low:.2f} to {self.high:.2f})."
        )


@dataclass(frozen=True, repr=False)
class TeacherAgreement(Tabular):
    """How far teachers agree where at least two of them labelled the same document.

    Attributes
    ----------
    documents
        How many documents that are.
    pairs
        Cohen's kappa of each two teachers who have labelled the same documents, and how many those are.
    fleiss
        Fleiss' kappa over the documents that all teachers labelled; None where there are none.
    krippendorff
        Krippendorff's alpha for nominal data; None where nothing can be compared.
    disagreements
        The documents on which teachers differ, with what each says, in the order they were taught.
    settled
        Those of them of which an owner has decided.
    blind
        The same of those answers alone that were given without seeing the other's; None where there are none.
    """

    documents: int
    pairs: Mapping[tuple[str, str], tuple[float, int]]
    fleiss: float | None
    krippendorff: float | None
    disagreements: Mapping[str, Mapping[str, str]]
    settled: frozenset[str] = frozenset()
    blind: BlindAgreement | None = None

    @property
    def unsettled(self) -> list[str]:
        """The documents on which teachers differ, without a decision."""
        return [document for document in self.disagreements if document not in self.settled]

    def _table(self) -> ShownTable:
        kappas = list(self.pairs.values())
        columns: dict[str, list[object]] = {
            "teacher": [one for one, _ in self.pairs],
            "other teacher": [other for _, other in self.pairs],
            "kappa": [kappa for kappa, _ in kappas],
            "documents": [documents for _, documents in kappas],
        }
        return ShownTable(columns, notes=tuple(self._sentences()))

    def _sentences(self) -> Iterator[str]:
        if not self.documents:
            yield "No document was labelled by two teachers."
            return
        same = self.documents - len(self.disagreements)
        yield f"Teachers agree on {same:,} of {counted(self.documents, 'document')}."
        known = (("Fleiss' kappa", self.fleiss), ("Krippendorff's alpha", self.krippendorff))
        if measures := [f"{name} {value:.2f}" for name, value in known if value is not None]:
            yield ", ".join(measures) + "."
        if self.blind is not None:
            yield str(self.blind)
        if self.unsettled:
            yield f"Nobody has decided about {listed(self.unsettled)}."


def agreement(record: Record) -> TeacherAgreement:
    """How far the people who teach agree, by their present labels; an owner's decision is not counted."""
    people = (
        (document, {who: class_ for who, class_ in labels.items() if is_person(who)})
        for document, labels in record.answers(decisions=False).items()
    )
    shared = {document: labels for document, labels in people if len(labels) > 1}
    teachers = sorted({teacher for labels in shared.values() for teacher in labels})
    both: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for labels in shared.values():
        for one, other in combinations(sorted(labels), 2):
            both.setdefault((one, other), []).append((labels[one], labels[other]))
    differing = {document: labels for document, labels in shared.items() if len(set(labels.values())) > 1}
    complete = [list(labels.values()) for labels in shared.values() if len(labels) == len(teachers)]
    return TeacherAgreement(
        documents=len(shared),
        pairs={pair: (cohen_kappa(Counter(both[pair])), len(both[pair])) for pair in sorted(both)},
        fleiss=fleiss_kappa(complete) if complete else None,
        krippendorff=krippendorff_alpha(shared),
        disagreements=differing,
        settled=frozenset(document for document in differing if is_settled(record, document)),
    )


def is_settled(record: Record, document: str) -> bool:
    """Whether an owner has decided about a document."""
    return any(isinstance(answer.lesson, Adjudicate) for answer in record.about("answer", document))


def fleiss_kappa(answers: Sequence[Sequence[Hashable]]) -> float:
    """Agreement of any number of teachers beyond chance; every document has the same number of answers.

    >>> round(fleiss_kappa(["aaa", "aab", "bbb"]), 3)
    0.55
    """
    raters = len(answers[0])
    tallies = [Counter(labels) for labels in answers]
    agreed = sum((sum(n * n for n in tally.values()) - raters) / (raters * (raters - 1)) for tally in tallies)
    total = sum(tallies, Counter[Hashable]())
    chance = sum((n / (len(answers) * raters)) ** 2 for n in total.values())
    return 1.0 if chance == 1.0 else (agreed / len(answers) - chance) / (1.0 - chance)


def krippendorff_alpha(answers: Answers) -> float | None:
    """Agreement of any number of teachers who need not have labelled the same documents; None without a comparison.

    >>> krippendorff_alpha({"d1": {"x": "a", "y": "a"}, "d2": {"x": "b", "y": "b"}})
    1.0
    """
    comparable = [Counter(labels.values()) for labels in answers.values() if len(labels) > 1]
    total = sum(comparable, Counter[Hashable]())
    size = sum(total.values())
    if not size:
        return None
    expected = _differing(total, size - 1)
    observed = sum(_differing(tally, sum(tally.values()) - 1) for tally in comparable)
    return 1.0 if not expected else 1.0 - observed / expected


def _differing(tally: Mapping[Hashable, int], others: int) -> float:
    """How many pairs of answers differ, each answer counted against the others' mean."""
    size = sum(tally.values())
    return float(sum(n * (size - n) for n in tally.values())) / others
