"""Arrays for scikit-learn: counts as sparse matrices, names as JSON (write only).

``X.npz`` has the labelled documents, ``pool.npz`` the others; ``names.json`` has the terms (the columns), the ids of
both (the rows), ``y`` and the classes. What counts the terms takes seconds to import, so that waits until it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from teachback.formats.rows import Row
from teachback.formats.tables.records import documents_of
from teachback.formats.writing import Target


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a folder to train any classifier from::

    X, names = scipy.sparse.load_npz("out/X.npz"), json.load(open("out/names.json"))
    LogisticRegression().fit(X, names["y"])
    """
    import numpy as np
    from scipy.sparse import save_npz

    from teachback.text import TermCounts

    counts = TermCounts("words")
    ids: list[str] = []
    labels: list[str | None] = []

    def texts() -> Iterator[str]:
        for item in documents_of(rows, "scikit-learn"):
            ids.append(item.document.id)
            labels.append(item.label)
            yield item.document.text

    counts.add(texts())
    labelled = np.array([label is not None for label in labels], dtype=bool)
    y = [label for label in labels if label is not None]
    names = {
        "terms": counts.terms,
        "classes": list(dict.fromkeys((*target.classes, *y))),
        "y": y,
        "documents": [id for id, label in zip(ids, labels, strict=True) if label is not None],
        "pool": [id for id, label in zip(ids, labels, strict=True) if label is None],
    }
    with target.folder() as folder:
        save_npz(folder / "X.npz", counts.X[labelled])
        save_npz(folder / "pool.npz", counts.X[~labelled])
        (folder / "names.json").write_text(json.dumps(names, ensure_ascii=False), encoding="utf-8")
