"""Bring documents of a whole pool into its project that are worth asking."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from teachback.project.pool.drawing import numbers_of
from teachback.project.pool.manifest import manifest_in
from teachback.project.pool.min_hash import signatures_of_texts
from teachback.project.pool.pool_parts import SEARCHER, searched_for
from teachback.project.pool.search import PoolSearch, RowsTask, best_rows, read_rows, search_part
from teachback.project.pool.whole_pool import Layout
from teachback.project.transfer.pools import bring_rows
from teachback.queries.thin_classes import thin_classes
from teachback.text import analyzer_to_json
from teachback.text.base import Joined

if TYPE_CHECKING:
    from teachback.project.project import Project

_MOST = 20  # documents for each aim: those that the model is least sure of, each class, each word
_SCARCE = 20  # documents of the project with a taught word: if fewer have it, more are looked for


def search_pool(project: Project) -> int:
    """Look through all documents of the pool with the newest model; says how many come into the project.

    Those come of which the model is least sure, those that are likely of a class with few labels, and those with a
    taught word that few documents of the project have; no two that hardly differ, nor one that hardly differs from what
    a search brought before. They are asked like others, and are no part of what is drawn by chance.
    Without a model, or a pool that is counted, nothing comes.
    """
    learned, manifest, parts = project.learned, manifest_in(project.store), project.pool_parts.parts
    if learned is None or manifest is None or not parts or learned.classifier.learner.reads_texts:
        return 0
    model, teaching = learned.classifier, project.teaching()
    labels = Counter(teaching.labels.values())
    classes = [name for name in model.classes if name in teaching.classes]
    thin = thin_classes([labels[name] for name in classes]) if labels else []
    in_project = project.documents_with(list(teaching.words))
    phrases = model.analyzer.joined if isinstance(model.analyzer, Joined) else ()
    form = json.dumps(analyzer_to_json(model.analyzer.plain))
    brought = sorted(searched_for(project.record))
    search = PoolSearch(
        model.to_bytes(),
        Layout.of(model.terms, phrases, form, model.view, manifest.text),
        manifest.limit,
        np.sort(numbers_of(brought, manifest.seed)),
        signatures_of_texts(model.analyzer.plain, (project.document(id).text for id in brought)),
        tuple(model.classes.index(classes[place]) for place in thin),
        tuple(word for word, documents in in_project.items() if documents < _SCARCE),
        _MOST,
    )
    answers = project.pool_parts.run(search_part, pickle.dumps(search), parts)
    tasks = [RowsTask(parts[place], tuple(rows)) for place, rows in best_rows(answers, search).items()]
    if not tasks:
        return 0
    how = json.dumps({"text": manifest.text, "id": manifest.id, "seed": manifest.seed}).encode()
    read = project.pool_parts.run(read_rows, how, tasks)
    return bring_rows(project, manifest, read, SEARCHER).documents
