"""Tables 2 and 3, figure 5 and the local search: how often, how short and how quickly documents are explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow, grid
from teachback.experiments.martens2014.explaining import WAYS, ExplainingWay, explained, most_of, settled
from teachback.experiments.martens2014.tasks import CORPORA, MODELS, PROTOCOL, every_model, over_tasks
from teachback.experiments.plot import CurvePoint, panels
from teachback.explain import SEDC, Explanation
from teachback.explain.collection import Explanations

_LIMITS = (2, 5, 10, 20, 30, 40, 60)


def _joined(parts: Iterable[Sequence[Explanation]]) -> list[Explanation]:
    return [one for part in parts for one in part]


def _table3(case: Case, data: Path | None) -> Iterator[Measured]:
    model = case.setting["model"]
    parts = over_tasks(explained, case.corpus, model, data, WAYS[case.method], most=most_of(case.corpus, model))
    explanations = _joined(parts)
    yield Measured("documents", float(len(explanations)))
    yield from (Measured(name, value.mean) for name, value in Explanations(explanations).metrics().items())
    if case.method.startswith("ours"):
        yield Measured("proven: none smaller, or none at all (%)", settled(explanations))


def _table2(case: Case, data: Path | None) -> Iterator[Measured]:
    model, kind = case.setting["model"], case.setting["documents"]
    most = most_of(case.corpus, model)
    explanations = _joined(over_tasks(explained, case.corpus, model, data, WAYS[case.method], kind, most=most))
    yield Measured("documents", float(len(explanations)))
    if explanations:
        yield from (Measured(name, value.mean) for name, value in Explanations(explanations).metrics().items())


def _figure5(case: Case, data: Path | None) -> Iterator[Measured]:
    """One limit of the figure: as published, but with as many iterations as it takes to reach the limit."""
    model, limit = case.setting["model"], case.setting["words"]
    way = ExplainingWay(search=SEDC(iterations=max(_LIMITS) + 10))
    most = most_of(case.corpus, model) // 2
    explanations = _joined(over_tasks(explained, case.corpus, model, data, way, most=most, max_words=limit))
    for name, value in Explanations(explanations).metrics().items():
        if np.isnan(value.mean):
            continue
        yield Measured(name, value.mean)
        if name != "PE":
            yield Measured(f"{name}, 10th percentile", value.low)
            yield Measured(f"{name}, 90th percentile", value.high)


def _plot_figure5(rows: Sequence[ReportRow], file: Path) -> None:
    lines = []
    # Means before percentiles and PE, which has none, last: so every line has one colour in all panels.
    for row in sorted(rows, key=lambda row: ("percentile" in row.metric, row.metric == "PE")):
        name, _, percentile = row.metric.partition(", ")
        line = f"{row.setting['model']}{', ' if percentile else ''}{percentile}"
        lines.append(CurvePoint(f"{name}: {row.corpus}", line, float(row.setting["words"]), row.ours))
    panels(lines, file, x="words allowed", y="mean, percentiles")


def _local_search(case: Case, data: Path | None) -> Iterator[Measured]:
    model = case.setting["model"]
    most = most_of(case.corpus, model)
    if case.method == "pruning":
        explanations = _joined(over_tasks(explained, case.corpus, model, data, WAYS["SEDC"], most=most))
        sets = [one.status == "reducible" for each in explanations for one in each.sets]
        yield Measured("sets", float(len(sets)))
        yield Measured("sets made smaller (%)", 100.0 * float(np.mean(sets)))
        return
    plain, longer = (
        _joined(over_tasks(explained, case.corpus, model, data, way, most=most, n=1))
        for way in (WAYS["SEDC"], ExplainingWay(search=SEDC(replace=True)))
    )
    pairs = [(one, other) for one, other in zip(plain, longer, strict=True) if one.sets and other.sets]
    yield Measured("sets", float(len(pairs)))
    yield Measured("sets made smaller (%)", 100.0 * float(np.mean([len(b.words) < len(a.words) for a, b in pairs])))
    yield Measured("times as many scored", sum(b.evaluations for _, b in pairs) / sum(a.evaluations for a, _ in pairs))


TABLE3 = Experiment(
    paper="martens2014",
    item="table3",
    about="Up to ten explanations of up to thirty words: percentage of documents explained (PE), words in the smallest "
    "(AWS), number of smallest (ANS) and of all (ANT) explanations, seconds to the first (ADF) and to all (ADA). The "
    "paper's figures are of web pages that are not public. "
    f"{PROTOCOL} At most 20 documents a group and 100 reviews; for the slow models 5 and 25.",
    cases=every_model(WAYS),
    measure=_table3,
)
TABLE2 = Experiment(
    paper="martens2014",
    item="table2",
    about=f"False positives against true positives, as published. {PROTOCOL} At most as many documents as in table 3.",
    cases=grid(corpus=CORPORA, method="SEDC", model=MODELS, documents=("false positives", "true positives")),
    measure=_table2,
)
FIGURE5 = Experiment(
    paper="martens2014",
    item="figure5",
    about="The metrics against the number of words that an explanation may have, with percentiles; as published, but "
    "with 70 iterations, to reach 60 words. Half as many documents as in table 3.",
    cases=grid(corpus=CORPORA, method="SEDC", model=("linear", "NB"), words=_LIMITS),
    measure=_figure5,
    plot=_plot_figure5,
)
LOCAL_SEARCH = Experiment(
    paper="martens2014",
    item="local_search",
    about="What local search adds to the published search: sets that lose a word by pruning (all of up to ten a "
    "document), or by exchanging words for fewer others (the first of each document), and how many more documents are "
    "scored. The paper saw no case of pruning, and of exchanges fewer than 1 %. Documents as in table 3.",
    cases=every_model(("pruning", "replacement")),
    measure=_local_search,
)
