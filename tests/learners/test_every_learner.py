"""What learners do alike: refuse bad input in a sentence, and learn the same with any number of threads."""

from __future__ import annotations

import os

import numpy as np
import pytest
from scipy.sparse import csr_array

from teachback.learners import (
    BadTeaching,
    ContrastSVM,
    ExpectationMaxEnt,
    LabelledWordNB,
    PooledNB,
    RationaleWeighting,
)

BAD_PARAMETERS = {
    LabelledWordNB: [
        ({"smoothing": 0}, "smoothing must be a number above 0, not 0"),
        ({"smoothing": np.nan}, "smoothing must be a number above 0, not nan"),
        ({"strength": -1}, "strength must be a number of at least 0, not -1"),
        ({"common": 0}, "common must be a share of the documents above 0, not 0"),
        ({"em_steps": -1}, "em_steps must be a whole number of at least 0, not -1"),
        ({"em_steps": 1.5}, "em_steps must be a whole number of at least 0, not 1.5"),
        ({"pool_weight": -0.1}, "pool_weight must be a number of at least 0, or None, not -0.1"),
        ({"label_weight": np.inf}, "label_weight must be a number of at least 0, or None, not inf"),
        ({"mode": "original"}, "mode must be 'corrected' or 'paper', not 'original'"),
        ({"class_prior": [1, 1, 1]}, "class_prior must have one number above 0 for each of the 2 classes"),
        ({"class_prior": [1, 0]}, "in the order a, b; [1, 0] was given"),
        ({"class_prior": [0.5, np.nan]}, "class_prior must have one number above 0"),
        ({"class_prior": 0.5}, "class_prior must have one number above 0"),
    ],
    PooledNB: [
        ({"polarity": 1}, "polarity must be a number above 1, not 1"),
        ({"polarity": np.nan}, "polarity must be a number above 1, not nan"),
        ({"smoothing": 0}, "smoothing must be a number above 0, not 0"),
        ({"em_steps": -1}, "em_steps must be a whole number of at least 0, not -1"),
        ({"em_steps": 1.5}, "em_steps must be a whole number of at least 0, not 1.5"),
        ({"pool_weight": -0.1}, "pool_weight must be a number of at least 0, not -0.1"),
        ({"lexicon_share": 1.1}, "lexicon_share must be between 0 and 1, not 1.1"),
        ({"mode": "original"}, "mode must be 'corrected' or 'paper', not 'original'"),
    ],
    ExpectationMaxEnt: [
        ({"target": 0}, "target must be a share above 0 and at most 1, not 0"),
        ({"target": 1.1}, "target must be a share above 0 and at most 1, not 1.1"),
        ({"target": np.nan}, "target must be a share above 0 and at most 1, not nan"),
        ({"variance": 0}, "variance must be a number above 0, not 0"),
        ({"variance": np.nan}, "variance must be a number above 0, not nan"),
        ({"max_iter": 0}, "max_iter must be a whole number of at least 1, not 0"),
        ({"max_iter": 1.5}, "max_iter must be a whole number of at least 1, not 1.5"),
        ({"tol": -1}, "tol must be a number of at least 0, not -1"),
    ],
    ContrastSVM: [
        ({"C": 0}, "C must be a number above 0, not 0"),
        ({"mu": -1.0}, "mu must be a number above 0, not -1.0"),
        ({"C_contrast": np.nan}, "C_contrast must be a number of at least 0, not nan"),
        ({"masking": "blur"}, "masking must be 'deletion' or 'mask', not 'blur'"),
        ({"weights": "tf"}, "weights must be 'binary' or 'counts', not 'tf'"),
        ({"tol": 0}, "tol must be a number above 0, not 0"),
        ({"max_iter": 1.5}, "max_iter must be a whole number of at least 1, not 1.5"),
    ],
    RationaleWeighting: [
        ({"r": -1}, "r must be a number of at least 0, not -1"),
        ({"o": np.nan}, "o must be a number of at least 0, not nan"),
        ({"classifier": "svm"}, "classifier must be a scikit-learn classifier, or None, not 'svm'"),
    ],
}


@pytest.mark.parametrize(
    ("learner", "parameters", "sentence"), [(learner, *row) for learner, rows in BAD_PARAMETERS.items() for row in rows]
)
def test_a_bad_parameter_is_refused_with_a_sentence(learner, parameters, sentence):
    with pytest.raises(BadTeaching) as refused:
        learner(**parameters).fit([[1, 0], [0, 1]], ["a", "b"])
    assert sentence in str(refused.value)


@pytest.mark.parametrize("learner", [LabelledWordNB, PooledNB, ExpectationMaxEnt])
@pytest.mark.parametrize(
    ("lesson", "sentence"),
    [
        ({"X": None}, "There is nothing to count words in"),
        ({"X": None, "pool": [[1, 0]]}, "Teach at least two classes"),
        ({"X": [[1, 0]], "y": ["a"]}, "only one class is present: a"),
        ({"X": [[1, 0]], "y": ["a"], "classes": ["b", "c"]}, "a: taught, but not among the classes b, c"),
        ({"X": None, "pool": [[1, 0]], "words": [(0, "a"), (2, "b")]}, "There is no term 2"),
        ({"X": [[1, 0], [0, -2]], "y": ["a", "b"]}, "the smallest given is -2"),
        ({"X": [[1, 0], [0, 1]]}, "requires y to be passed"),
    ],
)
def test_bad_teaching_is_refused_with_a_sentence(learner, lesson, sentence):
    with pytest.raises(BadTeaching) as refused:
        learner().fit(**lesson)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("learner", [LabelledWordNB(), PooledNB(em_steps=1), ExpectationMaxEnt()])
def test_is_the_same_bit_for_bit_with_any_number_of_threads(learner, monkeypatch):
    X = csr_array(np.random.default_rng(5).poisson(0.5, (3000, 120)).astype(float))
    assert X.nnz > 1 << 16
    models = []
    for processors in (1, 2, 5):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        learner.fit(X[:8], list("ab") * 4, words=[(0, "a"), (1, "b")], pool=X[8:])
        weights = learner.coef_ if isinstance(learner, ExpectationMaxEnt) else learner.log_theta_
        models.append((weights.copy(), learner.predict_proba(X)))
    for weights, P in models[1:]:
        np.testing.assert_array_equal(weights, models[0][0])
        np.testing.assert_array_equal(P, models[0][1])
