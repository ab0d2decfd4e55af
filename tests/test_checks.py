"""The contract holds for our learners, and every check of it can fail."""

from __future__ import annotations

import itertools
import os

import numpy as np
import pytest
from scipy.sparse import csr_array, issparse
from sklearn.utils.estimator_checks import parametrize_with_checks

from teachback.checks import BrokenContract, check_learner, learner_checks
from teachback.checks import learner as checks
from teachback.errors import TeachbackError
from teachback.learners import BadTeaching, ExpectationMaxEnt, LabelledWordNB, PooledNB, catalogue
from teachback.learners.distinctions import DistinctionDNF, DistinctionList, RobustDistinctionList
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.rationale_weighting import RationaleWeighting
from teachback.sweeps import scores

LEARNERS = [
    LabelledWordNB(),
    LabelledWordNB(mode="paper"),
    LabelledWordNB(em_steps=3, common=0.5),
    LabelledWordNB(em_steps=0),
    PooledNB(),
    PooledNB(em_steps=1),
    PooledNB(em_steps=2, mode="paper"),
    ExpectationMaxEnt(),
    ExpectationMaxEnt(unit_length=False, variance=1.0, balanced=False),
    DistinctionList(),
    RobustDistinctionList(patience=2),
    DistinctionDNF(),
    ContrastSVM(),
    RationaleMaxEnt(),
    RationaleWeighting(),
]
EVERY_CHECK = [
    check for name, check in vars(checks).items() if name.startswith("check_") and check is not check_learner
]


@parametrize_with_checks(LEARNERS)
def test_every_learner_is_a_scikit_learn_classifier(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("learner", "check"),
    [(learner, check) for learner in LEARNERS for check in learner_checks(learner)],
    ids=lambda part: getattr(part, "__name__", None) or repr(part),
)
def test_our_learners_keep_the_contract(learner, check):
    check(learner)


def test_learners_that_hear_everything_get_every_check():
    learners = LabelledWordNB(), DistinctionList(), ContrastSVM()
    assert {check for learner in learners for check in learner_checks(learner)} == set(EVERY_CHECK)


# Learners that break the contract, each in one way. Their fit takes whatever the contract gives.


class Broken(LabelledWordNB):
    """Fits as usual; subclasses spoil it."""

    def fit(self, X, y=None, *, words=(), not_a_reason=(), pool=None, classes=None):
        lessons = {"words": list(words), "not_a_reason": list(not_a_reason), "pool": pool, "classes": classes}
        return self.learn(X, y, lessons)

    def learn(self, X, y, lessons):
        return super().fit(X, y, **lessons)


class Forgetful(Broken):
    """Depends on a counter that every fit advances."""

    fits = itertools.count()

    def learn(self, X, y, lessons):
        self.log_theta_ = None
        super().learn(X, y, lessons)
        self.log_theta_[0] += 1e-9 * next(self.fits)
        return self


class Stubborn(Broken):
    """Remembers its first fit for ever."""

    def learn(self, X, y, lessons):
        return self if hasattr(self, "log_theta_") else super().learn(X, y, lessons)


class Threaded(Broken):
    """Adds in an order that hangs on the number of processors."""

    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        self.log_prior_[0] += 1e-13 * (os.cpu_count() or 1)
        return self


class DenseOnly(Broken):
    """Takes stored zeros for occurrences."""

    def learn(self, X, y, lessons):
        stored = X.nnz if issparse(X) else X.size if X is not None else 0
        super().learn(X, y, lessons)
        self.log_prior_[0] += 1e-3 * stored
        return self


class SelfWilled(Broken):
    """Changes its own parameters."""

    def learn(self, X, y, lessons):
        self.smoothing = 2.0
        return super().learn(X, y, lessons)


class Intrusive(Broken):
    """Writes into the data."""

    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        if issparse(X) and X.nnz:
            X.data[0] += 1
        return self


class DeafToDocuments(Broken):
    def learn(self, X, y, lessons):
        super().learn(0 * csr_array(X) if X is not None else None, y, lessons)
        return self


class DeafToWords(Broken):
    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        return super().learn(X, y, {**lessons, "words": [], "classes": self.classes_})


class ConfusedByBoth(Broken):
    """Fails where words and documents come together."""

    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        if lessons["words"] and X is not None and X.shape[0]:
            self.log_theta_ = self.log_theta_[:, ::-1].copy()
        return self


