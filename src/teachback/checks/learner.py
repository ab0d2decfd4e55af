"""The contract of a learner, as checks to run over any learner.

>>> from teachback.learners import LabelledWordNB
>>> check_learner(LabelledWordNB())                     # silent: all is well
>>> [check.__name__ for check in learner_checks(LabelledWordNB())][:2]
['check_learns_the_same_twice', 'check_learns_the_same_with_any_number_of_threads']

In pytest, each check is a test:

    @pytest.mark.parametrize("check", learner_checks(MyLearner()), ids=lambda check: check.__name__)
    def test_my_learner_keeps_the_contract(check):
        check(MyLearner())

A learner shows by the keywords of its `fit` what it can be taught: ``words``, ``not_a_reason``, ``pool``, ``classes``,
``distinctions``. One for two classes only says so with scikit-learn's tag ``classifier_tags.multi_class``; one that
must see taught words in a pool sets ``words_need_pool``, one that learns nothing from labels without distinctions
``labels_need_distinctions``. What a learner does not have is not checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array
from sklearn.base import clone

from teachback.checks.broken import BrokenContract, Check
from teachback.checks.example_lessons import (
    TYPICAL,
    ExampleLessons,
    example_distinctions,
    example_lessons,
    example_rationales,
    fitted,
    heard_lessons,
    untidy,
)
from teachback.errors import TeachbackError
from teachback.learners.catalogue import LEARNERS
from teachback.learners.estimators import EstimatorLearner
from teachback.learners.saving import Arrays, from_state, to_state


def check_learner(learner: Any) -> None:
    """Raise :class:`BrokenContract` if the learner does not keep the contract; it is cloned, never changed."""
    for check in learner_checks(learner):
        check(learner)


def learner_checks(learner: Any) -> Iterator[Check]:
    """The checks that concern this learner. Each takes the learner and raises :class:`BrokenContract`."""
    hears = heard_lessons(learner)
    yield check_learns_the_same_twice
    yield check_learns_the_same_with_any_number_of_threads
    yield check_takes_sparse_and_dense_counts_alike
    yield check_leaves_parameters_and_data_alone
    if not getattr(learner, "labels_need_distinctions", False):
        yield check_learns_from_documents_alone
    yield check_probabilities_sum_to_one
    yield check_predicts_the_likeliest_class
    yield check_refuses_bad_counts
    yield check_refuses_an_empty_vocabulary
    yield check_refuses_a_single_class
    if type(learner).__name__ in LEARNERS or isinstance(learner, EstimatorLearner):
        yield check_says_the_same_after_saving_and_loading
    if "words" in hears:
        yield check_learns_from_words_alone
        yield check_learns_from_words_and_documents
        yield check_takes_words_in_any_order
        yield check_refuses_terms_that_are_not_there
    if "pool" in hears:
        yield check_learns_with_a_pool
        yield check_takes_the_pool_in_any_order
        yield check_takes_an_empty_pool_for_none
    if "classes" in hears:
        yield check_knows_a_class_that_was_not_taught
    if {"words", "classes"} <= hears:
        yield check_refuses_words_for_unknown_classes
    if "not_a_reason" in hears:
        yield check_does_not_rely_on_what_is_no_reason
    if {"words", "not_a_reason"} <= hears:
        yield check_refuses_a_word_taught_and_rejected
    if "distinctions" in hears:
        yield check_learns_from_distinctions
        yield check_takes_only_distinctions_of_rows_and_terms
    if "rationales" in hears:
        yield check_learns_from_rationales
        yield check_refuses_rationales_of_other_documents


def check_learns_the_same_twice(learner: Any) -> None:
    """A model follows from its lessons bit for bit; also when a learner is fitted again."""
    lessons = example_lessons(learner)
    first, second = fitted(learner, lessons), fitted(learner, lessons)
    _same_bits(learner, first, second, lessons.X, "fitted twice on the same lessons")
    again = lessons.teach(fitted(learner, lessons.some(10)))
    _same_bits(learner, first, again, lessons.X, "fitted on these lessons after others")


def check_learns_the_same_with_any_number_of_threads(learner: Any) -> None:
    """One processor or many: the same model and the same predictions, bit for bit."""
    lessons = example_lessons(learner, pool=2500)
    expected: NDArray[Any] | None = None
    for processors in (1, 2, 3, 7):
        with patch("os.cpu_count", return_value=processors):
            probabilities = fitted(learner, lessons).predict_proba(lessons.pool)
        if expected is not None and not np.array_equal(probabilities, expected):
            raise _broken(learner, f"predicts otherwise with {processors} processors than with one")
        expected = probabilities


def check_says_the_same_after_saving_and_loading(learner: Any) -> None:
    """A learner of the catalogue can be kept as JSON and arrays, and comes back as it was."""
    lessons = example_lessons(learner)
    model = fitted(learner, lessons)
    arrays: Arrays = {}
    state = json.loads(json.dumps(to_state(model, arrays), allow_nan=False))
    again = from_state(state, arrays)
    if repr(again.get_params()) != repr(model.get_params()):
        raise _broken(learner, "has other parameters after saving and loading")
    _same_bits(learner, model, again, lessons.X, "saved and loaded")


def check_takes_sparse_and_dense_counts_alike(learner: Any) -> None:
    """Any form of the same counts gives the same model: dense, by columns, with stored zeros, as whole numbers."""
    lessons = example_lessons(learner)
    expected = fitted(learner, lessons).predict_proba(lessons.X)
    forms: dict[str, Callable[[csr_array], Any]] = {
        "dense": lambda X: X.toarray(),
        "sparse by columns": csc_array,
        "whole-number": lambda X: X.astype(np.int64),
        "zero-storing and unordered": untidy,
    }
    for form, made in forms.items():
        model = fitted(learner, replace(lessons, X=made(lessons.X), pool=made(lessons.pool)))
        _close(learner, expected, model.predict_proba(made(lessons.X)), f"taught with {form} counts")


def check_leaves_parameters_and_data_alone(learner: Any) -> None:
    """`fit` changes neither the parameters nor the data, and a clone of a fitted learner is not fitted."""
    lessons = example_lessons(learner)
    before = (lessons.X.toarray(), lessons.y.copy(), lessons.pool.toarray())
    model = fitted(learner, lessons)
    if repr(model.get_params()) != repr(learner.get_params()):
        raise _broken(learner, "changes its parameters when it is fitted")
    if learned := [name for name in vars(clone(model)) if name.endswith("_") and not name.startswith("_")]:
        raise _broken(learner, f"is cloned together with what it learned ({', '.join(learned)})")
    model.predict(lessons.X)
    after = (lessons.X.toarray(), lessons.y, lessons.pool.toarray())
    if not all(np.array_equal(old, new) for old, new in zip(before, after, strict=True)):
        raise _broken(learner, "changes the data that it learns from")


def check_learns_from_documents_alone(learner: Any) -> None:
    """Labelled documents are enough."""
    _knows_the_typical_terms(learner, replace(example_lessons(learner), words=(), pool=None), "documents alone")


def check_learns_from_words_alone(learner: Any) -> None:
    """Taught words are enough; where words are looked for in a pool, words and a pool."""
    lessons = example_lessons(learner).some(0)
    if not getattr(learner, "words_need_pool", False):
        lessons = replace(lessons, X=None, y=None, pool=lessons.pool[:0])
    _knows_the_typical_terms(learner, lessons, "words alone")


def check_learns_from_words_and_documents(learner: Any) -> None:
    """Words and labelled documents together are enough, without a pool."""
    _knows_the_typical_terms(learner, replace(example_lessons(learner), pool=None), "words and documents")


def check_learns_with_a_pool(learner: Any) -> None:
    """With a pool a learner works from words, from documents and from both."""
    lessons = example_lessons(learner)
    _knows_the_typical_terms(learner, lessons, "words, documents and a pool")
    _knows_the_typical_terms(learner, replace(lessons, words=()), "documents and a pool")
    if "words" in heard_lessons(learner):
        _knows_the_typical_terms(learner, replace(lessons, X=None, y=None), "words and a pool")


def check_knows_a_class_that_was_not_taught(learner: Any) -> None:
    """A class that is only named has its column of probabilities."""
    lessons = example_lessons(learner)
    taught = lessons.y != lessons.classes[-1]
    words = tuple(word for word in lessons.words if word[1] != lessons.classes[-1])
    model = fitted(learner, replace(lessons, X=lessons.X[taught], y=lessons.y[taught], words=words))
    if list(model.classes_) != list(lessons.classes):
        raise _broken(learner, f"has the classes {list(model.classes_)} when {list(lessons.classes)} are named")
    _are_probabilities(learner, model.predict_proba(lessons.X), len(lessons.classes))


def check_probabilities_sum_to_one(learner: Any) -> None:
    """Probabilities lie between 0 and 1 and sum to 1; for empty and for very long documents too."""
    lessons = example_lessons(learner)
    model = fitted(learner, lessons)
    for X in (lessons.X, 0 * lessons.X, 1000 * lessons.X):
        P = model.predict_proba(X)
        _are_probabilities(learner, P, len(lessons.classes))
        _close(learner, P, np.exp(model.predict_log_proba(X)), "asked for their logarithms")


def check_predicts_the_likeliest_class(learner: Any) -> None:
    """`predict` names the class with the highest probability."""
    lessons = example_lessons(learner)
    model = fitted(learner, lessons)
    P = model.predict_proba(lessons.X)
    place = {name: column for column, name in enumerate(model.classes_.tolist())}
    chosen = [place[name] for name in model.predict(lessons.X).tolist()]
    if (P[np.arange(len(P)), chosen] < P.max(axis=1) - 1e-12).any():
        raise _broken(learner, "predicts a class that is not the likeliest by predict_proba")


def check_takes_words_in_any_order(learner: Any) -> None:
    """The order in which words were taught changes nothing beyond rounding."""
    lessons = example_lessons(learner)
    turned = replace(lessons, words=lessons.words[::-1])
    expected = fitted(learner, lessons).predict_proba(lessons.X)
    _close(learner, expected, fitted(learner, turned).predict_proba(lessons.X), "taught the words in another order")


def check_takes_the_pool_in_any_order(learner: Any) -> None:
    """The order of the pool changes nothing beyond rounding."""
    lessons = example_lessons(learner)
    turned = replace(lessons, pool=lessons.pool[np.random.default_rng(1).permutation(lessons.pool.shape[0])])
    expected = fitted(learner, lessons).predict_proba(lessons.X)
    _close(learner, expected, fitted(learner, turned).predict_proba(lessons.X), "given the pool in another order")


def check_takes_an_empty_pool_for_none(learner: Any) -> None:
    """A pool without documents is no pool."""
    lessons = example_lessons(learner)
    empty, none = replace(lessons, pool=lessons.pool[:0]), replace(lessons, pool=None)
    _same_bits(learner, fitted(learner, empty), fitted(learner, none), lessons.X, "given an empty pool instead of none")


def check_does_not_rely_on_what_is_no_reason(learner: Any) -> None:
    """A rejected term may occur any number of times: no document's probabilities change."""
    lessons = example_lessons(learner)
    typical = 1  # of the first class; term 0 is taught
    model = fitted(learner, lessons, not_a_reason=(typical,))
    changed = lessons.X.toarray()
    changed[:, typical] = np.arange(len(changed)) % 7
    expected = model.predict_log_proba(lessons.X)
    _close(learner, expected, model.predict_log_proba(csr_array(changed)), "shown a rejected term more or less often")


