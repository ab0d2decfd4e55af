"""How reliable each teacher is, from the documents that several have answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from teachback.project.history.agreement import Answers, BlindAgreement, krippendorff_alpha
from teachback.record.entry import is_person

_PRIOR, _FIRM = 0.8, 5.0  # how often a teacher is expected to be right, and by how many answers that is believed
_STEPS, _RESAMPLED = 20, 200


@dataclass(frozen=True)
class TeacherReliability:
    """How often a teacher is expected to say what is right.

    Attributes
    ----------
    labels
        How many documents she has labelled.
    compared
        How many of them another teacher has labelled too.
    right, low, high
        The share of those that is expected to be right, and between what shares that lies nine times out of ten.
    """

    name: str
    is_person: bool
    labels: int
    compared: int
    right: float
    low: float
    high: float


def reliabilities(answers: Answers, settled: Mapping[str, str], classes: int) -> list[TeacherReliability]:
    r"""Each teacher's share of right answers, estimated from agreement and an owner's decisions.

    A teacher :math:`t` is taken to say the right class with probability :math:`p_t`, and any other alike. The classes
    of the documents and the :math:`p_t` are worked out in turn (Dawid & Skene 1979, with one number a teacher). Of two
    who differ where nobody else has answered, each is as likely to be right.

    `answers` has what each teacher says of each document, `settled` the class of documents on which an owner decided,
    and `classes` is how many classes there are.

    >>> answers = {f"d{k}": {"ines": "a", "tom": "a", "ben": "b" if k < 6 else "a"} for k in range(10)}
    >>> [(each.name, round(each.right, 2)) for each in reliabilities(answers, {}, 2)]
    [('ben', 0.54), ('ines', 0.93), ('tom', 0.93)]

    Of two who differ on six documents, one decision says little.

    >>> answers = {id: {"ines": said["ines"], "ben": said["ben"]} for id, said in answers.items()}
    >>> [(each.name, round(each.right, 2)) for each in reliabilities(answers, {"d0": "a"}, 2)]
    [('ben', 0.7), ('ines', 0.77)]
    """
    labels = Counter(teacher for votes in answers.values() for teacher in votes)
    shared = {document: votes for document, votes in answers.items() if len(votes) > 1 or document in settled}
    sure = dict.fromkeys(labels, _PRIOR)
    right, number = Counter[str](), Counter(teacher for votes in shared.values() for teacher in votes)
    for _ in range(_STEPS):
        right = Counter[str]()
        for document, votes in shared.items():
            for teacher, share in _shares(votes, settled.get(document), sure, classes).items():
                right[teacher] += share  # type: ignore[assignment]
        sure = {name: (right[name] + _FIRM * _PRIOR) / (number[name] + _FIRM) for name in labels}
    estimates = []
    for name in sorted(labels, key=lambda name: (not is_person(name), name)):
        a, b = right[name] + _FIRM * _PRIOR, number[name] - right[name] + _FIRM * (1.0 - _PRIOR)
        low, high = (float(betaincinv(a, b, share)) for share in (0.05, 0.95))
        estimates.append(TeacherReliability(name, is_person(name), labels[name], number[name], sure[name], low, high))
    return estimates


def _shares(
    votes: Mapping[str, object], final: str | None, sure: Mapping[str, float], classes: int
) -> dict[str, float]:
    """How likely each teacher's answer to one document is right."""
    if final is not None:
        return {teacher: float(class_ == final) for teacher, class_ in votes.items()}
    chosen = list(dict.fromkeys(votes.values()))
    if len(votes) == 2 == len(chosen):  # otherwise a single decision would soon make one of them right everywhere
        return dict.fromkeys(votes, 0.5)
    others = max(classes - 1, 1)
    weights = [
        float(np.prod([sure[who] if class_ == one else (1.0 - sure[who]) / others for who, class_ in votes.items()]))
        for one in chosen
    ]
    total = sum(weights)
    return {teacher: weights[chosen.index(class_)] / total for teacher, class_ in votes.items()}


def alpha_interval(answers: Answers) -> tuple[float, float] | None:
    """Between what numbers Krippendorff's alpha lies nine times out of ten, by drawing the documents again.

    >>> alpha_interval({"d1": {"x": "a", "y": "a"}, "d2": {"x": "b", "y": "b"}})
    (1.0, 1.0)
    """
    shared = [Counter(votes.values()) for votes in answers.values() if len(votes) > 1]
    names = sorted({class_ for tally in shared for class_ in tally}, key=str)
    if not shared:
        return None
    tallies = np.array([[tally[name] for name in names] for tally in shared], dtype=np.float64)
    sizes = tallies.sum(axis=1)
    observed = (sizes**2 - np.square(tallies).sum(axis=1)) / (sizes - 1.0)
    drawn = np.random.default_rng(0).multinomial(len(shared), np.full(len(shared), 1.0 / len(shared)), _RESAMPLED)
    totals = drawn @ tallies
    size = totals.sum(axis=1)
    expected = (size**2 - np.square(totals).sum(axis=1)) / np.maximum(size - 1.0, 1.0)
    alphas = np.where(expected > 0.0, 1.0 - drawn @ observed / np.where(expected > 0.0, expected, 1.0), 1.0)
    low, high = np.quantile(alphas, (0.05, 0.95)).tolist()
    return low, high


def blind_agreement(answers: Answers) -> BlindAgreement | None:
    """How far teachers agree who did not see each other's answers; None without any.

    >>> print(blind_agreement({"d1": {"x": "a", "y": "a"}, "d2": {"x": "b", "y": "b"}}))
    Without seeing each other's answers they agree on 2 of 2 documents (alpha 1.00, 1.00 to 1.00).
    """
    alpha, between = krippendorff_alpha(answers), alpha_interval(answers)
    if alpha is None or between is None:
        return None
    agreed = sum(len(set(votes.values())) == 1 for votes in answers.values())
    return BlindAgreement(len(answers), agreed, alpha, *between)