class DrownedByThePool(Broken):
    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        if lessons["pool"] is not None and lessons["pool"].shape[0]:
            self.log_theta_ = np.zeros_like(self.log_theta_)
        return self


class TaughtClassesOnly(Broken):
    """Forgets classes that are only named."""

    def learn(self, X, y, lessons):
        if y is None:
            return super().learn(X, y, lessons)
        taught = set(np.unique(y)) | {word[1] for word in lessons["words"]}
        classes = [name for name in lessons["classes"] if name in taught] if lessons["classes"] is not None else None
        return super().learn(X, y, {**lessons, "classes": classes})


class Unnormalised(Broken):
    def predict_proba(self, X):
        return 0.9 * super().predict_proba(X)


class OtherLogarithms(Broken):
    def predict_proba(self, X):
        return self.predict_calibrated_proba(X)


class Secretive(Broken):
    """Keeps a part of what it learned where saving does not look."""

    def fit(self, X, y=None, **lessons):
        super().fit(X, y, **lessons)
        self._prior, self.log_prior_ = self.log_prior_, None
        return self

    def _joint_log_likelihood(self, X):
        self.log_prior_ = getattr(self, "_prior", np.arange(len(self.classes_)))
        return super()._joint_log_likelihood(X)


@pytest.fixture(autouse=True)
def _savable(monkeypatch):
    monkeypatch.setitem(catalogue.LEARNERS, "Secretive", catalogue.LearnerKind(Secretive))


class Contrary(Broken):
    def predict(self, X):
        return self.classes_[super().predict_proba(X).argmin(axis=1)]


class LastWordFirst(Broken):
    """Makes the last taught word stronger."""

    def learn(self, X, y, lessons):
        words = lessons["words"]
        return super().learn(X, y, {**lessons, "words": [*words[:-1], *((*word, 3.0) for word in words[-1:])]})