def check_refuses_bad_counts(learner: Any) -> None:
    """Counts below zero, not-a-number and infinity are refused, in every matrix."""
    lessons = example_lessons(learner)
    model = fitted(learner, lessons)
    for value in (-1.0, np.nan, np.inf):
        bad = lessons.X.toarray()
        bad[3, 2] = value
        _refuses(learner, f"{value} in X", partial(fitted, learner, replace(lessons, X=bad)))
        _refuses(learner, f"{value} to predict from", partial(model.predict, bad))
        if "pool" in heard_lessons(learner):
            _refuses(learner, f"{value} in the pool", partial(fitted, learner, replace(lessons, pool=bad)))


def check_refuses_an_empty_vocabulary(learner: Any) -> None:
    """Counts without columns are refused."""
    lessons = example_lessons(learner)
    without = replace(lessons, X=lessons.X[:, :0], pool=lessons.pool[:, :0], words=())
    _refuses(learner, "counts without columns", partial(fitted, learner, without))


def check_refuses_a_single_class(learner: Any) -> None:
    """One class alone is refused: there is no other to distinguish."""
    lessons = example_lessons(learner)
    one = lessons.y == lessons.classes[0]
    words = tuple(word for word in lessons.words if word[1] == lessons.classes[0])
    single = replace(lessons, X=lessons.X[one], y=lessons.y[one], words=words, named=False)
    _refuses(learner, "a single class", partial(fitted, learner, single))


