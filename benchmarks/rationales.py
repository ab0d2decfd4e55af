"""Learning from rationales: the chain beside CRFsuite, the contrast machine beside scikit-learn's, and a whole fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.sparse import vstack
from sklearn.svm import LinearSVC

from benchmarks.timing import best
from teachback.experiments.zaidan2007.reviews import ANNOTATOR, chosen, reviews
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.style import Emission, features
from teachback.learners.rationales.teacher_rationales import TeacherRationales, rationales_by_teacher, relevance_of
from teachback.text import binary, unit_length

_SIZE = 1600
_ITERATIONS = 5


def run(data: Path | None) -> None:
    """Print the table."""
    given = reviews(data)
    rows = given.train(0, _SIZE)
    X, y, marked = given.X[rows], given.y[rows], given.marked[ANNOTATOR][rows]

    place = {"neg": 0, "pos": 1}

    def positions(names):
        return np.array([place[name] for name in names])

    [teacher] = rationales_by_teacher(marked, positions, 2, features(["plain"]))
    theta = RationaleMaxEnt().fit(X, y).coef_
    style, lazy, emission = np.ones(6), np.zeros(len(teacher.chain.text)), Emission()
    one = best(lambda: teacher.explained(theta, style, lazy, emission), runs=20)
    print(f"chain, one pass over {len(teacher.chain.tags):,} tokens    {1000 * one:7.0f} ms")
    theirs = _crfsuite(teacher, theta)
    print(f"python-crfsuite, one iteration           {1000 * theirs:7.0f} ms   {theirs / one:5.1f} times as long")

    numbers = chosen("RationaleMaxEnt", _SIZE)
    model = RationaleMaxEnt(**numbers)
    whole = best(lambda: model.fit(X, y, rationales=marked), runs=2)
    print(f"RationaleMaxEnt, a whole fit             {whole:7.2f} s    as long as {whole / one:3.0f} passes")

    contrast = best(lambda: ContrastSVM().fit(X, y, rationales=marked), runs=3)
    unit = unit_length(binary(X))
    more = unit[np.arange(len(marked.passages)) % len(y)]
    stacked = vstack([unit, more], format="csr")
    side = np.concatenate([y, y[np.arange(len(marked.passages)) % len(y)]])
    for loss in ("hinge", "squared_hinge"):
        plain = best(lambda loss=loss: LinearSVC(loss=loss, max_iter=10_000).fit(stacked, side), runs=3)
        print(
            f"ContrastSVM, a whole fit of {len(side):,} rows {contrast:7.2f} s    "
            f"{contrast / plain:5.2f} times LinearSVC's, {loss} ({plain:.2f} s)"
        )


def _crfsuite(teacher: TeacherRationales, theta: np.ndarray) -> float:
    """The seconds of an iteration on the same tags, with the same two values a token and four pairs of tags."""
    import pycrfsuite

    chain = teacher.chain
    seen = Emission().values(teacher.kinds @ relevance_of(theta))
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"max_iterations": _ITERATIONS, "feature.possible_transitions": True, "c2": 1.0})
    for number, (text, class_) in enumerate(zip(chain.text.tolist(), chain.class_.tolist(), strict=True)):
        kinds = chain.kind[chain.rows[text] : chain.rows[text + 1]]
        values = seen[:, kinds, class_].T.tolist()
        tags = chain.tags[chain.tags_at[number] : chain.tags_at[number + 1]].tolist()
        trainer.append([{"relevant": a, "anti": b} for a, b in values], ["I" if tag else "O" for tag in tags])
    trainer.train("")
    seconds = [float(step["time"]) for step in trainer.logparser.iterations]
    return min(seconds)