class FirstOfThePool(Broken):
    """Learns from the first half of the pool."""

    def learn(self, X, y, lessons):
        pool = lessons["pool"]
        return super().learn(X, y, {**lessons, "pool": None if pool is None else pool[: (pool.shape[0] + 1) // 2]})


class FussyAboutPools(Broken):
    """Treats an empty pool as other than none."""

    def learn(self, X, y, lessons):
        super().learn(X, y, lessons)
        if lessons["pool"] is not None and not lessons["pool"].shape[0]:
            self.log_prior_[0] += 0.1
        return self


class RelyingOnRejected(Broken):
    """Ignores what is no reason."""

    def learn(self, X, y, lessons):
        return super().learn(X, y, {**lessons, "not_a_reason": []})


class TakesAnyCounts(Broken):
    """Counts below zero become zero."""

    def learn(self, X, y, lessons):
        X = np.clip(np.nan_to_num(X, posinf=9), 0, None) if isinstance(X, np.ndarray) else X
        return super().learn(X, y, lessons)


class PredictsFromAnything(Broken):
    def _scores(self, X):
        return scores(csr_array(X), self.log_theta_)


class SpeaksInRiddles(Broken):
    """Refuses without a sentence."""

    def learn(self, X, y, lessons):
        try:
            return super().learn(X, y, lessons)
        except TeachbackError as error:
            raise BadTeaching("no") from error


class LeavesTracebacks(Broken):
    """Refuses with errors that are no sentences of ours."""

    def learn(self, X, y, lessons):
        try:
            return super().learn(X, y, lessons)
        except TeachbackError as error:
            raise KeyError(str(error)) from error


class Agreeable(Broken):
    """Accepts all lessons, and leaves out what it cannot use."""

    def learn(self, X, y, lessons):
        try:
            return super().learn(X, y, lessons)
        except BadTeaching:
            return super().learn([[1, 0], [0, 1]], ["a", "b"], {})


class DeafToDistinctions(DistinctionList):
    def fit(self, X, y=None, *, distinctions=(), classes=None):
        return super().fit(X, y, classes=classes)


class MisledByRationales(ContrastSVM):
    def fit(self, X, y=None, *, rationales=None, classes=None):
        super().fit(X, y, classes=classes)
        if rationales is not None:
            self.coef_ = -self.coef_
        return self


REFUSALS = [check for check in EVERY_CHECK if check.__name__.startswith("check_refuses")]


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (Forgetful, checks.check_learns_the_same_twice),
        (Stubborn, checks.check_learns_the_same_twice),
        (Threaded, checks.check_learns_the_same_with_any_number_of_threads),
        (DenseOnly, checks.check_takes_sparse_and_dense_counts_alike),
        (SelfWilled, checks.check_leaves_parameters_and_data_alone),
        (Intrusive, checks.check_leaves_parameters_and_data_alone),
        (DeafToDocuments, checks.check_learns_from_documents_alone),
        (DeafToWords, checks.check_learns_from_words_alone),
        (ConfusedByBoth, checks.check_learns_from_words_and_documents),
        (DrownedByThePool, checks.check_learns_with_a_pool),
        (TaughtClassesOnly, checks.check_knows_a_class_that_was_not_taught),
        (Unnormalised, checks.check_probabilities_sum_to_one),
        (OtherLogarithms, checks.check_probabilities_sum_to_one),
        (Contrary, checks.check_predicts_the_likeliest_class),
        (Secretive, checks.check_says_the_same_after_saving_and_loading),
        (LastWordFirst, checks.check_takes_words_in_any_order),
        (FirstOfThePool, checks.check_takes_the_pool_in_any_order),
        (FussyAboutPools, checks.check_takes_an_empty_pool_for_none),
        (RelyingOnRejected, checks.check_does_not_rely_on_what_is_no_reason),
        (TakesAnyCounts, checks.check_refuses_bad_counts),
        (PredictsFromAnything, checks.check_refuses_bad_counts),
        (DeafToDistinctions, checks.check_learns_from_distinctions),
        (DeafToDistinctions, checks.check_takes_only_distinctions_of_rows_and_terms),
        (MisledByRationales, checks.check_learns_from_rationales),
        (MisledByRationales, checks.check_refuses_rationales_of_other_documents),
        *((broken, check) for broken in (SpeaksInRiddles, LeavesTracebacks, Agreeable) for check in REFUSALS),
    ],
    ids=lambda part: part.__name__,
)
def test_every_check_fails_for_a_learner_that_breaks_it(broken, check):
    with pytest.raises(BrokenContract, match=f"^{broken.__name__} "):
        check(broken())
    with pytest.raises(BrokenContract, match=f"^{broken.__name__} "):
        check_learner(broken())


def test_no_check_is_without_a_learner_that_fails_it():
    cases = test_every_check_fails_for_a_learner_that_breaks_it.pytestmark[0].args[1]
    assert {check for _, check in cases} == set(EVERY_CHECK)


def test_a_learner_that_only_spoils_its_fit_is_otherwise_sound():
    check_learner(Broken())


# What a learner cannot do is not checked.


class DocumentsOnly(LabelledWordNB):
    def fit(self, X, y):
        return super().fit(X, y)


class TwoClasses(LabelledWordNB):
    def fit(self, X, y=None, *, words=(), not_a_reason=(), pool=None, classes=None):
        super().fit(X, y, words=words, not_a_reason=not_a_reason, pool=pool, classes=classes)
        if len(self.classes_) > 2:
            raise BadTeaching("Only two classes can be told apart by this learner.")
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class WordsInPools(LabelledWordNB):
    words_need_pool = True

    def fit(self, X, y=None, *, words=(), not_a_reason=(), pool=None, classes=None):
        if (X is None or not X.shape[0]) and (pool is None or not pool.shape[0]):
            raise BadTeaching("Words are looked for in a pool, and there is none.")
        return super().fit(X, y, words=words, not_a_reason=not_a_reason, pool=pool, classes=classes)


@pytest.mark.parametrize("learner", [DocumentsOnly(), TwoClasses(), WordsInPools()], ids=lambda one: type(one).__name__)
def test_a_learner_that_can_do_less_is_checked_for_what_it_can(learner):
    check_learner(learner)


def test_a_learner_of_documents_gets_no_checks_of_words_or_pools():
    names = " ".join(check.__name__ for check in learner_checks(DocumentsOnly()))
    assert "word" not in names
    assert "pool" not in names


def test_the_learner_itself_is_not_fitted():
    learner = LabelledWordNB()
    check_learner(learner)
    assert not hasattr(learner, "classes_")
