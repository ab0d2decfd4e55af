"""A simulated session: an oracle teaches words, then answers the documents that the learner is least sure of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import xlogy

from teachback.experiments.oracle import oracle_words
from teachback.learners import LabelledWordNB

_PAGE = 10  # documents that are asked before the learner learns again


def teach(
    X: csr_array,
    y: NDArray[np.intp],
    classes: int,
    *,
    words: int,
    documents: int,
    askable: NDArray[np.bool_] | None = None,
) -> tuple[LabelledWordNB, NDArray[np.intp]]:
    """Teach a number of words and labels; returns the learner and the documents that were labelled.

    The words are the oracle's best, shared out evenly over the classes; documents are asked a page at a time, those
    with the highest entropy first. `askable` limits which documents have a true label to give.
    """
    open_ = np.ones(len(y), dtype=np.bool_) if askable is None else askable.copy()
    known = np.flatnonzero(open_)
    best = oracle_words(X[known], y[known], classes, -(-words // classes))
    room = [words // classes + (label < words % classes) for label in range(classes)]
    taught = [word for label in range(classes) for word in [w for w in best if w[1] == label][: room[label]]]
    learner = LabelledWordNB().fit(None, words=taught, pool=X, classes=range(classes))
    labelled = np.array([], dtype=np.intp)
    while len(labelled) < documents and open_.any():
        guessed = learner.predict_proba(X)
        unsure = np.where(open_, -xlogy(guessed, guessed).sum(axis=1), -np.inf)
        page = np.argsort(-unsure, kind="stable")[: min(_PAGE, documents - len(labelled), int(open_.sum()))]
        open_[page] = False
        labelled = np.sort(np.concatenate([labelled, page]))
        rest = np.delete(np.arange(len(y)), labelled)
        learner.fit(X[labelled], y[labelled], words=taught, pool=X[rest], classes=range(classes))
    return learner, labelled
