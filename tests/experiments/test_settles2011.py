"""The experiments of Settles (2011), on tiny corpora."""

import gzip
import json

from teachback.experiments import find


def write_webkb(folder):
    """A WebKB of two pages, in the form that the loader reads."""
    rows = [
        {"id": f"{label}/cornell/{label}.html", "label": label, "university": "cornell", "text": f"<html>{label}"}
        for label in ("course", "student")
    ]
    (folder / "webkb").mkdir()
    with gzip.open(folder / "webkb" / "documents.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def test_corpora_counts_documents_and_classes_beside_the_papers(tmp_path):
    write_webkb(tmp_path)
    experiment = find("settles2011", "corpora")
    (rows,) = experiment.run(experiment.chosen(corpora=["webkb"]), tmp_path)
    assert [(row.metric, row.paper, row.ours) for row in rows] == [("documents", 4199, 2), ("classes", 4, 4)]
