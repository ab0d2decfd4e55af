"""`teachback classify`: what a model says of the documents in a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from teachback.cli.terminal import arguments as shared
from teachback.errors import TeachbackError, percent

if TYPE_CHECKING:
    from teachback.formats import Item, Row


def classify(
    model: shared.ModelAddress,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", show_default=False, help="A file or folder of documents, or many: 'in/*.parquet'."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="OUT", help="Write a file, or a folder of many, rather than print lines."
        ),
    ] = None,
    output_format: Annotated[
        str | None, typer.Option(metavar="NAME", help="The format of OUT, where its name does not tell.")
    ] = None,
    format: shared.FormatName = None,
    encoding: shared.Encoding = None,
    columns: shared.Columns = None,
    text: shared.TextColumns = None,
    between: shared.Between = "\n\n",
    header: shared.Header = None,
    sheet: shared.Sheet = None,
    leave_out_bad_rows: shared.LeaveOutBadRows = False,
    explain: Annotated[
        bool, typer.Option("--explain", "--reasons", help="Add the words that would change each answer.")
    ] = False,
    probabilities: Annotated[bool, typer.Option("--probabilities", help="Add the probability of each class.")] = False,
    encoder: shared.EncoderOfModel = None,
    workers: shared.Workers = None,
    engine: shared.Engaged = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line, for programs.")] = False,
) -> None:
    """Classify the documents of a file in any format, with probabilities; a file of any size is streamed.

    OUT has the file's own columns in their order, and behind them class and probability. Started again after it was
    stopped, it goes on where it was.

    With a pattern of many files (Parquet, CSV, JSON lines) between quotation marks, OUT is a folder, and all cores or a
    Dask cluster work at once: `teachback classify mails.model 'in/*.parquet' -o out --workers 8`

    Example: `teachback classify mails.teachback inbox.csv -o answers.csv --explain`
    """
    from teachback.confined import warm_up

    warm_up()  # while the rest is imported
    from teachback import formats
    from teachback.cli.projects.importing import problem_lines
    from teachback.cli.projects.models import check_place_for_predictions, open_model
    from teachback.cli.terminal.pipes import as_file
    from teachback.cli.terminal.progress import progress_bar
    from teachback.project.transfer.classified_files import check_columns, classify_file, inspected, keeps_columns
    from teachback.project.transfer.classified_folders import classify_files, is_pattern

    many = is_pattern(file) or workers is not None or engine is not None
    if output is not None and not many:
        check_place_for_predictions(output, output_format)
    left_out: list[formats.Problem] = []
    with open_model(model, encoder) as (classifier, _), as_file(Path(file)) as path, progress_bar(path.name) as advance:
        reading: dict[str, Any] = {"format": format, "encoding": encoding, "roles": shared.roles_of(columns)}
        table: dict[str, Any] = {"texts": text or (), "between": between, "header": header, "sheet": sheet}
        leave_out = left_out.append if leave_out_bad_rows else None
        with _bad_rows_of_a_classification(output):
            if many:
                from teachback.distributed import open_engine

                folder = _folder(output)
                if len(text or ()) > 1 or header is not None or sheet is not None:
                    raise TeachbackError(
                        "Several columns of --text, --header and --sheet are for one file; for many, name the column "
                        "of the texts with --text NAME, or classify file after file."
                    )
                if text:
                    reading["roles"] = {**reading["roles"], "text": text[0]}
                adding: dict[str, Any] = {"reasons": explain, "probabilities": probabilities}
                with open_engine(engine, workers) as engaged:
                    answered = classify_files(
                        classifier,
                        file,
                        folder,
                        engaged,
                        output_format=output_format,
                        leave_out=leave_out,
                        progress=advance,
                        **adding,
                        **reading,
                    )
                typer.echo(answered.sentence(folder))
            elif output is not None and keeps_columns(output, output_format):
                classify_file(
                    classifier,
                    path,
                    output,
                    output_format=output_format,
                    reasons=explain,
                    probabilities=probabilities,
                    leave_out=leave_out,
                    progress=advance,
                    resumed=lambda rows: typer.echo(f"It goes on after {rows:,} rows.", err=True),
                    doubted=lambda doubt: typer.echo(f"{file}: {doubt}", err=True),
                    **reading,
                    **table,
                )
                typer.echo(f"{output} is written.")
            else:
                from teachback.project.transfer.exports import predicted

                plan = inspected(classifier, path, **reading, **table)
                check_columns(classifier, plan)
                table["texts"] = plan.texts
                rows = formats.read(path, progress=advance, leave_out=leave_out, several="combine", **reading, **table)
                items = predicted(classifier, _documents(rows, path), explain=explain)
                if output is not None:
                    formats.write(output, items, format=output_format, classes=classifier.classes)
                    typer.echo(f"{output} is written.")
                else:
                    for line in _lines(items, probabilities=probabilities, as_json=as_json):
                        typer.echo(line)
    for line in problem_lines(left_out):
        typer.echo(line, err=True)  # what is printed otherwise are answers


@contextmanager
def _bad_rows_of_a_classification(output: Path | None) -> Iterator[None]:
    """Say of bad rows what they mean here, and how to leave them out; answers that are printed were given by then."""
    from teachback.cli.projects.importing import leaving_out
    from teachback.formats import BadRows

    try:
        yield
    except BadRows as bad:
        refused = "classified" if output is None else "classified, so nothing is written"
        raise BadRows(bad.path, bad.problems, bad.total, leaving_out(), refused) from None


def _folder(output: Path | None) -> Path:
    if output is None or output.is_file():
        raise TeachbackError("Many files are written to a folder; name it with --output FOLDER.")
    return output


def _documents(rows: Iterable[Row], file: Path) -> Iterator[Item]:
    from teachback.formats import Item

    for row in rows:
        if not isinstance(row, Item):
            raise TeachbackError(f"{file} holds taught words or rules; give a file of documents to classify.")
        yield row


def _lines(items: Iterable[Item], *, probabilities: bool, as_json: bool) -> Iterator[str]:
    for item in items:
        guess = item.prediction
        if guess is None:
            raise ValueError("there is no prediction")
        if as_json:
            answer = {"id": item.document.id, "prediction": guess.class_, "probabilities": dict(guess.probabilities)}
            yield json.dumps(answer | {"explanations": guess.explanations}, ensure_ascii=False)
        else:
            percents = {class_: percent(share) for class_, share in guess.probabilities.items()}
            each = [f"{class_} {share}" for class_, share in percents.items()] if probabilities else []
            because = [f"without {', '.join(words)}" for words in guess.explanations]
            yield "\t".join([item.document.id, guess.class_, percents[guess.class_], *each, *because])
