"""The default learner through a project: what one more label takes, from learning to the next questions.

Each number stands beside the bar that it must stay under. The processor's seconds tell it from what else runs on the
machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.messages import Messages, messages
from teachback.experiments.simulation.knowledge import Knowledge
from teachback.pool import Pool
from teachback.project import Project
from teachback.record import Label, Word
from teachback.text import TermCounts, damped
from teachback.vectors import PoolVectors
from teachback.warm_up import warm_up

_BARS = {20_000: 0.15, 200_000: 1.0}  # seconds, for so many documents
_VECTORS = 10.0  # seconds for those of the fewest documents
_LABELS, _WORDS, _ROUNDS = 200, 10, 8  # taught before (words for each class), and labels that are timed
_KNOWN = 5000  # documents by which the teacher knows her words


def run(data: Path | None) -> None:
    """Print the table."""
    warm_up()
    for number, bar in _BARS.items():
        texts = messages(data, number)
        with Project.from_texts(texts.texts, classes=texts.classes) as project:
            project.keep_later()
            _teach(project, texts)
            begin = time.perf_counter()
            project.learn()
            print(f"{number:,} documents, {_LABELS} labels and {_WORDS} words for each of {len(texts.classes)} classes")
            print(f"  read, counted and learned for the first time in {time.perf_counter() - begin:.1f} s")
            if bar == min(_BARS.values()):
                counts = TermCounts(project.analyzer)
                counts.add(texts.texts.values())
                pool = Pool(damped(counts.X))
                _told("vectors of the documents", *_timed(lambda pool=pool: PoolVectors(pool)), _VECTORS)
            _rounds(project, texts, number, bar)


def _teach(project: Project, texts: Messages) -> None:
    documents = np.random.default_rng(0).permutation(list(texts.texts)).tolist()
    few, place = documents[:_KNOWN], {class_: k for k, class_ in enumerate(texts.classes)}
    y = np.array([place[texts.labels[id]] for id in few])
    known = Knowledge.of([texts.texts[id] for id in few], y, len(place), project.analyzer.name)
    project.teach(*(Label(id, texts.labels[id]) for id in documents[:_LABELS]))
    project.teach(*(Word(term, class_) for class_, k in place.items() for term in list(known.words[k])[:_WORDS]))


def _rounds(project: Project, texts: Messages, number: int, bar: float) -> None:
    """A label, then learning and a page of documents and words; and what the planner adds to that."""
    project.ask(5, words=10)
    project.plan()
    took = []
    for document in list(project.ask(_ROUNDS, checks=0.0).documents):
        id = document.document.id
        project.teach(Label(id, texts.labels[id]))
        took.append([_timed(work) for work in (project.learn, lambda: project.ask(5, words=10), project.plan)])
    learn, ask, plan = np.array(took).min(axis=0)
    _told(f"retrain + questions at {number:,} documents, default learner", *(learn + ask), bar)
    print(
        f"    of it learning {1000 * learn[0]:.0f} and asking {1000 * ask[0]:.0f} ms; what next, after that: "
        f"{1000 * plan[0]:.0f} ms"
    )


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and of the processors."""
    begin, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begin, time.process_time() - used


def _told(what: str, seconds: float, used: float, bar: float) -> None:
    print(f"  {what:<64} {1000 * seconds:7.0f} ms ({1000 * used:.0f} ms of processors)   bar {1000 * bar:.0f} ms")
