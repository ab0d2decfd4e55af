"""Running experiments: choosing cases, going on after an interruption, reports."""

import json
import re

import pytest

from teachback.experiments import CATALOGUE, tables
from teachback.experiments.experiment import Case, Experiment, Measured, NoSuchCase, ReportRow
from teachback.experiments.report import _cell, as_cells, as_json, as_markdown


class Counting:
    """Measures a case by its size, and remembers what it was asked."""

    def __init__(self, stop_at=None):
        self.asked, self.stop_at = [], stop_at

    def __call__(self, case, data):
        if case.size == self.stop_at:
            raise KeyboardInterrupt
        self.asked.append(case.size)
        yield Measured("accuracy", case.size / 2, seconds=0.25)


def experiment(measure, plot=None):
    cases = [Case("webkb", "ours", size, {"alpha": 50}) for size in (100, 101, 102)]
    return Experiment("settles2011", "tiny", "A tiny experiment.", cases, measure, plot)


def rows_of(steps):
    return [row for rows in steps for row in rows]


def test_every_case_becomes_rows_with_what_varied():
    measure = Counting()
    rows = rows_of(experiment(measure).run(experiment(measure).cases, None))
    assert rows[1] == ReportRow("tiny", "webkb", "ours", 101, {"alpha": 50}, "accuracy", None, 50.5, 0.25)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    finished, first, second = tmp_path / "finished", Counting(stop_at=102), Counting()
    with pytest.raises(KeyboardInterrupt):
        rows_of(experiment(first).run(experiment(first).cases, None, finished))
    rows = rows_of(experiment(second).run(experiment(second).cases, None, finished))
    assert (first.asked, second.asked) == ([100, 101], [102])
    assert rows == rows_of(experiment(Counting()).run(experiment(second).cases, None))


def test_a_line_cut_short_is_measured_again(tmp_path):
    finished, measure = tmp_path / "finished", Counting()
    rows_of(experiment(measure).run(experiment(measure).cases, None, finished))
    finished.write_text(finished.read_text()[:-20])
    rows_of(experiment(measure).run(experiment(measure).cases, None, finished))
    assert measure.asked == [100, 101, 102, 102]


def test_a_case_that_is_not_there_is_named():
    with pytest.raises(NoSuchCase, match="has no size 7; it has 100, 101, 102"):
        experiment(Counting()).chosen(sizes=[7])
    assert [case.size for case in experiment(Counting()).chosen(sizes=[102, 100])] == [100, 102]


def test_a_report_leaves_out_empty_columns_and_json_keeps_everything():
    rows = rows_of(experiment(Counting()).run(experiment(Counting()).cases[:1], None))
    header, cells = as_cells(rows)
    assert header == ["corpus", "method", "size", "setting", "metric", "ours", "seconds"]
    assert cells == [["webkb", "ours", "100", "alpha=50", "accuracy", "50", "0.25"]]
    assert json.loads(as_json(rows))[0]["paper"] is None
    assert "| webkb | ours | 100 |" in as_markdown(experiment(Counting()), rows)


def test_a_table_is_kept_as_markdown_json_and_picture(tmp_path, capsys):
    def plot(rows, file):
        file.write_text(f"{len(rows)} points")

    tables.write_table(experiment(Counting(), plot), None, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "settles2011-tiny.json",
        "settles2011-tiny.md",
        "settles2011-tiny.png",
    ]
    assert "![A tiny experiment.](settles2011-tiny.png)" in (tmp_path / "settles2011-tiny.md").read_text()


def test_the_tables_in_the_documentation_have_the_rows_of_their_experiments(pytestconfig):
    folder = pytestconfig.rootpath / "docs" / "tables"
    for (paper, item), known in CATALOGUE.items():
        rows = json.loads((folder / f"{paper}-{item}.json").read_text(encoding="utf-8"))
        assert {row["corpus"] for row in rows} == {case.corpus for case in known.cases}


@pytest.mark.parametrize(
    "known", [known for known in CATALOGUE.values() if known.differs], ids=lambda known: known.item
)
def test_where_ours_differ_is_said_with_figures_of_the_table(known, pytestconfig):
    folder = pytestconfig.rootpath / "docs" / "tables"
    rows = json.loads((folder / f"{known.paper}-{known.item}.json").read_text(encoding="utf-8"))
    figures = [row[field] for row in rows for field in ("ours", "paper") if row[field] is not None]
    printed = {form(value) for value in figures for form in (_cell, "{:.1f}".format)}
    assert set(re.findall(r"-?\d+\.\d+", known.differs)) - {"0.001"} <= printed
    page = (folder / f"{known.paper}-{known.item}.md").read_text(encoding="utf-8")
    assert f"Where ours differ from the paper's: {known.differs}" in page
