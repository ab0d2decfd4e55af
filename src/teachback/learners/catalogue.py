"""The learners by name: what each sees of the texts, and which one is the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature

from scipy.sparse import csr_array
from sklearn.base import clone

from teachback.errors import listed, near_miss
from teachback.learners.base import BadTeaching, Learner
from teachback.learners.distinctions import DistinctionDNF, DistinctionList, RobustDistinctionList
from teachback.learners.estimators import EstimatorLearner
from teachback.learners.expectation import ExpectationMaxEnt
from teachback.learners.lesson_regression import LessonRegression
from teachback.learners.naive_bayes import LabelledWordNB
from teachback.learners.pooling import PooledNB
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.text import damped

DEFAULT = "LessonRegression"  # it hears every kind of lesson


def plain(X: csr_array) -> csr_array:
    """The counts as they are."""
    return X


VIEWS: Mapping[str, Callable[[csr_array], csr_array]] = {"counts": plain, "damped": damped}


@dataclass(frozen=True)
class LearnerKind:
    """A learner with its defaults, and the name of how it sees the counts."""

    make: Callable[[], Learner]
    view: str = "counts"


LEARNERS: Mapping[str, LearnerKind] = {
    "LessonRegression": LearnerKind(LessonRegression, "damped"),
    "LabelledWordNB": LearnerKind(LabelledWordNB, "damped"),
    "PooledNB": LearnerKind(PooledNB, "damped"),
    "ExpectationMaxEnt": LearnerKind(ExpectationMaxEnt, "damped"),
    "ContrastSVM": LearnerKind(ContrastSVM),
    "RationaleMaxEnt": LearnerKind(RationaleMaxEnt),
    "DistinctionList": LearnerKind(DistinctionList),
    "RobustDistinctionList": LearnerKind(RobustDistinctionList),
    "DistinctionDNF": LearnerKind(DistinctionDNF),
}


def find_learner(name: str) -> LearnerKind:
    """The learner of that name.

    >>> find_learner("LabelledWordNB").view
    'damped'
    """
    if name not in LEARNERS:
        raise BadTeaching(f"{name!r} is not a learner.{near_miss(name, LEARNERS)} Choose one of {listed(LEARNERS)}.")
    return LEARNERS[name]


def kind_of(learner: str | Learner) -> LearnerKind:
    """The learner of a name, or others like the one that is given; those that are not in the catalogue see counts.

    >>> kind_of(LabelledWordNB(strength=10)).make().strength
    10
    """
    if isinstance(learner, str):
        return find_learner(learner)
    known = LEARNERS.get(type(learner).__name__)
    return LearnerKind(lambda: clone(learner), getattr(learner, "view", "counts") if known is None else known.view)


def ignored_by(learner: str | Learner) -> tuple[str, ...]:
    """The kinds of lessons that a learner does not learn from.

    >>> ignored_by("LabelledWordNB"), ignored_by("RationaleMaxEnt")
    (('exclude',), ('exclude', 'word', 'not_a_reason', 'distinction'))
    """
    made = kind_of(learner).make()
    hears = signature(made.fit).parameters
    excluded = () if "exclusions" in hears else ("exclude",)
    if "words" in hears:
        return excluded
    if isinstance(made, EstimatorLearner):
        return (*excluded, "word", "not_a_reason", "rationale", "distinction", "describe")
    return (*excluded, "word", "not_a_reason", "distinction" if "rationales" in hears else "rationale")
