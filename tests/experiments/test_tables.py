"""Which tables `make tables` writes."""

import pytest
import typer

from teachback.errors import TeachbackError
from teachback.experiments import tables
from teachback.experiments.experiment import Case, Experiment, Measured


@pytest.mark.parametrize(
    ("names", "written"),
    [((), {"settles2011-first", "settles2011-second"}), (("settles2011/second",), {"settles2011-second"})],
)
def test_the_named_tables_are_written_or_all_of_them(monkeypatch, tmp_path, names, written):
    def measure(case, data):
        yield Measured("accuracy", 1.0)

    tiny = {name: Experiment("settles2011", name, "Tiny.", [Case(size=1)], measure) for name in ("first", "second")}
    monkeypatch.setattr(tables, "CATALOGUE", {("settles2011", name): of for name, of in tiny.items()})
    monkeypatch.setattr(tables, "find", lambda paper, item: tiny[item])
    tables.write_tables(names, None, tmp_path / "out")
    assert {file.stem for file in (tmp_path / "out").iterdir()} == written


def test_a_name_without_a_paper_is_refused_and_nothing_is_written(tmp_path, capsys):
    with pytest.raises(TeachbackError, match="PAPER/ITEM"):
        tables.write_tables(["corpora"], None, tmp_path / "out")
    with pytest.raises(typer.Exit) as end:
        tables._main(["corpora"], None, tmp_path / "out")
    assert end.value.exit_code == 1
    assert capsys.readouterr().err.startswith("tables: Name a table as PAPER/ITEM")
    assert not (tmp_path / "out").exists()
