"""Auditing predictions: a sample of each class, judged by several people. Settles (2011), section 3.4."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Any

from teachback.notebook import ShownTable, Tabular
from teachback.project.history.agreement import fleiss_kappa, krippendorff_alpha
from teachback.queries import accuracy_interval
from teachback.record.kappa import cohen_kappa

Verdicts = Mapping[str, Mapping[str, bool]]  # document → judge → whether the prediction is right


@dataclass(frozen=True)
class ClassAudit:
    """The verdicts on the predictions of one class."""

    class_: str
    # How many predictions were drawn, and how many of them have a verdict
    drawn: int
    judged: int
    # On how many most judges say that they are right, and on how many the judges are split evenly
    right: int
    tied: int

    @property
    def decided(self) -> int:
        """On how many predictions there is a majority."""
        return self.judged - self.tied

    @property
    def precision(self) -> float | None:
        """The share that is right, of those with a majority."""
        return self.right / self.decided if self.decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the precision of all predictions of the class lies, with a confidence of 95 %."""
        return accuracy_interval(self.right, self.decided)


@dataclass(frozen=True)
class Audit(Tabular):
    """What the judges say of a sample of predictions."""

    classes: tuple[ClassAudit, ...]  # class by class
    judges: Mapping[str, tuple[int, int]]  # how many predictions each judge finds right, and of how many
    # Cohen's kappa of each two judges, and on how many predictions both gave a verdict
    pairs: Mapping[tuple[str, str], tuple[float, int]]
    # Fleiss' kappa over the predictions that all judges saw; None where there is none, or one judge
    fleiss: float | None
    krippendorff: float | None  # Krippendorff's alpha; None where no prediction has two verdicts

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "classes": [
                {"class": each.class_, "drawn": each.drawn, "judged": each.judged, "right": each.right}
                | {"tied": each.tied, "precision": each.precision, "interval": list(each.interval)}
                for each in self.classes
            ],
            "judges": [
                {"judge": name, "right": right, "judged": judged} for name, (right, judged) in self.judges.items()
            ],
            "pairs": [
                {"judges": list(pair), "kappa": kappa, "judged": judged} for pair, (kappa, judged) in self.pairs.items()
            ],
            "fleiss": self.fleiss,
            "krippendorff": self.krippendorff,
        }

    def _table(self) -> ShownTable:
        columns: dict[str, list[object]] = {
            "precision": [each.precision for each in self.classes],
            "at least": [each.interval[0] for each in self.classes],
            "at most": [each.interval[1] for each in self.classes],
            **{name: [getattr(each, name) for each in self.classes] for name in ("right", "judged", "tied", "drawn")},
        }
        return ShownTable(columns, [each.class_ for each in self.classes], "class")

    def __str__(self) -> str:
        width = max([len("class"), *(len(each.class_) for each in self.classes)])
        lines = [f"{'class':<{width}}  precision  95 % interval  right  judged  tied  drawn"]
        for each in self.classes:
            low, high = each.interval
            precision = "-" if each.precision is None else f"{100 * each.precision:.1f} %"
            lines.append(
                f"{each.class_:<{width}}  {precision:>9}  {100 * low:5.1f} to {100 * high:5.1f}  {each.right:>5}  "
                f"{each.judged:>6}  {each.tied:>4}  {each.drawn:>5}"
            )
        lines += [f"{name} finds {right} of {judged} right." for name, (right, judged) in self.judges.items()]
        lines += [
            f"{one} and {other} agree with kappa {kappa:.2f} ({judged} predictions)."
            for (one, other), (kappa, judged) in self.pairs.items()
        ]
        if self.krippendorff is not None:
            fleiss = "" if self.fleiss is None else f" Fleiss' kappa {self.fleiss:.2f};"
            lines.append(f"All judges:{fleiss} Krippendorff's alpha {self.krippendorff:.2f}.")
        return "\n".join(lines)


def draw(predictions: Iterable[tuple[str, str]], n: int, seed: int = 0) -> dict[str, str]:
    """Up to n documents of each predicted class, by chance; given as (document, class), in mixed order.

    A document's chance depends on its id and the seed alone, so the sample hardly changes when predictions hardly do.

    >>> draw([("d1", "bug"), ("d2", "bug"), ("d3", "billing")], 1, seed=7)
    {'d1': 'bug', 'd3': 'billing'}
    """
    heaps: dict[str, list[tuple[int, str]]] = {}  # for each class a heap, whose first has the worst lot
    for document, class_ in predictions:
        lot = int.from_bytes(blake2b(f"{seed} {document}".encode(), digest_size=8).digest())
        heap = heaps.setdefault(class_, [])
        heapq.heappush(heap, (-lot, document))
        if len(heap) > n:
            heapq.heappop(heap)
    lots = sorted(((lot, document, class_) for class_, heap in heaps.items() for lot, document in heap), reverse=True)
    return {document: class_ for _, document, class_ in lots}


def audited(predicted: Mapping[str, str], verdicts: Verdicts) -> Audit:
    """What the verdicts come to, given the predicted class of every document that was drawn."""
    judges = sorted({judge for verdict in verdicts.values() for judge in verdict})
    by_judge = {judge: [verdict[judge] for verdict in verdicts.values() if judge in verdict] for judge in judges}
    pairs = {}
    for one, other in combinations(judges, 2):
        both = [(verdict[one], verdict[other]) for verdict in verdicts.values() if one in verdict and other in verdict]
        if both:
            pairs[one, other] = cohen_kappa(Counter(both)), len(both)
    complete = [list(verdict.values()) for verdict in verdicts.values() if len(verdict) == len(judges) > 1]
    return Audit(
        classes=tuple(_class_audit(name, predicted, verdicts) for name in dict.fromkeys(predicted.values())),
        judges={judge: (sum(verdict), len(verdict)) for judge, verdict in by_judge.items()},
        pairs=pairs,
        fleiss=fleiss_kappa(complete) if complete else None,
        krippendorff=krippendorff_alpha(verdicts),
    )


def _class_audit(name: str, predicted: Mapping[str, str], verdicts: Verdicts) -> ClassAudit:
    drawn = [document for document, class_ in predicted.items() if class_ == name]
    votes_of_documents = [list(verdicts[document].values()) for document in drawn if verdicts.get(document)]
    return ClassAudit(
        class_=name,
        drawn=len(drawn),
        judged=len(votes_of_documents),
        right=sum(2 * sum(votes) > len(votes) for votes in votes_of_documents),
        tied=sum(2 * sum(votes) == len(votes) for votes in votes_of_documents),
    )