def check_refuses_terms_that_are_not_there(learner: Any) -> None:
    """A taught or rejected term is a column of the counts, by its number."""
    lessons = example_lessons(learner)
    for term in (-1, lessons.X.shape[1], "goalie", 1.5):
        words = ((term, lessons.classes[0]),)
        _refuses(learner, f"term {term!r}", partial(fitted, learner, replace(lessons, words=words)))


def check_refuses_words_for_unknown_classes(learner: Any) -> None:
    """A word for a class that is not among the named ones is refused."""
    lessons = example_lessons(learner)
    stranger = replace(lessons, words=(*lessons.words, (0, "nowhere")))
    _refuses(learner, "a word for a class that is not named", partial(fitted, learner, stranger))


def check_refuses_a_word_taught_and_rejected(learner: Any) -> None:
    """A term cannot speak for a class and be no reason for it."""
    lessons = example_lessons(learner)
    term, name = lessons.words[0]
    _refuses(learner, "a word that is also rejected", partial(fitted, learner, lessons, not_a_reason=((term, name),)))


def check_learns_from_distinctions(learner: Any) -> None:
    """Labelled documents and what tells them from the first are enough."""
    lessons = replace(example_lessons(learner), words=(), pool=None)
    _knows_the_typical_terms(learner, lessons, "distinctions", distinctions=example_distinctions(lessons))


