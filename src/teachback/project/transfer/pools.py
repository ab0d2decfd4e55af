"""A project over many files that stay where they are: documents drawn from them by chance are its own."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from teachback import formats
from teachback.distributed import Engine, in_order
from teachback.errors import TeachbackError, listed, near_miss, require
from teachback.formats.reading import Progress
from teachback.project.pool.addresses import is_address, matching_files, readable
from teachback.project.pool.drawing import HIGHEST, ID, NUMBER, PartDrawn, counts_file, draw_part, numbers_of
from teachback.project.pool.manifest import SETTING, PoolFile, PoolManifest, changes_of, manifest_in, merged
from teachback.project.pool.min_hash import signatures_of_texts
from teachback.project.pool.part_counts import CountedPart
from teachback.project.pool.parts import found_files, parts_of
from teachback.project.pool.pool_parts import SEARCHER, ChosenEngine, choose_engine, note_counts, searched_for
from teachback.project.pool.search import PoolSearch, RowsTask, best_rows, read_rows, search_part
from teachback.project.pool.whole_pool import Layout
from teachback.project.transfer.imports import Brought, bring_in
from teachback.queries.thin_classes import thin_classes
from teachback.text import analyzer_to_json
from teachback.text.base import Joined

if TYPE_CHECKING:
    import pyarrow as pa

    from teachback.project.project import Project


_MORE = 2  # times as many documents are drawn at first as are wanted: then hardly ever too few

_KINDS = (".parquet", ".csv", ".tsv", ".jsonl", ".ndjson")


def set_up_pool(
    project: Project,
    pattern: str | Path,
    engine: Engine,
    *,
    text: str,
    id: str | None = None,
    sample: int = 100_000,
    seed: int = 0,
    counts: Path | None = None,
    progress: Progress | None = None,
) -> tuple[PoolManifest, Brought]:
    """Draw documents from the files by chance, bring them into the project, and note which files these are.

    Files are Parquet, CSV, TSV or JSON lines, such as ``in/*.parquet``, or an address that fsspec reads. `text` and
    `id` are columns; without an id, documents are called by their file and row. `sample` documents are drawn, all where
    there are fewer. The folder `counts`, which the workers see under the same name, is for the counts of all documents:
    the project then learns from all of them. Without it, it learns from those that are drawn.
    """
    require("pyarrow", "tables", "A pool of files")
    pattern = str(pattern if is_address(pattern) else Path(pattern).absolute())  # it may be opened from elsewhere
    files = found_files(pattern)
    asked = {"text": text, "id": id, "seed": seed, **_counting(project, counts)}
    limit = _first_limit(files, sample)
    about, drawn, parts = _read(engine, files, {**asked, "limit": limit}, sample, progress)
    if drawn.num_rows < sample and limit < HIGHEST:  # chance was against it
        limit = HIGHEST
        about, drawn, parts = _read(engine, files, {**asked, "limit": limit}, sample, progress)
    for name in project.learn_from:
        if name not in drawn.column_names:
            known = [column for column in drawn.column_names if column not in (NUMBER, ID, text, id)]
            raise TeachbackError(
                f"There is no column {name!r} in {pattern} to learn from.{near_miss(name, known)} There are "
                f"{listed(known) or 'none beside the text'}."
            )
    limit = drawn[NUMBER][-1].as_py() if drawn.num_rows == sample else HIGHEST
    manifest = PoolManifest(pattern, text, id, seed, limit, drawn.num_rows, tuple(about))
    brought = _keep(project, manifest, drawn)
    _keep_counts(project, parts, engine)
    return manifest, brought


def take_in(project: Project, engine: Engine, progress: Progress | None = None) -> tuple[PoolManifest, int]:
    """Draw documents from files that were added to the project's pool, as likely as from the earlier files."""
    manifest = _manifest(project)
    added = changes_of(manifest).added
    if not added:
        return manifest, 0
    asked = {"text": manifest.text, "id": manifest.id, "seed": manifest.seed, "limit": manifest.limit}
    counted = project.pool_parts.parts  # without them, those of the added files alone would be no sums over all
    asked |= _counting(project, Path(counted[0].counts).parent if counted else None)
    about, drawn, parts = _read(engine, added, asked, None, progress)
    files = tuple(sorted((*manifest.files, *about), key=lambda file: file.path))
    manifest = replace(manifest, documents=manifest.documents + drawn.num_rows, files=files)
    if drawn.num_rows:
        _keep(project, manifest, drawn)
    else:
        _note(project, manifest)
    if parts:
        _keep_counts(project, [*counted, *parts], engine)
    return manifest, drawn.num_rows


def count_pool(project: Project, counts: Path, engine: Engine, progress: Progress | None = None) -> int:
    """Count all documents of the pool's files, those that were not counted before; says how many there are."""
    manifest = _manifest(project)
    if project.learn_from:
        raise TeachbackError(f"Nothing is counted. {project.pool_parts.sentence}")
    asked = {"text": manifest.text, "id": manifest.id, "seed": manifest.seed, "limit": 0}  # nothing is drawn
    files = [file.path for file in manifest.files]
    if gone := sorted({*files} - {*matching_files(manifest.pattern)}):
        raise TeachbackError(f"{listed(gone)} cannot be counted, because it is gone; put it back.")
    parts = _read(engine, files, {**asked, **_counting(project, counts)}, None, progress)[2]
    _keep_counts(project, parts, engine)
    return sum(part.documents for part in parts)


def _manifest(project: Project) -> PoolManifest:
    require("pyarrow", "tables", "A pool of files")
    manifest = manifest_in(project.store)
    if manifest is None:
        raise TeachbackError("This project has no pool outside of it; make one with: teachback new PROJECT --pool …")
    return manifest


def _counting(project: Project, counts: Path | None) -> dict[str, Any]:
    """How documents are counted; not at all without a folder, and where columns beside the text are terms too."""
    if counts is None or project.learn_from:
        return {}
    counts.mkdir(parents=True, exist_ok=True)
    return {"counts": str(counts.absolute()), "analyzer": analyzer_to_json(project.analyzer.plain)}


def _keep_counts(project: Project, parts: Sequence[CountedPart], engine: Engine) -> None:
    if parts:
        with project.store.writing() as writer:
            note_counts(writer, parts, project.analyzer)
        chosen = ChosenEngine(engine.address, None if engine.address else engine.workers)
        choose_engine(Path(parts[0].counts).parent, chosen)


def _first_limit(files: Sequence[str], sample: int) -> int:
    """The number up to which documents are drawn at first; all where it is not known how many there are."""
    import pyarrow as pa

    for file in files:
        if Path(file).suffix.casefold() not in _KINDS:
            raise TeachbackError(f"{file}: a pool has files that end in {', '.join(_KINDS)}.")
    if any(Path(file).suffix.casefold() != ".parquet" for file in files):
        return HIGHEST
    try:
        rows = sum(map(_rows_of, files))
    except (pa.ArrowException, OSError) as error:
        raise TeachbackError(f"The pool cannot be read as Parquet: {error}") from None
    return min(HIGHEST, HIGHEST * (_MORE * sample + 100) // max(rows, 1))


def _rows_of(source: str) -> int:
    import pyarrow.parquet as pq

    with readable(source) as file:
        return int(pq.read_metadata(file).num_rows)


def _read(
    engine: Engine, files: Sequence[str], asked: dict[str, Any], sample: int | None, progress: Progress | None
) -> tuple[list[PoolFile], pa.Table, list[CountedPart]]:
    """What is known of the files, the drawn rows by their numbers, at most `sample`, and what is counted."""
    parts = [part for file in files for part in parts_of(file)]
    read_files: list[PoolFile] = []
    answers = in_order(engine.run(draw_part, json.dumps(asked).encode(), parts))
    drawn = _lowest(_tables(answers, read_files, len(parts), progress, sample), sample)
    by_path = groupby(read_files, key=lambda file: file.path)
    files_read = [merged(list(some)) for _, some in by_path]
    if "counts" not in asked:
        return files_read, drawn, []
    counted = [
        CountedPart(part.source, part.groups, str(counts_file(part, asked)), file.rows - file.without_text)
        for part, file in zip(parts, read_files, strict=True)
    ]
    return files_read, drawn, counted


def _tables(
    answers: Iterable[PartDrawn], files: list[PoolFile], parts: int, progress: Progress | None, sample: int | None
) -> list[pa.Table]:
    import pyarrow as pa

    tables: list[pa.Table] = []
    for answer in answers:
        if answer.refused:
            raise TeachbackError(answer.refused)
        files.append(answer.file)
        if answer.drawn:
            tables.append(pa.ipc.open_stream(answer.drawn).read_all())
        if sample is not None and sum(table.num_rows for table in tables) > 3 * sample:
            tables = [_lowest(tables, sample)]
        if progress is not None:
            progress(len(files), parts)
    return tables


def _lowest(tables: list[pa.Table], sample: int | None) -> pa.Table:
    import pyarrow as pa

    if not tables:
        return pa.table({NUMBER: pa.array([], pa.uint64())})
    try:
        together = pa.concat_tables(tables, promote_options="permissive")
    except pa.ArrowException as error:
        raise TeachbackError(f"The files of the pool have columns of different types: {error}") from None
    return together.sort_by(NUMBER).slice(0, sample)


def _keep(project: Project, manifest: PoolManifest, drawn: pa.Table) -> Brought:
    """Bring the drawn rows in, with all their columns, and note the pool."""
    if not drawn.num_rows:
        raise TeachbackError(f"There is no text in {manifest.pattern}, so nothing is drawn.")
    brought = _bring(project, manifest, drawn, "importer")
    _note(project, manifest)
    return brought


def bring_rows(project: Project, manifest: PoolManifest, streams: Sequence[bytes], teacher: str) -> Brought:
    """Bring rows in that workers read from the files of a pool, Arrow streams with their numbers."""
    import pyarrow as pa

    rows = _lowest([pa.ipc.open_stream(stream).read_all() for stream in streams], None)
    return _bring(project, manifest, rows, teacher)


def _bring(project: Project, manifest: PoolManifest, rows: pa.Table, teacher: str) -> Brought:
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    id = ID if manifest.id is None else manifest.id
    if len(pc.unique(rows[id])) < rows.num_rows:
        twice = next(each["values"] for each in pc.value_counts(rows[id]).to_pylist() if each["counts"] > 1)
        raise TeachbackError(f"Two rows have the id {twice!r} in {id!r}; give a column whose values are all different.")
    with TemporaryDirectory(prefix="teachback-") as folder:
        path = Path(folder) / "drawn.parquet"
        pq.write_table(rows.drop_columns([NUMBER]), path)
        plan = formats.inspect(path, roles={"text": manifest.text, "id": id})
        return bring_in(project, plan, by=teacher, teacher=teacher)


def _note(project: Project, manifest: PoolManifest) -> None:
    with project.store.writing() as writer:
        writer.put(SETTING, asdict(manifest))


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
