"""Explanations by trying every combination of words: slow, and nothing to get wrong."""

from itertools import combinations
from typing import Any

import numpy as np
from scipy.sparse import csr_array


def by_text(pipeline, text):
    """What is left of a text of single words when some are removed, judged by running the pipeline again."""
    tokens = text.split()

    def winners(sets):
        texts = [" ".join(token for token in tokens if token not in removed) for removed in sets]
        return pipeline.predict(texts).tolist()

    return sorted(set(tokens)), winners


def by_zero(pipeline, text):
    """As above, where words are removed by setting their columns to 0 in the finished row."""
    *steps, model = [step for _, step in pipeline.steps]
    names = steps[0].get_feature_names_out()
    row: Any = [text]
    for step in steps:
        row = step.transform(row)
    values = row.toarray()[0]
    place = {name: column for column, name in enumerate(names)}

    def winners(sets):
        rows = np.tile(values, (len(sets), 1))
        for at, removed in enumerate(sets):
            rows[at, [place[word] for word in removed]] = 0.0
        X = csr_array(rows)
        X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
        return model.predict(X).tolist()

    return names[np.flatnonzero(values)].tolist(), winners


def every_minimal_set(words, winners, target=None):
    """The class, and all minimal sets that change it (or change it to the target), smallest first."""
    sets = [frozenset(one) for size in range(len(words) + 1) for one in combinations(words, size)]
    before, *after = winners(sets)
    minimal: list[frozenset[str]] = []
    for one, to in zip(sets[1:], after, strict=True):
        if (to != before if target is None else to == target) and not any(small < one for small in minimal):
            minimal.append(one)
    return before, minimal