def check_takes_only_distinctions_of_rows_and_terms(learner: Any) -> None:
    """A distinction is between two rows that are there, by a column that is there, for a class that is known."""
    lessons = example_lessons(learner)
    row, name, versus, term, present = example_distinctions(lessons)[0]
    documents, terms = lessons.X.shape
    for bad in (
        (documents, name, versus, term, present),
        (row, name, -1, term, present),
        (row, name, versus, terms, present),
        (row, "nowhere", versus, term, present),
    ):
        _refuses(learner, f"the distinction {bad}", partial(fitted, learner, lessons, distinctions=(bad,)))


def check_learns_from_rationales(learner: Any) -> None:
    """Documents with their rationales are enough, and give the same model with any number of processors."""
    lessons = example_lessons(learner)
    marked = example_rationales(lessons)
    _knows_the_typical_terms(learner, lessons, "rationales", rationales=marked)
    expected = fitted(learner, lessons, rationales=marked).predict_proba(lessons.pool)
    with patch("os.cpu_count", return_value=3):
        probabilities = fitted(learner, lessons, rationales=marked).predict_proba(lessons.pool)
    if not np.array_equal(probabilities, expected):
        raise _broken(learner, "predicts otherwise with other processors when it was taught rationales")


def check_refuses_rationales_of_other_documents(learner: Any) -> None:
    """Rationales are of the documents that are taught, all of them and in order."""
    lessons = example_lessons(learner)
    attempt = partial(fitted, learner, lessons, rationales=example_rationales(lessons)[:5])
    _refuses(learner, "rationales of fewer documents", attempt)


# What is asserted.


def _broken(learner: Any, what: str) -> BrokenContract:
    return BrokenContract(f"{type(learner).__name__} {what}.")


def _knows_the_typical_terms(learner: Any, lessons: ExampleLessons, taught: str, **more: Any) -> None:
    """A document of a class's taught terms is predicted to be of that class, whatever lessons made the model."""
    model = fitted(learner, lessons, **more)
    typical = np.zeros((len(lessons.classes), int((lessons.pool if lessons.X is None else lessons.X).shape[1])))
    for j in range(len(typical)):
        typical[j, TYPICAL * j : TYPICAL * (j + 1)] = 2.0
    _are_probabilities(learner, model.predict_proba(typical), len(typical))
    if (predicted := tuple(model.predict(typical).tolist())) != lessons.classes:
        raise _broken(learner, f"taught with {taught}, takes texts typical of {lessons.classes} for {predicted}")


def _are_probabilities(learner: Any, P: NDArray[Any], classes: int) -> None:
    if P.ndim != 2 or P.shape[1] != classes:
        raise _broken(learner, f"gives probabilities of shape {P.shape} for {classes} classes")
    if not ((P >= 0).all() and (P <= 1 + 1e-12).all() and np.allclose(P.sum(axis=1), 1)):
        raise _broken(learner, "gives probabilities that are not between 0 and 1 or do not sum to 1")


def _same_bits(learner: Any, one: Any, other: Any, X: Any, when: str) -> None:
    if not np.array_equal(one.predict_proba(X), other.predict_proba(X)):
        raise _broken(learner, f"is another model when {when}")


def _close(learner: Any, expected: NDArray[Any], actual: NDArray[Any], when: str) -> None:
    """Equal up to rounding, with room for the last steps of an iterative optimiser."""
    if not np.allclose(actual, expected, rtol=1e-5, atol=1e-6):
        worst = np.abs(actual - expected).max()
        raise _broken(learner, f"gives other probabilities (by {worst:.2g}) when {when}")


def _refuses(learner: Any, what: str, attempt: Callable[[], object]) -> None:
    """The attempt ends with one of our errors, in a sentence."""
    try:
        attempt()
    except TeachbackError as error:
        if len(str(error).split()) < 4 or not str(error).endswith("."):
            raise _broken(learner, f"refuses {what} without a sentence: {str(error)!r}") from error
    except Exception as error:
        raise _broken(learner, f"refuses {what} with {type(error).__name__}, which is not a TeachbackError") from error
    else:
        raise _broken(learner, f"accepts {what}")
